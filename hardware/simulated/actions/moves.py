"""The moves of the simulated players; `SimulatedTable.do` queues them.

Dice are numbered from 0. `seat` is the side from which the hand comes: 0 is the picture's lower edge, the others follow clockwise.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

from hardware.simulated.actions.disturbances import Peek, Trouble

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
    | Peek
    | Trouble
)
