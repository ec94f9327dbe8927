"""The turns of this evening that are over, for the page that looks back. It reveals nothing about the current turn."""

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import cast

import scorer
from knobeltisch.game.evening import LiveEntry
from knobeltisch.game.events import Did, End, Start
from scorer.odds.review import EndedTurn, PlayedAct, ended_turns

ROUNDS_BACK = 2


class EndedTurns:
    """Provides the finished turns. Safe to call from any thread, since the evening's list is replaced, never changed."""

    def __init__(self, live: Callable[[], Sequence[LiveEntry]]) -> None:
        self._live = live
        self._known: tuple[Sequence[LiveEntry] | None, tuple[EndedTurn, ...]] = (None, ())

    def recent_turns(self) -> tuple[EndedTurn, ...]:
        """Return the turns that ended in the current and the previous round, oldest first; none for card games."""
        entries = self._live()
        known, turns = self._known
        if known is not entries:
            newest = scorer.summary(entries[-1].state).number if entries else 0
            # Begin at the game's start, or the previous round's.
            first = next(
                (
                    place
                    for place in range(len(entries) - 1, -1, -1)
                    if isinstance(entries[place].fact, Start)
                    or scorer.summary(entries[place].state).number < newest - ROUNDS_BACK + 1
                ),
                0,
            )
            turns = ended_turns(_moves(entries[first:]))
            self._known = (entries, turns)
        return turns


def _moves(live: Sequence[LiveEntry]) -> Iterator[PlayedAct]:
    for before, after in pairwise(live):
        if isinstance(after.fact, End):
            return
        assert isinstance(after.fact, Did)
        was, now = scorer.dice_state(before.state), scorer.dice_state(after.state)
        if was is None or now is None:
            return  # card games: the hand at the time of a decision is unknown
        yield PlayedAct(before=was, act=cast("scorer.Act", after.fact.act), after=now)
