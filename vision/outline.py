"""The outline of a die round its face: how far the even body reaches on rays from the centre.

Everything is measured on the face's own lattice (`frame`), with the slant of the view taken out, so that a
die is a square of some size whatever the camera. A body that runs on and on is a table; a body whose rays end
on a square is a die.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

if TYPE_CHECKING:
    import numpy.typing as npt

    from vision.pips import Floats, Spots
    from vision.sightings import Picture

RAYS: Final = 48
SAMPLES: Final = 44
TOLERANCES: Final = (0.08, 0.13, 0.19, 0.27, 0.38, 0.52)  # of the pips' contrast
CHANGES: Final = (0.06, 0.1, 0.16, 0.25, 0.4)  # of the pips' contrast, between samples four apart
NOISE: Final = 7.0  # grey levels: nothing smaller ends a body
TURNS: Final = np.deg2rad(np.arange(0, 90, 3.0))
AXES: Final = np.array([[[np.cos(t), np.sin(t)], [-np.sin(t), np.cos(t)]] for t in TURNS])
STRAIGHT: Final = np.concatenate([AXES[:9], AXES[-8:]])  # within 24 degrees of the lattice


@dataclass(frozen=True, slots=True, kw_only=True)
class Outline:
    """A square-like end of the body, in lattice steps round the face's centre."""

    offset: Floats  # (2,) of its middle from the face's centre
    half: Floats  # (2,) half its sides
    angle: float  # of its sides to the lattice, degrees, -45..45
    ragged: float  # mean distance of ray ends from the square, as a share of its half side
    share: float  # of the rays that end at all
    steady: float  # 0..1: the next tolerance ends at the same place

    @property
    def edge(self) -> float:
        """Return the length of its side in steps."""
        return float(self.half[0] + self.half[1])

    @property
    def aspect(self) -> float:
        """Return the shorter side over the longer."""
        return float(self.half.min() / self.half.max())

    @property
    def score(self) -> float:
        """Say how much it looks like the outline of a die, 0..1."""
        straight = fall(self.ragged, 0.06, 0.2)
        whole = 1 - 0.8 * (1 - fall(-self.share, -0.94, -0.55))
        square = 1 - 0.8 * (1 - fall(-self.aspect, -0.85, -0.5))
        return straight * whole * square * (0.75 + 0.25 * self.steady)


def fall(value: float, good: float, bad: float) -> float:
    """Return 1 up to `good`, 0 from `bad` on, and a straight line between."""
    return float(np.clip((bad - value) / (bad - good), 0.0, 1.0))


