"""The effect of a pending report, for the referee: changed lines of the standings, and who would qualify."""

from __future__ import annotations

import contextlib
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING

from tournament.drawing.qualify import qualified
from tournament.entries import Ruled
from tournament.errors import Refused
from tournament.fold import apply
from tournament.formats import Knockout
from tournament.ranking.standings import standings
from tournament.state import people_in, stage_of

if TYPE_CHECKING:
    from tournament.entries import Drawn
    from tournament.ranking.ties import Row
    from tournament.state import State


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """Somebody's line before and after."""

    name: str
    before: Row
    after: Row


@dataclass(frozen=True, slots=True, kw_only=True)
class Effect:
    """The effect of a yes: the changed lines and, if the last round depends on results, who would join it and who would drop out."""

    changes: tuple[Change, ...]
    through: tuple[str, ...] = ()
    out: tuple[str, ...] = ()


def effect(state: State, report: str) -> Effect:
    """Return the effect of accepting a report. Raise Refused if no such report is pending."""
    yes = Ruled(id=f"?{report}", by="?", report=report, counts=True)
    after = apply(state, yes)
    old = {row.name: row for row in standings(state)}
    new = {row.name: row for row in standings(after)}
    changes = tuple(
        Change(name=name, before=old[name], after=new[name])
        for name in new
        if _line(old[name]) != _line(new[name])
    )
    through = _through(after)
    drawn = {name for last in _by_results(state)[-1:] for name in people_in(state, last)}
    return Effect(
        changes=changes,
        through=tuple(sorted(name for name in through - drawn if name not in state.gone)),
        out=tuple(sorted(drawn - through)) if through else (),
    )


def _line(row: Row) -> tuple[object, ...]:
    return row.place, row.points, row.tally


def _by_results(state: State) -> list[Drawn]:
    """Return the rounds for which people must qualify in the round before."""
    pairs = pairwise(state.rounds)
    return [
        drawn
        for before, drawn in pairs
        if drawn.stage > before.stage or isinstance(stage_of(state, drawn), Knockout)
    ]


def _through(state: State) -> set[str]:
    """Return who qualifies for the last such round by the results; empty if unknown."""
    found: set[str] = set()
    for drawn in _by_results(state)[-1:]:
        before = replace(state, rounds=state.rounds[: drawn.round - 1])
        with contextlib.suppress(Refused):
            found |= set(qualified(before, drawn.stage))
    return found
