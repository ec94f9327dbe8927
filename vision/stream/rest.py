"""Follows a rest of the dice from the last motion to a reading that can be believed.

              a picture without motion          readings agree, for long enough
      MOVING --------------------------> STILL -------------------------------> KNOWN
       ^  ^                                |                                      |
       |  +---- motion where dice lie -----+                                      |
       +---------------------------- motion anywhere -----------------------------+

The first still picture is read at once. Once a reading is sure, later pictures are only compared with its picture, and each in
which nothing moved counts as the same reading again. If the number of dice is exact, only motion where they lie ends the rest.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Final

import cv2

from vision.stream.tracker import lie_as_before, same_dice
from vision.types import Doubt, Status

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.stream.motion import Square
    from vision.types import Picture, Reading


@dataclass(frozen=True, slots=True, kw_only=True)
class RestSettings:
    """Limits set by hand and tested with `benchmarks.watching.doors`."""

    # Seconds that sure dice must lie still: of eight real throws none crept by a pixel after its last motion.
    early_s: float = 0.15
    settle_s: float = 0.4  # The same for dice that are not thrown, or not sure.
    agree: int = 3  # Readings that must agree.
    tries: int = 4  # Readings before giving up, as a multiple of these.
    # Seconds without a rest after which the picture is at fault.
    restless_s: float = 10.0
    crop_px: int = 96  # Side of the little picture for the page, in pixels.


SETTINGS: Final = RestSettings()
EARLY_S: Final = SETTINGS.early_s
SETTLE_S: Final = SETTINGS.settle_s


class Phase(Enum):
    """The state of a rest."""

    MOVING = "moving"  # something moves where dice may lie
    STILL = "still"  # nothing moves, and the dice are not known yet
    KNOWN = "known"  # the dice were read; nothing is due until something moves


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """A sure reading and its small picture. If `squares` are given, only motion inside them ends the rest."""

    reading: Reading
    small: Picture
    squares: Sequence[Square]


class Rest:
    """The current rest of the dice; `begin` is the time of the last motion that counted.

    A reading is believed if `needed` readings in a row agree and nothing moved for SETTLE_S. A camera that `sways` moves all dice
    together and blurs some pictures: sure readings then need not be consecutive, if all readings have the same values.
    """

    def __init__(self, needed: int = SETTINGS.agree, *, sways: bool = False) -> None:
        self.needed, self._sways = needed, sways
        self._same = lie_as_before if sways else same_dice
        self.phase, self.begin = Phase.MOVING, float("inf")
        self.found: Found | None = None
        self.readings = 0
        """How many pictures were read so far: it is they that take time."""
        self._taken: list[Reading] = []
        self._rested: float | None = None  # when a rest was long enough to be read

    def stir(self, at: float) -> None:
        """Start over: something moved, so the dice already read may have changed position."""
        self.phase, self.begin, self.found, self._taken = Phase.MOVING, at, None, []

    def read_again(self) -> None:
        """Allow the dice to be read again although nothing moved."""
        if self.phase is Phase.KNOWN:
            self.phase = Phase.STILL

    @property
    def pictures(self) -> int:
        """Return how many pictures of this rest were read or compared."""
        return len(self._taken)

    def has_none_for_long(self, at: float) -> bool:
        """Whether there was no rest for so long that the picture must be at fault; call this with the time of each picture."""
        if self._rested is None or self.phase is Phase.KNOWN or at - self.begin >= SETTLE_S:
            self._rested = at
        return at - self._rested >= SETTINGS.restless_s

    def take(self, reading: Reading, at: float, *, early: bool) -> Reading | None:
        """Add the reading of a still picture; return the reading to believe, or None while that is undecided.

        If readings never agree, an unsure one is returned. With `early`, sure readings of the same values wait only EARLY_S.
        """
        self.phase = Phase.STILL
        self._taken.append(reading)
        sure = reading.status is not Status.UNSURE
        if at - self.begin < (EARLY_S if early and sure and self._is_unanimous else SETTLE_S):
            return None
        if sure and self._row() >= self.needed:
            return self._believe(reading)
        return self._give_up() if self.pictures >= SETTINGS.tries * self.needed else None

    def give_up(self, at: float) -> Reading | None:
        """Return the result of a rest that ended at time `at`; None if it was too short or had too few readings."""
        return self._give_up() if self.pictures >= self.needed and at - self.begin >= SETTLE_S else None

    def _give_up(self) -> Reading:
        """Return the last sure reading if enough are sure, though not consecutive; otherwise an unsure one."""
        sure = [reading for reading in self._taken if reading.status is not Status.UNSURE]
        if self._sways and self._is_unanimous and len(sure) >= self.needed:
            return self._believe(sure[-1])
        last = self._taken[-1]
        alike = self._row() >= self.needed and last.doubts
        return self._believe(last.in_doubt() if alike else last.in_doubt(Doubt.DISAGREE))

    def _believe(self, reading: Reading) -> Reading:
        self.phase, self.found, self._taken = Phase.KNOWN, None, []
        return reading

    @property
    def _is_unanimous(self) -> bool:
        """Whether all readings of this rest have the same values."""
        return len({tuple(sorted(die.value for die in reading.dice)) for reading in self._taken}) == 1

    def _row(self) -> int:
        """Return how many of the latest readings in a row show the same dice in the same places."""
        row = 1
        for before, now in zip(self._taken[-2::-1], self._taken[::-1], strict=False):
            if before.status is not now.status or not self._same(before.dice, now.dice):
                break
            row += 1
        return row


def encode_crop(picture: Picture, x: float, y: float, edge: float) -> bytes:
    """Return a small JPEG of one die for the page."""
    half = 0.9 * edge
    top, left = max(0, round(y - half)), max(0, round(x - half))
    piece = picture[top : round(y + half), left : round(x + half)]
    if piece.size == 0:
        return b""
    small = cv2.resize(piece, (SETTINGS.crop_px, SETTINGS.crop_px), interpolation=cv2.INTER_CUBIC)
    return cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, 85])[1].tobytes()
