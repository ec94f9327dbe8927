"""The committed files as the rules see them: each is read once and parsed once."""

from __future__ import annotations

import ast
import re
import subprocess
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path, PurePosixPath
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
PRODUCT = ("knobeltisch", "scorer", "vision", "hardware", "calibration", "web", "tournament", "league")
"""What the wheel holds."""
SLASHES = r"(?s)/\*.*?\*/|(?<!:)//[^\n]*"
COMMENTS = {"md": r"(?s)\A.*\Z", "js": SLASHES, "css": SLASHES}


class Fault(NamedTuple):
    """A place that breaks a rule, and what would be right."""

    path: str
    line: int
    sentence: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.sentence}"


class House:
    """Files by their paths from the root, those that are no text empty; and the last commits, `HASH SUBJECT` each."""

    def __init__(self, files: Mapping[str, str], commits: Sequence[str] = ()) -> None:
        self.files, self.commits = files, commits
        self.folders = {str(parent) for name in files for parent in PurePosixPath(name).parents}

    def named(self, *patterns: str) -> Iterator[str]:
        """Yield the paths that begin with one of these words, and end with what follows its star: `web/*.js`."""
        ends = [pattern.partition("*")[::2] for pattern in patterns]
        for name in self.files:
            if any(name.startswith(start) and name.endswith(end) for start, end in ends):
                yield name


@cache
def nodes_of(text: str) -> list[ast.AST]:
    """Return every node of a file of Python, its module first."""
    return list(ast.walk(ast.parse(text)))


@cache
def prose_of(name: str, text: str) -> list[tuple[int, str]]:
    """Return the prose of a file, each with its line: comments, docstrings and messages, or a whole document."""
    kind = name.rpartition(".")[2]
    comments = re.finditer(COMMENTS.get(kind, r"(?m)(?:^|\s)#.*$"), text)
    found = [(line_at(text, comment.start()), comment[0]) for comment in comments]
    for node in nodes_of(text) if kind == "py" else ():
        match node:
            case ast.Constant(value=str(words)) if re.match(r"(?s)\s*[A-Z].* .* .*[.!?]\s*\Z", words):
                found.append((node.lineno, words))
    return found


def line_at(text: str, place: int) -> int:
    """Return the line of a place in a text."""
    return text.count("\n", 0, place) + 1


def git(*words: str) -> list[str]:
    """Return what git lists."""
    command = ["git", "-c", "safe.directory=*", "-C", str(ROOT), *words, "-z"]
    listed = subprocess.run(command, capture_output=True, check=True).stdout.decode()
    return [entry for entry in listed.split("\0") if entry]


def read_house() -> House:
    """Read what git tracks."""
    return House(read_files(ROOT, git("ls-files")), git("log", "-10", "--no-merges", "--format=%h %s"))


def read_files(folder: Path, names: Iterable[str]) -> dict[str, str]:
    """Return the text of each file that a folder has of these; bytes that are not text are empty."""
    files = {name: "" for name in names if (folder / name).is_file()}
    for name in files:
        with suppress(UnicodeDecodeError):
            files[name] = (folder / name).read_text(encoding="utf-8")
    return files
