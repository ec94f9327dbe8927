"""Two small nets that find and read the corner indices of playing cards, run by OpenCV on one core.

The *finder* marks the middle of every index in a picture of the board from straight above, says how high it is, where
its top points and what it shows. The *index net* reads each index again, cut out and set upright. What it is not sure of it
is shown again, turned and scaled, until it stands upright (`look_again`). An index is a rank over a suit. Both were trained on drawn cards only (docs/model-card-cards.md).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from vision.image_pyramid import Halves
from vision.inference import answers_of, cells_of, padded, peaks, softmax

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.types import Picture

RANKS: Final = "23456789TJQKA"
SUITS: Final = "CDHS"
PX_PER_MM: Final = 3.0
"""Pixels a millimetre of the board's picture that is read."""
LEVELS: Final = (1.0, 0.5, 0.25)
"""Scales at which the finder looks at it: from bridge cards to the largest jumbo index."""
STRIDE: Final = 4  # pixels a cell of the finder
UNIT: Final = 24.0  # an index's height in pixels that the finder calls 1
FITTING: Final = (13.0, 42.0)  # heights in pixels that it was trained on
PATCH: Final = (32, 48)  # width and height of what the index net sees
BLOCK: Final = 36.0  # an index's height in it

_LEAST: Final = 1e-4  # no look alone rules a card out

_Floats: TypeAlias = npt.NDArray[np.float32]
Look: TypeAlias = tuple[float, float, float, float]
"""How a mark is looked at: shifts right and down in heights, scale, turn in degrees."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """How the nets look."""

    least: float = 0.1
    """Belief below which nothing is worth a second look."""
    most: int = 48
    """Marks of one picture that are looked at again; five cards have at most twenty."""
    looks: tuple[Look, ...] = (
        (0.0, 0.0, 1.0, 0.0),
        (0.03, 0.02, 1.07, 4.0),
        (-0.03, -0.02, 0.93, -4.0),
        (0.02, -0.04, 1.0, -2.0),
    )
    """Of the index net at each mark."""
    apart: tuple[float, float] = (0.33, 0.45)
    """Heights between two marks' middles, across and along an index, below which they are one: large indices in a row are as near."""
    enough: float = 0.93
    """What is so real already is not looked at again."""
    steps: tuple[tuple[Look, ...], ...] = (
        tuple((0.0, 0.0, zoom, turn) for turn in (-45.0, -30.0, -15.0, 0.0, 15.0, 30.0, 45.0) for zoom in (0.8, 1.0, 1.25)),
        (
            *((0.0, 0.0, zoom, turn) for turn in (-8.0, 0.0, 8.0) for zoom in (0.89, 1.0, 1.12)),
            *((0.09, 0.0, 1.0, 0.0), (-0.09, 0.0, 1.0, 0.0), (0.0, 0.09, 1.0, 0.0), (0.0, -0.09, 1.0, 0.0)),
        ),
    )  # fmt: skip
    """Looks of a second try: first how it is turned and how large it is, then all of it finely."""
    pull: float = 3.0
    """The power of a look's belief by which it draws the mark to itself."""


LIMITS: Final = Limits()


@dataclass(frozen=True, slots=True)
class Mark:
    """An index as the finder sees it: its middle, its height in pixels, where its top points; probabilities."""

    score: float
    x: float
    y: float
    high: float
    up: tuple[float, float]
    ranks: _Floats
    suits: _Floats


@dataclass(frozen=True, slots=True)
class SeenIndex:
    """An index as both nets see it, in pixels of the picture.

    `ranks` and `suits` are the index net's probabilities, the last of each that there is no such thing; shapes (14,), (5,).
    """

    mark: Mark
    ranks: _Floats
    suits: _Floats

    @property
    def index(self) -> float:
        """Return how far the index net takes this for a whole index, and says the same at each look, 0..1."""
        return min(1.0, float(self.ranks[:13].sum()), float(self.suits[:4].sum()))

    @property
    def real(self) -> float:
        """Return how far both nets take this for an index, 0..1."""
        return float(np.sqrt(self.mark.score * self.index))


def find_indices(picture: Picture, *, least: float = LIMITS.least) -> tuple[SeenIndex, ...]:
    """Find and read all indices in a picture of the board, `PX_PER_MM` pixels a millimetre; surest first."""
    copies = Halves(padded(picture, 4))  # so that it can be halved twice, for the smaller levels
    return tuple(_strongest(_read_marks(copies, all_marks(copies, least))))


def look_again(picture: Picture, found: Sequence[SeenIndex]) -> tuple[SeenIndex, ...]:
    """Look again at what `find_indices` found and is not sure of: the finder sees many an index askew, or too large.

    Where the index net takes it for an index most, there it is, and there it is read anew; by several looks again, so that
    what is an index only from one side stays doubtful.
    """
    copies = Halves(padded(picture, 4))
    sure = [candidate for candidate in found if candidate.real >= LIMITS.enough]
    rest = [candidate for candidate in found if candidate.real < LIMITS.enough]
    marks_now = [candidate.mark for candidate in rest]
    for looks in LIMITS.steps:
        said = _said(copies, marks_now, looks)
        marks_now = [_drawn_to(mark, own, looks) for mark, own in zip(marks_now, said, strict=True)]
    again = _read_marks(copies, marks_now)
    better = [max(pair, key=lambda candidate: candidate.index) for pair in zip(rest, again, strict=True)]
    return tuple(_strongest([*sure, *better]))


