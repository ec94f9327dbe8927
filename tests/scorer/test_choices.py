"""What may come next: the acts, the choices between two throws, the dice that are due."""

from __future__ import annotations

import pytest

import scorer
from scorer import Declare, act_to_json


def chosen(state: scorer.State) -> list[dict[str, object]]:
    return [act_to_json(decision) for decision in scorer.decisions(state)]


@pytest.mark.parametrize(
    ("variant", "acts", "names"),
    [
        ("bavarian", (), ("throw", "leave", "join")),
        ("bavarian", ("leave Ben", "leave Cem"), ()),
        ("bavarian", ("throw 1 2 3",), ("hold", "pass")),
        ("bavarian", ("throw 6 6 3",), ("turn", "hold", "pass")),
        ("bavarian", ("throw 6 6 6",), ("turn",)),
        ("bavarian", ("throw 6 6 6", "turn"), ("hold",)),
        ("base", ("throw 1 2 3", "hold", "throw 1 2 3", "hold", "throw 1 2 3"), ("pass",)),
        ("chic", ("throw 1 2 3",), ("hold", "pass", "off_board")),
        ("drinking", ("throw 2 2 2",), ("name_loser", "foul")),
        ("drinking", ("foul Ben spill",), ("throw", "filled", "foul", "leave", "join")),
        ("schocken", ("throw 2 4 6", "pass"), ("cover",)),
        ("schocken", ("throw 2 4 6", "pass", "cover", "cover"), ("reveal",)),
        ("bavarian", ("throw 1 1 1", "throw 1 1 1"), ()),
    ],
)
def test_the_acts_that_may_come_next(game, variant, acts, names) -> None:
    assert scorer.legal_acts(game(variant=variant).play(*acts).state) == names


def test_a_player_decides_what_to_hold_or_to_pass(game) -> None:
    state = game().play("throw 1 1 4").state
    assert chosen(state) == [
        {"act": "hold", "dice": []},
        {"act": "hold", "dice": [1]},
        {"act": "hold", "dice": [1, 1]},
        {"act": "pass"},
    ]


def test_a_declaring_leader_decides_how_it_counts(game) -> None:
    state = game(variant="chic").play("throw 2 3 4").state
    passes = [declared["declare"] for declared in chosen(state) if declared["act"] == "pass"]
    assert passes == [
        {"ones": ones, "sixes": sixes, "direction": direction}
        for ones, sixes in ((100, 60), (1, 6))
        for direction in ("high", "low")
    ]


def test_held_dice_that_may_be_taken_back_are_offered(game) -> None:
    rules = scorer.load_house('base = "tschigg"\ntake_back_on_third = true')
    state = game(rules=rules).play("throw 2 2 4", "hold 2 2", "throw 3", "hold").state
    assert chosen(state) == [{"act": "take_back", "dice": [2]}, {"act": "take_back", "dice": [2, 2]}]


def test_between_throws_nothing_is_decided_but_to_cover_the_last(game) -> None:
    assert scorer.decisions(game().play("throw 1 2 4", "hold 1").state) == ()
    assert chosen(game(variant="schocken").play("throw 2 4 6", "pass").state) == [{"act": "cover"}]


@pytest.mark.parametrize(
    ("variant", "count"), [("base", 8), ("tschigg", 8), ("chic", 4), ("bavarian", 0), ("drinking", 0)]
)
def test_the_declarations_of_a_variant(variant, count) -> None:
    declared = scorer.declarations(scorer.load_variant(variant))
    assert len(set(declared)) == len(declared) == count
    assert (Declare(ones=100, sixes=6, direction="low") in declared) is (count == 8)


@pytest.mark.parametrize(
    ("dice", "picked"), [((), [()]), ((1, 1), [(), (1,), (1, 1)]), ((1, 6), [(), (1,), (6,), (1, 6)])]
)
def test_handfuls_are_all_selections_of_some_dice(dice, picked) -> None:
    assert list(scorer.handfuls(dice)) == picked


@pytest.mark.parametrize(
    ("variant", "leader", "acts", "count"),
    [
        ("bavarian", None, (), 1),
        ("schocken", None, (), 3),
        ("bavarian", "Anna", (), 3),
        ("bavarian", "Anna", ("throw 1 2 4", "hold 1"), 2),
        ("bavarian", "Anna", ("throw 1 2 4",), 0),
        ("schocken", "Anna", ("throw 1 2 4", "hold 1", "throw 2 4", "hold"), 0),
        ("schocken", "Anna", ("throw 2 4 6", "pass", "cover", "cover"), 3),
        ("bavarian", "Anna", ("throw 1 1 1", "throw 1 1 1"), 0),
    ],
)
def test_the_dice_that_are_due(game, variant, leader, acts, count) -> None:
    assert scorer.dice_expected(game(leader=leader, variant=variant).play(*acts).state) == count
