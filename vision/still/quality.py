"""What speaks against a reading: things in the picture that the dice found do not explain."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from vision.still.geometry.find_dice import DOUBTED
from vision.still.geometry.pips import slimness
from vision.types import Doubt

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vision.still.geometry.find_dice import Found, Search
    from vision.still.geometry.pips import Floats, Spots
    from vision.types import Picture

COARSE: Final = 14.0  # a die's edge in the picture that look-alikes are searched in
NEARBY: Final = 24.0  # spots within so many of their radii are neighbours
CROWD: Final = 10  # more like spots than this close together are a pattern, no die
STEEP: Final = 0.5  # pips less slim than this on a second face: the die is seen from the side


def doubts_of(search: Search, spots: Spots, picture: Picture, *, board: bool) -> tuple[Doubt, ...]:
    """Return what speaks against the dice found, each reason once; nothing if all is explained.

    `board`: the picture shows our board, whose print has patches as large and as light as dice.
    """
    tired = (Doubt.PIPS,) if search.tired else ()
    return tuple(dict.fromkeys((*tired, *_all(search, spots, picture, board=board))))


def _all(search: Search, spots: Spots, picture: Picture, *, board: bool) -> Iterator[Doubt]:
    if not search.dice:
        if any(weak.score > DOUBTED for weak in search.weak):
            yield Doubt.PIPS
        if any(spots.quality[k] > 0.6 and spots.depth[k] > 40 for k in search.loose):
            yield Doubt.PIPS
        if any(spots.quality[k] > 0.5 and spots.radius[k] > 0.02 * max(picture.shape) for k in search.loose):
            yield Doubt.FOREIGN
        return
    for weak in search.weak:
        if _rival(weak, search, spots) or _clean(weak, search, spots):
            yield _why(weak, search, picture)
    if _kin(search, spots) or _clusters(search, spots) or _lonely(search, spots):
        yield Doubt.PIPS
    if any(_side_on(die, search, spots) for die in search.dice):
        yield Doubt.COCKED
    if not board and (_blob(search, spots) or _lookalike(search, spots, picture)):
        yield Doubt.FOREIGN


def _pips(search: Search, spots: Spots) -> Spots:
    """Return the pips of all dice found."""
    return spots.take(np.concatenate([die.pips for die in search.dice]))


def _rival(weak: Found, search: Search, spots: Spots) -> bool:
    """Whether something that is not sure to be a die could be one beside those found."""
    edges = [die.edge for die in search.dice]
    strong = float(np.median(spots.depth[weak.pips])) > 0.35 * float(np.median(_pips(search, spots).depth))
    likely = weak.score > (DOUBTED if len(weak.pips) > 1 else 0.5)
    return min(edges) / 1.5 < weak.edge < max(edges) * 1.5 and likely and strong


def _clean(weak: Found, search: Search, spots: Spots) -> bool:
    """Whether its pips stand cleanly in a line or a square, whatever lies round them."""
    pips, its = _pips(search, spots), spots.take(weak.pips)
    round_pips = its.quality.min() > 0.5 and its.quality.mean() > 0.8
    fits = pips.radius.min() / 2 < its.radius.mean() < pips.radius.max() * 2
    deep = its.depth.min() > 0.3 * float(np.median(pips.depth))
    if len(its) < 3 or not (round_pips and fits and deep and weak.face.error < 0.12 and weak.stain < 0.2):
        return False
    loose = spots.take(np.array(search.loose, dtype=np.intp))
    return not _crowded(loose, weak.face.centre, float(its.radius.mean()))


def _why(weak: Found, search: Search, picture: Picture) -> Doubt:
    """Return the likeliest reason why a die is not sure."""
    x, y = weak.face.centre
    height, width = picture.shape[:2]
    if min(x, y, width - x, height - y) < 0.75 * weak.edge:
        return Doubt.CUT
    if any(np.hypot(*(die.face.centre - weak.face.centre)) < 1.25 * weak.edge for die in search.dice):
        return Doubt.TOUCHING
    return Doubt.PIPS


def _kin(search: Search, spots: Spots) -> bool:
    """Whether a spot on no die looks like the pips of the dice found, on a body like theirs."""
    pips, loose = _pips(search, spots), spots.take(np.array(search.loose, dtype=np.intp))
    if not len(loose):
        return False
    deep = float(np.median(pips.depth))
    like = (loose.radius > pips.radius.min() / 1.3) & (loose.radius < pips.radius.max() * 1.3)
    like &= (loose.quality > 0.6) & (loose.depth > 0.6 * deep)
    body = np.abs(loose.body[:, None] - pips.body[None]).max(axis=2).min(axis=1)
    return bool(np.any(like & (body < 0.35 * deep)))


def _clusters(search: Search, spots: Spots) -> bool:
    """Whether two to nine clean, equal spots stand together somewhere and alone: a die that was missed."""
    pips, loose = _pips(search, spots), spots.take(np.array(search.loose, dtype=np.intp))
    low, high = pips.radius.min() / 2, pips.radius.max() * 2
    fair = (loose.quality > 0.65) & (loose.radius > low) & (loose.radius < high) & (slimness(loose) > 0.42)
    fair &= loose.depth > 0.25 * float(np.median(pips.depth))
    clean = fair & (loose.quality > 0.9)
    for k in np.flatnonzero(fair):
        apart = np.hypot(*(loose.xy - loose.xy[k]).T) / loose.radius[k]
        size, depth = loose.radius / loose.radius[k], loose.depth / loose.depth[k]
        same = (loose.light == loose.light[k]) & (size > 0.77) & (size < 1.3) & (depth > 0.7) & (depth < 1.4)
        if _crowded(loose, loose.xy[k], float(loose.radius[k])):
            continue
        beside = same & (apart > 2.2) & (apart < 9)
        if np.any(beside & clean & clean[k]) or np.count_nonzero(beside & fair) >= 2:
            return True
    return False


def _lonely(search: Search, spots: Spots) -> bool:
    """Whether a perfect spot of a pip's size lies somewhere by itself: a one that was missed."""
    pips, loose = _pips(search, spots), spots.take(np.array(search.loose, dtype=np.intp))
    low, high = pips.radius.min() / 1.5, pips.radius.max() * 2.0
    perfect = (loose.quality > 0.95) & (loose.radius > low) & (loose.radius < high) & (slimness(loose) > 0.6)
    perfect &= loose.depth > 0.5 * float(np.median(pips.depth))
    for k in np.flatnonzero(perfect):
        like = (
            (loose.radius > 0.5 * loose.radius[k])
            & (loose.radius < 2 * loose.radius[k])
            & (loose.quality > 0.5)
        )
        near = np.hypot(*(loose.xy - loose.xy[k]).T) < NEARBY * loose.radius[k]
        if np.count_nonzero(like & near) <= 3:
            return True
    return False


