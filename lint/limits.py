"""How large anything may be: functions, files, folders, and what is private and has a single caller."""

from __future__ import annotations

import ast
import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import PurePosixPath

from lint.house import Fault, House

FUNCTION_LINES = 60
FILE_LINES = 600
FOLDER_FILES = 25
SOURCE = {".py", ".js", ".css", ".html"}
CODE = {*SOURCE, ".ts", ".sh", ".sql", ".c"}
SIZES = "lint/size.toml"
SHARE = "single_callers_per_mille"


def long_functions_and_files(house: House) -> Iterator[Fault]:
    """Give functions of more than 60 lines, and files of Python and scripts of the page of more than 600."""
    for name in house.named("*.py", "web/static/js/*.js"):
        lines = house.files[name].count("\n")
        if lines > FILE_LINES:
            yield Fault(name, 1, f"{lines} lines; a file has at most {FILE_LINES}")
        for node in house.nodes(name) if name.endswith(".py") else ():
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                lines = (node.end_lineno or 0) - node.lineno + 1
                if lines > FUNCTION_LINES:
                    yield Fault(
                        name,
                        node.lineno,
                        f"{node.name} has {lines} lines; a function has at most {FUNCTION_LINES}",
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
    """Return how many of a thousand functions of the product are private with a single caller."""
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef)
    functions = sum(isinstance(node, kinds) for name in house.product() for node in house.nodes(name))
    return round(1000 * len(single_callers(house)) / max(1, functions))


def single_callers(house: House) -> list[Fault]:
    """Return each private function or method that its own file names once, outside the function itself."""
    found = []
    for name in house.product():
        named = Counter(map(name_used, house.nodes(name)))
        for node in house.nodes(name):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and re.match(r"_(?!_)", node.name):
                own = sum(name_used(inner) == node.name for inner in ast.walk(node))
                if named[node.name] - own == 1:
                    found.append(Fault(name, node.lineno, f"{node.name} has one caller"))
    return found


def name_used(node: ast.AST) -> str:
    """Return the name that a node looks up."""
    return getattr(node, "id", getattr(node, "attr", ""))


def folders_beyond_their_size(house: House) -> Iterator[Fault]:
    """Give folders with more lines or kilobytes than `lint/size.toml` allows, and a share of helpers beyond its own."""
    allowed = tomllib.loads(house.files[SIZES])
    for folder, sizes in measure(house).items():
        for value, most, unit in zip(
            sizes, allowed["most"].get(folder, (0, 0)), ("lines", "kB"), strict=True
        ):
            if value > most:
                yield Fault(
                    SIZES,
                    line_of(house, folder),
                    f"{folder} has {round(value, 1):,} {unit}; at most {most:,} are allowed",
                )
    share = share_of_single_callers(house)
    if share > allowed[SHARE]:
        yield Fault(SIZES, line_of(house, SHARE), f"{SHARE} is {share}; at most {allowed[SHARE]} is allowed")


def line_of(house: House, key: str) -> int:
    """Return the line of a key in `lint/size.toml`."""
    before, found, _ = house.files[SIZES].partition(f"\n{key} = ")
    return before.count("\n") + 2 if found else 1
