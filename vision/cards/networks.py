"""Two small nets that find and read the corner indices of playing cards, run by OpenCV on one core.

The *finder* marks the middle of every index in a picture of the board from straight above, with its height, direction
and value. The *index net* reads each index again, cropped and upright. Uncertain ones are shown to it again, turned and
scaled, until they stand upright (`look_again`). An index is a rank over a suit. Both were trained on drawn cards only
(docs/model-card-cards.md).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from vision.image_pyramid import Halves
from vision.inference import answers_of, cells_of, find_peaks, pad_picture, softmax

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.types import Picture

RANKS: Final = "23456789TJQKA"
SUITS: Final = "CDHS"
PX_PER_MM: Final = 3.0
"""Pixels a millimetre of the board's picture."""
LEVELS: Final = (1.0, 0.5, 0.25)
"""The finder's scales: from bridge cards to the largest jumbo index."""
STRIDE: Final = 4  # pixels a cell of the finder
UNIT: Final = 24.0  # an index's height in pixels that the finder calls 1
FITTING: Final = (13.0, 42.0)  # heights in pixels of its training
PATCH: Final = (32, 48)  # width and height of the index net's input
BLOCK: Final = 36.0  # an index's height in it

_LEAST: Final = 1e-4  # no single view rules a card out

_Floats: TypeAlias = npt.NDArray[np.float32]
Look: TypeAlias = tuple[float, float, float, float]
"""The views of a mark: shifts right and down in heights, scale, turn in degrees."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CardNetworkLimits:
    """How the nets look."""

    least: float = 0.1
    """Belief below which nothing is worth a second look."""
    most: int = 48
    """Marks of one picture that get a second look; five cards have at most twenty."""
    looks: tuple[Look, ...] = (
        (0.0, 0.0, 1.0, 0.0),
        (0.03, 0.02, 1.07, 4.0),
        (-0.03, -0.02, 0.93, -4.0),
        (0.02, -0.04, 1.0, -2.0),
    )
    """The index net's views at each mark."""
    apart: tuple[float, float] = (0.33, 0.45)
    """Heights between two marks' middles, across and along an index, below which they are one: large indices in a row
    are as near."""
    enough: float = 0.93
    """Above this an index needs no second look."""
    steps: tuple[tuple[Look, ...], ...] = (
        tuple((0.0, 0.0, zoom, turn) for turn in (-45.0, -30.0, -15.0, 0.0, 15.0, 30.0, 45.0) for zoom in (0.8, 1.0, 1.25)),
        (
            *((0.0, 0.0, zoom, turn) for turn in (-8.0, 0.0, 8.0) for zoom in (0.89, 1.0, 1.12)),
            *((0.09, 0.0, 1.0, 0.0), (-0.09, 0.0, 1.0, 0.0), (0.0, 0.09, 1.0, 0.0), (0.0, -0.09, 1.0, 0.0)),
        ),
    )  # fmt: skip
    """Views of a second look: first turn and size coarsely, then everything finely."""
    pull: float = 3.0
    """The power of a view's belief in its weight for the mark's new place."""


LIMITS: Final = CardNetworkLimits()


@dataclass(frozen=True, slots=True)
class Mark:
    """An index from the finder: its middle, its height in pixels, its direction; probabilities."""

    score: float
    x: float
    y: float
    high: float
    up: tuple[float, float]
    ranks: _Floats
    suits: _Floats


@dataclass(frozen=True, slots=True)
class SeenIndex:
    """An index from both nets, in pixels of the picture.

    `ranks` and `suits` are the index net's probabilities, the last of each that there is none; shapes (14,), (5,).
    """

    mark: Mark
    ranks: _Floats
    suits: _Floats

    @property
    def index(self) -> float:
        """Return the index net's belief that this is a whole index, the same in each view, 0..1."""
        return min(1.0, float(self.ranks[:13].sum()), float(self.suits[:4].sum()))

    @property
    def real(self) -> float:
        """Return both nets' belief that this is an index, 0..1."""
        return float(np.sqrt(self.mark.score * self.index))


def find_indices(picture: Picture, *, least: float = LIMITS.least) -> tuple[SeenIndex, ...]:
    """Find and read all indices in a picture of the board, `PX_PER_MM` pixels a millimetre; surest first."""
    copies = Halves(pad_picture(picture, 4))  # two exact halvings, for the smaller levels
    return tuple(_keep_strongest(_read_marks(copies, all_marks(copies, least))))


def look_again(picture: Picture, found: Sequence[SeenIndex]) -> tuple[SeenIndex, ...]:
    """Look again at uncertain results of `find_indices`: the finder sees many an index askew, or too large.

    The mark moves to where the index net believes in it most, and is read again there. Several views are joined again,
    so that an index that fits only one view stays doubtful.
    """
    copies = Halves(pad_picture(picture, 4))
    sure = [candidate for candidate in found if candidate.real >= LIMITS.enough]
    rest = [candidate for candidate in found if candidate.real < LIMITS.enough]
    marks_now = [candidate.mark for candidate in rest]
    for looks in LIMITS.steps:
        said = _index_outputs(copies, marks_now, looks)
        marks_now = [_move_to_mean(mark, own, looks) for mark, own in zip(marks_now, said, strict=True)]
    again = _read_marks(copies, marks_now)
    better = [max(pair, key=lambda candidate: candidate.index) for pair in zip(rest, again, strict=True)]
    return tuple(_keep_strongest([*sure, *better]))


def _read_marks(copies: Halves, marked: Sequence[Mark]) -> list[SeenIndex]:
    said = _index_outputs(copies, marked, LIMITS.looks)
    return [_join_views(mark, own) for mark, own in zip(marked, said, strict=True)]


