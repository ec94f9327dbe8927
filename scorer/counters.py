"""The units that a game counts in, and the names that a table may give them: beer mats or matchsticks, chips, glasses of water.

The name does not change the scoring, and refers to alcohol only if the table chooses one that does.
"""

from __future__ import annotations

from typing import Final

TOKENS: Final = ("mats", "chips", "matches", "coins")
DRINKS: Final = ("glasses", "water", "juice", "coffee", "shots")


def tokens(own: str) -> tuple[str, ...]:
    """Return all tokens, the game's own first."""
    return (own, *(token for token in TOKENS if token != own))
