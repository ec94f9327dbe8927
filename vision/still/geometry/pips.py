"""Finds round spots that could be pips: dark or light, of any size, cut at half of their own contrast.

No constant here is in pixels of the picture: spots are searched for in a pyramid, at each level between
`LIMITS.smallest` and `LIMITS.largest` pixels wide, and judged by measures that do not depend on scale.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Final, TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vision.types import Picture

Floats: TypeAlias = npt.NDArray[np.float64]
Grey: TypeAlias = npt.NDArray[np.uint8]


@dataclass(frozen=True, slots=True, kw_only=True)
class PipLimits:
    """The limits of a round spot. Set by hand; `benchmarks/eye/photographs.py` shows the effect of a change."""

    smallest: float = 3.0
    """Diameter at a level, in its pixels; below, a disc and a crumb look the same."""
    largest: float = 8.5
    """The same; above, the next level shows it as well: more than twice the smallest."""
    window: int = 11
    """Pixels: a closing fills everything narrower."""
    faintest: float = 14.0
    """Grey levels between a pip and its face; less is noise."""
    most: int = 400
    """The most spots kept, best first: a picture with more is texture."""
    long: float = 2.2
    """Diameters that a spot is long at most, and `narrow` wide at least: a round pip seen from a slope of 60 degrees."""
    narrow: float = 0.45
    box_fill: float = 0.42
    """Share of its box that it fills at least."""
    slim: float = 0.33
    """Its shorter axis over the longer, at least."""
    full: tuple[float, float] = (0.7, 0.9)
    """Share of its ellipse that it fills: worthless at the first, of full value at the second."""
    inside: float = 0.45
    """The radius at which a spot's own colour is sampled, in its radii."""
    ring: float = 1.45
    """The radius of its surroundings."""
    spokes: int = 20
    """Places on a ring that are compared: at the largest diameter they are a pixel and a half apart."""
    risen: float = 0.55
    """Share of its depth by which the surroundings must differ on a spoke for it to be closed there."""
    closed: tuple[float, float] = (0.6, 0.75)
    """Share of the spokes: worthless at the first, kept from the second on."""
    uneven: tuple[float, float] = (1.2, 2.2)
    """Value of even surroundings, and its loss when they are as uneven as the spot is deep."""
    deep: float = 3.0
    """Times the faintest, above which depth has full value; `shallow` is its least value."""
    shallow: float = 0.3
    worth: float = 0.05
    """Quality below which a spot is dropped."""
    doubled: float = 0.9
    """Radii between two spots that are one, found at two levels."""


LIMITS: Final = PipLimits()


@dataclass(frozen=True, slots=True, kw_only=True)
class Spots:
    """Round spots, one in each row; places and sizes are in pixels of the picture in which they were found.

    `shape` is the 2x2 covariance-like matrix of the ellipse: a point p of its rim satisfies (p-c)^T shape^-1 (p-c) = 1. `depth`
    is the contrast to the surroundings in grey levels, `light` is true for light spots on dark, `body` is the surrounding colour
    (BGR), and `quality` is 0..1.
    """

    xy: Floats  # (n, 2)
    shape: Floats  # (n, 2, 2)
    radius: Floats  # (n,) of the circle of the same area
    depth: Floats  # (n,)
    light: npt.NDArray[np.bool_]  # (n,)
    body: Floats  # (n, 3)
    quality: Floats  # (n,)

    def __len__(self) -> int:
        """Return the number of spots."""
        return len(self.radius)

    def take(self, index: npt.NDArray[np.intp] | npt.NDArray[np.bool_]) -> Spots:
        """Return the spots at these indices."""
        return Spots(**{column.name: getattr(self, column.name)[index] for column in fields(self)})


def find_spots(picture: Picture, *, smallest: float = 0.0, largest: float = 1e9) -> Spots:
    """Return the possible pips with a diameter between `smallest` and `largest` pixels, at most `LIMITS.most`, best first.

    A spot that is found at two levels is kept once.
    """
    found: list[Spots] = []
    for level, scale in _pyramid(picture, smallest, largest):
        grey = np.asarray(cv2.cvtColor(level, cv2.COLOR_BGR2GRAY), np.uint8)
        for light in (False, True):
            spots = _spots_at(level, grey, light=light)
            if spots is not None:
                found.append(
                    replace(
                        spots,
                        xy=(spots.xy + 0.5) * scale - 0.5,
                        shape=spots.shape * scale**2,
                        radius=spots.radius * scale,
                    )
                )
    if not found:
        none = np.zeros(0)
        return Spots(
            xy=np.zeros((0, 2)),
            shape=np.zeros((0, 2, 2)),
            radius=none,
            depth=none,
            light=np.zeros(0, dtype=np.bool_),
            body=np.zeros((0, 3)),
            quality=none,
        )
    spots = Spots(
        **{column.name: np.concatenate([getattr(s, column.name) for s in found]) for column in fields(Spots)}
    )
    across = 2 * spots.radius
    spots = spots.take((across >= smallest) & (across <= largest))
    spots = _keep_strongest(spots, 3 * LIMITS.most)
    return _keep_strongest(
        _without_doubles(spots.take(np.argsort(-spots.quality, kind="stable"))), LIMITS.most
    )


