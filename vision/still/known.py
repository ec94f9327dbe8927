"""Defines what is known about a picture in advance: much at a table, nothing for a stranger's photograph.

A game also knows how many dice its last action leaves on the table (`Expectation`).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from vision.types import Moment

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

    import numpy as np
    import numpy.typing as npt


SIGN_SIDE: Final = 32  # pixels a side of a sign


@dataclass(frozen=True, slots=True)
class Sign:
    """A picture on this table's dice in place of the pips of a value; `shape` is SIGN_SIDE x SIGN_SIDE bytes (`signs.shape_of`).

    Raise ValueError if the value is not 1..6 or the shape has another length.
    """

    value: int
    shape: bytes = field(repr=False)

    def __post_init__(self) -> None:
        if self.value not in range(1, 7):
            raise ValueError(f"a die shows 1 to 6; not {self.value}")
        if len(self.shape) != SIGN_SIDE**2:
            raise ValueError(f"a sign has {SIGN_SIDE**2} bytes; not {len(self.shape)}")


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Known:
    """The prior knowledge about one picture; each part is optional, and each improves the reading.

    `numbers` are the possible numbers of dice: they help to choose among the marks, and any other number is a doubt. `die_size`
    is the edge of a die's top face in pixels, accurate to about 15 %: the nets search near that size only, and nothing much
    smaller or larger is a die. `region` (height, width) is not 0 where a pip or the middle of a die can be. `leeway`, in log
    odds, is subtracted from the confidence that a value needs: above 0 if the table has learned to read its own dice well, below 0
    if it must be more careful. `signs` are the pictures that the table's dice show in place of pips.

    Raise ValueError if a number or the size is impossible.
    """

    numbers: AbstractSet[int] | None = None
    die_size: float | None = None
    region: npt.NDArray[np.uint8] | None = None
    leeway: float = 0.0
    signs: tuple[Sign, ...] = ()

    def __post_init__(self) -> None:
        if self.numbers is not None and (not self.numbers or min(self.numbers) < 0):
            raise ValueError(f"give at least one number of dice, each 0 or more; not {sorted(self.numbers)}")
        if self.die_size is not None and not self.die_size > 0:
            raise ValueError(f"a die's edge must be more than 0 pixels; not {self.die_size}")

    @property
    def most(self) -> int | None:
        """Return the largest possible number of dice; None if unknown."""
        return None if self.numbers is None else max(self.numbers)


NOTHING: Final = Known()


def exactly(number: int) -> frozenset[int]:
    """Return the numbers to expect if there must be exactly `number` dice."""
    return frozenset({number})


def at_most(number: int) -> frozenset[int]:
    """Return the numbers to expect if there can be at most `number` dice."""
    return frozenset(range(number + 1))


@dataclass(frozen=True, slots=True, kw_only=True)
class Expectation:
    """The possible numbers of dice outside the cup: `lift` after a lift, `otherwise` with the cup down or after a hand touched the dice.

    None means unknown. `leeway` and `signs` are what the table learned about its own dice (`Known`). An expectation only helps to
    choose among the marks; a different number is a doubt.
    """

    lift: AbstractSet[int] | None = None
    otherwise: AbstractSet[int] | None = None
    leeway: float = 0.0
    signs: tuple[Sign, ...] = ()

    def known(self, moment: Moment) -> Known:
        """Return the prior knowledge for a picture at this moment."""
        numbers = self.lift if moment is Moment.LIFT else self.otherwise
        return Known(numbers=numbers, leeway=self.leeway, signs=self.signs)


UNKNOWN: Final = Expectation()
