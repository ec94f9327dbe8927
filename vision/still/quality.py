"""Doubts about a reading: things in the picture that the dice found do not explain."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from vision.still.geometry.die_limits import LIMITS as DIE
from vision.still.geometry.pips import slimness
from vision.types import Doubt

if TYPE_CHECKING:
    from collections.abc import Iterator

    import numpy.typing as npt

    from vision.still.geometry.find_dice import FoundDie, Search
    from vision.still.geometry.pips import Floats, Spots
    from vision.types import Picture


@dataclass(frozen=True, slots=True, kw_only=True)
class DoubtLimits:
    """The limits at which something counts against the dice found. Sizes and depths are relative to the dice's pips.

    Set by hand; `benchmarks/eye/photographs.py` shows the effect of a change. Pairs are least and most.
    """

    bare_quality: float = 0.6
    """Of a spot on a table without dice that may be a pip."""
    bare_depth: float = 40.0
    """The same, in grey levels."""
    bare_thing: float = 0.02
    """Radius of a spot on a table without dice that is foreign, relative to the picture's longer side."""
    beside: float = 1.5
    """The size, relative to the dice, of something that may be one."""
    rival_depth: float = 0.35
    """Least depth, relative to the dice's pips, of an uncertain die: fainter is grain or print."""
    rival_one: float = 0.5
    """Score from which a one may be a missed die: a single spot is easily something else."""
    clean_quality: tuple[float, float] = (0.5, 0.8)
    """Quality of the worst pip, and the mean, of pips cleanly in a line or a square."""
    clean_size: float = 2.0
    """Their size relative to the dice's pips: other makes have other pips."""
    clean_depth: float = 0.3
    """Their least relative depth."""
    clean_error: float = 0.12
    """The most steps that clean pips are from their places."""
    clean_stain: float = 0.2
    """How much an empty place may look like a pip: with more it is a pattern."""
    cut: float = 0.75
    """Edges from the frame below which a die may be cut: half its diagonal is 0.71."""
    touching: float = 1.25
    """Edges between the middles of touching dice: side by side they are 1 apart, corner to corner 1.41."""
    kin_size: float = 1.3
    """The relative size of a spot like the pips of the dice found: those of one set are alike."""
    kin_quality: float = 0.6
    """Its least quality: a worse one is a stain."""
    kin_depth: float = 0.6
    """Its least relative depth."""
    kin_body: float = 0.35
    """The largest difference between its body's colour and the dice's, in depths of their pips."""
    cluster_quality: tuple[float, float] = (0.65, 0.9)
    """Quality of fair and of clean spots in a cluster."""
    cluster_size: float = 2.0
    """Their size relative to the dice's pips: a missed die may be nearer or farther."""
    cluster_slim: float = 0.42
    """Its shorter axis over the longer: a pip seen from a slope of 65 degrees."""
    cluster_depth: float = 0.25
    """Their least depth relative to the dice's pips: a die in shadow is fainter."""
    cluster_alike: tuple[float, float] = (0.77, 1.3)
    """The largest ratio of sizes in a cluster."""
    cluster_deep: tuple[float, float] = (0.7, 1.4)
    """The largest ratio of depths: pips of one face are equal."""
    cluster_apart: tuple[float, float] = (2.2, 9.0)
    """Radii between spots of one face."""
    lonely_quality: float = 0.95
    """A single spot counts only if it is perfect: crumbs are everywhere."""
    lonely_size: tuple[float, float] = (1.5, 2.0)
    """The relative size of a single spot."""
    lonely_slim: float = 0.6
    """A one's pip is seen from a slope of 53 degrees at most: a flatter one is on a side."""
    lonely_depth: float = 0.5
    """Its least depth relative to the dice's pips."""
    lonely_most: int = 3
    """The most similar spots near it, including itself, that still leave it single."""
    like: float = 2.0
    """The largest ratio of sizes of similar spots."""
    like_quality: float = 0.5
    """Quality of neighbours that make a pattern; they may be as bad as half."""
    nearby: float = 24.0
    """Radii within which spots are neighbours."""
    crowd: int = 10
    """More similar spots than this close together are a pattern, not a die: cloth, print, grain."""
    blob: tuple[float, float] = (0.36, 0.95)
    """Radius of a patch as large as a die, in edges of the dice."""
    blob_quality: float = 0.5
    """Its least quality: worse is a shadow's soft end."""
    blob_slim: float = 0.65
    """Its shorter axis over the longer: faces are square, hands and straws are not."""
    spot_inside: float = 0.8
    """Radii of a patch within which its pips are."""
    spot_size: float = 0.4
    """The largest pip on a patch, in its radii: a one's large pip has a third."""
    spot_depth: float = 0.25
    """Relative to the patch's depth: a pip is that strong, grain is not."""
    side: tuple[float, float] = (0.5, 1.15)
    """Edges from the middle of a die to pips on its side."""
    side_quality: float = 0.6
    """Least quality of pips on a side."""
    side_depth: float = 0.5
    """Relative to the depth of the top's pips: sides are darker, their pips at least half as deep."""
    side_size: tuple[float, float] = (0.55, 1.6)
    """Relative to the top's smallest and largest pip: sides are farther off and seen from a slope."""
    side_radius: float = 3.0
    """Pixels of a pip below which its slant is unknown."""
    steep: float = 0.5
    """Pips less slim than this on a second face: the die is seen from the side."""
    coarse: float = 14.0
    """Pixels of a die's edge in the picture that is searched for look-alikes."""
    body_off: tuple[float, float] = (12.0, 0.25)
    """The largest difference from a die's colour: grey levels, and depths of its pips."""
    body_alike: float = 0.12
    """Depths between two body colours that are one."""
    outline: float = 1.15
    """The area that is left out round the dice, relative to their size."""
    patch_area: tuple[float, float] = (0.45, 2.6)
    """The area of a patch like a die, in edges squared: dice of other makes, and their sides."""
    patch_long: float = 1.7
    """The largest ratio of length to width: the top and one side together."""
    patch_full: float = 0.8
    """The least share of its hull, and its hull of a rectangle."""
    patch_frame: float = 0.3
    """The least distance from the frame, in edges."""
    one_place: float = 0.6
    """Edges between a patch and a die that are the same."""


