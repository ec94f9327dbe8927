"""The referee where no board and no cup say who held what: a throw is read, the rest is asked."""

from __future__ import annotations

import pytest

from hardware.panel.panel import Button
from vision.types import Doubt


@pytest.fixture
def anna(pub):
    """Anna leads the first round against Ben and has thrown."""
    pub.start("Anna", "Ben", leader="Anna")
    pub.rest(1, 2, 4)
    return pub


def options(pub):
    return [option["id"] for option in pub.question["options"]]


def test_dice_at_rest_become_a_throw(anna):
    assert (anna.acts(), anna.question) == (["throw [1, 2, 4]"], None)


def test_after_a_press_on_pass_the_next_dice_are_the_next_players(anna):
    anna.press(Button.PASS)
    anna.rest(3, 5, 6)
    assert anna.acts()[-1] == "throw [3, 5, 6]"
    assert anna.state["to_act"] == "Ben"


def test_without_a_press_the_table_asks_who_threw(anna):
    anna.rest(3, 5, 6)
    assert (anna.question["about"], options(anna)) == ("who", ["again", "pass"])
    anna.answer(option="pass")
    assert anna.acts()[-2:] == ["pass", "throw [3, 5, 6]"]


def test_a_die_that_stayed_where_it_lay_was_held(anna):
    anna.press(Button.AGAIN)
    anna.rest(3, 5, stayed=[1])
    assert anna.acts()[1:] == ["hold [1]", "throw [3, 5]"]


def test_a_die_that_may_have_been_held_elsewhere_is_asked_about_and_the_rest_is_the_throw(anna):
    anna.press(Button.AGAIN)
    anna.rest(1, 3, 5)
    assert anna.question["about"] == "hold"
    held = next(option["id"] for option in anna.question["options"] if option["dice"] == [1])
    anna.answer(option=held)
    assert (anna.acts()[1:], anna.question) == (["hold [1]", "throw [3, 5]"], None)


def test_dice_that_share_no_value_with_those_before_were_all_thrown_again(anna):
    anna.press(Button.AGAIN)
    anna.rest(3, 5, 6)
    assert anna.acts()[1:] == ["hold []", "throw [3, 5, 6]"]


def test_the_same_values_elsewhere_may_be_nothing_at_all(anna):
    anna.rest(1, 2, 4, doubts=[Doubt.PUSHED])
    assert (anna.question["reasons"], options(anna)) == (["pushed"], ["again", "pass", "none"])
    anna.answer(option="none")
    assert (anna.acts(), anna.question) == (["throw [1, 2, 4]"], None)
    anna.press(Button.PASS)
    assert anna.state["to_act"] == "Ben"


def test_the_same_values_for_the_next_player_are_asked_and_not_counted(anna):
    anna.press(Button.PASS)
    anna.rest(1, 2, 4, doubts=[Doubt.PUSHED])
    assert (anna.question["about"], options(anna)) == ("throw", ["a", "none"])


@pytest.fixture
def ben(pub):
    """Anna has led a round of Schocken in one throw; Ben's only throw stays covered."""
    pub.start("Anna", "Ben", "Cem", leader="Anna", variant="schocken")
    pub.rest(2, 4, 5)
    pub.press(Button.PASS)
    return pub


def test_a_covered_throw_is_asked_about_after_a_press_for_no_cup_is_seen(ben):
    ben.press(Button.PASS)
    assert (ben.question["about"], ben.question["reasons"]) == ("cover", ["cup_unseen"])
    ben.answer(option="cover")
    assert (ben.acts()[-1], ben.state["to_act"], ben.question) == ("cover", "Cem", None)


def test_a_second_press_by_mistake_covers_nothing(ben):
    ben.press(Button.PASS)
    ben.answer(option="none")
    assert (ben.acts()[-1], ben.state["to_act"]) == ("pass", "Ben")


def test_covered_dice_count_once_they_are_shown(ben):
    for _ in range(2):
        ben.press(Button.PASS)
        ben.answer(option="cover")
    assert (ben.state["stage"], ben.state["to_act"]) == ("reveal", "Ben")
    ben.rest(1, 1, 4)
    ben.rest(2, 2, 4)
    assert (ben.state["last_round"]["worst"], ben.question) == ("Cem", None)
