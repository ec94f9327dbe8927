"""Read one still picture: which dice lie there and what they show, or why that cannot be said.

Two things must agree before a die counts: the pips, which form one of six layouts, and the body they lie on.
Whatever looks like a die or its pips and is not explained makes the reading `unsure`. Where the size of the dice is not
known, two small nets read the picture too, and what they see must agree (`both`).
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from vision.both import checked, joined, looked_again
from vision.doubts import doubts_of
from vision.find_dice import Found, Search, find_dice
from vision.nets import find_faces
from vision.pips import find_spots
from vision.sightings import Die, Doubt, Reading, Status

if TYPE_CHECKING:
    import numpy.typing as npt

    from vision.ground import Mask
    from vision.pips import Spots
    from vision.sightings import Picture

LONGEST: Final = 1280  # longest side of the picture that is worked on
KNOWN_SIZE: Final = 32.0  # pixels of a die's edge that are enough where it is known


def read(
    picture: Picture, *, die_size: float | None = None, known: bool = False, but: Mask | None = None
) -> Reading:
    """Read the dice of one picture.

    `picture` is BGR, 8 bits. `die_size` is a die's edge in pixels if it is known within about 15 %. `known`
    says that there must be dice, so that seeing none is a doubt. `but` (height, width) is not 0 where no pip can be.
    Places and sizes are pixels of this picture.
    """
    reading = geometric(picture, die_size=die_size, known=known, but=but)
    if die_size is not None:
        return checked(reading, picture)
    told = joined(reading, looked_again(reading, find_faces(picture), picture))
    if known and not told.dice:
        return replace(told, status=Status.UNSURE, doubts=reading.doubts or (Doubt.PIPS,))
    return told


def geometric(
    picture: Picture, *, die_size: float | None = None, known: bool = False, but: Mask | None = None
) -> Reading:
    """Read one picture by pips and outlines alone; as `read` otherwise."""
    work, scale = _work_size(picture, die_size)
    if die_size is None:
        spots = find_spots(work)
    else:
        spots = find_spots(work, smallest=0.07 * die_size * scale, largest=0.36 * die_size * scale)
    if but is not None:
        spots = spots.take(_outside(spots, but, scale))
    search = find_dice(work, spots, edge=None if die_size is None else die_size * scale)
    doubts = doubts_of(search, spots, work, board=die_size is not None)
    return _judge(search, doubts, scale, known=known)


def _outside(spots: Spots, but: Mask, scale: float) -> npt.NDArray[np.bool_]:
    """Tell which spots do not lie where no pip can be."""
    x, y = (spots.xy / scale).astype(np.intp).T
    return np.asarray(but[np.clip(y, 0, but.shape[0] - 1), np.clip(x, 0, but.shape[1] - 1)] == 0, np.bool_)


def _work_size(picture: Picture, die_size: float | None) -> tuple[Picture, float]:
    """Bring the picture to the size worked on; return it and its pixels per pixel of the given one."""
    if die_size is None:
        scale = min(2.0, LONGEST / max(picture.shape[:2]))
        slack = 0.3
    else:
        scale, slack = min(2.0, KNOWN_SIZE / die_size), 0.05
    if abs(scale - 1) < slack:
        return picture, 1.0
    size = (max(1, round(picture.shape[1] * scale)), max(1, round(picture.shape[0] * scale)))
    how = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(picture, size, interpolation=how), np.uint8), scale


def _judge(search: Search, doubts: tuple[Doubt, ...], scale: float, *, known: bool) -> Reading:
    """Decide how far the dice found may be trusted."""
    dice = tuple(_told(die, scale) for die in sorted(search.dice, key=lambda d: tuple(d.face.centre[::-1])))
    if not dice:
        if doubts or known:
            return Reading(status=Status.UNSURE, doubts=doubts or (Doubt.PIPS,))
        return Reading(status=Status.EMPTY)
    return Reading(status=Status.UNSURE if doubts else Status.OK, dice=dice, doubts=doubts)


def _told(die: Found, scale: float) -> Die:
    """Return the die as the outside sees it."""
    along = die.face.frame[:, 0]
    angle = float(np.degrees(np.arctan2(along[1], along[0])))
    if die.face.value == 1:
        angle += die.outline.angle
    x, y = (float(v) / scale for v in die.face.centre)
    return Die(
        value=die.face.value,
        x=x,
        y=y,
        size=die.edge / scale,
        angle=angle % 90.0,
        confidence=round(min(1.0, die.score), 3),
        candidates=(die.face.value,),
    )
