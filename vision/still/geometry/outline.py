"""Finds the outline of a die around its face: how far the uniform body extends along rays from the centre.

Everything is measured on the face's own lattice (`frame`), without the slant of the view, so that a die is a square for any
camera. A body that does not end is the table; a body whose rays end on a square is a die.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

import cv2
import numpy as np

if TYPE_CHECKING:
    import numpy.typing as npt

    from vision.still.geometry.pips import Floats, Spots
    from vision.types import Picture


@dataclass(frozen=True, slots=True, kw_only=True)
class OutlineLimits:
    """The limits of a die's outline. Set by hand; `benchmarks/eye/photographs.py` shows the effect of a change."""

    rays: int = 48
    """One each 7.5 degrees: twelve end on each side of a square, so a few may miss it."""
    samples: int = 44
    """On each ray."""
    tolerances: tuple[float, ...] = (0.08, 0.13, 0.19, 0.27, 0.38, 0.52)
    """Shares of the pips' contrast: how far a colour may be from the body's before a ray ends, each tried."""
    changes: tuple[float, ...] = (0.06, 0.1, 0.16, 0.25, 0.4)
    """Shares of the pips' contrast, between samples four apart: how sharply it may change, each tried."""
    noise: float = 7.0
    """Grey levels: nothing smaller ends a body."""
    ragged: tuple[float, float] = (0.06, 0.2)
    """Mean distance of ray ends from the square, as a share of its half side: full score, and none."""
    whole: tuple[float, float] = (-0.94, -0.55)
    """1 less the share of the rays that end: the same."""
    square: tuple[float, float] = (-0.85, -0.5)
    """1 less the ratio of the sides: the same."""
    lost: float = 0.8
    """The share of the score that an incomplete, or not square, outline loses."""
    steadiness: float = 0.25
    """The share that depends on the next tolerance ending at the same place."""
    steady: tuple[float, float] = (1.2, 6.0)
    """The value of that if it ends at the same place, and its loss per relative growth of the outline."""
    taken: float = 1.7
    """Steps from the middle of a die found before, within which every ray ends."""
    on_pip: float = 1.5
    """Radii round a pip that do not end a body."""
    odd: tuple[float, float] = (0.4, 2.2)
    """Shares of the median within which a ray's end counts."""


LIMITS: Final = OutlineLimits()


TURNS: Final = np.deg2rad(np.arange(0, 90, 3.0))
AXES: Final = np.array([[[np.cos(t), np.sin(t)], [-np.sin(t), np.cos(t)]] for t in TURNS])
STRAIGHT: Final = np.concatenate([AXES[:9], AXES[-8:]])  # within 24 degrees of the lattice
_TURN: Final = np.linspace(0, 2 * np.pi, LIMITS.rays, endpoint=False)
_RAYS: Final = np.stack([np.cos(_TURN), np.sin(_TURN)], axis=1)
_FAR: Final = np.linspace(0, 1, LIMITS.samples + 1)[1:]
_STEPS: Final = _RAYS[:, None] * _FAR[None, :, None]  # (rays, samples, 2) for a reach of one


@dataclass(frozen=True, slots=True, kw_only=True)
class Outline:
    """The nearly square outline of the body, in lattice steps around the centre of the face."""

    offset: Floats  # (2,) of its middle from the face's centre
    half: Floats  # (2,) half its sides
    angle: float  # of its sides to the lattice, degrees, -45..45
    ragged: float  # mean distance of ray ends from the square, as a share of its half side
    share: float  # of the rays that end at all
    steady: float  # 0..1: the next tolerance ends at the same place

    @property
    def edge(self) -> float:
        """Return the mean length of the outline's sides in steps."""
        return float(self.half[0]) + float(self.half[1])

    @property
    def aspect(self) -> float:
        """Return the ratio of the shorter to the longer side."""
        a, b = float(self.half[0]), float(self.half[1])
        return min(a, b) / max(a, b)

    @property
    def score(self) -> float:
        """Return how much the outline resembles a die's, 0..1."""
        straight = fall_linearly(self.ragged, *LIMITS.ragged)
        whole = 1 - LIMITS.lost * (1 - fall_linearly(-self.share, *LIMITS.whole))
        square = 1 - LIMITS.lost * (1 - fall_linearly(-self.aspect, *LIMITS.square))
        return straight * whole * square * (1 - LIMITS.steadiness + LIMITS.steadiness * self.steady)


