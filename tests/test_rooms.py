"""The rooms of the house: none is crowded, and no file is imported by what it imports."""

import ast
import subprocess
from collections import Counter
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from tests.paths import ROOT

MOST = 15
CROWDED = (
    "benchmarks",
    "benchmarks/support",
    "benchmarks/results",
    "docs/decisions",
    "tests/journeys",
    "docs/screens",
)
"""Folders with more files, beside those of words, letters and pictures."""
SOURCE = {".py", ".js", ".css", ".html"}


def source_files() -> list[Path]:
    git = ["git", "-c", "safe.directory=*", "-C", str(ROOT), "ls-files", "-z"]
    try:
        answer = subprocess.run(git, capture_output=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("not a git checkout: nothing tells what is committed")
    files = [Path(name) for name in answer.stdout.decode().split("\0") if name]
    return [file for file in files if file.suffix in SOURCE and (ROOT / file).is_file()]


def test_no_folder_of_source_has_more_than_15_files():
    files = Counter(file.parent.as_posix() for file in source_files())
    assert {folder: count for folder, count in files.items() if count > MOST and folder not in CROWDED} == {}


def test_no_file_is_imported_by_what_it_imports():
    """Also where an import is for the types alone: who reads one file should not need the other to understand it."""
    modules = {dotted(file): file for file in source_files() if file.suffix == ".py"}
    needs = {
        name: {found for found in imports(ROOT / file, modules) if found != name}
        for name, file in modules.items()
    }
    try:
        TopologicalSorter(needs).prepare()
    except CycleError as error:
        pytest.fail(" -> ".join(reversed(error.args[1])))


def dotted(file: Path) -> str:
    return ".".join(file.with_suffix("").parts).removesuffix(".__init__")


def imports(file: Path, modules: dict[str, Path]) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        match node:
            case ast.Import(names=names):
                found |= {one.name for one in names}
            case ast.ImportFrom(module=str(module), level=0, names=names):
                inside = {f"{module}.{one.name}" for one in names}
                found |= inside & set(modules) or {module}
                if inside - set(modules):
                    found.add(module)
            case _:
                pass
    return found & set(modules)