LIMITS: Final = DoubtLimits()


def doubts_of(search: Search, spots: Spots, picture: Picture, *, board: bool) -> tuple[Doubt, ...]:
    """Return the doubts about the dice found, each reason once; none if everything is explained.

    `board`: the picture shows our board, whose print has patches as large and as light as dice.
    """
    tired = (Doubt.PIPS,) if search.tired else ()
    return tuple(dict.fromkeys((*tired, *_iterate_doubts(search, spots, picture, board=board))))


def _iterate_doubts(search: Search, spots: Spots, picture: Picture, *, board: bool) -> Iterator[Doubt]:
    if not search.dice:
        if any(weak.score > DIE.doubted for weak in search.weak):
            yield Doubt.PIPS
        if any(
            spots.quality[k] > LIMITS.bare_quality and spots.depth[k] > LIMITS.bare_depth
            for k in search.loose
        ):
            yield Doubt.PIPS
        if any(
            spots.quality[k] > LIMITS.like_quality
            and spots.radius[k] > LIMITS.bare_thing * max(picture.shape)
            for k in search.loose
        ):
            yield Doubt.FOREIGN
        return
    for weak in search.weak:
        if _may_be_die(weak, search, spots) or _has_clean_pips(weak, search, spots):
            yield _likeliest_doubt(weak, search, picture)
    if _has_similar_spot(search, spots) or _has_cluster(search, spots) or _has_single_spot(search, spots):
        yield Doubt.PIPS
    if any(_is_side_on(die, search, spots) for die in search.dice):
        yield Doubt.COCKED
    if not board and (_has_blob(search, spots) or _has_lookalike(search, spots, picture)):
        yield Doubt.FOREIGN


def _pips_of_dice(search: Search, spots: Spots) -> Spots:
    """Return the pips of all dice found."""
    return spots.take(np.concatenate([die.pips for die in search.dice]))


def _may_be_die(weak: FoundDie, search: Search, spots: Spots) -> bool:
    """Whether an uncertain die could be one beside those found."""
    edges = [die.edge for die in search.dice]
    strong = float(np.median(spots.depth[weak.pips])) > LIMITS.rival_depth * float(
        np.median(_pips_of_dice(search, spots).depth)
    )
    likely = weak.score > (DIE.doubted if len(weak.pips) > 1 else LIMITS.rival_one)
    return min(edges) / LIMITS.beside < weak.edge < max(edges) * LIMITS.beside and likely and strong


def _has_clean_pips(weak: FoundDie, search: Search, spots: Spots) -> bool:
    """Whether its pips are cleanly in a line or a square, whatever surrounds them."""
    pips, its = _pips_of_dice(search, spots), spots.take(weak.pips)
    worst, mean = LIMITS.clean_quality
    round_pips = its.quality.min() > worst and its.quality.mean() > mean
    size = LIMITS.clean_size
    fits = pips.radius.min() / size < its.radius.mean() < pips.radius.max() * size
    deep = its.depth.min() > LIMITS.clean_depth * float(np.median(pips.depth))
    in_place = weak.face.error < LIMITS.clean_error and weak.stain < LIMITS.clean_stain
    if len(its) < 3 or not (round_pips and fits and deep and in_place):
        return False
    loose = spots.take(np.array(search.loose, dtype=np.intp))
    return not _is_crowded(loose, weak.face.centre, float(its.radius.mean()))


