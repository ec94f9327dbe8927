"""The rank of hands: their category, and which of two hands is better (POK-3, POK-5)."""

from collections.abc import Mapping, Sequence
from typing import Final, TypeAlias

from scorer.games.poker.cards import ACE, HAND, Card

CATEGORIES: Final = (
    "pair",
    "two_pairs",
    "three_of_a_kind",
    "straight",
    "flush",
    "full_house",
    "four_of_a_kind",
    "straight_flush",
    "royal_flush",
)
"""From the lowest to the highest; less than a pair has no category."""
Strength: TypeAlias = tuple[int, tuple[int, ...]]
"""The sort key of hands: the place of the category from 1, 0 for no pair, then the deciding ranks."""

_NOTHING, _PAIR, _TWO_PAIRS, _THREE, _STRAIGHT, _FLUSH, _FULL_HOUSE, _FOUR, _STRAIGHT_FLUSH, _ROYAL = range(
    10
)
_OF_COUNTS: Final = {
    (4, 1): _FOUR,
    (4,): _FOUR,
    (3, 2): _FULL_HOUSE,
    (3, 1, 1): _THREE,
    (3, 1): _THREE,
    (3,): _THREE,
    (2, 2, 1): _TWO_PAIRS,
    (2, 2): _TWO_PAIRS,
    (2, 1, 1, 1): _PAIR,
    (2, 1, 1): _PAIR,
    (2, 1): _PAIR,
    (2,): _PAIR,
}
"""The category by the number of cards of each rank, the most first. A full house needs five cards."""
_LOW_STRAIGHT: Final = (ACE, 5, 4, 3, 2)


def hand_sort_key(cards: Sequence[Card]) -> Strength:
    """Return a sort key for one to five cards; only five can be a straight, a flush or a full house.

    The highest straight flush, the royal flush, is the best hand whether or not it is a category of its own.
    """
    ranks = [card.rank for card in cards]
    counts = sorted(((ranks.count(rank), rank) for rank in set(ranks)), reverse=True)
    order = tuple(rank for _, rank in counts)
    category = _OF_COUNTS.get(tuple(count for count, _ in counts), _NOTHING)
    if category is not _NOTHING or len(cards) < HAND:
        return category, order
    if order == _LOW_STRAIGHT:
        order = (5, 4, 3, 2, 1)
    straight = order[0] - order[-1] == HAND - 1
    if len({card.suit for card in cards}) > 1:
        return (_STRAIGHT if straight else _NOTHING), order
    if not straight:
        return _FLUSH, order
    return (_ROYAL if order[0] == ACE else _STRAIGHT_FLUSH), order


def best_of(hands: Mapping[str, Sequence[Card]]) -> tuple[str, ...]:
    """Return the players with the best hand: several if their hands are exactly equal (POK-5)."""
    strengths = {player: hand_sort_key(cards) for player, cards in hands.items()}
    highest = max(strengths.values())
    return tuple(player for player, reached in strengths.items() if reached == highest)


def category_of(cards: Sequence[Card], *, royal: bool) -> str | None:
    """Return the category of one to five cards, None for less than a pair. With `royal`, the royal flush is a category."""
    place = hand_sort_key(cards)[0]
    if place == _ROYAL and not royal:
        place = _STRAIGHT_FLUSH
    return CATEGORIES[place - 1] if place else None


def is_at_least(category: str | None, other: str) -> bool:
    """Whether a category is at least as high as another; None (less than a pair) never is."""
    return category is not None and CATEGORIES.index(category) >= CATEGORIES.index(other)
