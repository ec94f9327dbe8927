"""Runs two small nets (`vision/nets/`) that find and read dice in any picture, with OpenCV on one core.

The *finder* marks each possible top face in copies of the picture: a mark has corners, values and a doubt. The *face net* reads
each face again, cropped and square. They were trained on rendered pictures only (docs/model-card.md), independently of the
geometric reader.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from math import hypot
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from vision.image_pyramid import halves_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from vision.image_pyramid import Halves
    from vision.types import Picture

STRIDE: Final = 4  # picture pixels a cell of the finder
UNIT: Final = 12.0  # half the edge of a face, in pixels, that the finder calls 1
CROP: Final = 64  # pixels a side of the face net's input
MARGIN: Final = 0.3  # of the face's edge, on each side
FITTING: Final = (11.0, 52.0)  # edges in pixels of the finder's training
_NEXT: Final = (1, 2, 3, 0)  # the corner after each
_GREY: Final = (127.5,) * 3  # the nets' inputs run from -0.5 to 0.5

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
    looks_known: int = 2
    """The same of a face of known size; four were no better (`benchmarks/eye/photographs.py`), and take twice as long."""
    at_once: int = 4
    """Faces that the face net reads at once: more would only take more memory."""
    overlap: float = 0.55
    """Edges between two faces' middles below which they are one: flat dice are an edge apart."""
    edges: tuple[float, float] = (30.0, 20.0)
    """The finder's face edges in pixels for dice of known size. The second also finds faces of more than 52 pixels at the first.
    On boards it reads more throws; a photograph it makes slower to read, and takes a die of 0.6 of the given size for one of that
    size."""
    worth: float = 0.1
    """The finder's belief above which a mark gets a second look: of 963 below, on photographs and renders, none
    reached 0.06."""
    size_off: tuple[float, float] = (0.6, 1.6)
    """Ratios to the known size: anything smaller or larger is no such die."""
    other_size: tuple[float, float] = (0.4, 2.4)
    """Ratios to the known size: between this and `size_off` it may be a die of another size."""
    most_others: int = 4
    """The number of such faces that get a closer look."""


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
        """Return the probabilities of 1..6 from both nets: their geometric means, scaled to sum to 1."""
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
    """A possible top face: the finder's belief in it, corners (4, 2), and probabilities of 1..6, (6,), and of a doubt."""

    score: float
    corners: _Floats
    values: _Floats
    doubt: float


def find_faces_of(
    picture: Picture | Halves, edge: float, *, most: int, twice: bool, others: bool
) -> tuple[tuple[NetFace, ...], tuple[NetFace, ...]]:
    """Return the top faces whose edge is about `edge` pixels, at most `most` at each scale, surest first.

    With `twice` both scales are searched. The second tuple has faces of other sizes, from both scales; empty without `others`.
    """
    copies = halves_of(picture)
    marked: list[list[Mark]] = []
    for pixels in LIMITS.edges if twice or others else LIMITS.edges[:1]:
        scale = pixels / edge
        copy, own = copies.near(scale)
        if abs(scale - 1) >= 0.02:
            how = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
            copy = np.asarray(
                cv2.resize(copy, None, fx=scale / own, fy=scale / own, interpolation=how), np.uint8
            )
        marked.append([replace(mark, corners=mark.corners / scale) for mark in marks(copy, LIMITS.worth)])
    near: list[NetFace] = []
    for found in marked if twice else marked[:1]:
        near += _read_marks(copies, [mark for mark in found if _has_size(mark, edge, LIMITS.size_off)], most)
    far = [mark for found in marked for mark in found if not _has_size(mark, edge, LIMITS.size_off)]
    far = [mark for mark in far if others and _has_size(mark, edge, LIMITS.other_size)]
    return tuple(_keep_strongest(near)), tuple(_read_marks(copies, far, LIMITS.most_others))


def _has_size(mark: Mark, edge: float, ratios: tuple[float, float]) -> bool:
    """Whether a mark has about the size of a die; a top face looks larger, as it is nearer to the camera."""
    return ratios[0] * edge < edge_of(mark.corners) < ratios[1] * edge


