"""The options of Chicago poker (POK-15) and their effects."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from scorer.games.poker.hand_ranks import CATEGORIES
from scorer.rules import YES_NO, AnyText

if TYPE_CHECKING:
    from collections.abc import Mapping

WINS_FROM: Final = 52  # POK-14
LOCKED_FROM: Final = 46  # POK-13
CHICAGO: Final = 15  # POK-10, POK-11
LAST_TRICK: Final = 5  # POK-8
TRICKS: Final = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class PokerRules:
    """The rules of a house; `name` is the preset's, `family` the game's.

    `one_up` has no effect here: a player who exchanges one card may see it open first, and refuse it. `stake` is the price of a
    point, in the table's own words, "" for nothing.
    """

    name: str
    family: str
    players_min: int
    players_max: int
    one_up: str
    straight_flush: int
    royal_flush: int
    second_phase: bool
    last_trick_with_two: int
    stake: str

    @property
    def royal_counts(self) -> bool:
        """Whether the royal flush is a separate category (POK-15)."""
        return self.royal_flush > 0

    def worth(self, category: str) -> int:
        """Return the points of a category (POK-3, POK-15)."""
        match category:
            case "straight_flush":
                return self.straight_flush
            case "royal_flush":
                return self.royal_flush
            case _:
                return CATEGORIES.index(category) + 1

    def phase_after(self, phase: int) -> int:
        """Return the phase that follows phase 1 or 2 (POK-2, POK-15)."""
        return 2 if phase == 1 and self.second_phase else 3


OPTIONS: Final[Mapping[str, tuple[object, ...]]] = {
    "players_min": tuple(range(2, 9)),
    "players_max": tuple(range(2, 9)),
    "one_up": ("off", "optional", "binding"),
    "straight_flush": (8, 10),
    "royal_flush": (0, 52),
    "second_phase": YES_NO,
    "last_trick_with_two": (5, 10),
    "stake": (AnyText(),),
}