def _likeliest_doubt(weak: FoundDie, search: Search, picture: Picture) -> Doubt:
    """Return the likeliest reason why a die is not sure."""
    x, y = weak.face.centre
    height, width = picture.shape[:2]
    if min(x, y, width - x, height - y) < LIMITS.cut * weak.edge:
        return Doubt.CUT
    if any(
        np.hypot(*(die.face.centre - weak.face.centre)) < LIMITS.touching * weak.edge for die in search.dice
    ):
        return Doubt.TOUCHING
    return Doubt.PIPS


def _has_similar_spot(search: Search, spots: Spots) -> bool:
    """Whether a spot on no die looks like the pips of the dice found, on a similar body."""
    pips, loose = _pips_of_dice(search, spots), spots.take(np.array(search.loose, dtype=np.intp))
    if not len(loose):
        return False
    deep = float(np.median(pips.depth))
    size = LIMITS.kin_size
    like = (loose.radius > pips.radius.min() / size) & (loose.radius < pips.radius.max() * size)
    like &= (loose.quality > LIMITS.kin_quality) & (loose.depth > LIMITS.kin_depth * deep)
    body = np.abs(loose.body[:, None] - pips.body[None]).max(axis=2).min(axis=1)
    return bool(np.any(like & (body < LIMITS.kin_body * deep)))


def _has_cluster(search: Search, spots: Spots) -> bool:
    """Whether two to nine clean, equal spots form an isolated cluster: a missed die."""
    pips, loose = _pips_of_dice(search, spots), spots.take(np.array(search.loose, dtype=np.intp))
    low, high = pips.radius.min() / LIMITS.cluster_size, pips.radius.max() * LIMITS.cluster_size
    fairly, cleanly = LIMITS.cluster_quality
    fair = (loose.quality > fairly) & (loose.radius > low) & (loose.radius < high)
    fair &= slimness(loose) > LIMITS.cluster_slim
    fair &= loose.depth > LIMITS.cluster_depth * float(np.median(pips.depth))
    clean = fair & (loose.quality > cleanly)
    for k in np.flatnonzero(fair):
        apart = np.hypot(*(loose.xy - loose.xy[k]).T) / loose.radius[k]
        size, depth = loose.radius / loose.radius[k], loose.depth / loose.depth[k]
        same = (loose.light == loose.light[k]) & _is_within(size, LIMITS.cluster_alike)
        same &= _is_within(depth, LIMITS.cluster_deep)
        if _is_crowded(loose, loose.xy[k], float(loose.radius[k])):
            continue
        beside = same & _is_within(apart, LIMITS.cluster_apart)
        if np.any(beside & clean & clean[k]) or np.count_nonzero(beside & fair) >= 2:
            return True
    return False


def _has_single_spot(search: Search, spots: Spots) -> bool:
    """Whether a perfect spot of a pip's size is isolated: a missed one."""
    pips, loose = _pips_of_dice(search, spots), spots.take(np.array(search.loose, dtype=np.intp))
    smaller, larger = LIMITS.lonely_size
    low, high = pips.radius.min() / smaller, pips.radius.max() * larger
    perfect = (loose.quality > LIMITS.lonely_quality) & (loose.radius > low) & (loose.radius < high)
    perfect &= slimness(loose) > LIMITS.lonely_slim
    perfect &= loose.depth > LIMITS.lonely_depth * float(np.median(pips.depth))
    for k in np.flatnonzero(perfect):
        if _count_similar_near(loose, loose.xy[k], float(loose.radius[k])) <= LIMITS.lonely_most:
            return True
    return False


def _is_crowded(loose: Spots, place: Floats, radius: float) -> bool:
    """Whether there are so many spots round a place that they are a pattern: cloth, print, grain."""
    return _count_similar_near(loose, place, radius) > LIMITS.crowd


def _count_similar_near(loose: Spots, place: Floats, radius: float) -> int:
    """Return the number of spots of about that size near a place."""
    like = (loose.radius > radius / LIMITS.like) & (loose.radius < LIMITS.like * radius)
    like &= loose.quality > LIMITS.like_quality
    return int(np.count_nonzero(like & (np.hypot(*(loose.xy - place).T) < LIMITS.nearby * radius)))


