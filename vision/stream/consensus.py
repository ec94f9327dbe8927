"""Consensus: several readings must agree before one is believed."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from vision.stream.tracker import match_dice
from vision.types import Doubt, Fate, Moment, Status

if TYPE_CHECKING:
    from vision.types import Die, Reading

TRIES: Final = 4  # readings before giving up, as a multiple of the number that must agree


class Consensus:
    """Collects readings of dice at rest until `needed` in a row agree."""

    def __init__(self, needed: int) -> None:
        self._needed = needed
        self._row: list[Reading] = []
        self._tried = 0

    def clear(self) -> None:
        """Forget the readings: something moved."""
        self._row, self._tried = [], 0

    def take(self, reading: Reading) -> Reading | None:
        """Add a reading; return the one to believe, an unsure one if they never agree, or None if undecided."""
        self._tried += 1
        if self._row and not _are_alike(self._row[-1], reading):
            self._row = []
        self._row.append(reading)
        sure = len(self._row) >= self._needed and reading.status is not Status.UNSURE
        if sure or self._tried >= TRIES * self._needed:
            return self._verdict(reading, sure=sure)
        return None

    def give_up(self) -> Reading | None:
        """Return the readings so far as an unsure one, if there were as many as must agree; None if fewer."""
        if not self._row or self._tried < self._needed:
            return None
        return self._verdict(self._row[-1], sure=False)

    def _verdict(self, reading: Reading, *, sure: bool) -> Reading:
        settled = len(self._row) >= self._needed
        self.clear()
        if sure:
            return reading
        doubts = reading.doubts if settled and reading.doubts else (*reading.doubts, Doubt.DISAGREE)
        return replace(reading, status=Status.UNSURE, doubts=tuple(dict.fromkeys(doubts)))


def _are_alike(one: Reading, other: Reading) -> bool:
    """Whether two readings show the same dice in the same places."""
    return one.status is other.status and same_dice(one.dice, other.dice)


def same_dice(one: tuple[Die, ...], other: tuple[Die, ...]) -> bool:
    """Whether the same dice are in the same places."""
    tracked = match_dice(Moment.LIFT, one, other)
    return not tracked.gone and all(seen.fate is Fate.STAYED for seen in tracked.seen)