class Levels:
    """A picture and its halves, to be sampled at the coarseness that a question needs."""

    def __init__(self, picture: Picture) -> None:
        self._levels = [picture]
        while min(self._levels[-1].shape[:2]) >= 32:
            half = (self._levels[-1].shape[1] // 2, self._levels[-1].shape[0] // 2)
            self._levels.append(
                np.asarray(cv2.resize(self._levels[-1], half, interpolation=cv2.INTER_AREA), np.uint8)
            )
        self.size = (picture.shape[1], picture.shape[0])

    def sample(self, points: Floats, spacing: float) -> Floats:
        """Return the colours at points (..., 2) that lie about `spacing` pixels apart."""
        k = int(np.clip(np.floor(np.log2(max(spacing, 1e-3))), 0, len(self._levels) - 1))
        there = (points + 0.5) / 2**k - 0.5
        level = self._levels[k]
        shape = points.shape[:-1]
        xy = there.reshape(-1, 1, 2).astype(np.float32)
        got = cv2.remap(level, xy[..., 0], xy[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        return np.asarray(got, np.float64).reshape(*shape, 3)


def outlines(  # one ray caster for all faces
    levels: Levels,
    spots: Spots,
    pips: npt.NDArray[np.intp],
    centre: Floats,
    frame: Floats,
    reach: float,
    taken: list[tuple[Floats, Floats]],
) -> list[Outline]:
    """Return the outlines that the tolerances give round a face with these pips.

    `reach` is how far to look, in steps; `taken` are (centre, frame) of faces found before, at whose edges
    every ray ends.
    """
    turn = np.linspace(0, 2 * np.pi, RAYS, endpoint=False)
    far = np.linspace(0, reach, SAMPLES + 1)[1:]
    steps = np.stack([np.cos(turn), np.sin(turn)], axis=1)[:, None] * far[None, :, None]
    points = steps @ frame.T + centre
    spacing = float(np.sqrt(abs(np.linalg.det(frame)))) * reach / SAMPLES
    colour = np.median(spots.body[pips], axis=0)
    seen = levels.sample(points, spacing)
    seen[_on_pips(points, spots, pips)] = colour
    apart = np.abs(seen - colour).max(axis=2)
    change = _change(seen)
    for other, its in taken:
        there = (points - other) @ np.linalg.inv(its).T
        inside = np.abs(there).max(axis=2) < 1.7
        apart[inside] = change[inside] = 255.0
    beyond = np.any((points < 0) | (points > np.array(levels.size) - 1), axis=2)
    depth = float(np.median(spots.depth[pips]))
    limits = np.maximum(np.array(TOLERANCES) * depth, NOISE)
    ends = [_ends(apart, beyond, far, limit) for limit in limits]
    steps_at = np.maximum(np.array(CHANGES) * depth, NOISE)
    ends += [_ends(change, beyond, far, limit) for limit in steps_at]
    found = _squares(np.stack(ends), turn, AXES if len(pips) == 1 else STRAIGHT)
    return _steadied(found[: len(limits)]) + _steadied(found[len(limits) :])


def _change(seen: Floats) -> Floats:
    """Return how sharply the colour changes at each sample along its ray, over a few samples."""
    padded = np.concatenate([seen[:, :1], seen[:, :1], seen, seen[:, -1:], seen[:, -1:]], axis=1)
    step = np.abs(padded[:, 4:] - padded[:, :-4]).max(axis=2)
    crest = step >= np.maximum(np.roll(step, 1, axis=1), np.roll(step, -1, axis=1))
    near = crest | np.roll(crest, -1, axis=1)  # a crest and the sample before: two in a row end a ray
    return np.asarray(np.where(near, step, 0.0), np.float64)


def _steadied(found: list[Outline | None]) -> list[Outline]:
    """Return the outlines with how little each grows at the next tolerance."""
    after = [*found[1:], found[-1]]
    return [_with_steadiness(o, nxt) for o, nxt in zip(found, after, strict=True) if o is not None]


def _on_pips(points: Floats, spots: Spots, pips: npt.NDArray[np.intp]) -> npt.NDArray[np.bool_]:
    """Tell which sample points lie on pips of the face, which do not end a body."""
    covered = np.zeros(points.shape[:2], dtype=np.bool_)
    for k in pips:
        away = points - spots.xy[k]
        inverse = np.linalg.inv(spots.shape[k])
        covered |= np.einsum("rsi,ij,rsj->rs", away, inverse, away) < 1.5**2
    return covered


def _ends(apart: Floats, beyond: npt.NDArray[np.bool_], far: Floats, limit: float) -> Floats:
    """Return how far each ray stays on the body: nan where it never leaves it."""
    out = apart > limit
    out[:, :-1] &= out[:, 1:] | beyond[:, 1:]  # one odd sample is a speck
    out &= ~beyond
    first = np.argmax(out, axis=1)
    ends = far[first] - 0.5 * (far[1] - far[0])
    left = np.argmax(beyond, axis=1)
    ends[~out.any(axis=1) | (beyond.any(axis=1) & (left < first))] = np.nan
    return np.asarray(ends, np.float64)


def _squares(ends: Floats, turn: Floats, axes: Floats) -> list[Outline | None]:
    """Fit a rectangle to each row of ray ends (k, RAYS); None where too few rays end."""
    none = np.asarray(np.isnan(ends).all(axis=1), np.bool_)
    middle = np.nanmedian(np.where(none[:, None], 0.0, ends), axis=1)[:, None]
    good = (ends < 2.2 * middle) & (ends > 0.4 * middle)
    count = np.count_nonzero(good, axis=1)
    rows = np.flatnonzero(count >= RAYS // 2)
    found: list[Outline | None] = [None] * len(ends)
    if not len(rows):
        return found
    reach = np.where(good, ends, np.nan)[rows]
    points = np.stack([reach * np.cos(turn), reach * np.sin(turn)], axis=2)
    along = points[:, None] @ axes.transpose(0, 2, 1)[None]  # (k, turns, rays, 2): on the axes of each turn
    ordered = np.sort(along, axis=2)  # the rays that do not end come last
    n = count[rows]
    tail = np.maximum(2, n // 6) // 2
    k = np.arange(len(rows))
    low, high = ordered[k, :, tail], ordered[k, :, n - 1 - tail]  # (k, turns, 2)
    to_side = np.minimum(np.abs(along - low[:, :, None]), np.abs(along - high[:, :, None])).min(axis=3)
    cost = np.nansum(to_side, axis=2) / n[:, None] / np.maximum((high - low).mean(axis=2) / 2, 1e-6)
    best = np.argmin(cost, axis=1)
    for i, (row, t) in enumerate(zip(rows, best, strict=True)):
        if (high - low)[i, t].min() > 0:
            found[row] = Outline(
                offset=axes[t].T @ (low[i, t] + high[i, t]) / 2,
                half=(high[i, t] - low[i, t]) / 2,
                angle=(float(np.degrees(np.arctan2(axes[t, 0, 1], axes[t, 0, 0]))) + 45) % 90 - 45,
                ragged=float(cost[i, t]),
                share=float(n[i]) / RAYS,
                steady=0.0,
            )
    return found


def _with_steadiness(this: Outline, after: Outline | None) -> Outline:
    """Return the outline with how little it grows at the next tolerance."""
    growth = after.edge / this.edge - 1 if after is not None else 1.0
    steady = float(np.clip(1.2 - 6 * abs(growth), 0, 1))
    return Outline(
        offset=this.offset,
        half=this.half,
        angle=this.angle,
        ragged=this.ragged,
        share=this.share,
        steady=steady,
    )
