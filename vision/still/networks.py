"""Runs two small nets that find and read dice in any picture, with OpenCV on one core (`vision.inference`).

The *finder* marks each possible top face on a pyramid of the picture: a mark has corners, values and a doubt. The *face net*
reads each face again, cropped and square. They were trained on rendered pictures only (docs/model-card.md), independently of the
geometric reader.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import hypot
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from vision.image_pyramid import halves_of
from vision.inference import answers_of, cells_of, find_peaks, softmax

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.image_pyramid import Halves
    from vision.types import Picture

STRIDE: Final = 4  # picture pixels a cell of the finder
UNIT: Final = 12.0  # half the edge of a face, in pixels, that the finder calls 1
CROP: Final = 64  # pixels a side of the face net's input
MARGIN: Final = 0.3  # of the face's edge, on each side
FITTING: Final = (11.0, 52.0)  # edges in pixels of the finder's training
_NEXT: Final = (1, 2, 3, 0)  # the corner after each

_Floats: TypeAlias = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True, kw_only=True)
class FinderLimits:
    """Limits for running the nets; the sizes used in training are constants above."""

    look: int = 96
    """Pixels a side of the second look."""
    best: float = 26.0
    """Pixels of a face's edge in it: in the middle of the finder's training sizes."""
    near: int = 4
    """Cells around the middle in which the second look must see the face."""
    looks: int = 4
    """The face net's views of each face; with two, one photograph was silently wrong (`benchmarks/eye/limits.py`)."""
    at_once: int = 4
    """Faces that the face net reads at once: more would only take more memory."""
    overlap: float = 0.55
    """Edges between two faces' middles below which they are one: flat dice are an edge apart."""


LIMITS: Final = FinderLimits()


@dataclass(frozen=True, slots=True, kw_only=True)
class NetFace:
    """A top face as the nets see it.

    `corners` are four (x, y) in pixels of the picture, clockwise. All other numbers are 0..1. `score` is the finder's belief in a
    face, and `again` its belief when run again on the face, mirrored and at the best scale. `doubt` is the larger of the nets'
    beliefs that the face leans or is covered, and `none` the face net's that this is no face. `finder` and `face` are each net's
    probabilities of 1..6, which sum to 1. Four do not come from the nets: `printed`, whether the face looks printed on something
    flat (`vision.still.prints`); from its spots (`vision.still.spots`) `miscounted`, whether they form another value, and
    `pipless`, whether they cannot be the pips of its value, as on a skull or a face cut by the picture's edge; and `shape`, the
    picture on a face without pips (`vision.still.signs`), else empty.
    """

    corners: tuple[tuple[float, float], ...]
    score: float
    again: float
    doubt: float
    none: float
    finder: tuple[float, ...]
    face: tuple[float, ...]
    printed: bool = False
    miscounted: bool = False
    pipless: bool = False
    shape: bytes = b""

    @property
    def probabilities(self) -> tuple[float, ...]:
        """Return both nets' probabilities combined as if they were independent."""
        both = np.sqrt(np.array(self.finder) * np.array(self.face)) + 1e-9
        return tuple((both / both.sum()).tolist())

    @property
    def value(self) -> int:
        """Return the most likely value."""
        return int(np.argmax(self.probabilities)) + 1

    @property
    def real(self) -> float:
        """Return the belief that this is a face at all, 0..1, from both runs of the finder and the face net."""
        return float(np.sqrt(self.score * self.again) * (1 - self.none))

    @property
    def edge(self) -> float:
        """Return the mean edge in pixels."""
        return edge_of(np.array(self.corners))

    def showing(self, value: int) -> NetFace:
        """Return the face as if both nets were certain of this value."""
        sure = tuple(float(value == each) for each in range(1, 7))
        return replace(self, score=1.0, again=1.0, none=0.0, finder=sure, face=sure)

    def moved(self, x: float, y: float) -> NetFace:
        """Return the same face in a picture that begins `x` pixels farther left and `y` farther up."""
        return replace(self, corners=tuple((a + x, b + y) for a, b in self.corners))


class Place(NamedTuple):
    """The centre of a face and its mean edge, in pixels."""

    x: float
    y: float
    edge: float

    def on(self, other: Place) -> bool:
        """Whether two faces are so close together that they must be the same one."""
        return hypot(self.x - other.x, self.y - other.y) < LIMITS.overlap * max(self.edge, other.edge)


