from dataclasses import asdict

import pytest

from knobeltisch.game.dice_origins import HeldDie


def held(pub):
    return pub.shown["trail"]["held"]


def do(pub, *acts):
    for act in acts:
        pub.order({"do": "act", "act": act})


def test_a_held_die_tells_from_which_throw_it_came(pub):
    pub.start("Anna", "Ben", leader="Anna")
    do(pub, {"act": "throw", "dice": [1, 3, 4]}, {"act": "hold", "dice": [1]})
    do(pub, {"act": "throw", "dice": [1, 5]}, {"act": "hold", "dice": [1]})
    assert held(pub) == [asdict(HeldDie(value=1, throw=1)), asdict(HeldDie(value=1, throw=2))]


def test_a_six_turned_by_hand_is_distinguished_from_a_thrown_one(pub):
    pub.start("Anna", "Ben", leader="Anna")
    do(pub, {"act": "throw", "dice": [3, 6, 6]}, {"act": "turn"}, {"act": "hold", "dice": []})
    assert held(pub) == [asdict(HeldDie(value=1, throw=1, turned=True))]


@pytest.mark.parametrize(("dice", "second", "at_once"), [([1, 1], [2], False), ([], [1, 1, 2], True)])
def test_who_threw_his_result_at_once_is_known(pub, dice, second, at_once):
    pub.start("Anna", "Ben", leader="Anna")
    do(pub, {"act": "throw", "dice": [1, 1, 4]}, {"act": "hold", "dice": dice})
    do(pub, {"act": "throw", "dice": second}, {"act": "pass"})
    assert pub.shown["trail"]["at_once"] == {"Anna": at_once}


def test_the_round_before_keeps_its_own_account(pub):
    pub.start("Anna", "Ben", leader="Anna")
    do(pub, {"act": "throw", "dice": [1, 3, 4]}, {"act": "pass"}, {"act": "throw", "dice": [1, 1, 2]})
    assert pub.shown["state"]["last_round"]["round"] == 1
    assert pub.shown["trail"]["at_once_last"] == {"Anna": True, "Ben": True}
    assert pub.shown["trail"]["at_once"] == {}
