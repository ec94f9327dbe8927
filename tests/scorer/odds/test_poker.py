"""The chances of an exchange of cards, against every way to draw them."""

import random
from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import scorer
from scorer.games.poker.cards import DECK, Card, parse_cards
from scorer.games.poker.hand_ranks import CATEGORIES, category_of
from scorer.games.poker.poker_odds import ways_to_draw, weigh_exchange, weigh_kept
from tests.support.games.known_hands import KNOWN

RULES = scorer.load_variant("poker")


def cards(text):
    return parse_cards(text.split())


def one_by_one(kept, gone, *, royal):
    """Examine every way to draw."""
    deck = [card for card in DECK if card not in kept and card not in gone]
    drawn = combinations(deck, 5 - len(kept))
    return dict(Counter(category_of((*kept, *some), royal=royal) for some in drawn))


def test_with_nothing_known_all_hands_are_drawn():
    assert ways_to_draw((), (), royal=True) == KNOWN


@settings(max_examples=60)
@given(data=st.data(), royal=st.booleans())
def test_every_way_to_draw_is_counted_as_if_one_looked_at_each(data, royal):
    """Of small decks all five are drawn, of the whole one two."""
    known = data.draw(st.permutations(DECK))
    kept = data.draw(st.integers(0, 5))
    gone = data.draw(st.integers(52 - kept - 16, 52 - 5) if kept < 3 else st.integers(0, 40))
    hand, away = known[:kept], known[kept : kept + gone]
    assert dict(ways_to_draw(hand, away, royal=royal)) == one_by_one(hand, away, royal=royal)


@pytest.mark.parametrize(
    ("kept", "gone"),
    [
        ("TS JS QS KS", "AH"),
        ("AS 2S 3S", "4S KD"),
        ("2S 2D", "7H 8C 9D"),
        ("2S 2D 2C", "7H 8C"),
        ("AS AD KS KD", "2C"),
        ("2S 2D 2C 2H 3S", ""),
        ("AS 2D 3C 4H", "9S"),
        ("TS JD QC", "2H 3H"),
    ],
)
def test_telling_hands_are_counted_as_if_one_looked_at_each(kept, gone):
    for royal in (True, False):
        counted = ways_to_draw(cards(kept), cards(gone), royal=royal)
        assert dict(counted) == one_by_one(cards(kept), cards(gone), royal=royal)


@settings(max_examples=60)
@given(known=st.permutations(DECK), kept=st.integers(0, 5), gone=st.integers(0, 40))
def test_the_ways_are_as_many_as_there_are_draws(known, kept, gone):
    ways = ways_to_draw(known[:kept], known[kept : kept + gone], royal=True)
    assert sum(ways.values()) == comb(52 - kept - gone, 5 - kept)
    assert min(ways.values()) > 0
    assert set(ways) <= {None, *CATEGORIES}


@settings(max_examples=25)
@given(known=st.permutations(DECK), suits=st.permutations("CDHS"), kept=st.integers(0, 5))
def test_other_names_for_the_suits_change_no_chance(known, suits, kept):
    other = [Card(card.rank, suits["CDHS".index(card.suit)]) for card in known]
    assert ways_to_draw(known[:kept], known[kept:9], royal=True) == ways_to_draw(
        other[:kept], other[kept:9], royal=True
    )


def test_known_chances_of_drawing_to_a_hand():
    """One to an open straight, one to a flush, two to three of a kind."""
    row = weigh_kept(cards("5S 6D 7C 8H"), cards("2S"), RULES)
    assert row.chance("straight") == Fraction(8, 47)
    flush = weigh_kept(cards("2S 5S 9S KS"), cards("7D"), RULES)
    assert flush.chance("flush") == Fraction(9, 47)
    three = weigh_kept(cards("9S 9D 9C"), cards("2H 5C"), RULES)
    assert three.chance("four_of_a_kind") == Fraction(46, 1081)
    assert three.chance("pair") == 0


def test_all_that_may_be_kept_is_weighed_best_first():
    choices = weigh_exchange(cards("TS JS QS KS 2D"), RULES)
    assert len(choices) == 32
    assert set(map(str, choices[0].cards)) == {"TS", "JS", "QS", "KS"}
    assert [choice.points for choice in choices] == sorted(
        (choice.points for choice in choices), reverse=True
    )
    full = weigh_exchange(cards("2S 2D 2C 3H 3S"), RULES)[0]
    assert (len(full.cards), full.points) == (5, 6)


def test_what_a_house_pays_for_changes_what_to_keep():
    hand = cards("TS JS QS KS TD")
    usual, house = (
        weigh_exchange(hand, rules)[0] for rules in (RULES, scorer.with_options("poker", {"royal_flush": 52}))
    )
    assert usual.points < house.points
    assert "royal_flush" in house.ways
    assert "royal_flush" not in usual.ways


def test_points_after_an_exchange_are_what_they_are_on_average_when_played_out():
    chance, hand = random.Random(7), cards("AS AD 7C 8C 9C")
    best = weigh_exchange(hand, RULES)[0]
    deck = [card for card in DECK if card not in hand]
    count, drawn = 40_000, 5 - len(best.cards)
    played = (category_of((*best.cards, *chance.sample(deck, drawn)), royal=False) for _ in range(count))
    mean = sum(RULES.worth(category) for category in played if category) / count
    assert mean == pytest.approx(float(best.points), abs=0.03)


@pytest.mark.parametrize(
    ("kept", "gone", "words"),
    [
        ("2S 3S 4S 5S 6S 7S", "", "five cards, not 6"),
        ("2S 3S", "3S", "twice"),
        ("", " ".join(map(str, DECK[:48])), "Fewer cards are left than the 5"),
    ],
)
def test_an_exchange_that_cannot_be_is_one_sentence(kept, gone, words):
    with pytest.raises(scorer.NoSuchDecision, match=words):
        ways_to_draw(cards(kept), cards(gone), royal=True)
