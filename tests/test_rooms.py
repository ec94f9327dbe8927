"""The rooms of the house: none is crowded, and imports form no cycle."""

import ast
import importlib
import re
import tomllib
from collections import Counter
from collections.abc import Set as AbstractSet
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.slow import LONGEST, SLOW
from tests.support.paths import ROOT, tracked
from tests.support.source import nodes_of, tree_of

MOST = 15
SOURCE = {".py", ".js", ".css", ".html"}


def source_files() -> list[Path]:
    files = [file.relative_to(ROOT) for file in tracked()]
    return [file for file in files if file.suffix in SOURCE and (ROOT / file).is_file()]


def test_no_folder_of_source_has_more_than_15_files():
    files = Counter(file.parent.as_posix() for file in source_files())
    assert {folder: count for folder, count in files.items() if count > MOST} == {}


def test_no_file_is_imported_by_what_it_imports():
    """Also where an import is for the types alone: who reads one file should not need the other to understand it."""
    try:
        TopologicalSorter(needs()).prepare()
    except CycleError as error:
        pytest.fail(" -> ".join(reversed(error.args[1])))


def test_the_page_names_the_program_in_two_files_and_for_types_alone():
    """Import contracts leave these two out, so that routes need no copy of each class; at run time `web` stays below."""
    files = [file for file in source_files() if file.parts[0] == "web" and file.suffix == ".py"]
    naming = {file.as_posix(): (ROOT / file).read_text(encoding="utf-8") for file in files}
    naming = {
        name: text for name, text in naming.items() if re.search(r"(?:from|import) knobeltisch\b", text)
    }
    assert set(naming) == {"web/services.py", "web/hub/services.py"}
    for name, text in naming.items():
        loaded = [node for node in ast.parse(text).body if isinstance(node, ast.Import | ast.ImportFrom)]
        assert "knobeltisch" not in " ".join(map(ast.unparse, loaded)), name


@cache
def needs() -> dict[str, set[str]]:
    """What each module of ours imports of ours."""
    modules = {dotted(file): file for file in source_files() if file.suffix == ".py"}
    return {name: imports(ROOT / file, modules.keys()) - {name} for name, file in modules.items()}


def dotted(file: Path) -> str:
    return ".".join(file.with_suffix("").parts).removesuffix(".__init__")


def imports(file: Path, modules: AbstractSet[str]) -> set[str]:
    found = set()
    for node in nodes_of(file):
        match node:
            case ast.Import(names=names):
                found |= {name.name for name in names}
            case ast.ImportFrom(module=str(module), level=0, names=names):
                inside = {f"{module}.{name.name}" for name in names}
                found |= inside & modules or {module}
                if inside - modules:
                    found.add(module)
            case _:
                pass
    return found & modules


def test_nothing_here_bends_the_path_to_find_another_file():
    """Tests and benchmarks are modules: `python -m` and pytest find them from the repository's root."""
    files = [
        file for file in source_files() if file.suffix == ".py" and file.parts[0] in ("tests", "benchmarks")
    ]
    assert len(files) > 200
    bent = re.compile(
        r"^\s*sys\.path(?:\.insert|\.append|\.extend|\[.*\] *=| *\+?=)|spec_from_file_location\(",
        re.MULTILINE,
    )
    assert [str(file) for file in files if bent.search((ROOT / file).read_text(encoding="utf-8"))] == []


def test_only_benchmarks_know_benchmarks_and_only_they_and_tests_know_tests():
    may = {"tests": {"tests"}, "benchmarks": {"tests", "benchmarks"}}
    crossed = [
        (name, other)
        for name, others in needs().items()
        for other in others
        if (room := other.partition(".")[0]) in may and room not in may.get(name.partition(".")[0], ())
    ]
    assert crossed == []


BENCHMARKS = [
    dotted(file)
    for file in source_files()
    if file.parts[0] == "benchmarks" and file.parts[1] != "support" and file.suffix == ".py"
]


@pytest.mark.parametrize("name", BENCHMARKS)
def test_a_benchmark_says_how_it_is_run(name):
    module = importlib.import_module(name)
    assert f"python -m {name}" in module.__doc__
    result = CliRunner().invoke(module.main, ["--help"])
    assert result.exit_code == 0, result.output
    assert "--out" in result.output


