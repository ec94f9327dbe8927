"""What the text of a variant is made of, before it is in any language."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scorer.rules import Rules

OWN_NAMES: Final = {
    "base": "BAS-",
    "bavarian": "BAY-",
    "tschigg": "TSC-",
    "chic": "CHC-",
    "drinking": "DRK-",
    "schocken": "SCH-",
}
"""How the names of a preset's own rules begin in RULES.md."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One sentence to come: its key in the language files, the rules it tells, what is filled in."""

    key: str
    names: tuple[str, ...]
    values: Mapping[str, object]


Chapter: TypeAlias = tuple[str, list[Line]]
"""A heading's key and its sentences."""


def line(key: str, names: str = "", **values: object) -> Line:
    """Give a sentence; `names` are rules, separated by blanks."""
    return Line(key=key, names=tuple(names.split()), values=values)


def named(rules: Rules, names: tuple[str, ...]) -> tuple[str, ...]:
    """Pick the rules to name: those of all games and the game's own, or all when it has none of its own."""
    own = OWN_NAMES[rules.name]
    if not any(name.startswith(own) for name in names):
        return names
    return tuple(name for name in names if name.startswith(("CHI-", "TBL-", own)))


def attendance(rules: Rules) -> list[Line]:
    """Say when players may come and go, and what becomes of what lies before them (TBL-1 to TBL-4)."""
    if rules.counts_glasses:
        return [line("attendance.join.glasses", "TBL-1 TBL-4")]
    leaving, joining = [line("attendance.leave", "TBL-1")], [line("attendance.join", "TBL-1 TBL-4")]
    if rules.name == "schocken":
        leaving.append(line("attendance.leave.chips", "TBL-3"))
        ends = (
            ("attendance.leave.final", "attendance.no_final") if rules.final else ("attendance.leave.half",)
        )
        leaving += [line(one, "TBL-3") for one in ends]
        joining.append(line("attendance.join.chips", "TBL-4"))
    elif rules.mats != "none":
        leaving += [line("attendance.leave.mats", "TBL-2"), line("attendance.stack", "TBL-2")]
        joining += [line("attendance.join.mats", "TBL-4"), line("attendance.share", "TBL-4")]
    else:
        leaving.append(line("attendance.leave.none", "TBL-2"))
    return [*leaving, *joining, line("attendance.alone", "TBL-2 TBL-3")]


def players(rules: Rules) -> Line:
    """Say how many may play."""
    names = {"drinking": "DRK-1", "schocken": "SCH-1"}.get(rules.name, "CHI-1")
    if rules.players_min == rules.players_max:
        return line("players.exactly", names, count=rules.players_min)
    return line("players.between", names, least=rules.players_min, most=rules.players_max)
