"""The rules of script/lint find what they are there for, and leave alone what only looks like it."""

import pytest

from lint import documents, figures, limits, names, texts
from lint.__main__ import run_tool
from lint.house import House

DOT, ROOT, PRIVATE, OUT, CLOCK = ".", "/root", "_clock", "out", "time"
"""Written apart, so that this file does not hold what it forbids."""


def found(rule, files):
    return [fault.sentence for fault in rule(House(files))]


def test_a_long_function_a_long_file_and_a_crowded_folder_are_found():
    function = "def f():\n" + 60 * "    pass\n"
    assert found(limits.long_functions_and_files, {"web/x.py": function}) == [
        "f: a function has at most 60 lines"
    ]
    assert not found(limits.long_functions_and_files, {"web/x.py": function.replace("pass", "", 1)[:-9]})
    assert found(limits.long_functions_and_files, {"web/x.py": 601 * "\n"})
    assert found(limits.crowded_folders, {f"web/x{number}.py": "" for number in range(26)})


def test_a_private_function_with_one_caller_is_counted_and_one_with_two_is_not():
    text = "def _a(): return _a()\ndef _b(): pass\ndef c(): return _a() + _b() + _b()\n"
    assert limits.share_of_single_callers(House({"web/x.py": text})) == 333


def test_a_folder_with_more_lines_or_kilobytes_than_it_may_have_is_found():
    files = {
        "web/x.py": "x = 'Ü'\n",
        "docs/x.py": "x\n",
        limits.SIZES: f"{limits.SHARE} = 0\n[most]\nweb = [1, 1]\n",
    }
    assert not found(limits.folders_beyond_their_size, files)
    assert found(limits.folders_beyond_their_size, {**files, "web/y.js": "\n"}) == [
        "2 lines of web; 1 are the most"
    ]
    assert found(limits.folders_beyond_their_size, {**files, "web/x.py": 550 * "Ü"}) == [
        "1,100 bytes of web; 1,000 are the most"
    ]
    assert found(limits.folders_beyond_their_size, {**files, "lint/y.py": "\n"})


def test_a_circle_of_imports_is_found(tmp_path, monkeypatch):
    for module, other in (("ring", "ring.left"), ("left", "ring.right"), ("right", "ring.left")):
        path = tmp_path / "ring" / ("__init__.py" if module == "ring" else f"{module}.py")
        path.parent.mkdir(exist_ok=True)
        path.write_text(f"from {other} import thing\n")
    monkeypatch.syspath_prepend(tmp_path)
    (circle,) = found(limits.import_cycles, {"ring/__init__.py": ""})
    assert {"ring.left", "ring.right"}.issubset(circle.split())


FORBIDDEN = [
    ("README.md", f"see pypi{DOT}org"),
    ("tests/x.py", f"HOME = '{ROOT}/.config'"),
    ("tests/x.py", "from web.app import _hidden"),
    ("tests/x.py", f'monkeypatch.setattr(board, "{PRIVATE}", clock)'),
    ("tests/x.py", f"sys{DOT}path.insert(0, here)"),
    ("vision/x.py", f"since = {CLOCK}.monotonic()"),
    ("knobeltisch/x.py", f"from {CLOCK} import monotonic"),
    ("web/x.py", "names = [o.name for " + "one in tables]"),
    ("web/routes/x.py", "from knobeltisch.app import App"),
    ("web/static/js/x.js", "/** @param {any} it */"),
    ("web/templates/x.html", '<script src="//example.org/x.js">'),
    ("lint/types/page.d.ts", "type Board = any;"),
    ("league/x.py", 'raise Bad("apt install nginx")'),
    ("README.md", 151 * "\n"),
    ("README.md", 1001 * "word "),
    ("docs/x.md", "```sh\nrm\n```"),
    ("docs/decisions/1.md", "# 1. A\n## Context\n## Consequences\n"),
    ("web/x.py", 'state.rules.name == "schocken"'),
    ("web/x.py", 'game["variant"] in ("chic", "base")'),
    ("web/static/js/x.js", 'if (variant === "schocken")'),
    ("web/static/js/x.js", "({ a: 1, poker: 2 })[variant]"),
    ("tests/x.py", f"line.settime{OUT}(5)"),
    ("tests/x.py", f"process.wait(time{OUT}=20)"),
    ("tests/x.py", f"expect(line).to_be_visible(time{OUT}=15_000)"),
    ("lint/package-lock.json", '"resolved": "a.tgz"'),
    ("web/static/css/x.js", 121 * "x"),
]


