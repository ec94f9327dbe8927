"""Dice in motion: rolling out from under the cup, spinning on a corner, or stacked on another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from hardware.simulated.render.optics import Array
from hardware.simulated.scene.die_body import DIE_MM, DieBody, Where, are_apart, spin, tip

ROUND_MM: Final = 0.55 * DIE_MM  # a rolling die goes that far for each radian
ROCKS: Final = 0.85  # from that share of its time on a die only rocks on its edge
CORNER: Final = float(np.arccos(1 / np.sqrt(3)))  # tilt of a die that stands on its corner
TURNS_S: Final = 23.0  # radians a second of a spinning die, roughly


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Roll:
    """One die's movement to its final place `rest`: `way` is the displacement (x, y), zero if the die spins in place."""

    die: DieBody
    rest: Array
    turn: Array
    way: Array

    @classmethod
    def spinning(cls, die: DieBody) -> Roll:
        """Return the movement of a die that spins on its corner until it falls over."""
        return cls(die=die, rest=die.at.copy(), turn=die.turn.copy(), way=np.zeros(2))

    @classmethod
    def out_of(
        cls,
        centre: Array,
        die: DieBody,
        others: Sequence[DieBody],
        board: tuple[float, float],
        rng: np.random.Generator,
    ) -> Roll:
        """Move a die outwards from the cup at `centre` to a free place, and return the roll that takes it there.

        If no free place is found, the die keeps its place.
        """
        start = die.at[:2].copy()
        out = start - centre
        out = out / max(float(np.hypot(*out)), 1e-6)
        for _ in range(60):
            die.at[:2] = start + out * rng.uniform(15, 75) + rng.normal(0, 12, 2)
            free = [other for other in others if other is not die and other.where is Where.BOARD]
            inside = all(20 < at < side - 20 for at, side in zip(die.at[:2], board, strict=True))
            if inside and all(are_apart(die.footprint(), lying.footprint(), 2.0) for lying in free):
                break
        else:
            die.at[:2] = start
        return cls(die=die, rest=die.at.copy(), turn=die.turn.copy(), way=die.at[:2] - start)

    def show(self, part: float) -> None:
        """Place the die where it is at the fraction `part` (0..1) of its roll; at 1 it is at rest."""
        if part >= 1:
            self.die.at, self.die.turn = self.rest.copy(), self.turn.copy()
        elif self.way.any():
            left = (1 - min(1.0, part / ROCKS)) ** 2
            length = float(np.hypot(*self.way))
            ahead = self.way / length
            rock = 0.25 * np.sin((part - ROCKS) * 90) * (1 - part) / (1 - ROCKS) if part > ROCKS else 0.0
            angle = -left * length / ROUND_MM + rock
            self._place(self.rest[:2] - self.way * left, tip(np.array([-ahead[1], ahead[0], 0.0]), angle))
        else:
            falls = float(np.clip((part - ROCKS) / (1 - ROCKS), 0, 1))
            up = tip(np.array([1.0, 1.0, 0.0]) / np.sqrt(2), CORNER * (1 - falls**2))
            self._place(self.rest[:2], spin(-TURNS_S * (1 - part) * (1 - 0.5 * part)) @ up)

    def _place(self, at: Array, more: Array) -> None:
        self.die.turn = more @ self.turn
        height = DIE_MM / 2 * float(np.abs(self.die.turn[2]).sum())
        self.die.at = np.array([*at, height])


def stack(die: DieBody, under: DieBody, rng: np.random.Generator) -> None:
    """Stack a die on top of another, slightly off centre."""
    die.at = np.array([*(under.at[:2] + rng.uniform(-3, 3, 2)), DIE_MM * 1.5])
    die.prop = under
