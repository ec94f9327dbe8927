"""The current contents of the table: dice, a cup, a hand, litter, the light, the camera's place."""

from dataclasses import dataclass, field
from enum import StrEnum

import numpy as np

from hardware.simulated.render.hand import Pose
from hardware.simulated.render.optics import Array
from hardware.simulated.scene.die_body import DieBody


class Thing(StrEnum):
    """Something flat or small that does not belong on the board."""

    SNIPPET = "snippet"  # a snippet of paper, as sometimes found in a cup
    COIN = "coin"
    PEANUT = "peanut"
    MAT = "mat"  # a beer mat
    DICE_MAT = "dice_mat"  # one with dice printed on it
    PUDDLE = "puddle"  # spilled beer


@dataclass(slots=True, kw_only=True, eq=False)
class HandBody:
    """The scene's only hand: `at` is its working point (x, y, h) in millimetres, `seat` the number of its owner's seat."""

    at: Array = field(default_factory=lambda: np.zeros(3))
    pose: Pose = Pose.PINCH
    seat: int = 0
    shown: bool = False


@dataclass(slots=True, kw_only=True, eq=False)
class CupBody:
    """The cup, upside down: `at` is the middle of its rim (x, y, h); `shown` is False while a player holds it off the board."""

    at: Array = field(default_factory=lambda: np.zeros(3))
    shown: bool = False

    @property
    def down(self) -> bool:
        """Whether the cup stands on the board."""
        return self.shown and float(self.at[2]) < 0.5


@dataclass(frozen=True, slots=True, kw_only=True)
class Shine:
    """An additional light: its place (x, y) and reach in mm, and how much of each colour (BGR) it adds at level 1.

    `level` 0 is off. It swings along x by `swing` mm.
    """

    at: tuple[float, float]
    reach: float
    colour: tuple[float, float, float]
    level: float = 0.0
    swing: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Scrap:
    """Something small that lies on the board: what it is, its place (x, y) in millimetres, and its angle in radians."""

    what: Thing
    at: tuple[float, float]
    angle: float


@dataclass(slots=True, kw_only=True, eq=False)
class Around:
    """The effects of the surroundings on the picture; by default there are none.

    `shake` is in pixels and `grain` a factor of the sensor's noise. `mains` is (depth, hertz) of the lamp's flicker, `candle` the
    depth of a candle's. `shines` are additional lights by name. `passer` is the place of a person's shadow, in millimetres (None:
    nobody), and `passer_strength` the share of the light that it takes. `in_cup` is what falls out with the dice at the next
    throw.
    """

    shake: tuple[float, float] = (0.0, 0.0)
    grain: float = 1.0
    mains: tuple[float, float] = (0.0, 0.0)
    candle: float = 0.0
    shines: dict[str, Shine] = field(default_factory=dict)
    passer: tuple[float, float] | None = None
    passer_strength: float = 0.0
    litter: tuple[Scrap, ...] = ()
    in_cup: tuple[Thing, ...] = ()

    @property
    def calm(self) -> bool:
        """Whether nothing shakes and nobody's shadow is passing."""
        return self.shake == (0.0, 0.0) and self.passer is None


@dataclass(slots=True, kw_only=True, eq=False)
class Stage:
    """Everything that the camera may see. The hands change it, and the painter draws it.

    `light` is the lamp's level (1: as at the start), `pushed` how far the camera was moved (x, y, up) and `glass` the place of a
    beer glass, both in millimetres; `now` is the time in seconds.
    """

    dice: list[DieBody] = field(default_factory=lambda: [DieBody(), DieBody(), DieBody()])
    cup: CupBody = field(default_factory=CupBody)
    hand: HandBody = field(default_factory=HandBody)
    rattling: bool = False  # dice are on the move: a rougher picture of them will do
    light: float = 1.0
    pushed: tuple[float, float, float] = (0.0, 0.0, 0.0)
    glass: tuple[float, float] | None = None
    around: Around = field(default_factory=Around)
    now: float = 0.0