def _crowded(loose: Spots, place: Floats, radius: float) -> bool:
    """Whether so many spots lie round a place that they are a pattern: cloth, print, grain."""
    like = (loose.radius > 0.5 * radius) & (loose.radius < 2.0 * radius) & (loose.quality > 0.5)
    return bool(np.count_nonzero(like & (np.hypot(*(loose.xy - place).T) < NEARBY * radius)) > CROWD)


def _blob(search: Search, spots: Spots) -> bool:
    """Whether a light patch as large as a die was read as none, or a dark one with pips: a shadow has none."""
    edges = [die.edge for die in search.dice]
    loose = spots.take(np.array(search.loose, dtype=np.intp))
    large = (loose.radius > 0.36 * min(edges)) & (loose.radius < 0.95 * max(edges))
    large &= (loose.quality > 0.5) & (slimness(loose) > 0.65)
    return any(loose.light[k] or _spotted(loose, int(k)) for k in np.flatnonzero(large))


def _spotted(loose: Spots, patch: int) -> bool:
    """Whether a patch has pips on it."""
    inner = np.hypot(*(loose.xy - loose.xy[patch]).T) < 0.8 * loose.radius[patch]
    inner &= (loose.light != loose.light[patch]) & (loose.radius < 0.4 * loose.radius[patch])
    return bool(np.any(inner & (loose.depth > 0.25 * loose.depth[patch])))


def _side_on(die: Found, search: Search, spots: Spots) -> bool:
    """Whether another face of this die is seen so squarely that either could be the top."""
    pips = spots.take(die.pips)
    centres = np.array([other.face.centre for other in search.dice if other is not die]).reshape(-1, 2)
    apart = np.hypot(*(spots.xy - die.face.centre).T)
    near = (apart > 0.5 * die.edge) & (apart < 1.15 * die.edge) & (spots.light == pips.light[0])
    near &= (spots.quality > 0.6) & (spots.depth > 0.5 * np.median(pips.depth))
    near &= (spots.radius > 0.55 * pips.radius.min()) & (spots.radius < 1.6 * pips.radius.max())
    near &= (slimness(spots) > STEEP) & (spots.radius > 3.0)
    for centre in centres:
        near &= np.hypot(*(spots.xy - centre).T) > apart
    return bool(near.any())


def _lookalike(search: Search, spots: Spots, picture: Picture) -> bool:
    """Whether a patch of a die's size and of the colour of a die found was read as none."""
    edge = float(np.median([die.edge for die in search.dice]))
    scale = min(1.0, COARSE / edge)
    small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    for body, depth in _colours(search, spots):
        apart = np.abs(small.astype(np.float32) - body).max(axis=2)
        mask = (apart < max(12.0, 0.25 * depth)).astype(np.uint8)
        for die in search.dice:
            cv2.fillConvexPoly(mask, np.rint(die.corners(1.15) * scale).astype(np.int32), 0)
        contours, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
        if any(_die_like(contour, search, scale, edge, small.shape) for contour in contours):
            return True
    return False


def _colours(search: Search, spots: Spots) -> list[tuple[Floats, float]]:
    """Return the body colours of the dice found, and the depth of their pips, like ones once."""
    colours: list[tuple[Floats, float]] = []
    for die in search.dice:
        body, depth = np.median(spots.body[die.pips], axis=0), float(np.median(spots.depth[die.pips]))
        if all(np.abs(body - other).max() > 0.12 * depth for other, _ in colours):
            colours.append((body, depth))
    return colours


def _die_like(contour: np.ndarray, search: Search, scale: float, edge: float, shape: tuple[int, ...]) -> bool:
    """Whether a patch has the size and the outline of a die, and none was found on it."""
    hull = cv2.convexHull(contour)
    area = cv2.contourArea(hull) / (scale * edge) ** 2
    (x, y), (w, h), _ = cv2.minAreaRect(contour)
    if (
        not 0.45 < area < 2.6
        or max(w, h) > 1.7 * min(w, h)
        or cv2.contourArea(contour) < 0.8 * cv2.contourArea(hull)
    ):
        return False
    if cv2.contourArea(hull) < 0.8 * w * h or min(x, y, shape[1] - x, shape[0] - y) < 0.3 * scale * edge:
        return False
    return all(np.hypot(*(die.face.centre * scale - (x, y))) > 0.6 * scale * edge for die in search.dice)
