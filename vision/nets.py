"""Two small nets that find and read dice in any picture, from ONNX files beside this one, run by OpenCV on one core.

The *finder* marks the middle of every top face on a pyramid of the picture and says where its corners lie, what it shows
and whether it looks doubtful. The *face net* reads each face again, cut out and set square. They were trained on
rendered pictures only (docs/model-card.md). They know nothing of the geometric reader: two readings that must agree.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from math import hypot
from typing import TYPE_CHECKING, Final, TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.sightings import Picture

STRIDE: Final = 4  # picture pixels a cell of the finder
UNIT: Final = 12.0  # half the edge of a face, in pixels, that the finder calls 1
CROP: Final = 64  # pixels a side of what the face net sees
MARGIN: Final = 0.3  # of the face's edge, on each side
LEVELS: Final = (960, 480, 240, 120)  # longer sides of the pyramid's pictures
FITTING: Final = (11.0, 52.0)  # edges in pixels that the finder was trained on
_OVERLAP: Final = 0.55  # edges between two faces' middles below which they are one
_STRONG: Final = 0.6  # score of a face that says how large dice are in this picture
_SIZES: Final = (0.5, 2.0)  # of the strong faces' edges; what is faint and outside is no die

_Floats: TypeAlias = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True, kw_only=True)
class NetFace:
    """One top face as the nets see it.

    `corners` are four (x, y) in the picture's pixels, clockwise. `score` is the finder's belief that a face is there,
    `doubt` the larger of both nets' belief that it leans or is covered, `none` the face net's belief that this is no
    face. `finder` and `face` are each net's probabilities of 1..6; they sum to 1. All are 0..1.
    """

    corners: tuple[tuple[float, float], ...]
    score: float
    doubt: float
    none: float
    finder: tuple[float, ...]
    face: tuple[float, ...]

    @property
    def probabilities(self) -> tuple[float, ...]:
        """Join both nets' probabilities, as if they were independent."""
        both = np.sqrt(np.array(self.finder) * np.array(self.face)) + 1e-9
        return tuple((both / both.sum()).tolist())

    @property
    def value(self) -> int:
        """Give the likeliest value."""
        return int(np.argmax(self.probabilities)) + 1

    @property
    def sure(self) -> float:
        """Give the weakest link: how far everything that must hold does, 0..1."""
        mine = self.value - 1
        return min(self.score, 1 - self.doubt, 1 - self.none, self.finder[mine], self.face[mine])

    @property
    def edge(self) -> float:
        """Give the mean edge in pixels."""
        return _edge(np.array(self.corners))


def find_faces(picture: Picture, *, least: float = 0.15) -> tuple[NetFace, ...]:
    """Find and read all top faces in a BGR picture, surest first; faint ones down to a score of `least` too."""
    found: list[tuple[float, _Floats, _Floats, float]] = []
    for side in LEVELS:
        scale = min(1.0, side / max(picture.shape[:2]))
        if scale * min(picture.shape[:2]) < FITTING[0]:
            continue  # no die fits in there
        small = (
            picture
            if scale == 1.0
            else cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        )
        for score, corners, values, doubt in candidates(np.asarray(small, np.uint8), least):
            found.append((score, np.asarray(corners / scale, np.float32), values, doubt))
    kept = _alike(_strongest(found))
    reads = read_faces(picture, [corners for _, corners, _, _ in kept])
    return tuple(
        NetFace(
            corners=tuple((float(x), float(y)) for x, y in corners),
            score=score,
            doubt=max(doubt, float(read[7])),
            none=float(read[6]),
            finder=tuple(values.tolist()),
            face=tuple((read[:6] / max(1e-9, float(read[:6].sum()))).tolist()),
        )
        for (score, corners, values, doubt), read in zip(kept, reads, strict=True)
    )


def read_faces(picture: Picture, quads: Sequence[_Floats]) -> _Floats:
    """Read faces by the face net alone: for each quad the probabilities of 1..6, of no face, and of a doubtful one."""
    if not quads:
        return np.zeros((0, 8), np.float32)
    crops = np.stack([squared(picture, quad) for quad in quads])
    net = _net("face.onnx")
    net.setInput(cv2.dnn.blobFromImages(list(crops), 1 / 255, (CROP, CROP), (127.5,) * 3))
    return _softmax(np.asarray(net.forward(), np.float32).reshape(len(quads), 8))


