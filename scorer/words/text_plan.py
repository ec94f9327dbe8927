"""The structure of a variant's text, independent of the language."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from scorer.naming import LONGEST_NAME

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from scorer.games.family import AnyRules
    from scorer.rules import Rules


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One sentence: its key in the language files, the rules it describes, and the values to fill in."""

    key: str
    names: tuple[str, ...]
    values: Mapping[str, object]


Chapter: TypeAlias = tuple[str, list[Line]]
"""A heading's key and its sentences."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TextPlan:
    """The text plan of a game's rules.

    `chapters` returns the content of a variant's text. `fixed` returns differences that the preset decides without an option.
    `own_names`: the prefix of a preset's own rules in RULES.md, by preset.
    """

    chapters: Callable[[Any], Iterable[Chapter]]
    fixed: Callable[[Any], Mapping[str, object]]
    own_names: Mapping[str, str]


def line(key: str, names: str = "", **values: object) -> Line:
    """Return a sentence; `names` are rules, separated by blanks."""
    return Line(key=key, names=tuple(names.split()), values=values)


def lines(names: str, *keys: str) -> list[Line]:
    """Return several sentences of the same rules."""
    return [line(key, names) for key in keys]


def rule_names(own: str, names: tuple[str, ...]) -> tuple[str, ...]:
    """Return the rules to name: those of all games and those that begin with `own`, or all if none does."""
    if not any(name.startswith(own) for name in names):
        return names
    return tuple(name for name in names if name.startswith(("CHI-", "TBL-", "HCP-", "TEAM-", "PUB-", own)))


def attendance(leaving: Iterable[Line], joining: Iterable[Line]) -> list[Line]:
    """Return the chapter about joining and leaving, with these lines about mats or chips (TBL-1 to TBL-4)."""
    return [
        line("attendance.leave", "TBL-1"),
        *leaving,
        line("attendance.join", "TBL-1 TBL-4"),
        *joining,
        line("attendance.alone", "TBL-2 TBL-3"),
    ]


def handicap(counted: str, names: str, most: int) -> list[Line]:
    """Return the lines about handicaps; empty if the rules have none."""
    if not most:
        return []
    return [line(f"handicap.{counted}{'.one' if most == 1 else ''}", names, most=most)]


def teams(rules: Rules) -> list[Line]:
    """Return the lines about teams; empty if the rules have none."""
    return [line("teams", "TEAM-1 TEAM-2 TEAM-3")] if rules.teams else []


def players(rules: AnyRules, names: str) -> list[Line]:
    """Return the lines about the number of players, of which `names` are the rules, and about their names."""
    if rules.players_min == rules.players_max:
        count = line("players.exactly", names, count=rules.players_min)
    else:
        count = line("players.between", names, least=rules.players_min, most=rules.players_max)
    return [count, line("players.names", "PUB-11", most=LONGEST_NAME)]
