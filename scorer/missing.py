"""Checks games for missing words and lessons, which are reported at the start."""

from collections.abc import Iterator
from typing import Any, Final

from scorer.games.families import FAMILIES
from scorer.games.family import Family
from scorer.words.language_files import LANGUAGES, words_of_games
from scorer.words.text_plan import read_plan

CALLED: Final = {"de": "German", "en": "English"}
"""The names of the languages."""


def describe_missing_parts() -> tuple[str, ...]:
    """Return a sentence for each game that lacks words or a lesson; such a game can still be played."""
    found = ((name, list(missing_parts(name, family))) for name, family in FAMILIES.items())
    return tuple(f"{name} has no {', no '.join(pieces)}." for name, pieces in found if pieces)


def missing_parts(name: str, family: Family[Any, Any, Any]) -> Iterator[str]:
    """Yield the name of each required part that a game lacks."""
    plan = read_plan(name)
    if not plan.planned:
        yield "rules in words"
    if not plan.lesson:
        yield "lesson"
    for language in LANGUAGES:
        named = words_of_games(language)["presets"]
        yield from (
            f"name in {CALLED[language]} for {preset}" for preset in family.presets if preset not in named
        )
