"""What cards are worth, against the known numbers of all 2,598,960 hands."""

from collections import Counter
from itertools import combinations, combinations_with_replacement
from math import comb, prod

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorer.games.poker.cards import DECK, Card, parse_cards
from scorer.games.poker.hand_ranks import CATEGORIES, category_of, hand_sort_key, is_at_least
from tests.support.games.known_hands import KNOWN

HANDS = st.lists(st.sampled_from(DECK), min_size=5, max_size=5, unique=True)


def cards(text):
    return parse_cards(text.split())


def test_POK_3_every_category_comes_as_often_as_it_must_among_all_hands():
    """P 7-14. Counted by classes: hands of the same ranks, with suits that make a flush or none."""
    found: Counter[str | None] = Counter()
    for ranks in combinations_with_replacement(range(2, 15), 5):
        count = Counter(ranks)
        if max(count.values()) > 4:
            continue
        every = prod(comb(4, many) for many in count.values())
        flushes = 4 if len(count) == 5 else 0
        suits = dict.fromkeys(ranks, 0)
        mixed = []
        for place, rank in enumerate(ranks):
            suits[rank] += 1
            mixed.append(Card(rank, "CDHS"[suits[rank] - 1] if place else "S" if len(count) == 5 else "C"))
        found[category_of(mixed, royal=True)] += every - flushes
        if flushes:
            found[category_of([Card(rank, "C") for rank in ranks], royal=True)] += flushes
    assert sum(found.values()) == 2_598_960
    assert found == KNOWN


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("2S 2D 3C 4H 5S", "AS KD QC JH 9S"),  # a pair, and no pair
        ("2S 2D 3S 3D 4C", "AS AD KC QH JS"),
        ("2S 2D 2C 3H 4S", "AS AD KS KD QC"),
        ("AS 2D 3C 4H 5S", "AS AD AC KH QS"),  # the ace is low, and it is a straight
        ("2S 3S 4S 5S 7S", "TS JD QC KH AS"),
        ("2S 2D 2C 3H 3S", "AS KS QS JS 9S"),
        ("2S 2D 2C 2H 3S", "AS AD AC KH KS"),
        ("AS 2S 3S 4S 5S", "AS AD AC AH KS"),
        ("TS JS QS KS AS", "9S TS JS QS KS"),
        ("2S 3D 4C 5H 6S", "AS 2D 3C 4H 5S"),  # in a straight from the ace the five is highest
        ("AS 3D 4C 5H 7S", "KS QD JC TH 8S"),  # the ace is high
        ("AS AD 3C 4H 5S", "KS KD QC JH TS"),
        ("KS KD 3C 4H 6S", "KC KH 3S 4D 5S"),  # the last kicker
        ("KS KD 3C 3H 5S", "KC KH 3S 3D 4S"),
        ("KS KD 4C 4H 2S", "KC KH 3S 3D AS"),  # the second pair before the kicker
        ("3S 3D 3C 2H 2S", "2C 2D 2H AS AD"),  # the three before the two
        ("AS QS 4S 3S 2S", "AC JC TC 9C 8C"),
    ],
)
def test_POK_5_ranks_decide_and_then_kickers(better, worse):
    """P 7-14, P 15: Wertigkeit; RULES: the ace is high, in a straight also low."""
    assert hand_sort_key(cards(better)) > hand_sort_key(cards(worse))


def test_POK_5_suits_decide_nothing():
    """P 15, P 16: Wertigkeit."""
    assert hand_sort_key(cards("KS QS 4S 3S 2S")) == hand_sort_key(cards("KD QD 4D 3D 2D"))
    assert hand_sort_key(cards("KS KD 4S 3S 2S")) == hand_sort_key(cards("KC KH 4D 3C 2H"))


def test_POK_15_a_royal_flush_is_a_straight_flush_unless_it_counts_on_its_own():
    """P 21: Royal Flush."""
    royal = cards("TS JS QS KS AS")
    assert category_of(royal, royal=False) == "straight_flush"
    assert category_of(royal, royal=True) == "royal_flush"


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("AS", None),
        ("AS AD", "pair"),
        ("AS KS QS JS", None),
        ("AS AD AC", "three_of_a_kind"),
        ("AS AD KS KD", "two_pairs"),
        ("AS AD AC KS", "three_of_a_kind"),
        ("AS AD AC AH", "four_of_a_kind"),
        ("AS KS QS JS 9S", "flush"),
    ],
)
def test_POK_6_fewer_cards_show_what_they_are(text, what):
    """RULES: a straight, a flush, a full house need five."""
    assert category_of(cards(text), royal=False) == what


def test_a_category_is_as_high_as_itself_and_those_below():
    for place, category in enumerate(CATEGORIES):
        assert [is_at_least(category, other) for other in CATEGORIES] == [
            other <= place for other in range(len(CATEGORIES))
        ]
    assert not is_at_least(None, "pair")


@given(hand=HANDS, chance=st.randoms(use_true_random=False))
def test_order_and_suits_by_other_names_change_nothing(hand, chance):
    suits = dict(zip("CDHS", chance.sample("CDHS", 4), strict=True))
    other = [Card(card.rank, suits[card.suit]) for card in hand]
    chance.shuffle(other)
    assert hand_sort_key(other) == hand_sort_key(hand)


def test_a_card_is_written_as_it_is_read():
    assert len({str(card) for card in DECK}) == 52
    assert parse_cards([str(card) for card in DECK]) == DECK
    assert all(first != second for first, second in combinations(DECK, 2))
