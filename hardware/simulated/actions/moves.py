"""The moves of the simulated players; `SimulatedTable.do` queues them.

Dice are numbered from 0. `seat` is the side from which the hand comes: 0 is the picture's lower edge, the others follow clockwise.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True, kw_only=True)
class PutDown:
    """Gather the named dice into the cup, shake it away from the table, slam it down on the board, let go.

    `held` dice are first moved to the hold lane; dice named nowhere stay where they are on the board, or out of the cup.
    `turned` dice are given another face by hand on the way. With `on` the cup's rim comes down on that die.
    """

    dice_in_cup: tuple[int, ...]
    held: tuple[int, ...] = ()
    turned: Mapping[int, int] = field(default_factory=dict)
    on: int | None = None
    seat: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Lift:
    """Lift the cup off and take it away: what lies under it has been thrown, and is added to `throws`.

    Values and places come from the table's own generator, except where `values` or `cocked` are given.
    `roll_s` is how long the dice roll on after the cup was raised, `spins` one that spins on its corner instead.
    `stacked` leaves the last die on top of the first.
    """

    seat: int = 0
    values: Mapping[int, int] = field(default_factory=dict)
    cocked: bool | None = None
    stacked: bool = False
    roll_s: float = 0.0
    spins: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Take:
    """Take dice off the table."""

    dice: tuple[int, ...]
    seat: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Give:
    """Lay dice that are off the table, or in a cup that is away, into the hold lane.

    `values` names the faces that are up; the others fall by chance.
    """

    dice: tuple[int, ...]
    values: Mapping[int, int] = field(default_factory=dict)
    seat: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class SetAside:
    """Move dice that lie on the board into the hold lane and leave, with no cup put down."""

    dice: tuple[int, ...]
    turned: Mapping[int, int] = field(default_factory=dict)
    seat: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Straighten:
    """Tip a leaning die flat with a finger; without `value` it falls on the side that is nearly up."""

    die: int
    value: int | None = None
    seat: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Nudge:
    """Push a die with a finger, by (x, y) millimetres, or by 20 anywhere that is free, within some seconds."""

    die: int
    by: tuple[float, float] | None = None
    seconds: float = 0.3
    seat: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Drop:
    """Let a die roll off the board and the table."""

    die: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Reach:
    """Reach over the board with an empty hand, to (x, y) millimetres if said, and draw it back."""

    seat: int = 0
    seconds: float = 0.8
    at: tuple[float, float] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Wait:
    """Wait some seconds, not scaled by `pace`."""

    seconds: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Light:
    """Dim or brighten the lamp to `level` (1 is as at the start) over some seconds."""

    level: float
    seconds: float = 0.3


@dataclass(frozen=True, slots=True, kw_only=True)
class Bump:
    """Push the camera by (x, y, up) millimetres against its place at the start; it stays there."""

    by: tuple[float, float, float] = (12.0, -7.0, 0.0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Glass:
    """Set a beer glass on the board at (x, y) millimetres; None takes it away."""

    at: tuple[float, float] | None = (350.0, 70.0)
    seat: int = 0


# --- disturbances: the game goes on meanwhile


class Thing(StrEnum):
    """Something flat or small that does not belong on the board."""

    SNIPPET = "snippet"  # a snippet of paper, as sometimes found in a cup
    COIN = "coin"
    PEANUT = "peanut"
    MAT = "mat"  # a beer mat
    DICE_MAT = "dice_mat"  # one with dice printed on it
    PUDDLE = "puddle"  # spilled beer


@dataclass(frozen=True, slots=True, kw_only=True)
class Knock:
    """Hit the table: the picture shakes by `pixels` at first and dies down; dice hop by up to `hop_mm`, values stay."""

    pixels: float = 7.0
    seconds: float = 0.4
    hop_mm: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Passer:
    """Somebody leans into the lamp's light and out again: a soft shadow crosses the board, from left or right."""

    seconds: float = 1.8
    strength: float = 0.4
    row_mm: float = 150.0
    from_left: bool = True
    stays_s: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Mains:
    """Let the lamp flicker from now on, with bands as a rolling shutter sees them; `depth` 0 ends it.

    `hz` is the flicker rate, invisible to the eye: 100 in Europe. Pictures of 1/30 s beat against it.
    """

    depth: float = 0.05
    hz: float = 100.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Candle:
    """Let the light waver from now on as a candle's does, by `depth`; 0 ends it."""

    depth: float = 0.06


@dataclass(frozen=True, slots=True, kw_only=True)
class Grain:
    """Make the camera's noise `level` times as strong from now on: little light, much gain."""

    level: float = 3.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Glow:
    """Bring another light to `level` over some seconds: a lamp of the panel, a tablet, a second pub lamp.

    It shines on (x, y) millimetres and falls off over `reach`; `colour` (BGR) is how much it adds there at level 1.
    It swings by `swing` millimetres, once in 1.6 seconds. A `name` that glows already is changed.
    """

    name: str = "tablet"
    at: tuple[float, float] = (420.0, 150.0)
    reach: float = 140.0
    colour: tuple[float, float, float] = (0.25, 0.18, 0.12)
    level: float = 1.0
    seconds: float = 0.1
    swing: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Litter:
    """Lay something on the board at (x, y) millimetres; with `in_cup` it falls out with the next throw instead."""

    what: Thing
    at: tuple[float, float] = (330.0, 90.0)
    in_cup: bool = False
    seat: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Clear:
    """Take all litter off the board."""

    seat: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Peek:
    """Lift the cup a little by hand, look at the dice for some seconds, set it down again: nothing is thrown."""

    seat: int = 0
    seconds: float = 0.6
    height_mm: float = 70.0


Move: TypeAlias = (
    PutDown
    | Lift
    | Take
    | Give
    | SetAside
    | Straighten
    | Nudge
    | Drop
    | Reach
    | Wait
    | Light
    | Bump
    | Glass
    | Knock
    | Passer
    | Mains
    | Candle
    | Grain
    | Glow
    | Litter
    | Clear
    | Peek
)
