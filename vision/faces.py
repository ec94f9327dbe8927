"""The six faces of a die: which of them a set of pips forms, if it forms one at all.

A face is a lattice of nine places, the corners at (+-1, +-1). Seen from anywhere it is an affine picture of
that lattice, near enough for one die. Two, three and one pip say too little by themselves: the body of the
die has the last word on them (see `find_dice`).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vision.pips import Floats, Spots

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
"""Which lattice places are filled on which face; the diagonal of 2 and 3 is turned to 0-8."""

NEAR: Final = 0.36  # how far from its place a pip may lie, in lattice steps
INSIDE: Final = 1.5  # a pip within this of the centre, in steps, belongs to the face or spoils it
EDGE: Final = 3.75  # length of the face's edge in lattice steps, for common dice (3.3 to 4.2)


@dataclass(frozen=True, slots=True, kw_only=True)
class Face:
    """One face that pips form. `centre` and the columns of `frame` map lattice steps to the picture's pixels."""

    value: int
    pips: tuple[int, ...]  # indices of the spots that it explains
    centre: Floats  # (2,)
    frame: Floats  # (2, 2)
    error: float  # root mean square distance of pips from their places, in steps
    threes: int = 0  # the lattice direction in which a six has three pips in a line

    @property
    def edge(self) -> float:
        """Return the edge of the face, in pixels: the mean of its two directions."""
        return float(EDGE * np.sqrt(abs(np.linalg.det(self.frame))))

    def steps(self, points: Floats) -> Floats:
        """Return where points of the picture lie on the lattice."""
        return np.asarray((points - self.centre) @ np.linalg.inv(self.frame).T, dtype=np.float64)

    def pixels(self, steps: Floats) -> Floats:
        """Return where lattice points lie in the picture."""
        return np.asarray(steps @ self.frame.T + self.centre, dtype=np.float64)


def faces_of(spots: Spots, least: int) -> list[Face]:
    """Return the faces that some of these spots form with the first of them, best first.

    `least` asks for a kind of face: 4 for four to six pips, else for that many.
    """
    flat = _flattening(spots)
    match least:
        case 1:
            found = list(_ones(spots, flat))
        case 2 | 3:
            found = [face for face in _diagonals(spots, flat) if face.value == least]
        case _:
            found = [face for face in _fours(spots, flat) if 0 in face.pips]
    return sorted(found, key=lambda face: (-len(face.pips), face.error))


def _flattening(spots: Spots) -> Floats:
    """Return the map that makes the pips round on the whole: the view's slant undone, lengths kept."""
    shape = np.median(spots.shape / (spots.radius**2)[:, None, None], axis=0)
    values, vectors = np.linalg.eigh(shape)
    values = np.clip(values, 0.2, 5.0)
    small = float(np.median(spots.radius))
    trust = np.clip((small - 1.5) / 4.0, 0.0, 1.0)  # the ellipse of a spot of a few pixels is mostly noise
    return np.asarray(vectors @ np.diag(values ** (-0.5 * trust)) @ vectors.T, dtype=np.float64)


def _alike(spots: Spots, index: tuple[int, ...]) -> bool:
    """Tell whether these pips look like pips of one face: size, contrast, shape."""
    chosen = np.array(index)
    radius, depth = spots.radius[chosen], spots.depth[chosen]
    return bool(radius.max() < 1.6 * radius.min() and depth.max() < 2.5 * depth.min())


def _fours(spots: Spots, flat: Floats) -> Iterator[Face]:
    """Yield faces with four corner pips: two pairs of pips that share their midpoint."""
    n = len(spots)
    if n < 4:
        return
    first, second = np.triu_indices(n, 1)
    middle = (spots.xy[first] + spots.xy[second]) / 2
    gap = np.hypot(*(middle[:, None] - middle[None]).transpose(2, 0, 1))
    limit = 0.8 * float(np.median(spots.radius))
    for i, j in zip(*np.nonzero(np.triu(gap < limit, 1)), strict=True):
        corners = (int(first[i]), int(first[j]), int(second[i]), int(second[j]))
        if len(set(corners)) == 4 and _alike(spots, corners):
            face = _on_corners(spots, corners, flat)
            if face is not None:
                yield face