def _read_marks(picture: Halves, marked: Sequence[Mark], most: int) -> list[NetFace]:
    """Run the nets again at the surest marks, at the best scale for each, except at those that overlap a surer one."""
    kept: list[tuple[Place, Mark]] = []
    for mark in sorted(marked, key=lambda mark: -mark.score):
        place = place_of(mark.corners.astype(np.float64))
        if not any(place.on(other) for other, _ in kept):
            kept.append((place, mark))
    both = [(mark, second_look(picture, mark.corners)) for _, mark in kept[:most]]
    there = [(mark, again) for mark, again in both if mark.score * again.score > 0]
    reads = read_faces(picture, [mark.corners for mark, _ in there], looks=LIMITS.looks_known)
    return _keep_strongest(face_of(*pair, read) for pair, read in zip(there, reads, strict=True))


def look_at(picture: Picture | Halves, quads: Sequence[_Floats]) -> list[NetFace]:
    """Return the nets' reading of each place that another reader takes for a top face, given its corners, (4, 2) in pixels."""
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
    """Return what the face net alone reads: for each quad the probabilities of 1..6, no face, and a doubtful face, (n, 8).

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
        net = _load_net("face.onnx")
        net.setInput(cv2.dnn.blobFromImages(shown, 1 / 255, (CROP, CROP), _GREY))
        chances = _softmax(np.asarray(net.forward(), np.float32).reshape(-1, looks, 8))
        said.append(chances.mean(axis=1))
    return np.concatenate(said)


def second_look(picture: Halves, corners: _Floats) -> Mark:
    """Mirror, centre and scale the face at `corners` (4, 2), and return the finder's mark for it, with these corners."""
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
    """Return a face, given its corners (4, 2), warped to a square of `side` pixels with `margin` edges around it on each side."""
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
    heat = 1 / (1 + np.exp(-out[0]))
    peaks = (heat >= cv2.dilate(heat, np.ones((3, 3), np.uint8))) & (heat > least)
    found = []
    for row, column in np.argwhere(peaks).tolist():
        cell = out[:, row, column]
        corners = corners_of(cell[1:8], column, row)
        if FITTING[0] <= edge_of(corners) <= FITTING[1]:
            found.append(_mark_of(cell, corners))
    return found


def _run_finder(picture: Picture) -> _Floats:
    """Return the finder's outputs for each cell: shape (15, rows, columns)."""
    height, width = picture.shape[:2]
    # The last row and column are repeated, so that the finder's coarsest stride divides both sides.
    shown = cv2.copyMakeBorder(picture, 0, -height % 16, 0, -width % 16, cv2.BORDER_REPLICATE)
    net = _load_net("finder.onnx")
    net.setInput(cv2.dnn.blobFromImage(shown, 1 / 255, mean=_GREY))
    return np.asarray(np.asarray(net.forward(), np.float32)[0], np.float32)


@cache
def _load_net(name: str) -> cv2.dnn.Net:
    kept = files("vision").joinpath("nets", name).read_bytes()
    return cv2.dnn.readNetFromONNX(np.frombuffer(kept, np.uint8))


def _softmax(logits: _Floats) -> _Floats:
    """Return the probabilities that correspond to logits, along the last axis."""
    high = np.exp(logits - logits.max(axis=-1, keepdims=True))
    return np.asarray(high / high.sum(axis=-1, keepdims=True), np.float32)


def _mark_of(cell: _Floats, corners: _Floats) -> Mark:
    score, doubt = (float(1 / (1 + np.exp(-cell[place]))) for place in (0, 14))
    return Mark(score, corners, _softmax(cell[8:14]), doubt)


def corners_of(shape: _Floats, column: int, row: int) -> _Floats:
    """Return the four corners, (4, 2) in pixels, that the finder's seven numbers for one cell describe.

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


def _keep_strongest(faces: Iterable[NetFace]) -> list[NetFace]:
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
    """Return the mean edge of a face with these four corners, shape (4, 2), in their unit."""
    x, y = (corners[_NEXT, :] - corners).T
    return float(np.hypot(x, y).mean())
