"""The evening's turns that are over, for the page that looks back. Nothing of a turn that runs leaves here."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from knobeltisch.facts import Did, Start
from scorer.hindsight import EndedTurn, Move, ended_turns

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from knobeltisch.evening import Live
    from knobeltisch.table import Table

ROUNDS_BACK = 2


class Hindsight:
    """What `web.seams.Hindsight` asks for, from a table. Safe to call from any thread."""

    def __init__(self, table: Table) -> None:
        self._table = table

    def ended(self) -> tuple[EndedTurn, ...]:
        """Give the turns that ended in the present round and the one before, oldest first."""
        return ended_turns(tuple(_last_moves(self._table.entries)))


def _last_moves(live: Sequence[Live]) -> Iterator[Move]:
    """Give the moves of the last rounds of the present game."""
    for before, after in pairwise(live[_beginning(live) :]):
        assert isinstance(after.fact, Did)
        yield Move(before=before.state, act=after.fact.act, after=after.state)


def _beginning(live: Sequence[Live]) -> int:
    """Find where to begin: at the game's start, or with the state in which the round before the present one began."""
    for place in range(len(live) - 1, -1, -1):
        one = live[place]
        if isinstance(one.fact, Start) or one.state.round < live[-1].state.round - ROUNDS_BACK + 1:
            return place
    return 0