@dataclass(frozen=True, slots=True)
class Mark:
    """A possible top face found by the finder: its belief, four corners, and the probabilities of the values and of a doubt."""

    score: float
    corners: _Floats
    values: _Floats
    doubt: float


def look_closely(
    picture: Picture | Halves, found: Sequence[Mark], *, looks: int = LIMITS.looks
) -> list[NetFace]:
    """Run the finder again on each mark at the best scale for it, and read the confirmed faces with the face net."""
    picture = halves_of(picture)
    both = [(mark, second_look(picture, mark.corners)) for mark in found]
    there = [(mark, again) for mark, again in both if mark.score * again.score > 0]
    reads = read_faces(picture, [mark.corners for mark, _ in there], looks=looks)
    return [face_of(where, again, read) for (where, again), read in zip(there, reads, strict=True)]


def look_at(picture: Picture | Halves, quads: Sequence[_Floats]) -> list[NetFace]:
    """Run the nets at places that another reader takes for top faces: four corners each, (4, 2) in pixels."""
    picture = halves_of(picture)
    seen = [replace(second_look(picture, quad), corners=quad) for quad in quads]
    reads = read_faces(picture, quads)
    return [face_of(mark, mark, read) for mark, read in zip(seen, reads, strict=True)]


def face_of(mark: Mark, again: Mark, read: _Floats) -> NetFace:
    """Return the face of a mark, given the second run of the finder and the face net's output."""
    values = np.sqrt(mark.values * again.values) + 1e-9
    return NetFace(
        corners=tuple((float(x), float(y)) for x, y in mark.corners),
        score=mark.score,
        again=again.score,
        doubt=max(mark.doubt, again.doubt, float(read[7])),
        none=float(read[6]),
        finder=tuple((values / values.sum()).tolist()),
        face=tuple((read[:6] / max(1e-9, float(read[:6].sum()))).tolist()),
    )


def read_faces(picture: Picture | Halves, quads: Sequence[_Floats], *, looks: int = LIMITS.looks) -> _Floats:
    """Read faces with the face net alone: for each quad the probabilities of 1..6, of no face, and of a doubtful face.

    The net sees each face `looks` times, rotated and mirrored, which does not change its value.
    """
    copies, said = halves_of(picture), [np.zeros((0, 8), np.float32)]
    for start in range(0, len(quads), LIMITS.at_once):
        shown: list[Picture] = []
        for quad in quads[start : start + LIMITS.at_once]:
            crop = squared(copies, quad)
            for quarters in range(looks):
                turned = np.rot90(crop, quarters)
                shown.append(np.ascontiguousarray(turned if quarters % 2 else turned[:, ::-1]))
        chances = softmax(answers_of("face.onnx", shown, (CROP, CROP)))
        said.append(chances.reshape(-1, looks, 8).mean(axis=1))
    return np.concatenate(said)