def _is_within(values: Floats, least_and_most: tuple[float, float]) -> npt.NDArray[np.bool_]:
    least, most = least_and_most
    return np.asarray((values > least) & (values < most), np.bool_)


def _has_blob(search: Search, spots: Spots) -> bool:
    """Whether a light patch as large as a die was not read, or a dark one with pips: a shadow has none."""
    edges = [die.edge for die in search.dice]
    loose = spots.take(np.array(search.loose, dtype=np.intp))
    small, large = LIMITS.blob
    patches = (loose.radius > small * min(edges)) & (loose.radius < large * max(edges))
    patches &= (loose.quality > LIMITS.blob_quality) & (slimness(loose) > LIMITS.blob_slim)
    return any(loose.light[k] or _has_pips(loose, int(k)) for k in np.flatnonzero(patches))


def _has_pips(loose: Spots, patch: int) -> bool:
    """Whether a patch has pips."""
    inner = np.hypot(*(loose.xy - loose.xy[patch]).T) < LIMITS.spot_inside * loose.radius[patch]
    inner &= (loose.light != loose.light[patch]) & (loose.radius < LIMITS.spot_size * loose.radius[patch])
    return bool(np.any(inner & (loose.depth > LIMITS.spot_depth * loose.depth[patch])))


def _is_side_on(die: FoundDie, search: Search, spots: Spots) -> bool:
    """Whether another face of this die is seen so squarely that either could be the top."""
    pips = spots.take(die.pips)
    centres = np.array([other.face.centre for other in search.dice if other is not die]).reshape(-1, 2)
    apart = np.hypot(*(spots.xy - die.face.centre).T)
    near = _is_within(apart / die.edge, LIMITS.side) & (spots.light == pips.light[0])
    smaller, larger = LIMITS.side_size
    near &= (spots.quality > LIMITS.side_quality) & (spots.depth > LIMITS.side_depth * np.median(pips.depth))
    near &= (spots.radius > smaller * pips.radius.min()) & (spots.radius < larger * pips.radius.max())
    near &= (slimness(spots) > LIMITS.steep) & (spots.radius > LIMITS.side_radius)
    for centre in centres:
        near &= np.hypot(*(spots.xy - centre).T) > apart
    return bool(near.any())


def _has_lookalike(search: Search, spots: Spots, picture: Picture) -> bool:
    """Whether a patch with the size and colour of a die found was not read."""
    edge = float(np.median([die.edge for die in search.dice]))
    scale = min(1.0, LIMITS.coarse / edge)
    small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    channels = [channel.astype(np.float64) for channel in cv2.split(small)]
    levels, depths = LIMITS.body_off
    for body, depth in _body_colours(search, spots):
        near = max(levels, depths * depth)
        inside = [np.abs(channel - level) < near for channel, level in zip(channels, body, strict=True)]
        mask = np.logical_and.reduce(inside).astype(np.uint8)
        for die in search.dice:
            cv2.fillConvexPoly(mask, np.rint(die.corners(LIMITS.outline) * scale).astype(np.int32), 0)
        contours, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
        if any(_is_die_like(contour, search, scale, edge, small.shape) for contour in contours):
            return True
    return False


def _body_colours(search: Search, spots: Spots) -> list[tuple[Floats, float]]:
    """Return the body colours of the dice found, and the depth of their pips, merging equal ones."""
    colours: list[tuple[Floats, float]] = []
    for die in search.dice:
        body, depth = np.median(spots.body[die.pips], axis=0), float(np.median(spots.depth[die.pips]))
        if all(np.abs(body - other).max() > LIMITS.body_alike * depth for other, _ in colours):
            colours.append((body, depth))
    return colours


def _is_die_like(
    contour: np.ndarray, search: Search, scale: float, edge: float, shape: tuple[int, ...]
) -> bool:
    """Whether a patch has the size and outline of a die, and no die was found on it."""
    hull = cv2.convexHull(contour)
    area = cv2.contourArea(hull) / (scale * edge) ** 2
    (x, y), (w, h), _ = cv2.minAreaRect(contour)
    if (
        not LIMITS.patch_area[0] < area < LIMITS.patch_area[1]
        or max(w, h) > LIMITS.patch_long * min(w, h)
        or cv2.contourArea(contour) < LIMITS.patch_full * cv2.contourArea(hull)
    ):
        return False
    from_frame = min(x, y, shape[1] - x, shape[0] - y)
    if cv2.contourArea(hull) < LIMITS.patch_full * w * h or from_frame < LIMITS.patch_frame * scale * edge:
        return False
    return all(
        np.hypot(*(die.face.centre * scale - (x, y))) > LIMITS.one_place * scale * edge for die in search.dice
    )
