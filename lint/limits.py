"""How large anything may be: functions, files, folders, and what is private and has a single caller."""

from __future__ import annotations

import ast
import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import PurePosixPath

import grimp

from lint.house import PRODUCT, Fault, House

FUNCTION_LINES = 60
FILE_LINES = 600
FOLDER_FILES = 25
SOURCE = {".py", ".js", ".css", ".html"}
CODE = {*SOURCE, ".ts", ".sh", ".sql", ".c"}
SIZES = "lint/size.toml"
SHARE = "single_callers_per_mille"
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


def long_functions_and_files(house: House) -> Iterator[Fault]:
    """Give functions of more than 60 lines, and files of Python and scripts of the page of more than 600."""
    for name in house.named("*.py", "web/static/js/*.js"):
        lines = house.files[name].count("\n")
        if lines > FILE_LINES:
            yield Fault(name, 1, f"{lines} lines; a file has at most {FILE_LINES}")
        for node in house.nodes(name) if name.endswith(".py") else ():
            if isinstance(node, FUNCTIONS):
                lines = (node.end_lineno or 0) - node.lineno + 1
                if lines > FUNCTION_LINES:
                    yield Fault(
                        name, node.lineno, f"{node.name}: {lines} lines; {FUNCTION_LINES} are the most"
                    )


def crowded_folders(house: House) -> Iterator[Fault]:
    """Give folders with more than 25 files of source."""
    counts = Counter(str(path.parent) for path in map(PurePosixPath, house.files) if path.suffix in SOURCE)
    for folder, count in counts.items():
        if count > FOLDER_FILES:
            yield Fault(folder, 1, f"{count} files; a folder has at most {FOLDER_FILES}")


def measure(house: House) -> dict[str, tuple[int, float]]:
    """Return the lines and kilobytes of code of each top-level folder."""
    sizes: dict[str, tuple[int, float]] = {}
    for name, text in house.files.items():
        path = PurePosixPath(name)
        script = path.suffix == "" and (text.startswith("#!") or path.parts[0] == "script")
        if len(path.parts) < 2 or name.startswith((".", "docs/")) or "vendor" in path.parts:
            continue
        if script or path.suffix in CODE:
            lines, kilobytes = sizes.get(path.parts[0], (0, 0.0))
            sizes[path.parts[0]] = lines + text.count("\n"), kilobytes + len(text.encode()) / 1000
    return sizes


def share_of_single_callers(house: House) -> int:
    """Return how many of a thousand functions of the product are private with a single caller.

    Those are the functions and methods that their own file names once, outside the function itself.
    """
    functions = single = 0
    for name in house.product():
        named = Counter(map(name_used, house.nodes(name)))
        for node in house.nodes(name):
            if isinstance(node, FUNCTIONS):
                own = sum(name_used(inner) == node.name for inner in ast.walk(node))
                functions += 1
                single += bool(re.match(r"_(?!_)", node.name)) and named[node.name] - own == 1
    return round(1000 * single / max(1, functions))


def name_used(node: ast.AST) -> str:
    """Return the name that a node looks up."""
    return getattr(node, "id", getattr(node, "attr", ""))


def folders_beyond_their_size(house: House) -> Iterator[Fault]:
    """Give folders with more lines or kilobytes than `lint/size.toml` allows, and a share of helpers beyond its own."""
    allowed = tomllib.loads(house.files[SIZES])
    found: list[tuple[str, float, float, str]] = [(SHARE, share_of_single_callers(house), allowed[SHARE], "")]
    for folder, (lines, kilobytes) in measure(house).items():
        most = allowed["most"].get(folder, (0, 0))
        found += [(folder, lines, most[0], " lines"), (folder, kilobytes, most[1], " kB")]
    for what, value, most, unit in found:
        if value > most:
            yield Fault(SIZES, 1, f"{what}: {round(value, 1):,}{unit}; at most {most:,} are allowed")


def import_cycles(_house: House) -> Iterator[Fault]:
    """Give one circle of imports, those for types alone included: who reads one file should not need the other for it."""
    graph = grimp.build_graph(*PRODUCT, "training", cache_dir=None)
    try:
        TopologicalSorter(
            {name: graph.find_modules_directly_imported_by(name) for name in graph.modules}
        ).prepare()
    except CycleError as error:
        circle = list(reversed(error.args[1]))
        yield Fault(circle[0].replace(".", "/") + ".py", 1, f"imports go in a circle: {' -> '.join(circle)}")
