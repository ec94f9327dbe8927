"""Finds which of the six faces of a die a set of pips forms, if any.

A face is a lattice of nine places with corners at (+-1, +-1). From any viewpoint it appears as an affine image of that lattice,
closely enough for a single die. One, two or three pips alone prove too little, so the body of the die decides (see `find_dice`).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import hypot, sqrt
from statistics import median
from typing import TYPE_CHECKING, Final, TypeAlias

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from vision.still.geometry.pips import Floats, Spots

PLACES: Final = np.array([(x, y) for y in (-1, 0, 1) for x in (-1, 0, 1)], dtype=float)
CORNERS: Final = frozenset({0, 2, 6, 8})
VALUES: Final = {
    frozenset({4}): 1,
    frozenset({0, 8}): 2,
    frozenset({0, 4, 8}): 3,
    CORNERS: 4,
    CORNERS | {4}: 5,
    CORNERS | {3, 5}: 6,
    CORNERS | {1, 7}: 6,
}
"""The filled lattice places of each face; the diagonal of 2 and 3 is turned to 0-8."""

INSIDE: Final = 1.5  # a pip within this of the centre, in steps, belongs to the face or spoils it
EDGE: Final = 3.75  # length of the face's edge in lattice steps, for common dice (3.3 to 4.2)


@dataclass(frozen=True, slots=True, kw_only=True)
class FaceLimits:
    """The limits of a face. Set by hand; `benchmarks/eye/photographs.py` shows the effect of a change."""

    near: float = 0.36
    """How far a pip may be from its place, in lattice steps; half a step is as near to the next place."""
    alike: tuple[float, float] = (1.6, 2.5)
    """The largest ratio of size, and of depth, between a face's pips."""
    midpoints: float = 0.8
    """Pip radii between the midpoints of two diagonals of one face."""
    smallest: float = 1.5
    """Radius of a pip in pixels above which its ellipse shows the view's slant, partly, and `clear` fully: below is
    noise."""
    clear: float = 5.5
    slant: tuple[float, float] = (0.2, 5.0)
    """The largest squared stretch of the view."""
    slack: float = 1.45
    """The largest ratio of the two lattice steps, once the slant is undone; `rows` before a six is squared."""
    rows: float = 2.4
    skew: float = 0.34
    """Cosine of the angle between the steps, at most."""
    steps: tuple[float, float] = (1.5, 4.6)
    """A lattice step in pip radii, least and most."""
    six: float = 0.9
    """The least ratio of a six's steps along and across its rows: its columns are closer together."""


LIMITS: Final = FaceLimits()


@dataclass(frozen=True, slots=True, kw_only=True)
class Face:
    """A face formed by pips: `centre` and the columns of `frame` map lattice coordinates to pixels of the picture."""

    value: int
    pips: tuple[int, ...]  # indices of the spots that it explains
    centre: Floats  # (2,)
    frame: Floats  # (2, 2)
    error: float  # root mean square distance of pips from their places, in steps
    threes: int = 0  # the lattice direction in which a six has three pips in a line

    @property
    def edge(self) -> float:
        """Return the edge of the face in pixels: the geometric mean of its two directions."""
        return float(EDGE * np.sqrt(abs(np.linalg.det(self.frame))))

    def steps(self, points: Floats) -> Floats:
        """Return picture points (n, 2) in pixels as lattice coordinates in steps."""
        return np.asarray((points - self.centre) @ np.linalg.inv(self.frame).T, dtype=np.float64)

    def pixels(self, steps: Floats) -> Floats:
        """Return lattice coordinates (n, 2) in steps as picture points in pixels."""
        return np.asarray(steps @ self.frame.T + self.centre, dtype=np.float64)


Pair: TypeAlias = tuple[float, float]
Square: TypeAlias = tuple[Pair, Pair]
"""Two rows of a matrix. Few pips are plain numbers here: numpy's calls would take ten times as long as the sums."""