def test_a_benchmark_that_is_named_anywhere_is_there():
    """Comments and documents say which command gave a figure, and where its table is."""
    missing = set()
    for path in tracked("*.py", "*.md", "*.sh", ":!CHANGELOG.md"):
        if path.exists():
            for name in re.findall(r"benchmarks(?:[/.]\w+){2,}", path.read_text(encoding="utf-8")):
                place = re.sub(r"\.(?=\w)", "/", re.sub(r"\.(py|md)$", "", name))
                if not any((ROOT / f"{place}{end}").exists() for end in ("", ".py", ".md")):
                    missing.add(f"{path.relative_to(ROOT)}: {name}")
    assert sorted(missing) == []


@pytest.mark.parametrize("named", [SLOW, LONGEST], ids=["left out of the quick run", "begun first"])
def test_what_takes_long_is_there(named):
    tests = [file.relative_to("tests").as_posix() for file in source_files() if file.parts[0] == "tests"]
    assert [begins for begins in named if not any(test.startswith(begins) for test in tests)] == []


PRIVATE_OF_OTHERS = {
    "tests/pi/conftest.py": "virtual cameras have no raw modes, which the real library reads by a private method",
}


def private_uses(file: Path) -> list[str]:
    """Where a test reaches into what is private: attributes, imports, and names that are patched."""
    found = []
    for node in nodes_of(file):
        match node:
            case ast.Attribute(attr=name, value=owner):
                names = [] if is_own(owner) or name in PUBLIC_ALL_THE_SAME else [name]
            case ast.ImportFrom(names=imported):
                names = [alias.name for alias in imported]
            case ast.Call(func=ast.Attribute(attr="setattr" | "delattr"), args=[*words]):
                said = [word.value for word in words[:2] if isinstance(word, ast.Constant)]
                names = [name.rpartition(".")[2] for name in said if isinstance(name, str)]
            case _:
                continue
        found += [f"{file.name}:{node.lineno} {name}" for name in names if re.match(r"_[^_]", name)]
    return found


PUBLIC_ALL_THE_SAME = {"_replace", "_asdict", "_fields", "_exit"}
"""Of a named tuple, and of `os`."""


def is_own(owner: ast.expr) -> bool:
    """Whether an attribute belongs to the class that names it."""
    match owner:
        case ast.Name(id="self" | "cls") | ast.Call(func=ast.Name(id="super")):
            return True
        case _:
            return False


def test_tests_and_benchmarks_look_at_nothing_that_is_private():
    files = [
        file for file in source_files() if file.parts[0] in {"tests", "benchmarks"} and file.suffix == ".py"
    ]
    found = {str(file): uses for file in files if (uses := private_uses(ROOT / file))}
    assert set(found) == set(PRIVATE_OF_OTHERS), found


def test_architecture_names_every_room_of_the_program_on_its_floor_with_its_first_line():
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"][
        "contracts"
    ]
    layers = next(contract["layers"] for contract in contracts if contract["type"] == "layers")
    rows = [
        f"| {floor} | `{name}{'/' if (ROOT / 'knobeltisch' / name).is_dir() else '.py'}` | {first_line(name)} |"
        for floor, layer in enumerate(layers, start=1)
        for name in layer.split(" | ")
    ]
    assert "\n".join(rows) in (ROOT / "docs" / "architecture.md").read_text("utf-8")


def first_line(name: str) -> str:
    room = ROOT / "knobeltisch" / name
    file = room / "__init__.py" if room.is_dir() else room.with_suffix(".py")
    return str(ast.get_docstring(tree_of(file))).split("\n")[0]


def test_every_step_of_the_walks_names_a_file_and_what_is_in_it():
    text = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    walks = text[text.index("## Three walks") : text.index("## Threads")]
    steps = re.findall(r"^\d+\. .*", walks, re.MULTILINE)
    assert len(steps) > 20
    for step in steps:
        content = ""
        for word in re.findall(r"`([^`]+)`", step):
            if "/" in word:
                content = (ROOT / word).read_text("utf-8")
            else:
                name = word.rpartition(".")[2]
                assert re.search(rf"\b(?:def|class|function) {name}\b", content + elsewhere(word)), (
                    step,
                    word,
                )


def elsewhere(word: str) -> str:
    """Return the source of the class that a step names beside its own file."""
    owner = word.partition(".")[0]
    return "".join(text for text in texts_of_the_program() if f"class {owner}" in text)


@cache
def texts_of_the_program() -> tuple[str, ...]:
    files = (
        file for file in source_files() if file.suffix == ".py" and file.parts[0] in ("knobeltisch", "web")
    )
    return tuple((ROOT / file).read_text("utf-8") for file in files)
