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
    after = apply(state, Ruled(id=f"?{report}", by="?", report=report, counts=True))
    old = {row.name: row for row in standings(state)}
    changes = tuple(
        Change(name=row.name, before=was, after=row)
        for row in standings(after)
        for was in [old[row.name]]
        if (was.place, was.points, was.tally) != (row.place, row.points, row.tally)
    )
    by_results = [
        drawn
        for before, drawn in pairwise(state.rounds)
        if drawn.stage > before.stage or isinstance(stage_of(state, drawn), Knockout)
    ]
    if not by_results:
        return Effect(changes=changes)
    last = by_results[-1]
    there, through = people_in(state, last), set()
    with contextlib.suppress(Refused):
        through = {*qualified(replace(after, rounds=after.rounds[: last.round - 1]), last.stage)}
    return Effect(
        changes=changes,
        through=tuple(sorted(through - there - state.gone)),
        out=tuple(sorted(there - through)) if through else (),
    )
