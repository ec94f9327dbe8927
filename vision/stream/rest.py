"""One rest of the dice, from the last motion to what is believed.

              a picture without motion          readings agree, for long enough
      MOVING --------------------------> STILL -------------------------------> KNOWN
       ^  ^                                |                                      |
       |  +---- motion where dice lie -----+                                      |
       +---------------------------- motion anywhere -----------------------------+

The first still picture is read at once. Once it is sure, later pictures are only compared with it, and each in which nothing moved
counts as the same reading again. Dice whose number is exact rest as long as nothing moves where they lie.
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
    """Hand-set numbers, judged by `benchmarks.watching.doors`."""

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
    """A sure reading and the small picture of it; with `squares` only what moves there ends the rest."""

    reading: Reading
    small: Picture
    squares: Sequence[Square]


class Rest:
    """Follows one rest after the other; `begin` is the time of the last motion that counted.

    `needed` readings in a row must agree, and nothing may move for SETTLE_S. A camera that `sways` moves the dice together and blurs
    some pictures: sure readings need not follow one another if all of the rest have their values.
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
        """Begin again: something moved, and what was read may lie otherwise now."""
        self.phase, self.begin, self.found, self._taken = Phase.MOVING, at, None, []

    def read_again(self) -> None:
        """Let the dice be read again, though nothing moved."""
        if self.phase is Phase.KNOWN:
            self.phase = Phase.STILL

    @property
    def pictures(self) -> int:
        """Return how many pictures of this rest were read or compared."""
        return len(self._taken)

    def has_none_for_long(self, at: float) -> bool:
        """Whether nothing has rested for so long that the picture is at fault; called with the time of each picture."""
        if self._rested is None or self.phase is Phase.KNOWN or at - self.begin >= SETTLE_S:
            self._rested = at
        return at - self._rested >= SETTINGS.restless_s

    def take(self, reading: Reading, at: float, *, early: bool) -> Reading | None:
        """Add what a still picture shows; return the reading to believe, unsure if they never agree, or None if undecided.

        With `early` sure readings that all have the same values need not wait for long.
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
        """Return what the readings of a rest say that ended at this time; None if they were too few, or it too short."""
        return self._give_up() if self.pictures >= self.needed and at - self.begin >= SETTLE_S else None

    def _give_up(self) -> Reading:
        """Return the last sure reading if scattered ones do, else an unsure one."""
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
        """Whether every reading shows the same values."""
        return len({tuple(sorted(die.value for die in reading.dice)) for reading in self._taken}) == 1

    def _row(self) -> int:
        """Return how many of the last readings show the same dice in the same places."""
        row = 1
        for before, now in zip(self._taken[-2::-1], self._taken[::-1], strict=False):
            if before.status is not now.status or not self._same(before.dice, now.dice):
                break
            row += 1
        return row


def encode_crop(picture: Picture, x: float, y: float, edge: float) -> bytes:
    """Return a small JPEG of one die, for the page."""
    half = 0.9 * edge
    top, left = max(0, round(y - half)), max(0, round(x - half))
    piece = picture[top : round(y + half), left : round(x + half)]
    if piece.size == 0:
        return b""
    small = cv2.resize(piece, (SETTINGS.crop_px, SETTINGS.crop_px), interpolation=cv2.INTER_CUBIC)
    return cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, 85])[1].tobytes()
