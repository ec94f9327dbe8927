"""How large anything may be: functions, files, folders, and what is private and has a single caller."""

from __future__ import annotations

import ast
import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import PurePosixPath

from lint.house import ROOT, Fault, House, git

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


def measure(house: House) -> dict[str, int]:
    """Return the lines of code of each top-level folder, and the share of functions that are private with one caller."""
    sizes: Counter[str] = Counter()
    for name, text in house.files.items():
        path = PurePosixPath(name)
        script = path.suffix == "" and (text.startswith("#!") or path.parts[0] == "script")
        if len(path.parts) > 1 and not name.startswith((".", "docs/")) and "vendor" not in path.parts:
            sizes[path.parts[0]] += text.count("\n") if script or path.suffix in CODE else 0
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef)
    functions = sum(isinstance(node, kinds) for name in house.product() for node in house.nodes(name))
    shares = {SHARE: round(1000 * len(single_callers(house)) / max(1, functions))}
    return {folder: lines for folder, lines in sizes.items() if lines} | shares


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


def read_sizes(house: House) -> dict[str, int]:
    """Return what `lint/size.toml` allows."""
    return dict(tomllib.loads(house.files.get(SIZES, ""))["most"])


def folders_beyond_their_size(house: House) -> Iterator[Fault]:
    """Give folders with more lines than `lint/size.toml` allows, and numbers there that were raised."""
    allowed, lowest = read_sizes(house), lowest_sizes()
    for key, value in measure(house).items():
        most = allowed.get(key, 0)
        if value > most:
            yield Fault(SIZES, line_of(house, key), f"{key} has {value:,}; at most {most:,} is allowed")
        if most > lowest.get(key, most):
            yield Fault(SIZES, line_of(house, key), f"{key} was {lowest[key]:,} and may only be lowered")


def line_of(house: House, key: str) -> int:
    """Return the line of a key in `lint/size.toml`."""
    before, found, _ = house.files[SIZES].partition(f"\n{key} = ")
    return before.count("\n") + 2 if found else 1


def lowest_sizes() -> dict[str, int]:
    """Return the lowest number that each key ever had, as far as this clone's history reaches."""
    lowest: dict[str, int] = {}
    for line in git("log", "--patch", "--unified=0", "--format=", "--", SIZES):
        if found := re.match(r"[+-](\w+) = (\d+)", line):
            lowest[found[1]] = min(int(found[2]), lowest.get(found[1], int(found[2])))
    return lowest


def lower_sizes(house: House) -> None:
    """Write the present sizes where they are lower than those allowed."""
    allowed, text = read_sizes(house), house.files[SIZES]
    for key, value in measure(house).items():
        text = re.sub(rf"(?m)^{key} = \d+", f"{key} = {min(value, allowed.get(key, value))}", text)
    (ROOT / SIZES).write_text(text, encoding="utf-8")
