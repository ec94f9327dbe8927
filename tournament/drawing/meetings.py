"""Who met whom in earlier rounds, and where people sat."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

from tournament.state import matches_of

if TYPE_CHECKING:
    from tournament.state import State


@dataclass(frozen=True, slots=True, kw_only=True)
class History:
    """The history of earlier rounds."""

    met: Counter[frozenset[str]]
    tables: Counter[tuple[str, int]]
    seats: Counter[tuple[str, int]]
    byes: Counter[str]


def history(state: State) -> History:
    """Return the meetings and seats of the rounds so far."""
    past = History(met=Counter(), tables=Counter(), seats=Counter(), byes=Counter())
    for drawn in state.rounds:
        past.byes.update(drawn.byes)
        for match in matches_of(state, drawn):
            past.met.update(frozenset(pair) for pair in combinations(match.players, 2))
            past.tables.update((name, match.table) for name in match.players)
            past.seats.update((name, seat) for seat, name in enumerate(match.players))
    return past
