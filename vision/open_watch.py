"""A recording without a board: calm pictures after motion, in pixels of the picture.

Where nothing says where the board lies there is no cup to know either: whatever dice lie there once all is calm again
are told as a lift when they are not those told before. A table that was emptied is not told, nor is clutter in which
nothing is likely to be a die. Small pictures tell when it is calm; only then is the
whole picture read, which takes a hundred times as long.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from vision.agreement import Agreement, same_dice
from vision.reader import read
from vision.sightings import Doubt, Moment, Scene, Sighting, Status
from vision.tracker import Tracker

if TYPE_CHECKING:
    from vision.sightings import Die, Picture, Reading, WatchEvent

WIDTH: Final = 320
STIR: Final = 16  # grey levels that a pixel changes by when something moves there
STIR_SHARE: Final = 0.0006  # of the picture that changed at once is motion: 35 pixels of 320 x 180
DRIFT_SHARE: Final = 0.002  # of the picture that changed since calm began: something crept
LIKELY: Final = 0.7  # confidence of a die; games with other pieces give spots that look a little like dice
CROP_PX: Final = 96


class OpenWatcher:
    """Watch a table whose place in the picture nobody knows.

    `settle_ms` is how long nothing may move before dice are read, `agree` how many pictures must be read alike.
    """

    def __init__(self, *, settle_ms: int = 400, agree: int = 3) -> None:
        self._settle = settle_ms / 1000
        self._agreement = Agreement(agree)
        self._last: Picture | None = None
        self._calm_since: Picture | None = None
        self._stirred = float("-inf")
        self._still: bool | None = None
        self._due = True
        self._tracker = Tracker()

    def feed(self, picture: Picture, at: float) -> tuple[WatchEvent, ...]:
        """Take the next picture and its time in seconds; give what happened, mostly nothing."""
        stirs = self._stirs(picture)
        events: tuple[WatchEvent, ...] = ()
        if stirs:
            self._stirred, self._due = at, True
            self._agreement.clear()
        if self._still is not (not stirs):
            self._still = not stirs
            events = (Scene(at=at, cup=False, hand=False, still=not stirs),)
        if not self._due or at - self._stirred < self._settle:
            return events
        reading = self._agreement.take(read(picture))
        return events if reading is None else (*events, *self._tell(reading, picture, at))

    def _stirs(self, picture: Picture) -> bool:
        """Tell whether anything moves, or has crept elsewhere since it was calm."""
        small = _small(picture)
        last, self._last = self._last, small
        if last is None or self._calm_since is None:
            self._calm_since = small
            return True
        if _changed(last, small) <= STIR_SHARE and _changed(self._calm_since, small) <= DRIFT_SHARE:
            return False
        self._calm_since = small
        return True

    def _tell(self, reading: Reading, picture: Picture, at: float) -> tuple[WatchEvent, ...]:
        self._due = False
        blank = not reading.dice and reading.status is Status.UNSURE
        if _clutter(reading) or (same_dice(self._tracker.dice, reading.dice) and not blank):
            return ()
        tracked = self._tracker.follow(Moment.LIFT, reading.dice)
        if reading.status is Status.EMPTY:
            return ()
        crops = tuple(_crop(picture, die) for die in reading.dice)
        told = Sighting(
            moment=Moment.LIFT, at=at, reading=reading, seen=tracked.seen, gone=tracked.gone, crops=crops
        )
        return (told,)


def _clutter(reading: Reading) -> bool:
    """Tell whether strange things lie there and none that is likely to be a die."""
    strange = reading.status is Status.UNSURE and Doubt.FOREIGN in reading.doubts
    return strange and all(die.confidence < LIKELY for die in reading.dice)


def _small(picture: Picture) -> Picture:
    """Shrink a picture to grey, wide enough to see a die roll."""
    scale = min(1.0, WIDTH / picture.shape[1])
    size = (max(1, round(picture.shape[1] * scale)), max(1, round(picture.shape[0] * scale)))
    small = cv2.resize(picture, size, interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), np.uint8)


def _changed(before: Picture, now: Picture) -> float:
    """Give the share of the picture that changed, its overall light left out of it."""
    if before.shape != now.shape:
        return 1.0
    gain = float(np.mean(before)) / max(1.0, float(np.mean(now)))
    apart = cv2.absdiff(cv2.convertScaleAbs(now, alpha=gain), before)
    return float(np.count_nonzero(np.asarray(apart) > STIR)) / now.size


def _crop(picture: Picture, die: Die) -> bytes:
    """Give a small JPEG of one die for the page; kept in memory only."""
    half = 0.9 * die.size
    top, left = max(0, round(die.y - half)), max(0, round(die.x - half))
    piece = picture[top : round(die.y + half), left : round(die.x + half)]
    if piece.size == 0:
        return b""
    small = cv2.resize(piece, (CROP_PX, CROP_PX), interpolation=cv2.INTER_CUBIC)
    return cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, 85])[1].tobytes()