def _read_marks(copies: Halves, marked: Sequence[Mark]) -> list[SeenIndex]:
    said = _said(copies, marked, LIMITS.looks)
    return [_joined(mark, own) for mark, own in zip(marked, said, strict=True)]


def _said(copies: Halves, marked: Sequence[Mark], looks: Sequence[Look]) -> _Floats:
    """Return what the index net says of each mark at each look: shape (marks, looks, 19)."""
    patches = [cut_out(copies, mark, look) for mark in marked for look in looks]
    return read_patches(patches).reshape(len(marked), len(looks), 19)


def _drawn_to(mark: Mark, said: _Floats, looks: Sequence[Look]) -> Mark:
    """Move a mark to the mean of the looks, each weighed by how far it shows an index: between two good ones, not to the best."""
    ranks, suits = said[:, :13], said[:, 14:18]
    belief = np.minimum(ranks.sum(axis=1), suits.sum(axis=1)) * ranks.max(axis=1) * suits.max(axis=1)
    weights = (belief + 1e-6) ** LIMITS.pull
    right, down, zoom, turn = np.average(
        [(a, b, np.log(c), d) for a, b, c, d in looks], axis=0, weights=weights
    )
    up, middle = _looking(mark, (float(right), float(down), 1.0, float(turn)))
    return replace(
        mark,
        x=float(middle[0]),
        y=float(middle[1]),
        high=mark.high / float(np.exp(zoom)),
        up=(float(up[0]), float(up[1])),
    )


def all_marks(copies: Halves, least: float) -> list[Mark]:
    """Return what the finder marks at all its levels, surest first; the same index may be among them twice."""
    found = [mark for level in LEVELS for mark in _marks_at(copies, level, least)]
    return sorted(found, key=lambda mark: -mark.score)[: LIMITS.most]


def _marks_at(copies: Halves, level: float, least: float) -> list[Mark]:
    return [
        Mark(mark.score, mark.x / level, mark.y / level, mark.high / level, mark.up, mark.ranks, mark.suits)
        for mark in marks(copies.shrunk(level), least)
    ]


def marks(picture: Picture, least: float) -> list[Mark]:
    """Run the finder on one picture as it is and give all that it takes for indices."""
    out = cells_of("card_finder.onnx", picture, step=8)
    found = [_mark_of(out[:, row, column], row, column) for row, column in peaks(out[0], least)]
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


def _strongest(found: Sequence[SeenIndex]) -> list[SeenIndex]:
    """Keep the most real of marks that lie on one another."""
    kept: list[SeenIndex] = []
    for candidate in sorted(found, key=lambda candidate: -candidate.real):
        if not any(_same_place(candidate.mark, other.mark) for other in kept):
            kept.append(candidate)
    return kept


def _same_place(one: Mark, other: Mark) -> bool:
    """Whether two marks lie on one another, as the better one, `other`, stands."""
    x, y = ((one.x - other.x), (one.y - other.y))
    across, along = other.up[0] * y - other.up[1] * x, other.up[0] * x + other.up[1] * y
    least = min(one.high, other.high)
    return bool(np.hypot(across / LIMITS.apart[0], along / LIMITS.apart[1]) < least)


def cut_out(copies: Halves, mark: Mark, look: Look = LIMITS.looks[0]) -> Picture:
    """Cut an index out and set it upright, `PATCH` pixels; `look` shifts, scales and turns what is seen."""
    copy, own = copies.near(BLOCK / mark.high)
    up, middle = _looking(mark, look)
    across = np.array([-up[1], up[0]])
    scale = BLOCK / mark.high * look[2] / own
    turned = np.stack([across, -up]) * scale
    shift = np.array(PATCH) / 2 - 0.5 - turned @ (middle * own - 0.5)
    matrix = np.column_stack([turned, shift])
    flags = cv2.INTER_LINEAR
    cut = cv2.warpAffine(copy, matrix, PATCH, flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(cut, np.uint8)


def _looking(mark: Mark, look: Look) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """Return where the top points and where the middle is, of what a look shows of a mark."""
    right, down, _, turn = look
    c, s = np.cos(np.radians(turn)), np.sin(np.radians(turn))
    up = np.array([c * mark.up[0] - s * mark.up[1], s * mark.up[0] + c * mark.up[1]])
    return up, np.array([mark.x, mark.y]) + mark.high * (right * np.array([-up[1], up[0]]) - down * up)


def read_patches(patches: Sequence[Picture]) -> _Floats:
    """Read patches by the index net: for each the probabilities of 13 ranks, none, 4 suits, none; shape (n, 19)."""
    if not patches:
        return np.zeros((0, 19), np.float32)
    out = answers_of("card_index.onnx", patches, PATCH)
    return np.concatenate([softmax(out[:, :14]), softmax(out[:, 14:])], axis=1)


def _joined(mark: Mark, said: _Floats) -> SeenIndex:
    """Join what the index net says at several looks: the geometric means, which sum to less the more the looks differ."""
    mean = np.exp(np.log(said + _LEAST).mean(axis=0))
    return SeenIndex(mark, mean[:14], mean[14:])
