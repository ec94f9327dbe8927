"""What the game expects to lie on the board: how many dice, by what has just happened."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from vision.sightings import Moment

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet


@dataclass(frozen=True, slots=True, kw_only=True)
class Expectation:
    """How many dice may lie outside the cup: `lift` once it was lifted, `otherwise` while it stands there or after a hand.

    None where nothing is known. `leeway` is what the table has learned of its own dice (`Known`). An expectation only chooses among what is seen; what does not fit it is a doubt.
    """

    lift: AbstractSet[int] | None = None
    otherwise: AbstractSet[int] | None = None
    leeway: float = 0.0

    def numbers(self, moment: Moment) -> AbstractSet[int] | None:
        """Return the numbers of dice that may lie there then."""
        return self.lift if moment is Moment.LIFT else self.otherwise


UNKNOWN: Final = Expectation()
