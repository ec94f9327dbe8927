"""The three dice as solid bodies that lie, lean or are turned by hand. Opposite sides add up to seven."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

import numpy as np

from hardware.simulated.render.optics import Array

DIE_MM: Final = 16.0

# Where each value sits on the body. The world is left-handed (h is up, y is down in the picture), so that one, two
# and three, counted counter-clockwise around their corner, run along h, y, x.
SIDES: Final = {
    1: np.array([0.0, 0.0, 1.0]),
    6: np.array([0.0, 0.0, -1.0]),
    2: np.array([0.0, 1.0, 0.0]),
    5: np.array([0.0, -1.0, 0.0]),
    3: np.array([1.0, 0.0, 0.0]),
    4: np.array([-1.0, 0.0, 0.0]),
}
PIPS: Final = {
    1: [(0, 0)],
    2: [(-1, -1), (1, 1)],
    3: [(-1, -1), (0, 0), (1, 1)],
    4: [(-1, -1), (-1, 1), (1, -1), (1, 1)],
    5: [(-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)],
    6: [(-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)],
}
"""Where the pips of each value lie on its side, seen from outside."""


class Where(StrEnum):
    """Where a die is: in the cup (under it or being shaken in it), on the board, in a hand, or away from the table."""

    CUP = "cup"
    BOARD = "board"
    HAND = "hand"
    AWAY = "away"


@dataclass(slots=True, kw_only=True, eq=False)
class DieBody:
    """The state of a die: its centre `at` (x, y, h) in millimetres, its rotation `turn` (3, 3), and the `prop` it leans on."""

    where: Where = Where.AWAY
    at: Array = field(default_factory=lambda: np.array([0.0, 0.0, DIE_MM / 2]))
    turn: Array = field(default_factory=lambda: np.eye(3))
    prop: DieBody | None = None

    @property
    def leaning(self) -> bool:
        """Whether the die leans against another."""
        return self.prop is not None

    @property
    def value(self) -> int:
        """Return the value of the uppermost side, however the die lies."""
        return max(SIDES, key=lambda value: float((self.turn @ SIDES[value])[2]))

    def lay(self, x: float, y: float, value: int, angle: float) -> None:
        """Lay the die flat at (x, y) millimetres with `value` up and its edges rotated by `angle` radians."""
        self.at = np.array([x, y, DIE_MM / 2])
        self.turn = rotation_of(value, angle)
        self.prop = None

    def corners(self) -> Array:
        """Return the corners (8, 3), in millimetres, of the sharp-edged cube around the die."""
        half = DIE_MM / 2
        signs = np.array([[i, j, k] for i in (-1, 1) for j in (-1, 1) for k in (-1, 1)], float)
        return np.asarray(self.at + signs * half @ self.turn.T)

    def footprint(self) -> Array:
        """Return the corners (4, 2) of the square that the die covers on the table, however it is rotated about the vertical."""
        side = max(self.turn.T, key=lambda axis: float(np.hypot(*axis[:2])))
        along = side[:2] / np.hypot(*side[:2]) * DIE_MM / 2
        across = np.array([-along[1], along[0]])
        signs = ((1, 1), (1, -1), (-1, -1), (-1, 1))
        return np.array([self.at[:2] + a * along + b * across for a, b in signs])


def spin(angle: float) -> Array:
    """Return the rotation matrix (3, 3) by `angle` radians about the vertical."""
    c, s = np.cos(angle), np.sin(angle)
    return np.array([[c, -s, 0], [s, c, 0], [0, 0, 1.0]])


def tip(axis: Array, angle: float) -> Array:
    """Return the rotation matrix (3, 3) by `angle` radians about any unit axis (Rodrigues)."""
    x, y, z = axis
    cross = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.asarray(np.eye(3) + np.sin(angle) * cross + (1 - np.cos(angle)) * cross @ cross)


def rotation_of(value: int, angle: float) -> Array:
    """Return the rotation matrix (3, 3) that brings `value` up, then turns by `angle` radians about the vertical."""
    side = SIDES[value]
    axis = np.array([side[1], -side[0], 0.0])
    if not axis.any():
        axis = np.array([1.0, 0.0, 0.0])
    up = tip(axis, float(np.arccos(np.clip(side[2], -1, 1))))
    return np.asarray(spin(angle) @ up)


def lean(die: DieBody, prop: DieBody, value: int, tilt: float) -> None:
    """Lean `die`, with `value` nearly up, against a side of `prop`: on one edge, tilted by `tilt` radians."""
    side = prop.turn[:, int(np.argmin(np.abs(prop.turn[2])))][:2]
    out = side / np.hypot(*side)
    half, full = DIE_MM / 2, DIE_MM
    wall = prop.at[:2] + out * half
    centre = wall + out * (full * np.cos(tilt) - half * (np.cos(tilt) - np.sin(tilt)))
    hinge = np.array([-out[1], out[0], 0.0])
    flat = rotation_of(value, float(np.arctan2(out[1], out[0])))
    up = tip(hinge, tilt)
    lifted = (up @ np.array([-out[0], -out[1], 0.0]))[2]
    die.turn = (up if lifted > 0 else up.T) @ flat
    die.at = np.array([*centre, half * (np.sin(tilt) + np.cos(tilt))])
    die.prop = prop


def are_apart(one: Array, other: Array, gap: float = 0.0) -> bool:
    """Whether two squares (4, 2) are at least `gap` millimetres apart (separating axes)."""
    for square in (one, other):
        for k in range(2):
            axis = square[(k + 1) % 4] - square[k]
            axis = axis / np.hypot(*axis)
            a, b = one @ axis, other @ axis
            if a.min() - b.max() >= gap or b.min() - a.max() >= gap:
                return True
    return False
