"""Dice that lean on another: told from flat ones that lie close by.

A die can only lean on a neighbour. So each die with a neighbour close enough is looked at from the same side: the
patch is turned until the neighbour lies to the right, brought to one size, and its edges and its light are weighed by a
linear classifier. A leaning die shows a side face or a dark wedge in between, and its top takes the light differently.

Source: the weights in `leaning.npz` come from `benchmarks/training/leaning.py`, learned from our own renders only: leaning
dice of the simulated table, which are white and ivory, and flat ones of any colour on any ground. They have not seen
leaning dice of other colours, stacked dice, or dice that lean on the cup or a coin.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from math import atan2, cos, hypot, sin
from typing import TYPE_CHECKING, Final, TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.types import Die, Picture

NEAR: Final = 1.65  # edges between the middles of a die and one it may lean on; of rendered ones at most 1.52
WIDTH: Final = 64
HEIGHT: Final = 48
EDGE: Final = 24.0  # pixels that a die's edge has in the patch
DIE_AT: Final = 20.0  # where the die's centre is in the patch, from the left

_Vector: TypeAlias = npt.NDArray[np.float32]


def leaning(picture: Picture, dice: Sequence[Die], edge: float) -> list[bool]:
    """Return for each die whether it leans. `picture` is BGR, the dice and their `edge` are in its pixels."""
    weights, bias, limit = _weights()
    found = []
    for die in dice:
        scores = [float(patch @ weights) + bias for patch in patches(picture, die, dice, edge)]
        found.append(bool(scores) and max(scores) > limit)
    return found


def patches(picture: Picture, die: Die, dice: Sequence[Die], edge: float) -> list[_Vector]:
    """Describe the die towards each neighbour that it could lean on: vectors of a fixed length, perhaps none."""
    near = [one for one in dice if one is not die and apart(one, die) < NEAR * edge]
    return [describe(turned(picture, die, one, edge)) for one in near]


def apart(one: Die, other: Die) -> float:
    """Return the distance between the middles of two dice."""
    return hypot(one.x - other.x, one.y - other.y)


def describe(patch: npt.NDArray[np.uint8]) -> _Vector:
    """Describe a grey patch, shape (HEIGHT, WIDTH), by its edges and, coarsely, its light."""
    level = max(1.0, float(np.percentile(patch, 85)))
    even = np.clip(patch.astype(np.float32) * (200.0 / level), 0, 255).astype(np.uint8)
    edges = np.asarray(_hog().compute(even), np.float32).ravel()
    light = cv2.resize(even, (16, 12), interpolation=cv2.INTER_AREA).astype(np.float32).ravel() / 255 - 0.5
    return np.concatenate([edges, light])


def turned(picture: Picture, die: Die, neighbour: Die, edge: float) -> npt.NDArray[np.uint8]:
    """Cut out the die with its neighbour to the right, in grey."""
    angle = atan2(neighbour.y - die.y, neighbour.x - die.x)
    scale = EDGE / edge
    c, s = scale * cos(angle), scale * sin(angle)
    place = np.array(
        [[c, s, DIE_AT - c * die.x - s * die.y], [-s, c, HEIGHT / 2 + s * die.x - c * die.y]],
        dtype=np.float64,
    )
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    cut = cv2.warpAffine(grey, place, (WIDTH, HEIGHT), flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(cut, np.uint8)


@cache
def _hog() -> cv2.HOGDescriptor:
    return cv2.HOGDescriptor((WIDTH, HEIGHT), (16, 16), (8, 8), (8, 8), 9)


@cache
def _weights() -> tuple[_Vector, float, float]:
    with files("vision").joinpath("leaning.npz").open("rb") as file, np.load(file) as kept:
        return kept["weights"].astype(np.float32), float(kept["bias"]), float(kept["limit"])
