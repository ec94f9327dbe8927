"""What is on the table at this instant: three dice, a cup, a hand, the lamp's level, the camera's place."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from hardware.simulated.bodies import DieBody
from hardware.simulated.draw_hand import Pose

if TYPE_CHECKING:
    from hardware.simulated.optics import Array


def _origin() -> Array:
    return np.zeros(3)


@dataclass(slots=True, kw_only=True, eq=False)
class Hand:
    """The one hand that may be in the picture: `at` its working point (x, y, h), `seat` whose it is."""

    at: Array = field(default_factory=_origin)
    pose: Pose = Pose.PINCH
    seat: int = 0
    shown: bool = False


@dataclass(slots=True, kw_only=True, eq=False)
class Cup:
    """The cup, upside down: `at` the middle of its rim (x, y, h); `shown` unless a player has it at his place."""

    at: Array = field(default_factory=_origin)
    shown: bool = False

    @property
    def down(self) -> bool:
        """Tell whether the cup stands on the board."""
        return self.shown and float(self.at[2]) < 0.5


@dataclass(slots=True, kw_only=True, eq=False)
class Stage:
    """Everything that the camera may see. Changed by choreography, drawn by the painter."""

    dice: list[DieBody] = field(default_factory=lambda: [DieBody(), DieBody(), DieBody()])
    cup: Cup = field(default_factory=Cup)
    hand: Hand = field(default_factory=Hand)
    rattling: bool = False  # dice are on the move: a rougher picture of them will do
    light: float = 1.0
    pushed: tuple[float, float, float] = (0.0, 0.0, 0.0)
    glass: tuple[float, float] | None = None
