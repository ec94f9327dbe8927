"""The results of reading cards: frozen values, in millimetres on the board. A card is written as rank and suit: "TD"."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from vision.types import Status


class CardDoubt(StrEnum):
    """Why a reading of cards is not sure."""

    UNCLEAR = "unclear"  # an index may be another card's, or may be none
    TWICE = "twice"  # the same card seems to lie there twice
    COUNT = "count"  # more or fewer cards than expected
    DISAGREE = "disagree"  # two pictures of the same cards were read differently


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """One card as read: `name` is its rank, one of 23456789TJQKA, and its suit, one of CDHS.

    `x`, `y` are the middle of its best index; `angle` is the index's direction, in degrees clockwise from the board's
    upper edge, 0 <= angle < 360. `confidence` is 0..1, `corners` the number of its indices that were read. `candidates`
    are its possible names, likeliest first; the first is `name`. `crop` is a small JPEG of the index, kept in memory
    only.
    """

    name: str
    x: float
    y: float
    angle: float
    confidence: float
    corners: int
    candidates: tuple[str, ...]
    crop: bytes = field(default=b"", repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class CardReading:
    """A reading of cards. `ok` promises that every card is sure and that their number is right; `empty` that there is none.

    Otherwise `unsure` are the cards to ask about, in the order of `cards`; it may be empty if a card is missing.
    """

    status: Status
    cards: tuple[Card, ...] = ()
    doubts: tuple[CardDoubt, ...] = ()
    unsure: tuple[Card, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """Return the cards' names from left to right."""
        return tuple(card.name for card in self.cards)
