"""Read one still picture: which dice lie there and what they show, or why that cannot be said.

Two things must agree before a die counts: the pips, which form one of six layouts, and the body they lie on.
Whatever looks like a die or its pips and is not explained makes the reading `unsure`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from vision.find_dice import Found, Search, find_dice
from vision.pips import find_spots
from vision.sightings import Die, Doubt, Reading, Status

if TYPE_CHECKING:
    from vision.pips import Spots
    from vision.sightings import Picture

LONGEST: Final = 1280  # longest side of the picture that is worked on
KNOWN_SIZE: Final = 32.0  # pixels of a die's edge that are enough where it is known


def read(picture: Picture, *, die_size: float | None = None, known: bool = False) -> Reading:
    """Read the dice of one picture.

    `picture` is BGR, 8 bits. `die_size` is a die's edge in pixels if it is known within about 15 %. `known`
    says that there must be dice, so that seeing none is a doubt. Places and sizes are pixels of this picture.
    """
    work, scale = _work_size(picture, die_size)
    if die_size is None:
        spots = find_spots(work)
    else:
        spots = find_spots(work, smallest=0.07 * die_size * scale, largest=0.36 * die_size * scale)
    search = find_dice(work, spots)
    return _judge(search, spots, scale, known=known)


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


def _judge(search: Search, spots: Spots, scale: float, *, known: bool) -> Reading:
    """Decide how far the dice found may be trusted."""
    dice = tuple(_told(die, scale) for die in sorted(search.dice, key=lambda d: tuple(d.face.centre[::-1])))
    doubts = _doubts(search, spots)
    if not dice:
        if doubts or known:
            return Reading(status=Status.UNSURE, doubts=doubts or (Doubt.PIPS,))
        return Reading(status=Status.EMPTY)
    return Reading(status=Status.UNSURE if doubts else Status.OK, dice=dice, doubts=doubts)


def _doubts(search: Search, spots: Spots) -> tuple[Doubt, ...]:
    """Name what speaks against the dice found."""
    doubts = []
    if _rivals(search, spots) or _kin(search, spots) or _blobs(search, spots):
        doubts.append(Doubt.PIPS)
    return tuple(doubts)


def _rivals(search: Search, spots: Spots) -> bool:
    """Tell whether something that is not sure to be a die could be one."""
    if not search.dice:
        return any(w.score > 0.4 for w in search.weak)
    edges = [die.edge for die in search.dice]
    depth = 0.35 * float(np.median([np.median(spots.depth[die.pips]) for die in search.dice]))
    return any(
        min(edges) / 1.5 < w.edge < max(edges) * 1.5
        and w.score > (0.4 if len(w.pips) > 1 else 0.5)
        and float(np.median(spots.depth[w.pips])) > depth
        for w in search.weak
    )


def _kin(search: Search, spots: Spots) -> bool:
    """Tell whether a spot on no die looks like the pips of the dice found, on a body like theirs."""
    if not search.dice:
        return any(spots.quality[k] > 0.6 and spots.depth[k] > 40 for k in search.loose)
    pips = spots.take(np.concatenate([die.pips for die in search.dice]))
    loose = spots.take(np.array(search.loose, dtype=np.intp))
    low, high = pips.radius.min() / 1.3, pips.radius.max() * 1.3
    if len(loose) and _pattern(search, spots, pips):
        return True
    like = (loose.radius > low) & (loose.radius < high) & (loose.quality > 0.6)
    like &= loose.depth > 0.6 * float(np.median(pips.depth))
    body = np.abs(loose.body[:, None] - pips.body[None]).max(axis=2).min(axis=1)
    return bool(np.any(like & (body < 0.35 * float(np.median(pips.depth)))))


def _pattern(search: Search, spots: Spots, pips: Spots) -> bool:
    """Tell whether clean pips stand in a line or a square somewhere without a die round them."""
    low, high = pips.radius.min() / 2, pips.radius.max() * 2
    faint = 0.3 * float(np.median(pips.depth))
    for w in search.weak:
        its = spots.take(w.pips)
        clean = its.quality.min() > 0.5 and its.quality.mean() > 0.8 and w.face.error < 0.12 and w.stain < 0.2
        if len(w.pips) > 2 and clean and low < its.radius.mean() < high and its.depth.min() > faint:
            return True
    return False


def _blobs(search: Search, spots: Spots) -> bool:
    """Tell whether a patch as large as a die, and coloured or spotted like one, was read as none."""
    if not search.dice:
        return False
    edges = np.array([die.edge for die in search.dice])
    bodies = np.array([np.median(spots.body[die.pips], axis=0) for die in search.dice])
    for k in search.loose:
        if not 0.36 * edges.min() < spots.radius[k] < 0.8 * edges.max():
            continue
        like = np.abs(bodies - spots.core[k]).max(axis=1).min() < 0.5 * spots.depth[k]
        apart = np.hypot(*(spots.xy - spots.xy[k]).T)
        inner = (apart < 0.8 * spots.radius[k]) & (spots.light != spots.light[k])
        inner &= (spots.radius < 0.4 * spots.radius[k]) & (spots.quality > 0.35) & (spots.depth > 0.3 * spots.depth[k])
        if like or inner.any():
            return True
    return False


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
