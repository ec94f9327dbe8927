"""Counts what lint/words.toml calls bad English, in docstrings, comments, messages and documents.

.venv/bin/python -m tests.support.prose PATTERN      # shows each place of the patterns that contain these words
.venv/bin/python -m tests.support.prose --lower      # lowers each ceiling to the present count
"""

from __future__ import annotations

import ast
import io
import re
import sys
import tokenize
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from tests.support.paths import ROOT, tracked
from tests.support.source import tree_of

LIST = ROOT / "lint" / "words.toml"
MESSAGE = re.compile(r"[A-Z].* .* .*[.!?]\Z", re.DOTALL)
"""A string of Python that is a sentence, as docstrings and messages are."""
SCRIPT_COMMENT = re.compile(r"/\*.*?\*/|(?<!:)//[^\n]*", re.DOTALL)
CODE = re.compile(r"```.*?```|`[^`\n]*`", re.DOTALL)
"""What a document or comment quotes: names, commands and files are not prose."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sin:
    """A pattern to avoid, its replacement, and the number of places that may still have it."""

    pattern: re.Pattern[str]
    say: str
    most: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Text:
    """A text that somebody reads, and the file and line where it begins."""

    file: str
    line: int
    words: str


def sins() -> list[Sin]:
    """Return the list, in its order."""
    raw = tomllib.loads(LIST.read_text(encoding="utf-8"))["sin"]
    return [Sin(pattern=re.compile(sin["pattern"]), say=sin["say"], most=sin["most"]) for sin in raw]


def places(sin: Sin) -> list[str]:
    """Return each place of a pattern: file, line, and the words around it."""
    found = []
    for text in texts():
        for match in sin.pattern.finditer(text.words):
            line = text.line + text.words.count("\n", 0, match.start())
            around = " ".join(text.words[max(0, match.start() - 40) : match.end() + 40].split())
            found.append(f"{text.file}:{line}: {around}")
    return found


@cache
def texts() -> tuple[Text, ...]:
    """Return all prose of the house."""
    found: list[Text] = []
    for path in tracked():
        name = path.relative_to(ROOT).as_posix()
        if path.suffix == ".py":
            found += python_texts(path, name)
        elif path.suffix in {".js", ".css"} and name.startswith("web/static"):
            found += script_texts(path, name)
        elif path.suffix == ".md" and name.startswith(("docs/", "README", "CONTRIBUTING")):
            words = CODE.sub(lambda code: "\n" * code[0].count("\n"), path.read_text(encoding="utf-8"))
            found.append(Text(file=name, line=1, words=words))
    return tuple(found)


def python_texts(path: Path, name: str) -> Iterator[Text]:
    """Return docstrings, comments and messages of a file of Python."""
    for node in ast.walk(tree_of(path)):
        match node:
            case ast.Constant(value=str(words)) if MESSAGE.match(words.strip()):
                yield Text(file=name, line=node.lineno, words=CODE.sub("", words))
    for token in tokenize.generate_tokens(io.StringIO(path.read_text(encoding="utf-8")).readline):
        if token.type == tokenize.COMMENT:
            yield Text(file=name, line=token.start[0], words=CODE.sub("", token.string))


def script_texts(path: Path, name: str) -> Iterator[Text]:
    """Return the comments of a script or style sheet."""
    text = path.read_text(encoding="utf-8")
    for comment in SCRIPT_COMMENT.finditer(text):
        line = 1 + text.count("\n", 0, comment.start())
        yield Text(file=name, line=line, words=CODE.sub("", comment[0]))


def lower() -> None:
    """Lower each ceiling to the present count; none rises."""
    text = LIST.read_text(encoding="utf-8")
    for sin in sins():
        count = len(places(sin))
        begun = text.index(f"pattern = '{sin.pattern.pattern}'")
        rest = re.sub(r"most = \d+", f"most = {min(count, sin.most)}", text[begun:], count=1)
        text = text[:begun] + rest
    LIST.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    if sys.argv[1:] == ["--lower"]:
        lower()
    for sin in sins():
        if sys.argv[1:] and sys.argv[1] in sin.pattern.pattern:
            print("\n".join(places(sin)))  # noqa: T201 - it is a command
