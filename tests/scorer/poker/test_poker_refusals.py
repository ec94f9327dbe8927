"""The scorer's refusals at a table of Chicago poker, and the first code if several fit."""

import re

import pytest

import scorer
from tests.scorer.poker.table import Table

LIVING = ("exchange", "call", "compare", "chicago", "tricks", "draw", "last comparison")
OF_OTHER_GAMES: list[object] = [
    {"act": "pass", "declare": {"ones": 1, "sixes": 6, "direction": "low"}},
    {"act": "leave", "player": "Ben", "redeemed_by": "Cem"},
    {"act": "throw", "dice": [1, 2, 3]},
    {"act": "join", "player": "Zoe", "after": "Ben"},
    {"act": "call", "special": "jule", "on": True},
    {"act": "cover"},
]
OF_A_PLAYER = (
    *("show Nobody AS", "admit Nobody 1", "leave Nobody", "trick of Nobody", "last_trick Nobody"),
    *("show Dora AS", "admit Dora 1", "leave Dora", "trick of Dora", "last_trick Dora"),
)
FITS_NOT = {
    "draw": ("exchange 0", "call pair", "pass", "chicago", "trick of Ben", "last_trick Ben", "lost_trick"),
    "exchange": ("draw AS KS QS", "call pair", "pass", "chicago", "trick AS KS QS", "last_trick Ben"),
    "call": ("draw AS KS QS", "exchange 0", "best Ben", "chicago", "trick AS KS QS", "leave Ben"),
    "compare": ("exchange 0", "call flush", "pass", "best Anna", "best Ben Anna", "trick of Ben"),
    "chicago": (
        "exchange 0",
        "call pair",
        "trick of Ben",
        "last_trick Ben",
        "lost_trick",
        "best Ben as pair",
    ),
    "tricks": ("exchange 0", "pass", "chicago", "lost_trick", "best Ben as pair", "trick of Ben with_two"),
    "last comparison": ("exchange 0", "pass", "trick of Ben", "last_trick Ben", "best Ben as royal_flush"),
}
"""Moments, and acts with everything wrong in them that comes after the moment."""


def at(moment):  # noqa: PLR0911 - one line a moment reads best
    """A table of four, one of whom has left, at this moment."""
    table = Table("Anna", "Ben", "Cem", "Dora", dealer=None if moment == "draw" else "Anna")
    if moment == "draw":
        return table
    table.play("leave Dora")
    match moment:
        case "exchange":
            return table
        case "call":
            return table.stand()
        case "compare":
            return table.calls("pair", "pair", "-")
        case "chicago":
            return table.with_points(Ben=15).to_chicago()
        case "tricks":
            return table.to_tricks()
        case _:
            return table.to_tricks().play("last_trick Ben")


@pytest.mark.parametrize("raw", OF_OTHER_GAMES, ids=repr)
def test_an_act_of_another_game_is_bad_act_at_any_moment(raw):
    for moment in LIVING:
        with pytest.raises(scorer.Refused) as caught:
            scorer.apply(at(moment).state, scorer.act_from_json(raw))
        assert (caught.value.code, caught.value.rule) == ("bad_act", None)


def test_a_category_of_the_best_is_said_in_phase_3_and_only_there():
    for moment in LIVING:
        table = at(moment)
        wrong = "best Ben" if table["phase"] == 3 else "best Ben as pair"
        assert table.refused(wrong) == "bad_act"
    assert at("exchange").hand()["phase"] == 1


@pytest.mark.parametrize("words", OF_A_PLAYER)
def test_a_name_that_is_not_in_the_game_comes_before_the_moment(words):
    for moment in LIVING:
        left = moment != "draw" or "Nobody" in words
        if left:
            assert at(moment).refused(words) == "unknown_player"


@pytest.mark.parametrize(
    ("moment", "words"), [(moment, words) for moment in FITS_NOT for words in FITS_NOT[moment]]
)
def test_an_act_at_the_wrong_moment_is_not_now(moment, words):
    table = at(moment)
    with pytest.raises(scorer.Refused) as caught:
        table.play(words)
    assert caught.value.code == "not_now"
    assert caught.value.rule is None or re.fullmatch(r"POK-\d+", caught.value.rule)


def test_the_end_of_the_game_comes_after_the_form_and_before_everything_else():
    over = Table("Anna", "Ben").play("leave Ben")
    assert over["stage"] == "over"
    for words in (
        "pass",
        "leave Nobody",
        "draw AS",
        "best Nobody",
        "call royal_flush",
        "trick of Ben with_two",
    ):
        assert over.refused(words) == "game_over"
    assert over.refused("best Anna as pair") == "bad_act"  # the phase is 1 again


@pytest.mark.parametrize(
    ("moment", "words"),
    [
        ("draw", "draw AS KS QS"),
        ("draw", "draw AS KS QS QS"),
        ("draw", "draw 10S KS QS JS"),
        ("tricks", "trick AS KS"),
        ("tricks", "trick AS KS AS"),
        ("tricks", "trick AS KS 1S"),
    ],
)
def test_cards_that_there_are_not_or_too_many_or_twice_are_wrong_cards(moment, words):
    assert at(moment).refused(words) == "wrong_cards"


def test_a_card_of_an_earlier_trick_of_the_hand_is_not_played_again():
    table = at("tricks").play("trick AS KS QS")
    assert table.refused("trick AS KD QD") == "wrong_cards"
    table.play("trick AD KD QD", "trick AC KC QC", "trick AH KH QH", "trick JS TS 9S")
    assert table["hand"] == 2
    table.to_tricks().play("trick AS KS QS")  # dealt again


def test_cards_of_a_show_are_not_shown_by_another_in_the_same_exchange():
    table = at("exchange").calls("pair", "pair", "-").play("best Ben Cem")
    assert table.refused("show Ben AS AD KS KD QS QD") == "wrong_cards"
    assert table.refused("show Ben") == "wrong_cards"
    table.play("show Ben AS AD")
    assert table.refused("show Cem AS AC") == "wrong_cards"
    table.play("show Cem KS KD").calls("pair", "-", "-").play("show Ben AS AD")  # in the next one they are
    table.to_tricks().play("trick AS AD KS")  # and nothing is compared with the tricks


def test_a_call_below_the_one_that_stands_is_too_low_and_says_what_would_do():
    table = at("call").play("call flush")
    for category in ("pair", "straight"):
        assert table.refused(f"call {category}") == "too_low"
    with pytest.raises(scorer.Refused, match="'flush' stands; call that or more than it, or pass") as caught:
        scorer.apply(table.state, scorer.act_from_json({"act": "call", "category": "pair"}))
    assert caught.value.rule == "POK-4"
