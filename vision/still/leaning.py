"""Distinguishes leaning dice from flat dice that are close together.

A die can only lean on a neighbour. So each die is compared with each close neighbour from the same side: the patch around both is
rotated until the neighbour is on the right and scaled to one size, and a linear classifier weighs its edges and brightness. A
leaning die shows a side face or a dark wedge between the two, and its top reflects the light differently.

Source: the weights in `leaning.npz` come from `benchmarks/training/leaning.py`, learned only from our own renders: leaning dice
of simulated tables, which are white and ivory, and flat ones of any colour on any ground. Leaning dice of other colours, stacked
dice, and dice that lean on the cup or a coin were not included.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from math import atan2, cos, hypot, sin
from typing import TYPE_CHECKING, Final, TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from vision.types import Doubt

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.types import Die, Picture, Reading

_Vector: TypeAlias = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaningLimits:
    """The patch around a die and its neighbour. The weights are valid only for these values, except that `near` may change.

    The threshold for leaning was chosen in training and is stored with the weights.
    """

    near: float = 1.65
    """Edges between the middles of a die and one that it may lean on: of rendered ones at most 1.52."""
    edge: float = 24.0
    """Pixels of a die's edge in the patch: fewer than the board's camera gives (34), so that nothing is interpolated."""
    width: int = 64
    """Pixels of the patch: the die and all of its neighbour."""
    height: int = 48
    """Pixels of the patch: the die and half an edge on both sides, for its shadow and its sides."""
    die_at: float = 20.0
    """Pixels from the left to the die's middle: a third of an edge is left of it."""
    bright: float = 85.0
    """Percentile of the patch's light for the dice's tops, or the paper: pips and shadow are darker, glare is rare."""
    level: float = 200.0
    """Grey level to which that percentile is scaled: dim and bright tables look alike, with headroom for glare."""
    block: int = 16
    """Pixels of a block in which edges are compared: two cells."""
    cell: int = 8
    """Pixels of a cell whose edges are counted by direction: a third of a die."""
    directions: int = 9
    """The number of edge directions: 20 degrees each."""
    light: tuple[int, int] = (16, 12)
    """Cells across and down for the light itself: six for each edge of a die."""


LIMITS: Final = LeaningLimits()
_HOG: Final = cv2.HOGDescriptor(
    (LIMITS.width, LIMITS.height),
    (LIMITS.block,) * 2,
    (LIMITS.cell,) * 2,
    (LIMITS.cell,) * 2,
    LIMITS.directions,
)


def leaning(picture: Picture, dice: Sequence[Die], edge: float, limit: float | None = None) -> list[bool]:
    """Return whether each die leans. `picture` is BGR; the dice and their `edge` are in its pixels.

    `limit` is the least score of a leaning die; the default was learned for our board.
    """
    weights, bias, learned = _weights()
    limit = learned if limit is None else limit
    found = []
    for die in dice:
        scores = [float(patch @ weights) + bias for patch in patches(picture, die, dice, edge)]
        found.append(bool(scores) and max(scores) > limit)
    return found


def doubt_leaning(picture: Picture, reading: Reading, edge: float, limit: float | None = None) -> Reading:
    """Return the reading of a picture, in doubt if one of its dice leans. `edge` and `limit` are as in `leaning`."""
    leans = leaning(picture, reading.dice, edge, limit)
    each = zip(reading.dice, leans, strict=True)
    dice = tuple(replace(die, doubted=die.doubted or leant) for die, leant in each)
    return replace(reading, dice=dice).in_doubt(Doubt.COCKED) if any(leans) else reading


def patches(picture: Picture, die: Die, dice: Sequence[Die], edge: float) -> list[_Vector]:
    """Return a feature vector of fixed length for each neighbour on which the die could lean, if any."""
    near = [
        neighbour
        for neighbour in dice
        if neighbour is not die and distance_between(neighbour, die) < LIMITS.near * edge
    ]
    return [describe(turned(picture, die, neighbour, edge)) for neighbour in near]


def distance_between(one: Die, other: Die) -> float:
    """Return the distance between the centres of two dice, in the unit of their places."""
    return hypot(one.x - other.x, one.y - other.y)


def describe(patch: npt.NDArray[np.uint8]) -> _Vector:
    """Return the features of a grey patch, shape (height, width): its edges and, coarsely, its brightness."""
    level = max(1.0, float(np.percentile(patch, LIMITS.bright)))
    even = np.clip(patch.astype(np.float32) * (LIMITS.level / level), 0, 255).astype(np.uint8)
    edges = np.asarray(_HOG.compute(even), np.float32).ravel()
    light = (
        cv2.resize(even, LIMITS.light, interpolation=cv2.INTER_AREA).astype(np.float32).ravel() / 255 - 0.5
    )
    return np.concatenate([edges, light])


def turned(picture: Picture, die: Die, neighbour: Die, edge: float) -> npt.NDArray[np.uint8]:
    """Return the die cut out in grey, shape (`height`, `width`), rotated so that its neighbour is on the right."""
    angle = atan2(neighbour.y - die.y, neighbour.x - die.x)
    scale = LIMITS.edge / edge
    c, s = scale * cos(angle), scale * sin(angle)
    place = np.array(
        [[c, s, LIMITS.die_at - c * die.x - s * die.y], [-s, c, LIMITS.height / 2 + s * die.x - c * die.y]],
        dtype=np.float64,
    )
    cut = cv2.warpAffine(
        picture, place, (LIMITS.width, LIMITS.height), flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(cv2.cvtColor(cut, cv2.COLOR_BGR2GRAY), np.uint8)


@cache
def _weights() -> tuple[_Vector, float, float]:
    with files("vision").joinpath("leaning.npz").open("rb") as file, np.load(file) as kept:
        return kept["weights"].astype(np.float32), float(kept["bias"]), float(kept["limit"])