def _index_outputs(copies: Halves, marked: Sequence[Mark], looks: Sequence[Look]) -> _Floats:
    """Return the index net's outputs for each mark in each view: shape (marks, views, 19)."""
    patches = [cut_out(copies, mark, look) for mark in marked for look in looks]
    return read_patches(patches).reshape(len(marked), len(looks), 19)


def _move_to_mean(mark: Mark, said: _Floats, looks: Sequence[Look]) -> Mark:
    """Move a mark to the mean of the views, weighted by their belief in an index: between two good ones, not to the best."""
    ranks, suits = said[:, :13], said[:, 14:18]
    belief = np.minimum(ranks.sum(axis=1), suits.sum(axis=1)) * ranks.max(axis=1) * suits.max(axis=1)
    weights = (belief + 1e-6) ** LIMITS.pull
    right, down, zoom, turn = np.average(
        [(a, b, np.log(c), d) for a, b, c, d in looks], axis=0, weights=weights
    )
    up, middle = _view_of_mark(mark, (float(right), float(down), 1.0, float(turn)))
    return replace(
        mark,
        x=float(middle[0]),
        y=float(middle[1]),
        high=mark.high / float(np.exp(zoom)),
        up=(float(up[0]), float(up[1])),
    )


def all_marks(copies: Halves, least: float) -> list[Mark]:
    """Return the finder's marks at all its levels, surest first; an index may appear twice."""
    found = [mark for level in LEVELS for mark in _marks_at(copies, level, least)]
    return sorted(found, key=lambda mark: -mark.score)[: LIMITS.most]


def _marks_at(copies: Halves, level: float, least: float) -> list[Mark]:
    return [
        Mark(mark.score, mark.x / level, mark.y / level, mark.high / level, mark.up, mark.ranks, mark.suits)
        for mark in marks(copies.shrunk(level), least)
    ]


def marks(picture: Picture, least: float) -> list[Mark]:
    """Run the finder on one picture as it is and return all its marks."""
    out = cells_of("card_finder.onnx", picture, step=8)
    found = [_mark_of(out[:, row, column], row, column) for row, column in find_peaks(out[0], least)]
    return [mark for mark in found if FITTING[0] <= mark.high <= FITTING[1]]


def _mark_of(cell: _Floats, row: int, column: int) -> Mark:
    x, y = (np.array([column, row]) + 0.5 + cell[1:3]) * STRIDE
    up = cell[4:6] / max(1e-6, float(np.hypot(cell[4], cell[5])))
    high = float(np.exp(np.clip(cell[3], -3, 3)) * UNIT)
    score = float(1 / (1 + np.exp(-cell[0])))
    return Mark(
        score,
        float(x),
        float(y),
        high,
        (float(up[0]), float(up[1])),
        softmax(cell[6:19]),
        softmax(cell[19:23]),
    )


def _keep_strongest(found: Sequence[SeenIndex]) -> list[SeenIndex]:
    """Keep the likeliest of the marks that overlap."""
    kept: list[SeenIndex] = []
    for candidate in sorted(found, key=lambda candidate: -candidate.real):
        if not any(_same_place(candidate.mark, other.mark) for other in kept):
            kept.append(candidate)
    return kept


def _same_place(one: Mark, other: Mark) -> bool:
    """Whether two marks overlap, by the direction of the better one, `other`."""
    x, y = ((one.x - other.x), (one.y - other.y))
    across, along = other.up[0] * y - other.up[1] * x, other.up[0] * x + other.up[1] * y
    least = min(one.high, other.high)
    return bool(np.hypot(across / LIMITS.apart[0], along / LIMITS.apart[1]) < least)


def cut_out(copies: Halves, mark: Mark, look: Look = LIMITS.looks[0]) -> Picture:
    """Cut an index out and set it upright, `PATCH` pixels; `look` shifts, scales and turns the view."""
    copy, own = copies.near(BLOCK / mark.high)
    up, middle = _view_of_mark(mark, look)
    across = np.array([-up[1], up[0]])
    scale = BLOCK / mark.high * look[2] / own
    turned = np.stack([across, -up]) * scale
    shift = np.array(PATCH) / 2 - 0.5 - turned @ (middle * own - 0.5)
    matrix = np.column_stack([turned, shift])
    flags = cv2.INTER_LINEAR
    cut = cv2.warpAffine(copy, matrix, PATCH, flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(cut, np.uint8)


def _view_of_mark(mark: Mark, look: Look) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """Return a view's direction and middle at a mark."""
    right, down, _, turn = look
    c, s = np.cos(np.radians(turn)), np.sin(np.radians(turn))
    up = np.array([c * mark.up[0] - s * mark.up[1], s * mark.up[0] + c * mark.up[1]])
    return up, np.array([mark.x, mark.y]) + mark.high * (right * np.array([-up[1], up[0]]) - down * up)


def read_patches(patches: Sequence[Picture]) -> _Floats:
    """Read patches with the index net: the probabilities of 13 ranks, none, 4 suits, none for each; shape (n, 19)."""
    if not patches:
        return np.zeros((0, 19), np.float32)
    out = answers_of("card_index.onnx", patches, PATCH)
    return np.concatenate([softmax(out[:, :14]), softmax(out[:, 14:])], axis=1)


def _join_views(mark: Mark, said: _Floats) -> SeenIndex:
    """Join the index net's outputs of several views: geometric means, whose sum is smaller the more the views differ."""
    mean = np.exp(np.log(said + _LEAST).mean(axis=0))
    return SeenIndex(mark, mean[:14], mean[14:])
