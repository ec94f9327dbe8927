"""What a game counts in, and what the table may call it: beer mats or matchsticks, chips, glasses of water.

Nothing is scored differently for it. No name means alcohol unless the table chooses one that does.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from scorer.rules import Rules

TOKENS: Final = ("mats", "chips", "matches", "coins")
DRINKS: Final = ("glasses", "water", "juice", "coffee", "shots")


def counters_of(rules: Rules) -> tuple[str, ...]:
    """Name what a game may count in, its own word first; nothing where lost rounds are all that is counted."""
    if rules.counts_glasses:
        return DRINKS
    if rules.name == "schocken":
        return ("chips", *(one for one in TOKENS if one != "chips"))
    return () if rules.mats == "none" else TOKENS


def counter_of(rules: Rules, chosen: str | None) -> str | None:
    """Give what is counted: as chosen, else the game's own word; None where nothing is."""
    own = next(iter(counters_of(rules)), None)
    return own if chosen is None else chosen