def squared(picture: Picture, corners: _Floats) -> Picture:
    """Cut a face out and set it square, with a margin, CROP pixels a side."""
    middle = corners.mean(axis=0)
    wide = (corners - middle) * (1 + 2 * MARGIN) + middle
    shrink = min(1.0, CROP / (1 + 2 * MARGIN) * 1.3 / max(1.0, _edge(corners)))
    if shrink < 1.0:
        picture, wide = _shrunk(picture, wide, shrink)
    target = np.array([[0, 0], [CROP, 0], [CROP, CROP], [0, CROP]], np.float32) - 0.5
    place = cv2.getPerspectiveTransform(np.asarray(wide, np.float32), target)
    cut = cv2.warpPerspective(
        picture, place, (CROP, CROP), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(cut, np.uint8)


def _shrunk(picture: Picture, wide: _Floats, shrink: float) -> tuple[Picture, _Floats]:
    """Shrink the part of the picture around a quad, so that no pip falls between the samples."""
    height, width = picture.shape[:2]
    left, top = np.clip(np.floor(wide.min(axis=0)) - 2, 0, [width - 2, height - 2]).astype(int)
    right, bottom = np.clip(np.ceil(wide.max(axis=0)) + 2, [left + 2, top + 2], [width, height]).astype(int)
    part = picture[top:bottom, left:right]
    size = (max(1, round(part.shape[1] * shrink)), max(1, round(part.shape[0] * shrink)))
    small = cv2.resize(part, size, interpolation=cv2.INTER_AREA)
    ratio = np.array([size[0] / part.shape[1], size[1] / part.shape[0]])
    return np.asarray(small, np.uint8), np.asarray((wide - [left, top]) * ratio, np.float32)


def candidates(picture: Picture, least: float) -> list[tuple[float, _Floats, _Floats, float]]:
    """Run the finder on one picture of the pyramid: score, corners, values, doubt of each face that fits its scale."""
    height, width = picture.shape[:2]
    padded = cv2.copyMakeBorder(picture, 0, -height % 16, 0, -width % 16, cv2.BORDER_REPLICATE)
    net = _net("finder.onnx")
    net.setInput(cv2.dnn.blobFromImage(padded, 1 / 255, mean=(127.5,) * 3))
    out = np.asarray(net.forward(), np.float32)[0]
    heat = 1 / (1 + np.exp(-out[0]))
    peaks = (heat >= cv2.dilate(heat, np.ones((3, 3), np.uint8))) & (heat > least)
    found = []
    for row, column in zip(*np.nonzero(peaks), strict=True):
        cell = out[:, row, column]
        corners = corners_of(cell[1:8], column, row)
        if FITTING[0] <= _edge(corners) <= FITTING[1]:
            values = _softmax(cell[8:14][None])[0]
            found.append((float(heat[row, column]), corners, values, float(1 / (1 + np.exp(-cell[14])))))
    return found


def corners_of(shape: _Floats, column: int, row: int) -> _Floats:
    """Turn the finder's seven numbers of a cell into four corners.

    They are the middle's offset in cells; the logarithms of the spreads along x and y and their correlation, which
    describe the face as an ellipse; and the cosine and sine of four times its angle, since a square has no first corner.
    """
    middle = (np.array([column, row]) + 0.5 + shape[:2]) * STRIDE
    x, y = np.exp(np.clip(shape[2:4], -3, 3)) * UNIT
    between = float(np.clip(shape[4], -0.98, 0.98)) * x * y
    root = _root(np.array([[x * x, between], [between, y * y]]))
    angle = np.arctan2(shape[6], shape[5]) / 4
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    right, down = (root @ turn).T
    return np.asarray(
        [middle - right - down, middle + right - down, middle + right + down, middle - right + down],
        np.float32,
    )


def _root(spread: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Give the symmetric square root of a positive 2x2 matrix."""
    inner = np.sqrt(max(1e-9, float(spread[0, 0] * spread[1, 1] - spread[0, 1] ** 2)))
    return np.asarray((spread + inner * np.eye(2)) / np.sqrt(spread[0, 0] + spread[1, 1] + 2 * inner))


def _strongest(
    found: list[tuple[float, _Floats, _Floats, float]],
) -> list[tuple[float, _Floats, _Floats, float]]:
    """Keep the strongest of faces that lie on each other."""
    kept: list[tuple[float, _Floats, _Floats, float]] = []
    for one in sorted(found, key=lambda face: -face[0]):
        middle, edge = one[1].mean(axis=0), _edge(one[1])
        near = (
            hypot(*(other[1].mean(axis=0) - middle)) < _OVERLAP * max(edge, _edge(other[1])) for other in kept
        )
        if not any(near):
            kept.append(one)
    return kept


def _alike(
    kept: list[tuple[float, _Floats, _Floats, float]],
) -> list[tuple[float, _Floats, _Floats, float]]:
    """Forget faint faces of another size altogether: dice on one table are 12 to 19 mm, near or far."""
    strong = [_edge(corners) for score, corners, _, _ in kept if score > _STRONG]
    if not strong:
        return kept
    least, most = _SIZES[0] * min(strong), _SIZES[1] * max(strong)
    return [face for face in kept if face[0] > _STRONG or least < _edge(face[1]) < most]


def _edge(corners: npt.NDArray[np.floating]) -> float:
    return float(np.hypot(*(np.roll(corners, -1, axis=0) - corners).T).mean())


def _softmax(rows: _Floats) -> _Floats:
    high = np.exp(rows - rows.max(axis=1, keepdims=True))
    return np.asarray(high / high.sum(axis=1, keepdims=True), np.float32)


@cache
def _net(name: str) -> cv2.dnn.Net:
    return cv2.dnn.readNetFromONNX(
        np.frombuffer(files("vision").joinpath("nets", name).read_bytes(), np.uint8)
    )
