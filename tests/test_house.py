"""The house rules that a machine can check: rooms, sizes, what is committed, what the documents promise."""

import ast
import re
import subprocess
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from packaging.markers import default_environment
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from hardware.panel.panel import Pins
from knobeltisch.__main__ import main
from knobeltisch.config import Config, PanelConfig
from knobeltisch.game.evening import Evening
from knobeltisch.hub.hub_config import HubConfig
from knobeltisch.referee.referee import Referee
from knobeltisch.status import Device
from knobeltisch.table.snapshot import GamePart, content
from scorer import VARIANTS, BadVariant, differences, load_house, load_variant, options_of
from scorer.games.families import FAMILIES
from tests.support.paths import ROOT, tracked
from tests.support.source import nodes_of

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PARTS = tuple(PROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"])
WORKSHOP = "training"
"""What makes the nets: held to the same rules, and never in the wheel."""
PI_CAMERA = "hardware/cameras/picamera2.py"

LONG_FILES: dict[str, str] = {}
"""Files that may have more than 400 lines: path to reason."""

LONG_FUNCTIONS: dict[str, str] = {}
"""Functions that may have more than 40 lines: "path:name" to reason."""

# Written in pieces, so that this file does not name them either.
REGISTRIES = [".".join(name) for name in (("pypi", "org"), ("pythonhosted", "org"), ("npmjs", "org"))]
REGISTRIES += [".".join(name) for name in (("deb", "debian", "org"), ("piwheels", "org"), ("pkg", "dev"))]
BUILD_FOLDERS = [f"/{name}/" for name in ("work", "root")]


def sources() -> Iterator[Path]:
    for part in (*PARTS, WORKSHOP):
        yield from sorted((ROOT / part).rglob("*.py"))


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def text_files() -> Iterator[tuple[Path, str]]:
    for path in tracked():
        if not path.is_file():
            continue
        try:
            yield path, path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue


# --- rooms


def test_each_part_is_loaded_from_this_tree_and_not_from_a_foreign_package(tmp_path):
    ask = "import importlib.util as u, sys; [print(u.find_spec(p).origin) for p in sys.argv[1:]]"
    found = subprocess.run(
        [sys.executable, "-P", "-c", ask, *PARTS], cwd=tmp_path, capture_output=True, text=True, check=True
    ).stdout.split("\n")[:-1]
    assert found == [str(ROOT / part / "__init__.py") for part in PARTS]


def test_the_wheel_and_the_import_contracts_name_every_part():
    parts = {path.parent.name for path in ROOT.glob("*/__init__.py")}
    assert parts == {*PARTS, WORKSHOP} == set(PROJECT["tool"]["importlinter"]["root_packages"])
    assert WORKSHOP not in PARTS


def test_types_are_checked_in_every_part_and_nothing_of_it_is_left_out():
    assert {*PARTS, WORKSHOP} == set(PROJECT["tool"]["mypy"]["packages"])
    assert "exclude" not in PROJECT["tool"]["mypy"]


def test_no_committed_file_is_ignored_and_so_missing_from_the_wheel():
    assert tracked("--cached", "--ignored", "--exclude-standard") == []


@pytest.mark.parametrize("folder", ["tests", "systemd", "benchmarks"])
def test_a_folder_that_is_no_package_has_no_init(folder):
    assert list((ROOT / folder).rglob("__init__.py")) == []


def test_only_the_pi_camera_imports_picamera2_and_only_on_use():
    found = {}
    for path in sources():
        if not re.search("picamera2|libcamera", path.read_text(encoding="utf-8")):
            continue
        nodes = nodes_of(path)
        on_use = {
            node for function in nodes if isinstance(function, ast.FunctionDef) for node in ast.walk(function)
        }
        for node in nodes:
            if {"picamera2", "libcamera"} & imported(node):
                found.setdefault(name_of(path), []).append(node in on_use)
    assert set(found) <= {PI_CAMERA}
    assert all(found.get(PI_CAMERA, []))


def imported(node: ast.AST) -> set[str]:
    match node:
        case ast.Import(names=names):
            return {name.name.split(".")[0] for name in names}
        case ast.ImportFrom(module=str(module), level=0):
            return {module.split(".")[0]}
        case _:
            return set()


def test_nothing_asks_which_game_it_is_but_asks_the_game():
    """Decision 0037: what differs between games is a function or a field of `scorer.games.family.Family`."""
    games = {*VARIANTS, *FAMILIES}
    found = [
        f"{name_of(path)}:{node.lineno}"
        for path in sources()
        for node in nodes_of(path)
        if games & words_compared_with_a_game(node)
    ]
    assert found == []


def words_compared_with_a_game(node: ast.AST) -> set[object]:
    """The words that a name, a variant or a family is compared with here."""
    match node:
        case ast.Compare(left=left, comparators=comparators):
            sides: list[ast.expr | ast.pattern] = [left, *comparators]
        case ast.Match(subject=subject, cases=cases):
            sides = [subject, *(case.pattern for case in cases)]
        case _:
            return set()
    if not any(is_a_games_name(side) for side in sides):
        return set()
    inside = (part for side in sides for part in ast.walk(side))
    return {part.value for part in inside if isinstance(part, ast.Constant)}


def is_a_games_name(side: ast.AST) -> bool:
    match side:
        case ast.Attribute(attr=said):
            return said in {"name", "variant", "family", "preset"}
        case ast.Name(id=said) | ast.Subscript(slice=ast.Constant(value=said)):
            return said in {"variant", "family", "preset"}
        case _:
            return False


@pytest.mark.parametrize(
    "code",
    [
        'state.rules.name == "schocken"',
        '"drinking" != game.variant',
        'rules.family in ("chicago", "cards")',
        'game["variant"] == "chic"',
        'match variant:\n    case "base" | "tschigg":\n        pass',
    ],
)
def test_such_a_question_is_found_in_every_spelling(code):
    assert any(
        {*VARIANTS, *FAMILIES} & words_compared_with_a_game(node) for node in ast.walk(ast.parse(code))
    )


# --- sizes


def test_a_file_has_at_most_400_lines():
    sizes = {name_of(path): len(path.read_text(encoding="utf-8").splitlines()) for path in sources()}
    assert {name: lines for name, lines in sizes.items() if lines > 400}.keys() == LONG_FILES.keys()


def test_a_script_of_the_page_has_at_most_300_lines():
    scripts = (ROOT / "web" / "static" / "js").rglob("*.js")
    sizes = {path.name: len(path.read_text(encoding="utf-8").splitlines()) for path in scripts}
    assert {name: lines for name, lines in sizes.items() if lines > 300} == {}


def test_a_function_has_at_most_40_lines():
    found = {}
    for path in sources():
        for node in nodes_of(path):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                found[f"{name_of(path)}:{node.name}"] = node.end_lineno - node.lineno + 1
    assert {name: lines for name, lines in found.items() if lines > 40}.keys() == LONG_FUNCTIONS.keys()


# --- names


def test_what_is_walked_over_is_named_by_what_it_is():
    """A loop over tables says `table`; `one` stands beside `other` alone."""
    walked = re.compile(r"\bfor (?:\([^)]*\), |\w+, )*one[ ]in |\blambda one[:]|\(one[ ]:=")
    found = [name_of(path) for path in tracked("*.py") if walked.search(path.read_text(encoding="utf-8"))]
    assert found == []


# --- what is committed


@pytest.mark.parametrize("host", REGISTRIES)
def test_no_committed_file_names_a_package_registry(host):
    assert [name_of(path) for path, text in text_files() if host in text] == []


@pytest.mark.parametrize("folder", BUILD_FOLDERS)
def test_no_committed_file_names_a_folder_of_the_machine_it_was_made_on(folder):
    pattern = re.compile(r"(?<![\w.}/-])" + re.escape(folder))
    assert [name_of(path) for path, text in text_files() if pattern.search(text)] == []


def test_no_lock_file_with_addresses_is_committed():
    names = {path.name for path in tracked()}
    assert names.isdisjoint({"uv.lock", "poetry.lock", "pdm.lock", "yarn.lock", "pnpm-lock.yaml"})
    locks = [path for path in tracked() if path.name == "package-lock.json"]
    assert [name_of(path) for path in locks if '"resolved"' in path.read_text(encoding="utf-8")] == []


def pins() -> list[Requirement]:
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    return [Requirement(line) for line in lines if line.strip() and not line.lstrip().startswith("#")]


def dependencies() -> list[Requirement]:
    project = PROJECT["project"]
    extras = project["optional-dependencies"].values()
    return [
        *map(Requirement, project["dependencies"]),
        *(Requirement(name) for extra in extras for name in extra),
    ]


def pins_for(python: str) -> list[tuple[str, str]]:
    here = {**default_environment(), "python_version": python, "python_full_version": f"{python}.0"}
    return [
        (canonicalize_name(pin.name), str(pin.specifier))
        for pin in pins()
        if pin.marker is None or pin.marker.evaluate(here)
    ]


def test_constraints_pin_a_fitting_version_of_every_dependency():
    for requirement in dependencies():
        fitting = [
            pin for pin in pins() if canonicalize_name(pin.name) == canonicalize_name(requirement.name)
        ]
        assert fitting, requirement.name
        for pin in fitting:
            (version,) = [spec.version for spec in pin.specifier]
            assert version in requirement.specifier, f"{pin} is outside of {requirement}"


@pytest.mark.parametrize("python", ["3.11", "3.12", "3.13"])
def test_constraints_name_one_version_of_a_package_for_each_python(python):
    names = [name for name, _version in pins_for(python)]
    assert len(names) == len(set(names))


def test_every_supported_python_gets_the_same_version_of_a_dependency():
    """Another version has other types, which pass mypy on one Python and fail on the next."""
    names = {canonicalize_name(requirement.name) for requirement in dependencies()}
    pinned = {pin for python in ("3.11", "3.12", "3.13") for pin in pins_for(python) if pin[0] in names}
    versions = Counter(name for name, _version in pinned)
    assert {name: count for name, count in versions.items() if count > 1} == {}


def test_the_page_loads_nothing_from_elsewhere():
    foreign = re.compile(r"""["'(=]\s*(?:https?:|wss?:)?//(?!www\.w3\.org/)[\w.-]""")
    served = [
        path
        for folder in ("templates", "static")
        for path in (ROOT / "web" / folder).rglob("*")
        if path.suffix in {".html", ".css", ".js", ".svg", ".json"}
    ]
    assert served
    assert [name_of(path) for path in served if foreign.search(path.read_text(encoding="utf-8"))] == []


# --- what the program says


def test_every_message_about_a_missing_package_names_the_same_command():
    """An update says more: which packages the new version needs."""
    named = re.compile(r"apt(?:-get)? install")
    whole = re.compile(r"\w is not installed: sudo apt-get install [\w-]+")
    found = [
        f"{name_of(path)}: {line.strip()}"
        for part in ("knobeltisch", "league")
        for path in (ROOT / part).rglob("*.py")
        if path.parent.name != "update"
        for line in path.read_text(encoding="utf-8").splitlines()
        if named.search(line) and not whole.search(line)
    ]
    assert found == []


# --- what the documents promise


def documents() -> list[Path]:
    return [
        *sorted(ROOT.glob("*.md")),
        *(path for path in tracked("docs/*.md", "benchmarks/*.md") if path.exists()),
    ]


def links_in(path: Path) -> list[str]:
    """Return what a document points at in this house."""
    found = re.findall(r"\]\(([^)\s]+)\)|(?:src|srcset)=\"([^\"]+)\"", path.read_text(encoding="utf-8"))
    return [link for pair in found for link in pair if link and "://" not in link]


@cache
def anchors_of(path: Path) -> frozenset[str]:
    """Return the anchors that GitHub makes from a document's headings."""
    headings = re.findall(r"^#+ (.+)$", path.read_text(encoding="utf-8"), re.MULTILINE)
    plain = (re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", heading) for heading in headings)
    return frozenset(re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in plain)


@pytest.mark.parametrize("path", documents(), ids=name_of)
def test_a_document_points_only_at_files_and_headings_that_exist(path):
    dead = []
    for link in links_in(path):
        file, _, anchor = link.partition("#")
        target = path.parent / file if file else path
        if not target.exists() or (anchor and target.suffix == ".md" and anchor not in anchors_of(target)):
            dead.append(link)
    assert dead == []


def test_the_page_of_commands_has_every_command():
    text = (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")
    assert [name for name in main.commands if f"`{name}" not in text] == []


def test_the_readme_can_be_read_in_two_minutes():
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert len(text.split()) <= 900
    assert len(text.splitlines()) <= 150
    cells = [cell.strip() for row in re.findall(r"^\|(.+)\|$", text, re.MULTILINE) for cell in row.split("|")]
    shown = [re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", cell) for cell in cells]
    assert [cell for cell in shown if len(cell) > 60] == []


def test_a_figure_of_the_readme_stands_in_the_table_that_it_points_at():
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    found = re.findall(r"\[([\d./ ]+)\]\((benchmarks/results/[^)]+)\)", readme)
    assert found
    for figures, table in found:
        text = (ROOT / table).read_text(encoding="utf-8")
        assert [
            figure for figure in figures.split(" / ") if not re.search(rf"\b{re.escape(figure)}\b", text)
        ] == []


def test_the_index_of_documents_has_every_document():
    index = ROOT / "docs" / "README.md"
    named = {link.partition("#")[0] for link in links_in(index)}
    assert {path.name for path in (ROOT / "docs").glob("*.md")} - named == {"README.md"}


def test_the_wiring_page_has_the_pins_that_the_program_uses():
    text = (ROOT / "docs" / "wiring.md").read_text(encoding="utf-8")
    written = {
        name.lower(): int(pin) for name, pin in re.findall(r"^\| ([A-Z0-9]+) \| (\d+) \|", text, re.MULTILINE)
    }
    pins = Pins()
    assert written == {**pins.buttons, **pins.lamps}


def test_the_configuration_starts_with_the_panels_own_pins():
    config, pins = PanelConfig(), Pins()
    same = [name for name in Pins.__slots__ if hasattr(config, name)]
    assert {name: getattr(config, name) for name in same} == {name: getattr(pins, name) for name in same}


def test_the_configuration_page_names_every_key():
    text = (ROOT / "docs" / "configuration.md").read_text(encoding="utf-8")
    for section in Config.__slots__:
        keys = [key.rstrip("_") for key in type(getattr(Config(), section)).__slots__]
        assert [f"{section}.{key}" for key in keys if f"`{section}.{key}`" not in text] == []


def test_the_configuration_page_names_every_key_of_a_hub():
    text = (ROOT / "docs" / "configuration.md").read_text(encoding="utf-8").split("## A hub")[1]
    for section in HubConfig.__slots__:
        keys = type(getattr(HubConfig(), section)).__slots__
        assert [f"{section}.{key}" for key in keys if f"`{section}.{key}`" not in text] == []


def rows_of_house_rules(heading: str) -> dict[str, str]:
    """The rows of the table below a heading: first cell to second."""
    text = (ROOT / "docs" / "house-rules.md").read_text(encoding="utf-8")
    section = text.split(f"## {heading}")[1].split("\n## ")[0]
    return dict(re.findall(r"^\| (`.+?) \| (.+) \|$", section, re.MULTILINE))


def in_house_file(value: object) -> str:
    """A value as the page writes it; of free texts it says what they may be."""
    match value:
        case str():
            return f'`"{value}"`'
        case bool() | int():
            return f"`{str(value).lower()}`"
        case _:
            return str(value)


@pytest.mark.parametrize(
    ("variant", "heading"),
    [
        ("bavarian", "Options of `base`"),
        ("schocken", "Options of `schocken`"),
        ("poker", "Options of `poker`"),
    ],
)
def test_the_house_rules_page_names_every_option_and_value(variant, heading):
    rows = rows_of_house_rules(heading)
    documented = {
        option: values for options, values in rows.items() for option in re.findall(r"`(\w+)`", options)
    }
    options = options_of(variant)
    assert documented.keys() == options.keys()
    for option, values in options.items():
        many = isinstance(values[0], int) and len(values) > 2
        said = [f"{values[0]} to {values[-1]}"] if many else [in_house_file(value) for value in values]
        assert [value for value in said if value not in documented[option]] == [], option


def test_the_house_rules_page_shows_a_file_that_is_played_and_others_that_are_refused():
    text = (ROOT / "docs" / "house-rules.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"```toml anchor.toml\n(.+?)```", text, re.DOTALL)
    assert len(differences(load_variant("bavarian"), load_house(example))) == 3
    refused = rows_of_house_rules("What is refused")
    assert len(refused) == 8
    for cell in refused:
        with pytest.raises(BadVariant):
            load_house("\n".join(re.findall(r"`(.+?)`", cell)))


def test_the_board_page_names_every_key_of_a_snapshot():
    text = (ROOT / "docs" / "board-json.md").read_text(encoding="utf-8")
    nobody = Device(status="absent")
    shown = content(
        game=GamePart().describe(Evening()),
        head=0,
        referee=Referee(),
        camera=nobody,
        panel=nobody,
        scene=None,
        notice=None,
    )
    assert [key for key in ("version", "boot", *shown) if f"`{key}`" not in text] == []


def test_decisions_have_a_number_each_and_say_what_follows():
    """A number is missing where a decision was folded into the one that replaced it."""
    pages = sorted((ROOT / "docs" / "decisions").glob("*.md"))
    assert len({page.name[:4] for page in pages}) == len(pages)
    for page in pages:
        text = page.read_text(encoding="utf-8")
        assert text.startswith(f"# {int(page.name[:4])}. "), page.name
        assert not re.search(r"\bsuperseded\b", text), f"{page.name}: fold it into what holds"
        headings = re.findall(r"^## (.+)$", text, re.MULTILINE)
        assert headings == ["Context", "Decision", "Consequences"], page.name
