"""Consensus: several readings must agree before one is believed."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from vision.stream.tracker import match_dice
from vision.types import Doubt, Fate, Moment, Status

if TYPE_CHECKING:
    from collections.abc import Callable

    from vision.types import Die, Reading

TRIES: Final = 4  # readings before giving up, as a multiple of the number that must agree


def same_dice(one: tuple[Die, ...], other: tuple[Die, ...]) -> bool:
    """Whether the same dice are in the same places."""
    tracked = match_dice(Moment.LIFT, one, other)
    return not tracked.gone and all(seen.fate is Fate.STAYED for seen in tracked.seen)


class Consensus:
    """Collects readings of dice at rest until `needed` in a row agree.

    `same` decides whether two readings show the same dice. With `scattered` the sure readings need not follow one
    another if every reading of the rest has their values: a camera that sways sees the dice from other sides, and some
    pictures are blurred.
    """

    def __init__(
        self,
        needed: int,
        *,
        same: Callable[[tuple[Die, ...], tuple[Die, ...]], bool] = same_dice,
        scattered: bool = False,
    ) -> None:
        self._needed, self._same, self._scattered = needed, same, scattered
        self._row: list[Reading] = []
        self._taken: list[Reading] = []

    def clear(self) -> None:
        """Forget the readings: something moved."""
        self._row, self._taken = [], []

    def take(self, reading: Reading) -> Reading | None:
        """Add a reading; return the one to believe, an unsure one if they never agree, or None if undecided."""
        self._taken.append(reading)
        if self._row and not self._are_alike(self._row[-1], reading):
            self._row = []
        self._row.append(reading)
        if len(self._row) >= self._needed and reading.status is not Status.UNSURE:
            self.clear()
            return reading
        return self._verdict() if len(self._taken) >= TRIES * self._needed else None

    def give_up(self) -> Reading | None:
        """Return what the readings so far say, if there were as many as must agree; None if fewer."""
        return self._verdict() if len(self._taken) >= self._needed else None

    def _verdict(self) -> Reading:
        """Return the last sure reading where scattered ones are enough, else an unsure one."""
        settled, last, sure = len(self._row) >= self._needed, self._row[-1], self._scattered_sure()
        self.clear()
        if sure is not None:
            return sure
        doubts = last.doubts if settled and last.doubts else (*last.doubts, Doubt.DISAGREE)
        return replace(last, status=Status.UNSURE, doubts=tuple(dict.fromkeys(doubts)))

    def _scattered_sure(self) -> Reading | None:
        sure = [reading for reading in self._taken if reading.status is not Status.UNSURE]
        one_guess = len({tuple(sorted(die.value for die in reading.dice)) for reading in self._taken}) == 1
        return sure[-1] if self._scattered and one_guess and len(sure) >= self._needed else None

    def _are_alike(self, one: Reading, other: Reading) -> bool:
        """Whether two readings show the same dice in the same places."""
        return one.status is other.status and self._same(one.dice, other.dice)