@pytest.mark.parametrize(("name", "text"), FORBIDDEN)
def test_what_no_file_may_hold_is_found(name, text):
    assert len(found(texts.unwanted_words, {name: text})) == 1


def test_each_pattern_finds_one_of_these():
    sentences = {
        sentence for name, text in FORBIDDEN for sentence in found(texts.unwanted_words, {name: text})
    }
    assert sentences == {pattern["say"] for pattern in texts.PATTERNS}


def test_a_subject_that_is_long_or_has_no_prefix_is_found():
    commits = ["1a fix: end a round", "2b ended a round", f"3c fix: {68 * 'x'}", "4d feat:"]
    faults = texts.odd_subjects(House({}, commits))
    assert [fault.path for fault in faults] == ["2b", "3c", "4d"]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("vision/x.py", "def age(ticks: Callable[[], float] = time.monotonic) -> float: return ticks()"),
        ("knobeltisch/x.py", "at: float = field(default_factory=time.time)"),
        ("knobeltisch/commands/run.py", "App(clock=time.time)"),
        ("hardware/x.py", "time.monotonic()"),
    ],
)
def test_a_clock_that_is_a_default_or_read_where_programs_start_is_left_alone(name, text):
    assert not found(texts.unwanted_words, {name: text})


@pytest.mark.parametrize(
    "line",
    [
        "process.wait(timeout=LONGEST_S)",
        "line.settimeout(PAUSE_S)",
        "', '.join(words)",
        "expect(line).to_be_visible(timeout=120_000)",
    ],
)
def test_what_waits_a_minute_or_is_meant_as_a_pause_is_no_hasty_wait(line):
    assert not found(texts.unwanted_words, {"tests/x.py": line})


def test_english_to_avoid_is_found_in_comments_and_documents_and_not_in_code_or_quotes():
    words = '[[sin]]\npattern = "thereof"\nsay = "of it"\nmost = 1\n'
    files = {"lint/words.toml": words, "docs/x.md": "thereof", "web/y.py": "thereof = 1  # `thereof`"}
    assert not found(texts.bad_english, files)
    assert len(found(texts.bad_english, {**files, "web/z.py": "x = 1  # and thereof"})) == 2


def test_a_dead_link_and_a_dead_anchor_are_found():
    text = "[a](b.md) [c](x.md#top) [d](x.md#the-end) [e](https://example.org)\n# Top\n"
    assert found(documents.dead_links, {"docs/x.md": text}) == [
        "b.md is not there",
        "x.md#the-end is not there",
    ]


def test_a_document_and_a_picture_that_nothing_names_are_found():
    files = {"docs/README.md": "[a](a.md)", "docs/a.md": "![b](screens/b.webp)", "docs/screens/b.webp": ""}
    assert not found(documents.unlisted_documents, {**files, "docs/decisions/1.md": ""})
    lost = {"docs/c.md": "", "docs/screens/d.webp": ""}
    faults = documents.unlisted_documents(House({**files, **lost}))
    assert [fault.path for fault in faults] == [*lost]


TABLES = """# Crowd
| way | n | right / wrong, % | the same, mean | p99 ms | disk p50 / p99 ms |
| --- | --- | --- | --- | --- | --- |
| both | 1,534 | 95.5 / 0.0 (3) | 86.7 / 0.5 | 82 | 1 / 2 |
| both, one too few | 20 | 1 / 2 | 3 / 4 | 5 | 6 / 7 |
## Kills
| way | n |
| --- | --- |
| crowd | 23 of 40 |
"""


@pytest.mark.parametrize(
    "said",
    [
        "95.5 / 0 % <!-- x.md: both; right / wrong -->",
        "Of 1534 [86.7 / 0.5 %](../benchmarks/results/x.md), <!-- x.md: both; n / the same -->",
        "20 throws, 5 ms <!-- x.md: one too few; n / p99 ms -->",
        "at p50 1 ms <!-- x.md: both, crowd; disk p50 -->",
        "23\nof 40 <!-- x.md: kills, crowd; n -->",
        "`4 ms` and\n```sh\n3 of 4\n```\nin version 3, chapter 0012",
    ],
)
def test_a_figure_that_is_its_cell_or_was_not_measured_is_right(said):
    assert not found(figures.wrong_figures, {"docs/a.md": said, "benchmarks/results/x.md": TABLES})


