"""Everything in backquotes, in documents, docstrings and comments, exists: paths, commands, options and names of ours."""

from __future__ import annotations

import re
import tokenize
from collections.abc import Iterator
from fnmatch import fnmatch
from io import StringIO
from pathlib import PurePosixPath

from lint.house import Fault, House, line_at, prose_of

SPAN = re.compile(r"```.*?```|(?<!`)`([^`\n]+)`(?!`)", re.DOTALL)
PATH = re.compile(r"(?:\./)?[\w.*-]+(?:/[\w.*-]+)*/?")
SOURCE = (".py", ".js", ".sh", ".md", ".css", ".html", ".sql", ".ts")
NAME = re.compile(r"_?[a-z]\w*(?:\.\w+)*\.?(?:\(\))?|_?[A-Z]\w*[a-z]\w*(?:\.\w+)*(?:\(\))?|[A-Z]+_[A-Z_]+")
HISTORY = "CHANGELOG.md"
"""Names what was there once."""


def unknown_names(house: House) -> Iterator[Fault]:
    """Give what is in backquotes and looks like a path, a command, an option or a name of ours, and is none."""
    known = known_words(house)
    for name in house.named("*.py", "*.md", "web/static*.js", "web/static*.css", "script/*", "*.toml"):
        if name != HISTORY and not name.startswith(("benchmarks/results/", "lint/", "tests/lint/")):
            for first, words in prose_of(name, house.files[name]):
                for span in SPAN.finditer(words):
                    if span[1] and not exists(house, known, span[1].strip()):
                        yield Fault(name, first + line_at(words, span.start()) - 1, f"`{span[1]}` is nowhere")


def exists(house: House, known: set[str], said: str) -> bool:
    """Whether something in backquotes is there, or is nothing of ours."""
    first, *rest = said.split()
    if modules := re.findall(r"-m ((?:tests|benchmarks|training|hardware)\.[\w.]+)", said):
        place = modules[0].replace(".", "/")
        first, rest = place if place in house.folders else f"{place}.py", []
    if first == "make" and len(rest) == 1:
        return f"\n{rest[0]}:" in house.files.get("Makefile", "")
    if first.startswith("--") or (re.match(r"(?:\./)?script/\w|knobeltisch$", first) and rest):
        options = {word.partition("=")[0] for word in (first, *rest) if word.startswith("--")}
        return known >= options and ("/" not in first or path_exists(house, first))
    ours = first.endswith(SOURCE) or ("/" in first and first.split("/")[0] in house.folders - {"."})
    if not rest and PATH.fullmatch(first) and ours:
        return path_exists(house, first)
    if rest or not NAME.fullmatch(first) or not re.search("[_A-Z]", first) or first.endswith("_"):
        return True
    if made := re.fullmatch("(?i)knobeltisch_(.+)", first):  # a measure, or a variable for a section's key
        return made[1] in known or known.issuperset(made[1].lower().split("_"))
    return known.issuperset(re.findall(r"\w+", first))


def path_exists(house: House, path: str) -> bool:
    """Whether a file or folder has this path, or ends in it; `*` stands for anything."""
    wanted = path.removeprefix("./").rstrip("/")
    if {wanted, f"{PurePosixPath(wanted).name}/"}.intersection(house.files.get(".gitignore", "").split()):
        return True
    if "*" in wanted:
        return any(fnmatch(name, f"*{wanted}") for name in house.files)
    return any(f"/{name}".endswith(f"/{wanted}") for name in (*house.files, *house.folders))


def known_words(house: House) -> set[str]:
    """Return every name in our code, and every word that is a string of it by itself; `--word` for an option."""
    known = set()
    for name, text in house.files.items():
        if name.endswith(".py"):
            known.update(re.findall(r"\w+", name))
            for token in tokenize.generate_tokens(StringIO(text).readline):
                if token.type == tokenize.NAME or (token.type == tokenize.STRING and " " not in token.string):
                    known.update(re.findall(r"--[\w-]+|\w+", token.string))
        elif not name.endswith((".md", ".svg")):
            known.update(re.findall(r"--[\w-]+|\w+", text))
    return known
