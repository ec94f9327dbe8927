"""What is known about a picture before it is read: a table knows much, a stranger's photograph nothing.

A game expects as many dice as what has just happened leaves there (`Expectation`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from vision.types import Moment

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

    import numpy as np
    import numpy.typing as npt


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Known:
    """What is known of one picture; each part is optional, and each makes the reading better.

    `numbers` are the numbers of dice that may lie there: they choose among the marks, and a die too many or too few is a
    doubt. `die_size` is the edge of a die's top face in pixels, right within about 15 %: the nets look at that one scale, and
    what is much smaller or larger is no die. `region` (height, width) is not 0 where a pip or the middle of a die can be.
    `leeway` is by how much less belief in a value is enough where a table has learned to read its own dice, in log odds; below 0
    more is wanted.

    Raise ValueError if a number or the size makes no sense.
    """

    numbers: AbstractSet[int] | None = None
    die_size: float | None = None
    region: npt.NDArray[np.uint8] | None = None
    leeway: float = 0.0

    def __post_init__(self) -> None:
        if self.numbers is not None and (not self.numbers or min(self.numbers) < 0):
            raise ValueError(f"numbers of dice are 0 or more, and at least one; not {sorted(self.numbers)}")
        if self.die_size is not None and not self.die_size > 0:
            raise ValueError(f"a die's edge is more than 0 pixels; not {self.die_size}")

    @property
    def most(self) -> int | None:
        """Return the largest number of dice that may lie there, None where nothing is known of it."""
        return None if self.numbers is None else max(self.numbers)


NOTHING: Final = Known()


def exactly(number: int) -> frozenset[int]:
    """Return the numbers to expect where just so many dice must lie."""
    return frozenset({number})


def at_most(number: int) -> frozenset[int]:
    """Return the numbers to expect where so many dice may lie, or fewer, or none."""
    return frozenset(range(number + 1))


@dataclass(frozen=True, slots=True, kw_only=True)
class Expectation:
    """How many dice may lie outside the cup: `lift` once it was lifted, `otherwise` while it stands there or after a hand.

    None where nothing is known. `leeway` is what the table has learned of its own dice (`Known`). An expectation only chooses
    among what is seen; what does not fit it is a doubt.
    """

    lift: AbstractSet[int] | None = None
    otherwise: AbstractSet[int] | None = None
    leeway: float = 0.0

    def known(self, moment: Moment) -> Known:
        """Return what is known of a picture taken then."""
        return Known(numbers=self.lift if moment is Moment.LIFT else self.otherwise, leeway=self.leeway)


UNKNOWN: Final = Expectation()
