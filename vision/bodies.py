"""The body of a die round a pip: the even patch that the pip lies in, cut out by several tolerances.

Everything happens in a window scaled so that the pip is `ACROSS` pixels wide: no constant in pixels of the
picture. A body that grows with the tolerance is a table, not a die; a die ends where its edges are.
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

ACROSS: Final = 9.0  # the seed pip's diameter in the window
REACH: Final = 9.5  # half the window, in pip diameters: dice have edges of 2.8 to 7 of them
TOLERANCES: Final = (0.18, 0.26, 0.36, 0.48, 0.62)  # of the pip's contrast


@dataclass(frozen=True, slots=True, kw_only=True)
class Body:
    """An even patch with a die-like outline, in pixels of the picture."""

    outline: Floats  # (n, 2)
    centre: Floats  # (2,)
    area: float
    sides: tuple[float, float]  # of the narrowest rectangle round it, the longer first
    angle: float  # of that rectangle, degrees
    solid: float  # area over the area of its hull
    square: float  # hull's area over the rectangle's
    steady: float  # 1: the next tolerance cuts out the same patch; 0: it runs away
    cut: bool  # it meets the border of the picture

    @property
    def score(self) -> float:
        """Say how much it looks like one die, 0..1."""
        long, short = self.sides
        return self.solid * self.square * (0.5 + 0.5 * self.steady) * min(1.0, 1.45 * short / long)

    def holds(self, points: Floats) -> npt.NDArray[np.bool_]:
        """Tell for each point whether it lies on the body."""
        shape = self.outline.astype(np.float32).reshape(-1, 1, 2)
        return np.array(
            [cv2.pointPolygonTest(shape, (float(x), float(y)), measureDist=False) >= 0 for x, y in points],
            dtype=np.bool_,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Window:
    """A scaled cut-out of the picture round a pip: window = (picture - corner) * scale."""

    pixels: Picture
    corner: Floats
    scale: float
    inside: npt.NDArray[np.uint8]  # 1 where the window shows the picture


def body_of(picture: Picture, spots: Spots, seed: int) -> Body | None:
    """Cut out the body that the seed pip lies on; None if no tolerance gives a die-like patch."""
    window = _window(picture, spots.xy[seed], ACROSS / (2 * float(spots.radius[seed])))
    colour = (*(float(v) for v in spots.body[seed]), 0.0)
    apart = np.asarray(cv2.absdiff(window.pixels, colour), np.uint8)
    distance = cv2.blur(apart.max(axis=2), (3, 3))
    pips = _pip_mask(window, spots, seed)
    patches = [_patch(window, distance, pips, spots, seed, tolerance) for tolerance in TOLERANCES]
    return _best(patches, window)


def _window(picture: Picture, centre: Floats, scale: float) -> _Window:
    """Cut the window out of the picture, black where it hangs over."""
    size = int(2 * REACH * ACROSS)
    half = size / 2 / scale
    x0, y0 = (int(np.floor(v - half)) for v in centre)
    x1, y1 = (int(np.ceil(v + half)) for v in centre)
    h, w = picture.shape[:2]
    left, top, right, bottom = max(0, x0), max(0, y0), min(w, x1), min(h, y1)
    cut = picture[top:bottom, left:right]
    shape = (max(1, round((right - left) * scale)), max(1, round((bottom - top) * scale)))
    how = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    small = cv2.resize(cut, shape, interpolation=how)
    inside = np.ones(small.shape[:2], np.uint8)
    edges = (1, 1, 1, 1)
    pixels = cv2.copyMakeBorder(small, *edges, cv2.BORDER_REPLICATE)
    inside = cv2.copyMakeBorder(inside, *edges, cv2.BORDER_CONSTANT, value=0)
    if left <= x0 or top <= y0 or right >= x1 or bottom >= y1:
        pass
    corner = np.array([left - 1 / scale, top - 1 / scale])
    return _Window(
        pixels=np.asarray(pixels, np.uint8), corner=corner, scale=scale, inside=np.asarray(inside, np.uint8)
    )


def _pip_mask(window: _Window, spots: Spots, seed: int) -> npt.NDArray[np.uint8]:
    """Mark the pips of the seed's kind in the window, so that they do not cut the body apart."""
    mask = np.zeros(window.pixels.shape[:2], np.uint8)
    near = np.abs(spots.xy - spots.xy[seed]).max(axis=1) < 2 * REACH * spots.radius[seed]
    size = spots.radius / spots.radius[seed]
    for k in np.flatnonzero(near & (spots.light == spots.light[seed]) & (size > 0.5) & (size < 1.8)):
        x, y = (spots.xy[k] - window.corner) * window.scale
        reach = 1.25 * spots.radius[k] * window.scale + 1
        cv2.circle(mask, (round(x), round(y)), round(reach), 1, -1)
    return mask


def _patch(
    window: _Window,
    distance: npt.NDArray[np.uint8],
    pips: npt.NDArray[np.uint8],
    spots: Spots,
    seed: int,
    tolerance: float,
) -> npt.NDArray[np.int32] | None:
    """Return the outline of the patch round the seed at one tolerance, None where there is none."""
    limit = max(6.0, tolerance * float(spots.depth[seed]))
    even = ((distance < limit) & (window.inside > 0)).astype(np.uint8)
    mask = cv2.morphologyEx(even | pips, cv2.MORPH_OPEN, np.ones((5, 5), np.uint8))
    x, y = (spots.xy[seed] - window.corner) * window.scale
    if not (0 <= round(x) < mask.shape[1] and 0 <= round(y) < mask.shape[0]) or not mask[round(y), round(x)]:
        return None
    contours, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    for contour in contours:
        if cv2.pointPolygonTest(contour, (float(x), float(y)), measureDist=False) >= 0:
            return np.asarray(contour, dtype=np.int32)
    return None


def _best(patches: list[npt.NDArray[np.int32] | None], window: _Window) -> Body | None:
    """Choose the tolerance whose patch looks most like a die and grows least."""
    areas = [cv2.contourArea(p) if p is not None else 0.0 for p in patches]
    best: Body | None = None
    for k, patch in enumerate(patches):
        if patch is None or not (2.2 * ACROSS) ** 2 < areas[k] < (1.2 * REACH * ACROSS) ** 2:
            continue
        after = areas[k + 1] if k + 1 < len(areas) else areas[k] * 1.1
        steady = float(np.clip(1.6 - 1.2 * (max(after, 1) / areas[k] - 0.5), 0, 1))
        body = _measured(patch, areas[k], steady, window)
        if body.solid > 0.86 and (best is None or body.score >= best.score):
            best = body
    return best


def _measured(patch: npt.NDArray[np.int32], area: float, steady: float, window: _Window) -> Body:
    """Measure the outline and bring it back to pixels of the picture."""
    hull = cv2.convexHull(patch)
    round_it = cv2.contourArea(hull)
    (cx, cy), (w, h), angle = cv2.minAreaRect(patch)
    h_, w_ = window.inside.shape
    x, y, bw, bh = cv2.boundingRect(patch)
    scale = window.scale
    return Body(
        outline=patch[:, 0] / scale + window.corner,
        centre=np.array([cx, cy]) / scale + window.corner,
        area=area / scale**2,
        sides=(max(w, h) / scale, min(w, h) / scale),
        angle=float(angle),
        solid=area / max(round_it, 1.0),
        square=round_it / max(w * h, 1.0),
        steady=steady,
        cut=x <= 1 or y <= 1 or x + bw >= w_ - 1 or y + bh >= h_ - 1,
    )