def second_look(picture: Halves, corners: _Floats) -> Mark:
    """Return the finder's mark for a face that was mirrored, centred and scaled to the best size."""
    wanted = LIMITS.best / edge_of(corners)
    copy, own = picture.near(wanted)
    middle, scale = corners.mean(axis=0) * own, wanted / own
    reach = LIMITS.look / scale / 2 + 2
    part, place = _cut_part(copy, np.floor(middle - reach), np.ceil(middle + reach))
    middle = np.asarray(middle - place, np.float32)
    if scale < 1:
        part = np.asarray(cv2.resize(part, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)
        middle, scale = middle * scale, 1.0
    mirror = np.array(
        [[-scale, 0, LIMITS.look / 2 + scale * middle[0]], [0, scale, LIMITS.look / 2 - scale * middle[1]]],
        np.float64,
    )
    shown = cv2.warpAffine(
        part, mirror, (LIMITS.look, LIMITS.look), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    out = _run_finder(np.asarray(shown, np.uint8))
    near = slice((LIMITS.look // STRIDE - LIMITS.near) // 2, (LIMITS.look // STRIDE + LIMITS.near) // 2)
    part_of = out[:, near, near]
    row, column = np.unravel_index(int(part_of[0].argmax()), part_of[0].shape)
    return _mark_of(part_of[:, row, column], corners)


def _cut_part(picture: Picture, low: _Floats, high: _Floats) -> tuple[Picture, _Floats]:
    """Return the part of a picture between two corners, clipped to the picture, and its offset (x, y)."""
    height, width = picture.shape[:2]
    left, top = np.clip(low, 0, [width - 2, height - 2]).astype(int)
    right, bottom = np.clip(high, [left + 2, top + 2], [width, height]).astype(int)
    return picture[top:bottom, left:right], np.array([left, top])


def squared(
    picture: Picture | Halves, corners: _Floats, *, side: int = CROP, margin: float = MARGIN
) -> Picture:
    """Return a face cut out and warped to a square of `side` pixels, with a margin of `margin` edges on each side."""
    shrink = min(1.0, side / (1 + 2 * margin) * 1.3 / max(1.0, edge_of(corners)))
    copy, own = halves_of(picture).near(shrink)
    middle = corners.mean(axis=0) * own
    wide = np.asarray((corners * own - middle) * (1 + 2 * margin) + middle, np.float32)
    if shrink < own:  # shrink the part around the face, so that no pip is lost between samples
        part, place = _cut_part(copy, np.floor(wide.min(axis=0)) - 2, np.ceil(wide.max(axis=0)) + 2)
        size = tuple(max(1, round(length * shrink / own)) for length in part.shape[1::-1])
        copy = np.asarray(cv2.resize(part, size, interpolation=cv2.INTER_AREA), np.uint8)
        wide = np.asarray((wide - place) * (np.array(size) / part.shape[1::-1]), np.float32)
    target = np.array([[0, 0], [side, 0], [side, side], [0, side]], np.float32) - 0.5
    to_square = cv2.getPerspectiveTransform(wide, target)
    cut = cv2.warpPerspective(
        copy, to_square, (side, side), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(cut, np.uint8)


def marks(picture: Picture, least: float) -> list[Mark]:
    """Run the finder on one picture without scaling it; return the marks of a plausible size with a belief above `least`."""
    out = _run_finder(picture)
    found = []
    for row, column in find_peaks(out[0], least):
        cell = out[:, row, column]
        corners = corners_of(cell[1:8], column, row)
        if FITTING[0] <= edge_of(corners) <= FITTING[1]:
            found.append(_mark_of(cell, corners))
    return found


def _run_finder(picture: Picture) -> _Floats:
    """Return the finder's outputs for each cell: shape (15, rows, columns)."""
    return cells_of("finder.onnx", picture, step=16)


def _mark_of(cell: _Floats, corners: _Floats) -> Mark:
    score, doubt = (float(1 / (1 + np.exp(-cell[place]))) for place in (0, 14))
    return Mark(score, corners, softmax(cell[8:14]), doubt)


def corners_of(shape: _Floats, column: int, row: int) -> _Floats:
    """Convert the finder's seven numbers for the shape of a face in one cell into four corners.

    They are the offset of the centre in cells; the logarithms of the spreads along x and y and their correlation, which describe
    the face as an ellipse; and the cosine and sine of four times its angle, because a square has no first corner.
    """
    middle = (np.array([column, row]) + 0.5 + shape[:2]) * STRIDE
    x, y = np.exp(np.clip(shape[2:4], -3, 3)) * UNIT
    between = float(np.clip(shape[4], -0.98, 0.98)) * x * y
    spread = np.array([[x * x, between], [between, y * y]])
    inner = np.sqrt(max(1e-9, float(spread[0, 0] * spread[1, 1] - between**2)))
    # The symmetric square root of the spread.
    root = (spread + inner * np.eye(2)) / np.sqrt(spread[0, 0] + spread[1, 1] + 2 * inner)
    angle = np.arctan2(shape[6], shape[5]) / 4
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    right, down = (root @ turn).T
    return np.asarray(
        [middle - right - down, middle + right - down, middle + right + down, middle - right + down],
        np.float32,
    )


def keep_strongest(faces: Sequence[NetFace]) -> list[NetFace]:
    """Return the faces without those that overlap a stronger one."""
    kept: list[tuple[NetFace, Place]] = []
    for face in sorted(faces, key=lambda face: -face.real):
        place = place_of(np.array(face.corners))
        if not any(place.on(other) for _, other in kept):
            kept.append((face, place))
    return [face for face, _ in kept]


def place_of(corners: npt.NDArray[np.floating]) -> Place:
    """Return the place of a face with these four corners, shape (4, 2)."""
    x, y = corners.mean(axis=0).tolist()
    return Place(x, y, edge_of(corners))


def edge_of(corners: npt.NDArray[np.floating]) -> float:
    """Return the mean edge of a face with these four corners, shape (4, 2)."""
    x, y = (corners[_NEXT, :] - corners).T
    return float(np.hypot(x, y).mean())
