"""The units that a game counts in, and what the table may call them: beer mats or matchsticks, chips, glasses of water.

The name does not change the scoring. No name refers to alcohol unless the table chooses one that does.
"""

from __future__ import annotations

from typing import Final

TOKENS: Final = ("mats", "chips", "matches", "coins")
DRINKS: Final = ("glasses", "water", "juice", "coffee", "shots")


def tokens(own: str) -> tuple[str, ...]:
    """Return all tokens, a game's own first."""
    return (own, *(token for token in TOKENS if token != own))
