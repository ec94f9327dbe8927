"""What no text may hold, and what is committed: one table of patterns, and the English of `lint/words.toml`."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from typing import NamedTuple

from lint.house import ROOT, Fault, House, git


class Pattern(NamedTuple):
    """Words that the files of some names must not have, and why."""

    files: tuple[str, ...]
    words: re.Pattern[str]
    sentence: str


# In pieces, so that this file does not name them either.
REGISTRIES = ("pypi/org", "pythonhosted/org", "npmjs/org", "deb/debian/org", "piwheels/org", "pkg/dev")
FOLDERS = ("work", "root")
PATTERNS = (
    Pattern(
        ("*",),
        re.compile("|".join(re.escape(host.replace("/", ".")) for host in REGISTRIES)),
        "names a package registry",
    ),
    Pattern(
        ("*",),
        re.compile(rf"(?<![\w.}}/-])/(?:{'|'.join(FOLDERS)})/"),
        "names a folder of the machine it was made on",
    ),
    Pattern(("*package-lock.json",), re.compile('"resolved"'), "a lock file names no addresses"),
    Pattern(
        ("*.py",),
        re.compile(r"\bfor (?:\([^)]*\), |\w+, )*one[ ]in |\blambda one[:]|\(one[ ]:="),
        "name it after the element: `for table in tables`",
    ),
    Pattern(
        ("tests/*.py", "benchmarks/*.py"),
        re.compile(
            r"""(?m)^ *from [\w.]+ import [^#\n]*\b_[a-z]|^    _[a-z]\w+,?$|(?:set|del)attr\([^)\n]*["'.]_[a-z]"""
        ),
        "is private: a test sees what a user of the module sees",
    ),
    Pattern(
        ("tests/*.py", "benchmarks/*.py"),
        re.compile(
            r"(?m)^\s*sys\.path(?:\.insert|\.append|\.extend|\[.*\] *=| *\+?=)|spec_from_file_location\("
        ),
        "bends the path to find another file; import it from the root",
    ),
    Pattern(
        ("web/templates/*", "web/static/*.css", "web/static/*.js", "web/static/*.svg", "web/static/*.json"),
        re.compile(r"""["'(=]\s*(?:https?:|wss?:)?//(?!www\.w3\.org/)[\w.-]"""),
        "the page loads nothing from elsewhere",
    ),
    Pattern(
        ("knobeltisch/*.py", "league/*.py"),
        re.compile(r"(?<!is not installed: sudo )(?<!first run: sudo )\bapt(?:-get)? install(?! --)"),
        "write: NAME is not installed: sudo apt-get install NAME",
    ),
    Pattern(
        ("web/*.py",),
        re.compile("(?m)^(?:from|import) knobeltisch"),
        "the page names the program for types alone",
    ),
    Pattern(("lint/types/*.ts",), re.compile(r"(?m)^(?! *(?://|/?\*)).*\bany\b"), "no type is any"),
    Pattern(("web/static/js/*.js",), re.compile(r"@\w+ \{[^}]*\bany\b"), "no type is any"),
)


def unwanted_words(house: House) -> Iterator[Fault]:
    """Give each place of a pattern in `PATTERNS`."""
    for pattern in PATTERNS:
        for name in house.named(*pattern.files):
            for found in pattern.words.finditer(house.files[name]):
                yield Fault(name, line_at(house.files[name], found.start()), pattern.sentence)


def line_at(text: str, place: int) -> int:
    """Return the line of a place in a text."""
    return text.count("\n", 0, place) + 1


# --- English

LIST = "lint/words.toml"
QUOTED = re.compile(r"```.*?```|`[^`\n]*`", re.DOTALL)


def bad_english(house: House) -> Iterator[Fault]:
    """Give the places of each pattern of `lint/words.toml` that has more of them than it may have."""
    for pattern in tomllib.loads(house.files.get(LIST, "sin = []"))["sin"]:
        places = places_of(house, pattern["pattern"])
        if len(places) > pattern["most"]:
            count = f"{len(places)} places have this, {pattern['most']} may"
            yield from (place._replace(sentence=f"write {pattern['say']} ({count})") for place in places)


def places_of(house: House, pattern: str) -> list[Fault]:
    """Return each place of a pattern in the prose of the house."""
    found, places = re.compile(pattern), []
    for name in house.named(
        "*.py", "web/static*.js", "web/static*.css", "docs/*.md", "README*.md", "CONTRIBUTING*.md"
    ):
        for line, words in house.prose(name):
            # What is quoted, names, commands and files, is no prose.
            text = QUOTED.sub(lambda quoted: "\n" * quoted[0].count("\n"), words)
            places += [
                Fault(name, line + line_at(text, match.start()) - 1, match[0])
                for match in found.finditer(text)
            ]
    return places


def lower_words(house: House) -> None:
    """Write the present number of places where it is lower than that allowed."""
    text = house.files[LIST]
    for pattern in tomllib.loads(text)["sin"]:
        before, begun, rest = text.partition(f"pattern = '{pattern['pattern']}'")
        count = min(len(places_of(house, pattern["pattern"])), pattern["most"])
        text = before + begun + re.sub(r"most = \d+", f"most = {count}", rest, count=1)
    (ROOT / LIST).write_text(text, encoding="utf-8")


# --- commits


def odd_subjects(_house: House) -> Iterator[Fault]:
    """Give those of the last ten commits with a subject of more than 72 letters, or without one of five prefixes."""
    for said in git("log", "-10", "--no-merges", "--format=%h %s"):
        commit, _, subject = said.partition(" ")
        if len(subject) > 72 or not re.match(r"(?:fix|feat|docs|refactor|test): \S", subject):
            yield Fault(
                commit, 1, f"a prefix (fix: feat: docs: refactor: test:) and 72 letters, not: {subject}"
            )