@pytest.mark.parametrize(
    ("said", "fault"),
    [
        ("95.4 / 0 % <!-- x.md: both; right / wrong -->", "says 95.4 / 0; x.md has 95.5 / 0.0"),
        ("23 of 41 <!-- x.md: kills; n -->", "says 23 / 41; x.md has 23 / 40"),
        ("5 <!-- x.md: nobody; n -->", "<!-- x.md: nobody; n -->: 0 rows fit"),
        ("5 <!-- x.md: bot; n -->", "<!-- x.md: bot; n -->: 2 rows fit"),
        ("5 <!-- x.md: both; way -->", "<!-- x.md: both; way -->: there is no number"),
        ("It took 13 ms.", "13 names no cell of a table"),
        ("[46 kills](../benchmarks/results/x.md)", "46 names no cell of a table"),
        (
            "Of 17 throws of\n[real dice](../benchmarks/results/x.md) all count.",
            "17 names no cell of a table",
        ),
        ("| a | 3 |\n| [b](../benchmarks/results/x.md) | 4 |", "4 names no cell of a table"),
    ],
)
def test_a_figure_that_is_not_in_its_cell_or_names_none_is_found(said, fault):
    for name in ("README.md", "docs/a.md"):
        text = said.replace("../", "") if name == "README.md" else said
        assert found(figures.wrong_figures, {name: text, "benchmarks/results/x.md": TABLES}) == [fault]
    assert not found(figures.wrong_figures, {"docs/maker.md": "Print at 100 %.", "docs/decisions/1.md": said})


def test_a_dependency_is_pinned_to_one_fitting_version_with_its_hashes():
    project = '[project]\ndependencies = ["flask>=3.0"]\noptional-dependencies = {}\n'
    for pins, faults in {"flask==3.1 \\": 0, "flask==3.1": 1, "flask==2.0 \\": 1, "": 1}.items():
        assert (
            len(found(documents.unfitting_pins, {"pyproject.toml": project, "constraints.txt": pins}))
            == faults
        )


HOUSE = {
    "Makefile": "\ntables:\n",
    "script/test": "case $1 in --all) all=yes ;; esac",
    "web/pages.py": "class Page:\n    def _lowered(self): return self.best\n",
    "web/routes/metrics_routes.py": 'MEASURES = ("memory_bytes",)',
}


@pytest.mark.parametrize(
    "said", ["_lower", "Backup", "best_at", "make types", "web/page.py", "script/test --fast"]
)
def test_what_stands_in_backquotes_and_is_nowhere_is_found(said):
    assert found(names.unknown_names, {**HOUSE, "docs/x.md": f"See `{said}`."})
    assert found(names.unknown_names, {**HOUSE, "web/x.py": f"x = 1  # see `{said}`"})


@pytest.mark.parametrize(
    "said",
    [
        *(
            "_lowered",
            "Page._lowered()",
            "Page",
            "make tables",
            "web/pages.py",
            "pages.py",
            "routes/",
            "web/*.py",
        ),
        *(
            "./script/test --all",
            "knobeltisch_memory_bytes",
            "a word",
            "/api/board",
            "image/jpeg",
            "two words_of",
        ),
    ],
)
def test_what_is_there_or_nothing_of_ours_may_stand_in_backquotes(said):
    assert not found(names.unknown_names, {**HOUSE, "docs/x.md": f"See `{said}`.", "web/x.py": f"# `{said}`"})


@pytest.mark.parametrize(
    ("said", "lines"),
    [
        ("web/a.py:3:1: F401 unused\nFound 1 error.", ["web/a.py:3:1: F401 unused"]),
        (
            "web/a.py:3: error: no such name\nweb/a.py:3: note: see the manual",
            ["web/a.py:3: error: no such name"],
        ),
        ("web/static/js/a.js(4,12): error TS2339: none", ["web/static/js/a.js(4,12): error TS2339: none"]),
        ("the checker fell over", ["the checker fell over"]),
    ],
)
def test_what_a_checker_says_becomes_one_line_a_fault(said, lines):
    assert run_tool(["sh", "-c", 'printf "%s\\n" "$1"; exit 1', "sh", said]) == lines
    assert run_tool(["sh", "-c", 'printf "%s\\n" "$1"', "sh", said]) == []
