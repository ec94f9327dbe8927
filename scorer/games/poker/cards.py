"""A card of the French deck, and its notation: rank, then suit, as in "TD" for the ten of diamonds."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from scorer.errors import Refused, shorten

RANKS: Final = "23456789TJQKA"
"""From the lowest to the highest."""
SUITS: Final = "CDHS"
"""Clubs, diamonds, hearts, spades; none is higher than another."""
TWO: Final = 2
ACE: Final = 14
HAND: Final = 5
"""The number of cards of a hand."""


@dataclass(frozen=True, slots=True, order=True)
class Card:
    """A card; `rank` is 2 to 14, with 14 for the ace, and `suit` is C, D, H or S."""

    rank: int
    suit: str

    def __str__(self) -> str:
        return RANKS[self.rank - 2] + self.suit


DECK: Final[tuple[Card, ...]] = tuple(Card(rank, suit) for suit in SUITS for rank in range(TWO, ACE + 1))
_NAMED: Final[Mapping[str, Card]] = {str(card): card for card in DECK}


def parse_cards(texts: Sequence[str], gone: Collection[Card] = ()) -> tuple[Card, ...]:
    """Parse cards.

    Raise Refused `wrong_cards` if a text is not a card, or a card is repeated or already `gone`.
    """
    cards: list[Card] = []
    for text in texts:
        card = _NAMED.get(text)
        if card is None:
            raise _wrong(
                f"{shorten(text)} is no card; a card is its rank and its suit, such as 'AS', or 'TD' for a ten."
            )
        if card in cards or card in gone:
            raise _wrong(f"There is only one {card}; name another card in its place.")
        cards.append(card)
    return tuple(cards)


def check_count(texts: Sequence[str], count: int) -> None:
    """Raise Refused `wrong_cards` unless there are `count` cards."""
    if len(texts) != count:
        raise _wrong(f"{count} cards must be named, one for each player in turn, not {len(texts)}.")


def _wrong(sentence: str) -> Refused:
    return Refused("wrong_cards", sentence, "POK-1")
