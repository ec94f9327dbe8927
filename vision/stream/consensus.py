"""Several readings that must agree before one is believed."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from vision.stream.tracker import track
from vision.types import Doubt, Fate, Moment, Status

if TYPE_CHECKING:
    from vision.types import Die, Reading

TRIES: Final = 4  # so many times the number that must agree are read before giving up


class Consensus:
    """Collects readings of dice at rest until `needed` in a row say the same."""

    def __init__(self, needed: int) -> None:
        self._needed = needed
        self._row: list[Reading] = []
        self._tried = 0

    def clear(self) -> None:
        """Forget what was read: something moved."""
        self._row, self._tried = [], 0

    def take(self, reading: Reading) -> Reading | None:
        """Add a reading; return the one to believe, an unsure one when they never agree, or None for not yet."""
        self._tried += 1
        if self._row and not _alike(self._row[-1], reading):
            self._row = []
        self._row.append(reading)
        sure = len(self._row) >= self._needed and reading.status is not Status.UNSURE
        if sure or self._tried >= TRIES * self._needed:
            return self._verdict(reading, sure=sure)
        return None

    def give_up(self) -> Reading | None:
        """Return what was read so far, unsure, where as many pictures were read as must agree; None where fewer were."""
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


def _alike(one: Reading, other: Reading) -> bool:
    """Whether two readings show the same dice in the same places."""
    return one.status is other.status and same_dice(one.dice, other.dice)


def same_dice(one: tuple[Die, ...], other: tuple[Die, ...]) -> bool:
    """Whether the same dice lie in the same places."""
    tracked = track(Moment.LIFT, one, other)
    return not tracked.gone and all(seen.fate is Fate.STAYED for seen in tracked.seen)
