"""Rendered scenes that a table could see: one to six dice that lie flat, in full view, seen from above."""

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

import cv2
import numpy as np
import numpy.typing as npt

from hardware.frame import Pixels
from tests.support.pictures.photographs import MOST
from training.nets.targets import edge_of
from training.scene.scene import TrueDie, scene

SIZE: Final = 288  # pixels a side
EDGES: Final = (27.0, 42.0)  # pixels of a die, about as on the board
HARDLY: Final = 0.03  # share of a face that is seen of a die that is not there
WHOLE: Final = 0.95  # the same of one in full view
SQUARE: Final = 0.85  # area of a face by its mean edge's square, at least, seen from above
ALIKE: Final = 1.25  # longest edge of a face by its shortest, at most
RIM: Final = 2.0  # pixels to the picture's border, at least
TOLD_OFF: Final = 0.07  # largest error of the given size


class RenderedThrow(NamedTuple):
    """A picture, its seed, the given edge of a die, the values that lie there, sorted, and each top face's corners."""

    picture: Pixels
    seed: int
    edge: float
    values: tuple[int, ...]
    corners: tuple[npt.NDArray[np.float32], ...]


def rendered_throws(seeds: Iterable[int]) -> Iterator[RenderedThrow]:
    """Render scenes and give those that a table could see, about one in eight."""
    for seed in seeds:
        picture, every = scene(seed, SIZE, EDGES)
        dice = [die for die in every if die.seen > HARDLY]
        if 1 <= len(dice) <= MOST and all(map(_lies_open, dice)):
            usual = float(np.median([edge_of(die.corners) for die in dice]))
            off = np.random.default_rng(seed).uniform(-TOLD_OFF, TOLD_OFF)
            values = tuple(sorted(die.value for die in dice))
            corners = tuple(die.corners.astype(np.float32) for die in dice)
            yield RenderedThrow(picture, seed, usual * (1 + off), values, corners)


def _lies_open(die: TrueDie) -> bool:
    """Whether a die lies flat, wholly in the picture, and is seen from above."""
    corners = die.corners.astype(np.float32)
    sides = np.hypot(*(np.roll(corners, -1, 0) - corners).T)
    square = cv2.contourArea(corners) > SQUARE * sides.mean() ** 2 and sides.max() < ALIKE * sides.min()
    inside = corners.min() > RIM and corners.max() < SIZE - RIM
    return bool(square and inside and die.seen >= WHOLE and not die.leans)