class _Pips:
    """The pips that may form one face, as plain numbers, and the map that removes the slant of the view."""

    def __init__(self, spots: Spots) -> None:
        self.xy: list[Pair] = [(x, y) for x, y in spots.xy.tolist()]
        self.radius: list[float] = spots.radius.tolist()
        self.depth: list[float] = spots.depth.tolist()
        self.small = median(self.radius)
        self.flat = _slant_correction(spots.shape.tolist(), self.radius, self.small)

    def alike(self, index: Iterable[int]) -> bool:
        """Whether these pips have similar sizes and contrasts."""
        radius, depth = [self.radius[k] for k in index], [self.depth[k] for k in index]
        return max(radius) < LIMITS.alike[0] * min(radius) and max(depth) < LIMITS.alike[1] * min(depth)


def faces_of(spots: Spots, least: int) -> list[Face]:
    """Return the faces that the first of these spots forms with some of the others, best first.

    `least` selects the kind of face: 4 for faces of four to six pips, otherwise faces of exactly this many.
    """
    pips = _Pips(spots)
    match least:
        case 1:
            # On a lattice of common proportions: the pip of a one is often larger than others.
            (a, b), (c, d) = _invert(pips.flat)
            step = 2.0 * pips.radius[0]
            frame = (a * step, b * step), (c * step, d * step)
            face = _read_lattice(pips, pips.xy[0], frame, frozenset({4}))
            found = [] if face is None else [face]
        case 2 | 3:
            found = [face for face in _diagonal_faces(pips) if face.value == least]
        case _:
            found = [face for face in _four_corner_faces(pips) if 0 in face.pips]
    return sorted(found, key=lambda face: (-len(face.pips), face.error))


def _slant_correction(shapes: list[list[list[float]]], radius: list[float], small: float) -> Square:
    """Return the map that makes the pips round on average, which removes the slant of the view but keeps lengths."""
    a = median([shape[0][0] / r**2 for shape, r in zip(shapes, radius, strict=True)])
    b = median([shape[0][1] / r**2 for shape, r in zip(shapes, radius, strict=True)])
    d = median([shape[1][1] / r**2 for shape, r in zip(shapes, radius, strict=True)])
    trust = min(
        1.0, max(0.0, (small - LIMITS.smallest) / (LIMITS.clear - LIMITS.smallest))
    )  # the ellipse of a spot of a few pixels is mostly noise
    middle, apart = (a + d) / 2, hypot((a - d) / 2, b)
    low, high = (
        min(LIMITS.slant[1], max(LIMITS.slant[0], value)) ** (-0.5 * trust)
        for value in (middle - apart, middle + apart)
    )
    # The matrix to a power: each eigenvalue to that power on its own direction.
    share = (high - low) / (2 * apart) if apart > 1e-12 else 0.0
    even = low - share * (middle - apart)
    return (even + share * a, share * b), (share * b, even + share * d)


def _multiply(one: Square, other: Square) -> Square:
    (a, b), (c, d) = one
    (e, f), (g, h) = other
    return (a * e + b * g, a * f + b * h), (c * e + d * g, c * f + d * h)


def _invert(matrix: Square) -> Square:
    (a, b), (c, d) = matrix
    det = a * d - b * c
    return (d / det, -b / det), (-c / det, a / det)


def _four_corner_faces(pips: _Pips) -> Iterator[Face]:
    """Yield the faces with four corner pips, found as two pairs of pips with the same midpoint."""
    n = len(pips.xy)
    if n < 4:
        return
    first, second = np.triu_indices(n, 1)
    xy = np.array(pips.xy)
    x, y = ((xy[first] + xy[second]) / 2).T
    near = np.hypot(x[:, None] - x, y[:, None] - y) < LIMITS.midpoints * pips.small
    for i, j in zip(*(indices.tolist() for indices in np.nonzero(np.triu(near, 1))), strict=True):
        corners = (int(first[i]), int(first[j]), int(second[i]), int(second[j]))
        if len(set(corners)) == 4 and pips.alike(corners):
            face = _on_corners(pips, corners)
            if face is not None:
                yield face


