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
