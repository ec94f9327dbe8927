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

from lint.house import PRODUCT, Fault, House, nodes_of

FUNCTION_LINES = 60
FILE_LINES = 600
FOLDER_FILES = 25
SOURCE = {".py", ".js", ".css", ".html"}
CODE = {*SOURCE, ".ts", ".sh", ".sql", ".c"}
SIZES = "lint/size.toml"
SHARE = "single_callers_per_mille"
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


def long_functions_and_files(house: House) -> Iterator[Fault]:
    """Give functions of Python of more than 60 lines, and files of more than 600; ESLint counts the page's scripts."""
    for name in house.named("*.py"):
        if house.files[name].count("\n") > FILE_LINES:
            yield Fault(name, 1, f"a file has at most {FILE_LINES} lines")
        for node in nodes_of(house.files[name]):
            if isinstance(node, FUNCTIONS) and (node.end_lineno or 0) - node.lineno >= FUNCTION_LINES:
                yield Fault(name, node.lineno, f"{node.name}: a function has at most {FUNCTION_LINES} lines")


def crowded_folders(house: House) -> Iterator[Fault]:
    """Give folders with more than 25 files of source."""
    counts = Counter(str(path.parent) for path in map(PurePosixPath, house.files) if path.suffix in SOURCE)
    for folder, count in counts.items():
        if count > FOLDER_FILES:
            yield Fault(folder, 1, f"{count} files; a folder has at most {FOLDER_FILES}")


def share_of_single_callers(house: House) -> int:
    """Return how many of a thousand functions of the product are private with a single caller.

    Those are the functions and methods that their own file names once, outside the function itself.
    """
    functions = single = 0
    for name in house.named(*(f"{part}/*.py" for part in PRODUCT)):
        nodes = nodes_of(house.files[name])
        named = Counter(map(name_used, nodes))
        for node in nodes:
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
    most = {SHARE: allowed[SHARE]}
    for folder, (lines, kilobytes) in allowed["most"].items():
        most |= {f"lines of {folder}": lines, f"bytes of {folder}": 1000 * kilobytes}
    found = Counter({SHARE: share_of_single_callers(house)})
    for name, text in house.files.items():
        path = PurePosixPath(name)
        script = path.suffix == "" and (text.startswith("#!") or path.parts[0] == "script")
        ours = len(path.parts) > 1 and not name.startswith((".", "docs/")) and "vendor" not in path.parts
        if ours and (script or path.suffix in CODE):
            found[f"lines of {path.parts[0]}"] += text.count("\n")
            found[f"bytes of {path.parts[0]}"] += len(text.encode())
    for what, count in found.items():
        if count > most.get(what, 0):
            yield Fault(SIZES, 1, f"{count:,} {what}; {most.get(what, 0):,} are the most")


def import_cycles(house: House) -> Iterator[Fault]:
    """Give one circle of imports, those for types alone included: who reads one file should not need the other for it."""
    graph = grimp.build_graph(*{name.split("/")[0] for name in house.named("*/__init__.py")}, cache_dir=None)
    imports = {name: graph.find_modules_directly_imported_by(name) for name in graph.modules}
    try:
        TopologicalSorter(imports).prepare()
    except CycleError as error:
        circle = list(reversed(error.args[1]))
        yield Fault(circle[0].replace(".", "/") + ".py", 1, f"imports go in a circle: {' -> '.join(circle)}")