def _on_corners(pips: _Pips, corners: tuple[int, ...]) -> Face | None:
    """Return the face with these four corner pips, listed in order around it; None if there is none."""
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = (pips.xy[k] for k in corners)
    centre = ((ax + bx + cx + dx) / 4, (ay + by + cy + dy) / 4)
    frame = (
        ((bx + cx - ax - dx) / 4, (cx + dx - ax - bx) / 4),
        ((by + cy - ay - dy) / 4, (cy + dy - ay - by) / 4),
    )
    radius = sum(pips.radius[k] for k in corners) / 4
    if not _is_plausible_lattice(_multiply(pips.flat, frame), radius, slack=LIMITS.rows):
        return None
    face = _read_lattice(pips, centre, frame, CORNERS)
    if face is None:
        return None
    if face.value == 6:
        # Make its lattice square: its columns are often closer together than the corners of a four, but never farther apart.
        u, v = _step_lengths(_multiply(pips.flat, frame))
        along, across = (v, u) if face.threes else (u, v)
        if along < LIMITS.six * across:
            return None
        grow = along / across
        (a, b), (c, d) = frame
        frame = ((a * grow, b), (c * grow, d)) if face.threes else ((a, b * grow), (c, d * grow))
        face = replace(face, frame=np.array(frame))
    return face if _is_plausible_lattice(_multiply(pips.flat, frame), radius) else None


def _step_lengths(frame: Square) -> Pair:
    """Return the lengths of the two steps of a lattice."""
    (a, b), (c, d) = frame
    return hypot(a, c), hypot(b, d)


def _is_plausible_lattice(frame: Square, radius: float, slack: float = LIMITS.slack) -> bool:
    """Whether a lattice is nearly square and its steps suit the size of the pips."""
    u, v = _step_lengths(frame)
    if min(u, v) <= 0:
        return False
    (a, b), (c, d) = frame
    skew = abs(a * b + c * d) / (u * v)
    least, most = LIMITS.steps
    return max(u, v) < slack * min(u, v) and skew < LIMITS.skew and least < sqrt(u * v) / radius < most


def _read_lattice(pips: _Pips, centre: Pair, frame: Square, sure: frozenset[int]) -> Face | None:
    """Return the face that the pips on the lattice form; None if they form no face."""
    (a, b), (c, d) = _invert(frame)
    on: list[tuple[int, int]] = []
    off: list[float] = []
    for k, (x, y) in enumerate(pips.xy):
        dx, dy = x - centre[0], y - centre[1]
        u, v = a * dx + b * dy, c * dx + d * dy
        if abs(u) >= INSIDE or abs(v) >= INSIDE:
            continue
        i, j = (u > 0.5) - (u < -0.5), (v > 0.5) - (v < -0.5)
        away = hypot(u - i, v - j)
        if away >= LIMITS.near:
            return None  # a spot between the places spoils the face
        on.append((k, 4 + i + 3 * j))
        off.append(away)
    filled = frozenset(place for _, place in on)
    value = VALUES.get(filled)
    index = tuple(k for k, _ in on)
    if value is None or not sure <= filled or len(on) != len(filled) or not pips.alike(index):
        return None
    return Face(
        value=value,
        pips=index,
        centre=np.array(centre),
        frame=np.array(frame),
        error=sqrt(sum(distance * distance for distance in off) / len(off)),
        threes=int(3 in filled),
    )


def _diagonal_faces(pips: _Pips) -> Iterator[Face]:
    """Yield twos and threes: the first pip and another form a diagonal, with or without a pip between them."""
    flat = pips.flat
    back = _invert(flat)
    (x0, y0) = pips.xy[0]
    for j, (x, y) in enumerate(pips.xy):
        if j == 0 or not pips.alike((0, j)):
            continue
        dx, dy = (x0 - x) / 2, (y0 - y) / 2
        p, q = flat[0][0] * dx + flat[0][1] * dy, flat[1][0] * dx + flat[1][1] * dy
        square = (((p + q) / 2, (p - q) / 2), ((q - p) / 2, (q + p) / 2))
        if _is_plausible_lattice(square, (pips.radius[0] + pips.radius[j]) / 2):
            face = _read_lattice(
                pips, ((x0 + x) / 2, (y0 + y) / 2), _multiply(back, square), frozenset({0, 8})
            )
            if face is not None:
                yield face
