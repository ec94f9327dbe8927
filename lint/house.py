"""The committed files as the rules see them: each is read once and parsed once."""

from __future__ import annotations

import ast
import re
import subprocess
from collections.abc import Iterable, Iterator, Mapping
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
    """Files by their paths from the root; those that are no text are empty."""

    def __init__(self, files: Mapping[str, str]) -> None:
        self.files = files
        self.folders = {str(parent) for name in files for parent in PurePosixPath(name).parents}
        self._nodes: dict[str, tuple[ast.AST, ...]] = {}
        self._prose: dict[str, list[tuple[int, str]]] = {}

    def named(self, *patterns: str) -> Iterator[str]:
        """Yield the paths that begin with one of these words, and end with what follows its star: `web/*.js`."""
        ends = [pattern.partition("*")[::2] for pattern in patterns]
        for name in self.files:
            if any(name.startswith(start) and name.endswith(end) for start, end in ends):
                yield name

    def nodes(self, name: str) -> tuple[ast.AST, ...]:
        """Return every node of a file of Python, its module first."""
        if name not in self._nodes:
            self._nodes[name] = tuple(ast.walk(ast.parse(self.files[name])))
        return self._nodes[name]

    def prose(self, name: str) -> list[tuple[int, str]]:
        """Return what somebody reads in a file, with its lines: comments, docstrings and messages, a document whole."""
        if name not in self._prose:
            kind, text = name.rpartition(".")[2], self.files[name]
            said = re.finditer(COMMENTS.get(kind, r"(?m)(?:^|\s)#.*$"), text)
            found = [(text.count("\n", 0, comment.start()) + 1, comment[0]) for comment in said]
            for node in self.nodes(name) if kind == "py" else ():
                match node:
                    case ast.Constant(value=str(words)) if re.match(r"(?s)\s*[A-Z].* .* .*[.!?]\s*\Z", words):
                        found.append((node.lineno, words))
            self._prose[name] = found
        return self._prose[name]

    def product(self) -> Iterator[str]:
        """Yield the files of Python that are shipped."""
        return self.named(*(f"{part}/*.py" for part in PRODUCT))


def git(*words: str) -> list[str]:
    """Return what git prints, by lines or, where it is asked for them, by zero bytes."""
    command = ["git", "-c", "safe.directory=*", "-C", str(ROOT), *words]
    said = subprocess.run(command, capture_output=True, check=True).stdout.decode()
    return [word for word in said.split("\0" if "-z" in words else "\n") if word]


def read_house() -> House:
    """Read what git tracks."""
    return House(read_files(ROOT, git("ls-files", "-z")))


def read_files(folder: Path, names: Iterable[str]) -> dict[str, str]:
    """Return the text of each file that a folder has of these; bytes that are not text are empty."""
    files = {}
    for name in names:
        path = folder / name
        if path.is_file():
            try:
                files[name] = path.read_text(encoding="utf-8")
            except UnicodeDecodeError:
                files[name] = ""
    return files