def _keep_strongest(spots: Spots, most: int) -> Spots:
    """Keep at most `most` spots, in their order, preferring round, deep and large spots to grain."""
    strength = spots.quality * np.sqrt(spots.depth * spots.radius)
    return spots.take(np.sort(np.argsort(-strength, kind="stable")[:most]))


def slimness(shape: Floats) -> Floats:
    """Return the ratio of the shorter to the longer axis of each spot (n,), from its `Spots.shape`: 1 for a disc, 0 for a line."""
    a, b, d = shape[:, 0, 0], shape[:, 0, 1], shape[:, 1, 1]
    middle, apart = (a + d) / 2, np.hypot((a - d) / 2, b)
    low, high = np.maximum(middle - apart, 0), np.maximum(middle + apart, 1e-9)
    return np.asarray(np.sqrt(low / high), np.float64)


def _pyramid(picture: Picture, smallest: float, largest: float) -> Iterator[tuple[Picture, float]]:
    """Yield the picture at the scales for spots of these sizes, each with the picture's pixels per pixel of the copy."""
    scale = 1.0
    level = picture
    while min(level.shape[:2]) >= 3 * LIMITS.smallest:
        if scale * LIMITS.largest >= smallest and scale * LIMITS.smallest <= largest:
            yield level, scale
        half = (max(1, level.shape[1] // 2), max(1, level.shape[0] // 2))
        level = np.asarray(cv2.resize(level, half, interpolation=cv2.INTER_AREA), dtype=np.uint8)
        scale *= 2.0


def _spots_at(level: Picture, grey: Grey, *, light: bool) -> Spots | None:
    """Find the light or the dark spots of one pyramid level, in pixels of that level."""
    window = np.ones((LIMITS.window, LIMITS.window), np.uint8)
    operation = cv2.MORPH_TOPHAT if light else cv2.MORPH_BLACKHAT
    relief = np.asarray(cv2.morphologyEx(grey, operation, window), np.uint8)
    peak = cv2.dilate(relief, np.ones((5, 5), np.uint8))
    half = np.maximum(cv2.convertScaleAbs(peak, alpha=0.5), np.uint8(LIMITS.faintest / 2))
    mask = (relief > half).astype(np.uint8)
    _, labels, stats, centres = (
        np.asarray(found) for found in cv2.connectedComponentsWithStats(mask, connectivity=4)
    )
    x, y, w, h, area = (stats[:, k].astype(float) for k in range(5))
    across = np.sqrt(area * 4 / np.pi)
    fill = area / (w * h)
    fits = (
        (across >= LIMITS.smallest)
        & (across <= LIMITS.largest)
        & (np.maximum(w, h) <= LIMITS.long * across)
        & (fill > LIMITS.box_fill)
    )
    fits &= (
        (np.minimum(w, h) >= LIMITS.narrow * across)
        & (x > 0)
        & (y > 0)
        & (x + w < grey.shape[1])
        & (y + h < grey.shape[0])
    )
    fits[0] = False
    kept = np.flatnonzero(fits)
    if not len(kept):
        return None
    moments = _moments(labels, centres, stats, kept)
    return _judge_spots(level, grey, centres[kept], moments, light=light)


def _moments(
    labels: npt.NDArray[np.int32], centres: Floats, stats: npt.NDArray[np.int32], kept: npt.NDArray[np.intp]
) -> Floats:
    """Return xx, xy, yy of the ellipse that has the second moments of each kept component, and the component's area."""
    number = np.full(len(stats), -1, np.int32)
    number[kept] = np.arange(len(kept), dtype=np.int32)
    mine = number[labels.ravel()]
    at = np.flatnonzero(mine >= 0)
    its = mine[at]
    y, x = np.divmod(at, labels.shape[1])
    dx, dy = x - centres[kept, 0][its], y - centres[kept, 1][its]
    area = np.maximum(stats[kept, cv2.CC_STAT_AREA], 1).astype(float)

    def mean(weights: Floats) -> Floats:
        return np.asarray(np.bincount(its, weights=weights, minlength=len(area)) / area, np.float64)

    # 4 cov is the squared half axes; 1/12 is the variance of one pixel
    return np.stack(
        [4 * (mean(dx * dx) + 1 / 12), 4 * mean(dx * dy), 4 * (mean(dy * dy) + 1 / 12), area], axis=1
    )


def _judge_spots(level: Picture, grey: Grey, xy: Floats, moments: Floats, *, light: bool) -> Spots | None:
    """Keep the spots that are filled ellipses inside a uniform ring, and rate their quality."""
    xx, across, yy, area = moments.T
    full = area / (np.pi * np.sqrt(np.maximum(xx * yy - across * across, 1e-6)))
    shape = moments[:, [0, 1, 1, 2]].reshape(-1, 2, 2)
    no_worth, all_worth = LIMITS.full
    # All others would have no quality, and most of them are texture.
    plausible = (slimness(shape) > LIMITS.slim) & (full > no_worth)
    xy, shape, area, full = xy[plausible], shape[plausible], area[plausible], full[plausible]
    if not len(xy):
        return None
    values, vectors = np.linalg.eigh(shape)
    root = vectors * np.sqrt(np.maximum(values, 1e-6))[:, None, :] @ vectors.transpose(0, 2, 1)
    inside = _sample_ring(grey, xy, root, LIMITS.inside).mean(axis=1)
    ring = _sample_ring(grey, xy, root, LIMITS.ring)
    middle = _median(ring)
    sign = -1.0 if light else 1.0
    depth = sign * (middle - inside)
    rise = sign * (ring - inside[:, None])
    closed = np.mean(rise > LIMITS.risen * depth[:, None], axis=1)
    uneven = np.mean(np.abs(ring - middle[:, None]), axis=1) / np.maximum(depth, 1)
    none, least = LIMITS.closed
    even, loss = LIMITS.uneven
    quality = np.clip((closed - none) / (1 - none), 0, 1) * np.clip(even - loss * uneven, 0, 1)
    quality *= np.clip((full - no_worth) / (all_worth - no_worth), 0, 1)
    quality *= np.clip(depth / (LIMITS.deep * LIMITS.faintest), LIMITS.shallow, 1)
    good = np.flatnonzero((depth >= LIMITS.faintest) & (closed >= least) & (quality > LIMITS.worth))
    if not len(good):
        return None
    body = _median(_sample_ring(level, xy[good], root[good], LIMITS.ring))
    return Spots(
        xy=xy[good],
        shape=shape[good],
        radius=np.sqrt(area[good] / np.pi),
        depth=depth[good],
        light=np.full(len(good), light),
        body=body,
        quality=quality[good],
    )


def _median(samples: Floats) -> Floats:
    """Return the median over the spokes (n, LIMITS.spokes[, 3]); three times as fast as np.median."""
    ordered = np.sort(samples, axis=1)
    return np.asarray((ordered[:, LIMITS.spokes // 2 - 1] + ordered[:, LIMITS.spokes // 2]) / 2, np.float64)


def _sample_ring(image: npt.NDArray[np.uint8], xy: Floats, root: Floats, reach: float) -> Floats:
    """Sample the image on the ellipse of each spot, enlarged by `reach`: (n, LIMITS.spokes[, 3])."""
    turn = np.linspace(0, 2 * np.pi, LIMITS.spokes, endpoint=False)
    circle = np.stack([np.cos(turn), np.sin(turn)])  # (2, k)
    grown = reach * root + (0.5 * (reach > 1)) * np.eye(2)  # half a pixel of blur outside
    points = xy[:, :, None] + grown @ circle
    x = np.clip(np.rint(points[:, 0]).astype(int), 0, image.shape[1] - 1)
    y = np.clip(np.rint(points[:, 1]).astype(int), 0, image.shape[0] - 1)
    return np.asarray(image[y, x], dtype=np.float64)


def _without_doubles(spots: Spots) -> Spots:
    """Drop the worse of two overlapping spots of the same kind."""
    x, y = spots.xy.T
    dx, dy = x[:, None] - x, y[:, None] - y
    same = dx * dx + dy * dy < np.square(LIMITS.doubled * np.maximum(spots.radius[:, None], spots.radius))
    same &= spots.light[:, None] == spots.light
    same = np.triu(same, 1)
    kept = np.ones(len(spots), dtype=np.bool_)
    for i in np.flatnonzero(same.any(axis=1)):
        if kept[i]:
            kept &= ~same[i]
    return spots.take(kept)
