"""Exact odds of exchanging cards: some of five cards are kept, the others replaced from the unknown cards.

Nothing is sampled. Draws are counted rank by rank, so that a query takes a fraction of a millisecond even for the 1.5 million
ways to draw five cards.
"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb, prod
from typing import Final, TypeAlias

from scorer.errors import NoSuchDecision
from scorer.games.poker.cards import ACE, HAND, SUITS, TWO, Card
from scorer.games.poker.hand_ranks import CATEGORIES
from scorer.games.poker.poker_rules import PokerRules

Counts: TypeAlias = "Mapping[str | None, int]"
"""The number of ways to draw each category, None for no pair; without categories that cannot be drawn."""

Partial: TypeAlias = "Mapping[tuple[int, int, int, int], int]"
"""The number of ways for each (cards still to draw, pairs, threes, fours)."""

_RANKS: Final = range(TWO, ACE + 1)
_STRAIGHTS: Final = (
    frozenset({ACE, 2, 3, 4, 5}),
    *(frozenset(range(low, low + HAND)) for low in range(TWO, ACE - HAND + 2)),
)
_ROYAL: Final = _STRAIGHTS[-1]
_SAME_RANKS: Final[dict[tuple[int, int, int], str | None]] = {
    (0, 0, 0): None,
    (1, 0, 0): "pair",
    (2, 0, 0): "two_pairs",
    (0, 1, 0): "three_of_a_kind",
    (1, 1, 0): "full_house",
    (0, 0, 1): "four_of_a_kind",
}
"""The category by the number of pairs, threes and fours."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptCards:
    """The outcome of keeping these cards.

    `ways` counts the draws that give each category; `points` is the average score if nobody holds a better hand.
    """

    cards: tuple[Card, ...]
    ways: Counts
    points: Fraction

    def chance(self, category: str | None) -> Fraction:
        """Return the chance of holding this category after the exchange; None stands for less than a pair."""
        return Fraction(self.ways.get(category, 0), sum(self.ways.values()))


def ways_to_draw(kept: Sequence[Card], gone: Collection[Card], *, royal: bool) -> Counts:
    """Return how many draws give each category together with the kept cards, from a deck without these and those `gone`.

    With `royal`, the royal flush is a category of its own. Raise NoSuchDecision if there are more than five cards, a repeated
    card, or too few cards left to draw.
    """
    missing = HAND - len(kept)
    known = {*kept, *gone}
    if missing < 0:
        raise NoSuchDecision(f"A hand has five cards, not {len(kept)}.")
    if len(known) != len(kept) + len(gone):
        raise NoSuchDecision("A card is named twice; there is one of each.")
    deck = {rank: frozenset(suit for suit in SUITS if Card(rank, suit) not in known) for rank in _RANKS}
    if sum(map(len, deck.values())) < missing:
        raise NoSuchDecision(
            f"Fewer cards are left than the {missing} to be drawn; name fewer that are gone."
        )
    ways = _by_ranks(kept, deck, missing)
    _tell_apart(ways, kept, deck, missing)
    if not royal:
        ways["straight_flush"] += ways.pop("royal_flush")
    return {category: ways[category] for category in (None, *CATEGORIES) if ways[category]}


def weigh_exchange(hand: Sequence[Card], rules: PokerRules) -> tuple[KeptCards, ...]:
    """Return all ways of keeping cards of a hand, weighed, best first: by points, then by the fewest cards exchanged.

    Discarded cards are not drawn again while the deck lasts. Raise NoSuchDecision if the hand is invalid.
    """
    if len(hand) != HAND:
        raise NoSuchDecision(f"A hand has five cards, not {len(hand)}.")
    choices = [
        weigh_kept(kept, [card for card in hand if card not in kept], rules)
        for count in range(HAND, -1, -1)
        for kept in combinations(hand, count)
    ]
    return tuple(sorted(choices, key=lambda choice: choice.points, reverse=True))


def weigh_kept(kept: tuple[Card, ...], gone: Collection[Card], rules: PokerRules) -> KeptCards:
    """Return the outcome of keeping `kept` and discarding `gone`. Raise NoSuchDecision as `ways_to_draw` does."""
    ways = ways_to_draw(kept, gone, royal=rules.royal_counts)
    brought = sum(count * rules.worth(category) for category, count in ways.items() if category is not None)
    return KeptCards(cards=kept, ways=ways, points=Fraction(brought, sum(ways.values())))


# --- counting


def _by_ranks(kept: Sequence[Card], deck: Mapping[int, frozenset[str]], missing: int) -> Counter[str | None]:
    """Count categories by equal ranks alone: straights and flushes count as no pair here."""
    held = Counter(card.rank for card in kept)
    touched = [rank for rank in _RANKS if held[rank] or len(deck[rank]) < len(SUITS)]
    partial = _from_whole_ranks(missing, len(_RANKS) - len(touched))
    for rank in touched:
        partial = _with_rank(partial, held[rank], len(deck[rank]))
    found: Counter[str | None] = Counter()
    for (left, *same), ways in partial.items():
        if left == 0:
            found[_SAME_RANKS[same[0], same[1], same[2]]] += ways
    return found


@cache
def _from_whole_ranks(missing: int, ranks: int) -> Partial:
    """Count the ways to draw some of the missing cards from `ranks` ranks of which no card is gone or kept."""
    if ranks == 0:
        return {(missing, 0, 0, 0): 1}
    return _with_rank(_from_whole_ranks(missing, ranks - 1), 0, len(SUITS))


def _with_rank(partial: Partial, held: int, left: int) -> Partial:
    """Add a rank of which `held` cards are kept and `left` remain, and draw any number of those."""
    grown: Counter[tuple[int, int, int, int]] = Counter()
    for (missing, pairs, threes, fours), ways in partial.items():
        for drawn in range(min(missing, left) + 1):
            size = held + drawn
            after = (missing - drawn, pairs + (size == 2), threes + (size == 3), fours + (size == 4))
            grown[after] += ways * comb(left, drawn)
    return grown


def _tell_apart(
    ways: Counter[str | None], kept: Sequence[Card], deck: Mapping[int, frozenset[str]], missing: int
) -> None:
    """Separate straights and flushes from hands counted as no pair."""
    ranks = {card.rank for card in kept}
    suits = [suit for suit in SUITS if all(card.suit == suit for card in kept)]
    flushes = sum(comb(sum(suit in left for left in deck.values()), missing) for suit in suits)
    straights = straight_flushes = royal = 0
    for row in _STRAIGHTS:
        if len(ranks) < len(kept) or not ranks <= row:
            continue
        needed = [deck[rank] for rank in row - ranks]
        straights += prod(map(len, needed))
        both = sum(all(suit in left for left in needed) for suit in suits)
        straight_flushes += both
        royal += both if row == _ROYAL else 0
    ways[None] -= straights + flushes - straight_flushes
    ways["straight"] += straights - straight_flushes
    ways["flush"] += flushes - straight_flushes
    ways["straight_flush"] += straight_flushes - royal
    ways["royal_flush"] += royal
