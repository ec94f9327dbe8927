"""What the text of a variant is made of, before it is in any language."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from scorer.games.family import AnyRules
    from scorer.rules import Rules


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One sentence to come: its key in the language files, the rules it tells, what is filled in."""

    key: str
    names: tuple[str, ...]
    values: Mapping[str, object]


Chapter: TypeAlias = tuple[str, list[Line]]
"""A heading's key and its sentences."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TextPlan:
    """How the rules of a game are put into words.

    `chapters`: what is to be said of a variant. `fixed`: what its preset decides and no option names, so that two
    variants can differ in it. `own_names`: how the names of a preset's own rules begin in RULES.md, by preset.
    """

    chapters: Callable[[Any], Iterable[Chapter]]
    fixed: Callable[[Any], Mapping[str, object]]
    own_names: Mapping[str, str]


def line(key: str, names: str = "", **values: object) -> Line:
    """Return a sentence; `names` are rules, separated by blanks."""
    return Line(key=key, names=tuple(names.split()), values=values)


def named(own: str, names: tuple[str, ...]) -> tuple[str, ...]:
    """Return the rules to name: those of all games and those that begin with `own`, or all where none does."""
    if not any(name.startswith(own) for name in names):
        return names
    return tuple(name for name in names if name.startswith(("CHI-", "TBL-", "HCP-", "TEAM-", own)))


def attendance(leaving: Iterable[Line], joining: Iterable[Line]) -> list[Line]:
    """Say when players may come and go, and with these lines what becomes of what lies before them (TBL-1 to TBL-4)."""
    return [
        line("attendance.leave", "TBL-1"),
        *leaving,
        line("attendance.join", "TBL-1 TBL-4"),
        *joining,
        line("attendance.alone", "TBL-2 TBL-3"),
    ]


def handicap(counted: str, names: str, most: int) -> list[Line]:
    """Say with how many of what is counted a player may begin; nothing where nobody may."""
    if not most:
        return []
    return [line(f"handicap.{counted}{'.one' if most == 1 else ''}", names, most=most)]


def teams(rules: Rules) -> list[Line]:
    """Say that people may play together; nothing where nobody may."""
    return [line("teams", "TEAM-1 TEAM-2 TEAM-3")] if rules.teams else []


def players(rules: AnyRules, names: str) -> Line:
    """Say how many may play; `names` are the rules that tell it."""
    if rules.players_min == rules.players_max:
        return line("players.exactly", names, count=rules.players_min)
    return line("players.between", names, least=rules.players_min, most=rules.players_max)