def fall_linearly(value: float, good: float, bad: float) -> float:
    """Return 1 up to `good` and 0 from `bad` on, with linear interpolation between them."""
    return float(min(1.0, max(0.0, (bad - value) / (bad - good))))


class Levels:
    """A picture and its halved copies, sampled at the needed resolution."""

    def __init__(self, picture: Picture) -> None:
        self._levels = [picture]
        while min(self._levels[-1].shape[:2]) >= 32:
            half = (self._levels[-1].shape[1] // 2, self._levels[-1].shape[0] // 2)
            self._levels.append(
                np.asarray(cv2.resize(self._levels[-1], half, interpolation=cv2.INTER_AREA), np.uint8)
            )
        self.size = (picture.shape[1], picture.shape[0])

    def sample(self, points: Floats, spacing: float) -> Floats:
        """Return the colours (..., 3), BGR, at points (..., 2), which are about `spacing` pixels apart."""
        k = int(np.clip(np.floor(np.log2(max(spacing, 1e-3))), 0, len(self._levels) - 1))
        there = (points + 0.5) / 2**k - 0.5
        level = self._levels[k]
        shape = points.shape[:-1]
        xy = there.reshape(-1, 1, 2).astype(np.float32)
        got = cv2.remap(level, xy[..., 0], xy[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        return np.asarray(got, np.float64).reshape(*shape, 3)


def find_outlines(  # one ray caster for all faces
    levels: Levels,
    spots: Spots,
    pips: npt.NDArray[np.intp],
    centre: Floats,
    frame: Floats,
    reach: float,
    taken: list[tuple[Floats, Floats]],
) -> list[Outline]:
    """Return the outlines around a face with these pips: one for each tolerance and each change at which enough rays end.

    `reach` is how far to search, in steps; `taken` has the (centre, frame) of faces found before, at whose edges every ray ends.
    """
    far = reach * _FAR
    points = (reach * _STEPS) @ frame.T + centre
    spacing = float(np.sqrt(abs(np.linalg.det(frame)))) * reach / LIMITS.samples
    colour = np.median(spots.body[pips], axis=0)
    seen = levels.sample(points, spacing)
    x, y = points[..., 0], points[..., 1]
    for pip in pips:  # pips do not end the body
        (a, b), (_, d) = np.linalg.inv(spots.shape[pip]).tolist()
        dx, dy = x - spots.xy[pip, 0], y - spots.xy[pip, 1]
        seen[(a * dx + 2 * b * dy) * dx + d * dy * dy < LIMITS.on_pip**2] = colour
    apart = _largest_channel(np.abs(seen - colour))
    padded = np.concatenate([seen[:, :1], seen[:, :1], seen, seen[:, -1:], seen[:, -1:]], axis=1)
    step = _largest_channel(np.abs(padded[:, 4:] - padded[:, :-4]))
    crest = step >= np.maximum(_roll_rows(step, 1), _roll_rows(step, -1))
    near = crest | _roll_rows(crest, -1)  # a crest and the sample before: two in a row end a ray
    change = np.asarray(np.where(near, step, 0.0), np.float64)
    for other, its in taken:
        there = (points - other) @ np.linalg.inv(its).T
        inside = np.maximum(np.abs(there[..., 0]), np.abs(there[..., 1])) < LIMITS.taken
        apart[inside] = change[inside] = 255.0
    beyond = (x < 0) | (x > levels.size[0] - 1) | (y < 0) | (y > levels.size[1] - 1)
    depth = float(np.median(spots.depth[pips]))
    limits = np.maximum(np.array(LIMITS.tolerances) * depth, LIMITS.noise)
    steps_at = np.maximum(np.array(LIMITS.changes) * depth, LIMITS.noise)
    ends = [*_ray_ends(apart, beyond, far, limits), *_ray_ends(change, beyond, far, steps_at)]
    found = _fit_squares(np.stack(ends), AXES if len(pips) == 1 else STRAIGHT)
    return _with_steadiness_of_all(found[: len(limits)]) + _with_steadiness_of_all(found[len(limits) :])


def _largest_channel(colours: Floats) -> Floats:
    """Return the largest of three channels (..., 3), because numpy is slow along an axis of three."""
    return np.maximum(np.maximum(colours[..., 0], colours[..., 1]), colours[..., 2])


def _roll_rows(rows: npt.NDArray[Any], by: int) -> npt.NDArray[Any]:
    """Roll each row by `by` places; five times as fast as np.roll."""
    return np.concatenate([rows[:, -by:], rows[:, :-by]], axis=1)


def _with_steadiness_of_all(found: list[Outline | None]) -> list[Outline]:
    """Return the outlines, each with a measure of how little it grows at the next tolerance."""
    worth, loss = LIMITS.steady
    steadied = []
    for this, after in zip(found, [*found[1:], found[-1]], strict=True):
        if this is not None:
            growth = after.edge / this.edge - 1 if after is not None else 1.0
            steadied.append(replace(this, steady=min(1.0, max(0.0, worth - loss * abs(growth)))))
    return steadied


def _ray_ends(apart: Floats, beyond: npt.NDArray[np.bool_], far: Floats, limits: Floats) -> Floats:
    """Return how far each ray stays on the body at each limit, nan if it never leaves the body: shape (limits, rays)."""
    out = apart > limits[:, None, None]
    out[..., :-1] &= out[..., 1:] | beyond[:, 1:]  # one odd sample is a speck
    out &= ~beyond
    first = np.argmax(out, axis=2)
    ends = far[first] - 0.5 * (far[1] - far[0])
    left = np.argmax(beyond, axis=1)
    ends[~out.any(axis=2) | (beyond.any(axis=1) & (left < first))] = np.nan
    return np.asarray(ends, np.float64)


def _fit_squares(ends: Floats, axes: Floats) -> list[Outline | None]:
    """Fit a rectangle to each row of ray ends (k, LIMITS.rays); None for a row in which too few rays end."""
    found: list[Outline | None] = [None] * len(ends)
    n = np.count_nonzero(~np.isnan(ends), axis=1)
    rows = np.flatnonzero(n >= LIMITS.rays // 2)
    if not len(rows):
        return found
    ordered, k, n = np.sort(ends[rows], axis=1), np.arange(len(rows)), n[rows]  # nans come last
    middle = ((ordered[k, (n - 1) // 2] + ordered[k, n // 2]) / 2)[:, None]  # the median
    least, most = LIMITS.odd
    good = (ends[rows] < most * middle) & (ends[rows] > least * middle)
    n = np.count_nonzero(good, axis=1)
    enough = n >= LIMITS.rays // 2
    rows, good, n = rows[enough], good[enough], n[enough]
    if not len(rows):
        return found
    reach = np.where(good, ends[rows], np.nan)
    x, y = (reach * _RAYS[:, 0])[:, None, None], (reach * _RAYS[:, 1])[:, None, None]
    along = axes[..., :1] * x + axes[..., 1:] * y  # (k, turns, 2, rays): on the axes of each turn
    ordered = np.sort(along, axis=3)  # the rays that do not end come last
    tail = np.maximum(2, n // 6) // 2
    k = np.arange(len(rows))
    low, high = ordered[k, :, :, tail], ordered[k, :, :, n - 1 - tail]  # (k, turns, 2)
    to_side = np.minimum(np.abs(along - low[..., None]), np.abs(along - high[..., None]))
    nearest = np.minimum(to_side[:, :, 0], to_side[:, :, 1])
    nearest[np.isnan(nearest)] = 0.0
    wide = (high[..., 0] - low[..., 0] + high[..., 1] - low[..., 1]) / 2
    cost = nearest.sum(axis=2) / n[:, None] / np.maximum(wide / 2, 1e-6)
    best = np.argmin(cost, axis=1)
    low, high, turned = low[k, best], high[k, best], axes[best]
    sides, offsets = high - low, ((low + high)[:, None] @ turned)[:, 0] / 2
    angles = (np.degrees(np.arctan2(turned[:, 0, 1], turned[:, 0, 0])) + 45) % 90 - 45
    ragged, shares = cost[k, best].tolist(), (n / LIMITS.rays).tolist()
    for i in np.flatnonzero(sides.min(axis=1) > 0).tolist():
        angle = float(angles[i])
        found[rows[i]] = Outline(
            offset=offsets[i], half=sides[i] / 2, angle=angle, ragged=ragged[i], share=shares[i], steady=0.0
        )
    return found