def _on_corners(spots: Spots, corners: tuple[int, ...], flat: Floats) -> Face | None:
    """Read the face whose corners lie at these four pips, named around it."""
    a, b, c, d = (spots.xy[k] for k in corners)
    centre = (a + b + c + d) / 4
    frame = np.stack([(b + c - a - d) / 4, (c + d - a - b) / 4], axis=1)
    radius = float(np.mean(spots.radius[list(corners)]))
    if not _believable(flat @ frame, radius, slack=2.4):
        return None
    face = _filled(spots, centre, frame, CORNERS)
    if face is None:
        return None
    squared = _squared(face, flat) if face.value == 6 else face
    return squared if squared is not None and _believable(flat @ squared.frame, radius) else None


def _squared(face: Face, flat: Floats) -> Face | None:
    """Return a six on a square lattice: its two columns are often closer together than the corners of a four.

    None if it is the other way round, which no die has.
    """
    steps = np.hypot(*(flat @ face.frame))
    rows = face.threes
    if steps[rows] < 0.9 * steps[1 - rows]:
        return None
    frame = face.frame.copy()
    frame[:, 1 - rows] *= steps[rows] / steps[1 - rows]
    return replace(face, frame=frame)


def _believable(frame: Floats, radius: float, slack: float = 1.45) -> bool:
    """Tell whether the lattice is a nearly square one with steps that fit the pips."""
    u, v = np.hypot(*frame[:, 0]), np.hypot(*frame[:, 1])
    if min(u, v) <= 0:
        return False
    skew = abs(float(frame[:, 0] @ frame[:, 1])) / (u * v)
    return bool(max(u, v) < slack * min(u, v) and skew < 0.34 and 1.5 < np.sqrt(u * v) / radius < 4.6)


def _filled(spots: Spots, centre: Floats, frame: Floats, sure: frozenset[int]) -> Face | None:
    """Say which value the lattice shows with the pips that lie on it; None if they form no face."""
    steps = (spots.xy - centre) @ np.linalg.inv(frame).T
    off = np.hypot(*(steps[:, None] - PLACES[None]).transpose(2, 0, 1))
    place = np.argmin(off, axis=1)
    on = off[np.arange(len(steps)), place] < NEAR
    inside = np.abs(steps).max(axis=1) < INSIDE
    filled = frozenset(int(p) for p in place[on])
    value = VALUES.get(filled)
    if value is None or not sure <= filled or np.any(inside & ~on) or np.count_nonzero(on) != len(filled):
        return None
    index = tuple(int(k) for k in np.flatnonzero(on))
    if not _alike(spots, index):
        return None
    error = float(np.sqrt(np.mean(off[on, place[on]] ** 2)))
    return Face(value=value, pips=index, centre=centre, frame=frame, error=error, threes=int(3 in filled))


def _diagonals(spots: Spots, flat: Floats) -> Iterator[Face]:
    """Yield twos and threes: the first pip and another as a diagonal, with or without one in the middle."""
    back = np.linalg.inv(flat)
    for j in range(1, len(spots)):
        if not _alike(spots, (0, j)):
            continue
        half = flat @ (spots.xy[0] - spots.xy[j]) / 2
        across = np.array([-half[1], half[0]])
        frame = back @ np.stack([(half - across) / 2, (half + across) / 2], axis=1)
        if _believable(flat @ frame, float(np.mean(spots.radius[[0, j]]))):
            centre = (spots.xy[0] + spots.xy[j]) / 2
            face = _filled(spots, centre, frame, frozenset({0, 8}))
            if face is not None:
                yield face


def _ones(spots: Spots, flat: Floats) -> Iterator[Face]:
    """Yield a one, on a lattice of common proportions (the pip of a one is often larger)."""
    back = np.linalg.inv(flat)
    face = _filled(spots, spots.xy[0], back * (2.0 * spots.radius[0]), frozenset({4}))
    if face is not None:
        yield face
