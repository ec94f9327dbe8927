"""What no text may hold: the patterns of `lint/patterns.toml`, the English of `lint/words.toml`, and long subjects."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator

from lint.house import ROOT, Fault, House, line_at, prose_of
from scorer.games.families import FAMILIES
from scorer.presets import VARIANTS

GAMES = "|".join({*FAMILIES, *VARIANTS})
"""Stands where a pattern says GAMES."""
PATTERNS = tomllib.loads(
    (ROOT / "lint" / "patterns.toml").read_text(encoding="utf-8").replace("GAMES", GAMES)
)["pattern"]
LIST = "lint/words.toml"
PROSE = ("*.py", "web/static*.js", "web/static*.css", "docs/*.md", "README*.md", "CONTRIBUTING*.md")
QUOTED = re.compile(r"```.*?```|`[^`\n]*`", re.DOTALL)


def unwanted_words(house: House) -> Iterator[Fault]:
    """Give each place of a pattern in `lint/patterns.toml`."""
    for pattern in PATTERNS:
        words = re.compile(pattern["words"])
        for name in house.named(*pattern["files"]):
            if not name.startswith(tuple(pattern.get("except", ()))):
                for found in words.finditer(house.files[name]):
                    yield Fault(name, line_at(house.files[name], found.start()), pattern["say"])


def bad_english(house: House) -> Iterator[Fault]:
    """Give the places of each pattern of `lint/words.toml` that has more of them than it may have."""
    for pattern in tomllib.loads(house.files.get(LIST, "sin = []"))["sin"]:
        places = list(places_of(house, re.compile(pattern["pattern"])))
        if len(places) > pattern["most"]:
            count = f"{len(places)} places have this, {pattern['most']} may"
            yield from (place._replace(sentence=f"write {pattern['say']} ({count})") for place in places)


def places_of(house: House, pattern: re.Pattern[str]) -> Iterator[Fault]:
    """Yield each place of a pattern in the prose of the house."""
    for name in house.named(*PROSE):
        for line, words in prose_of(name, house.files[name]):
            # What is quoted, names, commands and files, is no prose.
            text = QUOTED.sub(lambda quoted: "\n" * quoted[0].count("\n"), words)
            for match in pattern.finditer(text):
                yield Fault(name, line + line_at(text, match.start()) - 1, match[0])


def odd_subjects(house: House) -> Iterator[Fault]:
    """Give the last commits with a subject of more than 72 letters, or without one of five prefixes."""
    for line in house.commits:
        commit, _, subject = line.partition(" ")
        if len(subject) > 72 or not re.match(r"(?:fix|feat|docs|refactor|test): \S", subject):
            yield Fault(commit, 1, f"a prefix (fix: feat: docs: refactor: test:) and 72 letters: {subject}")
