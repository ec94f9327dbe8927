"""The options of Chicago poker (POK-15) and their effects."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from scorer.errors import BadVariant
from scorer.games.poker.hand_ranks import CATEGORIES
from scorer.rules import YES_NO, AnyText

CHICAGO: Final = 15  # POK-10, POK-11
TRICKS: Final = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class PokerRules:
    """The rules of a house; `name` is the preset, `family` the game.

    With `one_up`, a player who exchanges one card may see it first and refuse it; the scorer does nothing with it. `stake` is the
    price of a point in the table's own words, or "" if they play for nothing.
    """

    name: str
    family: str
    players_min: int
    players_max: int
    goal: int
    locked_from: int
    locked_at_once: bool
    one_up: str
    pair: int
    two_pairs: int
    three_of_a_kind: int
    straight: int
    flush: int
    full_house: int
    four_of_a_kind: int
    straight_flush: int
    royal_flush: int
    four_of_a_kind_clears: bool
    second_phase: bool
    last_trick: int
    last_trick_with_two: int
    chicago_leads: bool
    stake: str

    @property
    def royal_counts(self) -> bool:
        """Whether the royal flush is a separate category (POK-15)."""
        return self.royal_flush > 0

    def worth(self, category: str) -> int:
        """Return how many points a category is worth (POK-3, POK-15)."""
        return int(getattr(self, category))

    def fifth_trick(self, *, with_two: bool) -> int:
        """Return how many points the fifth trick is worth (POK-8, POK-15)."""
        return self.last_trick_with_two if with_two and self.last_trick_with_two else self.last_trick

    def locks(self, points: int) -> bool:
        """Whether these points lock a player's hand, so that it may not be exchanged (POK-13, POK-15)."""
        return 0 < self.locked_from <= points

    def phase_after(self, phase: int) -> int:
        """Return the phase that follows phase 1 or 2 (POK-2, POK-15)."""
        return 2 if phase == 1 and self.second_phase else 3


OPTIONS: Final[Mapping[str, tuple[object, ...]]] = {
    "players_min": tuple(range(2, 9)),
    "players_max": tuple(range(2, 9)),
    "goal": tuple(range(20, 101)),
    "locked_from": (0, *range(20, 101)),
    "locked_at_once": YES_NO,
    "one_up": ("off", "optional", "binding"),
    **dict.fromkeys(CATEGORIES[:-1], tuple(range(1, 31))),
    "royal_flush": tuple(range(61)),
    "four_of_a_kind_clears": YES_NO,
    "second_phase": YES_NO,
    "last_trick": tuple(range(1, 11)),
    "last_trick_with_two": tuple(range(21)),
    "chicago_leads": YES_NO,
    "stake": (AnyText(),),
}


def check_options(rules: PokerRules) -> None:
    """Raise BadVariant if a higher category is worth less than a lower one (POK-15)."""
    counted = CATEGORIES if rules.royal_counts else CATEGORIES[:-1]
    for lower, higher in pairwise(counted):
        if rules.worth(lower) > rules.worth(higher):
            raise BadVariant(
                f"{lower} is {rules.worth(lower)}, more than {higher}, {rules.worth(higher)}; "
                "a higher hand must bring at least as much."
            )


def idle_options(rules: PokerRules) -> tuple[str, ...]:
    """Return the options that have no effect because of other options."""
    return ("locked_at_once",) if rules.locked_at_once and not rules.locked_from else ()
