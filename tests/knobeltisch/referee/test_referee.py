"""The referee at work, through the table: what is seen and pressed on one side, acts and questions on the other."""

from __future__ import annotations

import random

import pytest

from hardware.panel.panel import Button
from vision.types import Doubt


@pytest.fixture
def anna(pub):
    """Anna leads the first round against Ben."""
    pub.start("Anna", "Ben", leader="Anna")
    return pub


def test_nothing_advances_on_motion_alone(anna) -> None:
    anna.throw(1, 2, 4)
    anna.touched(1, 2, 4)
    anna.cup_down(1, 2, 4)  # the cup is parked on the board, all dice lie outside
    anna.lift(held=(1, 2, 4))
    assert anna.acts() == ["throw [1, 2, 4]"]
    assert anna.question is None


def test_pass_before_any_throw_is_refused_with_a_notice(anna) -> None:
    anna.press(Button.PASS)
    assert anna.acts() == []
    assert anna.shown["notice"]["message"]


def test_what_stays_outside_the_cup_after_again_is_held(anna) -> None:
    anna.throw(1, 2, 4)
    anna.press(Button.AGAIN)
    assert anna.shown["again"] is True
    anna.cup_down(1)
    assert anna.acts() == ["throw [1, 2, 4]", "hold [1]"]
    assert anna.shown["again"] is False
    anna.lift(3, 5, held=(1,))
    assert anna.acts()[-1] == "throw [3, 5]"


def test_a_die_that_may_have_been_held_elsewhere_while_nobody_saw_the_cup_come_down_is_asked_about(
    anna,
) -> None:
    anna.throw(1, 1, 5)
    anna.press(Button.AGAIN)
    anna.cup_down(1)
    anna.lift(1, 5, held=(1,))
    anna.press(Button.AGAIN)
    anna.lift(1, 4, held=(1,))  # the second one may have been thrown, or pushed aside and held
    assert (anna.question["about"], anna.question["reasons"]) == ("hold", ["held_changed"])
    assert anna.acts()[-1] == "throw [1, 5]"


def test_again_may_be_pressed_after_the_cup_came_down(anna) -> None:
    anna.throw(1, 2, 4)
    anna.cup_down(1)
    assert anna.question["about"] == "who"
    anna.press(Button.AGAIN)
    assert anna.question is None
    assert anna.acts()[-1] == "hold [1]"


def test_the_cup_comes_down_without_a_press_and_the_table_asks_who_throws(anna) -> None:
    anna.throw(1, 2, 4)
    anna.cup_down()
    assert [option["id"] for option in anna.question["options"]] == ["again", "pass"]
    anna.answer(option="pass")
    assert anna.acts() == ["throw [1, 2, 4]", "pass"]
    anna.lift(2, 2, 3)
    assert anna.state["last_round"]["worst"] == "Ben"


def test_a_lift_behind_an_open_question_waits_for_its_answer(anna) -> None:
    anna.throw(1, 2, 4)
    anna.cup_down(1)
    anna.lift(3, 5, held=(1,))
    assert anna.acts() == ["throw [1, 2, 4]"]
    anna.answer(option="again")
    assert anna.acts() == ["throw [1, 2, 4]", "hold [1]", "throw [3, 5]"]


def test_two_sixes_of_which_one_comes_back_as_a_one_are_a_turn(anna) -> None:
    anna.throw(6, 6, 3)
    anna.press(Button.AGAIN)
    anna.cup_down(1)
    assert anna.acts()[1:] == ["turn", "hold []"]
    assert anna.state["held"] == [1]


def test_two_sixes_left_lying_are_held_as_they_are(anna) -> None:
    anna.throw(6, 6, 3)
    anna.press(Button.AGAIN)
    anna.cup_down(6, 6)
    assert anna.acts()[1:] == ["hold [6, 6]"]


def test_a_one_that_nobody_threw_is_asked_about(anna) -> None:
    anna.throw(2, 3, 4)
    anna.press(Button.AGAIN)
    anna.cup_down(1)
    assert anna.question["about"] == "hold"
    assert anna.question["reasons"] == ["no_such_hold"]
    assert anna.acts() == ["throw [2, 3, 4]"]
    assert anna.question["options"] == [{"id": "a", "dice": [], "label": "none_held", "player": None}]
    anna.answer(option="a")
    assert anna.acts()[-1] == "hold []"


def test_a_follower_who_must_throw_on_needs_no_press(anna) -> None:
    anna.throw(1, 2, 4)
    anna.press(Button.AGAIN)
    anna.throw(3, 5, held=(1,))
    anna.press(Button.PASS)
    anna.throw(1, 3, 4)
    anna.throw(2, 2, held=(1,))
    assert anna.acts()[-3:] == ["throw [1, 3, 4]", "hold [1]", "throw [2, 2]"]
    assert anna.state["last_round"]["worst"] == "Ben"


@pytest.mark.parametrize("seen", ["down and up", "up"])
def test_where_all_dice_must_be_thrown_again_lifting_the_cup_is_enough(anna, seen) -> None:
    """Also where nobody saw the cup come down."""
    anna.throw(1, 2, 4)
    anna.press(Button.AGAIN)
    anna.throw(3, 5, held=(1,))
    anna.press(Button.PASS)
    anna.throw(2, 3, 4)
    if seen == "down and up":
        anna.cup_down()
    anna.lift(2, 2, 5)
    assert anna.question is None
    assert anna.acts()[-3:] == ["throw [2, 3, 4]", "hold []", "throw [2, 2, 5]"]


def test_an_unsure_throw_is_asked_about_with_the_likeliest_first(anna) -> None:
    anna.cup_down()
    anna.lift(2, 3, 5, unsure={2: (5, 4)})
    question = anna.question
    assert question["about"] == "throw"
    assert question["reasons"] == ["pips"]
    assert question["options"][0]["dice"] == [2, 3, 5]
    assert question["options"][-1]["label"] == "nothing_thrown"
    assert anna.acts() == []
    anna.answer(dice=[2, 3, 6])
    assert anna.acts() == ["throw [2, 3, 6]"]


def test_nothing_thrown_leaves_the_throw_due(anna) -> None:
    anna.cup_down()
    anna.lift(2, 3, 5, doubts=[Doubt.COCKED])
    anna.answer(option="none")
    assert anna.question is None
    anna.throw(4, 4, 2)
    assert anna.acts() == ["throw [2, 4, 4]"]


@pytest.mark.parametrize(("dice", "reason"), [((2, 3), "too_few"), ((2, 3, 4, 5), "too_many")])
def test_a_wrong_number_of_dice_is_asked_about(anna, dice, reason) -> None:
    anna.throw(*dice)
    assert anna.question["reasons"] == [reason]
    assert [option["id"] for option in anna.question["options"]] == ["none"]


def test_a_held_die_that_shows_something_else_is_asked_about(anna) -> None:
    anna.throw(1, 2, 4)
    anna.press(Button.AGAIN)
    anna.cup_down(1)
    anna.lift(3, 5, held=(2,))
    assert anna.question["reasons"] == ["held_changed"]


def test_a_die_straightened_by_hand_is_offered_but_not_taken(anna) -> None:
    anna.cup_down()
    anna.lift(2, 3, 5, doubts=[Doubt.COCKED])
    first = anna.question["id"]
    anna.touched(2, 3, 6)
    assert anna.question["id"] != first
    assert anna.question["options"][0]["dice"] == [2, 3, 6]
    assert anna.acts() == []


def test_pass_over_dice_that_lie_differently_asks_which_count(anna) -> None:
    anna.throw(1, 2, 4)
    anna.touched(1, 2, 5)
    anna.press(Button.PASS)
    assert anna.question["about"] == "changed"
    anna.answer(option="now")
    assert anna.acts() == ["throw [1, 2, 5]", "pass"]
    assert anna.shown["acts"][0]["corrected"] is True


def test_that_fewer_dice_lie_there_than_before_is_no_doubt_where_the_game_expects_so_many(pub) -> None:
    pub.start("Anna", "Ben")
    pub.lift(4, doubts=[Doubt.COUNT])
    assert pub.acts() == ["roll_off [4]"]
    assert pub.question is None


def test_that_fewer_dice_lie_there_than_before_is_asked_where_the_game_expects_more(pub) -> None:
    pub.start("Anna", "Ben", leader="Anna")
    pub.lift(4, 6, doubts=[Doubt.COUNT])
    assert pub.acts() == []
    assert pub.question["about"] == "throw"


def test_a_roll_off_takes_one_die_and_ignores_those_beside_the_cup(pub) -> None:
    pub.start("Anna", "Ben")
    pub.throw(4, held=(2, 5))
    pub.throw(6)
    assert pub.acts() == ["roll_off [4]", "roll_off [6]"]
    assert pub.state["leader"] == "Ben"


def test_undo_with_a_question_open_only_withdraws_the_question(anna) -> None:
    anna.throw(1, 2, 4)
    anna.cup_down()
    anna.press(Button.UNDO)
    assert anna.question is None
    assert anna.acts() == ["throw [1, 2, 4]"]


def test_a_long_undo_asks_how_far_to_go_back(anna) -> None:
    anna.throw(1, 2, 4)
    anna.press(Button.PASS)
    anna.press(Button.UNDO, long=True)
    labels = [option["label"] for option in anna.question["options"]]
    assert labels == ["nothing_back", "undo_to", "undo_to", "undo_to"]
    anna.answer(option=anna.question["options"][2]["id"])
    assert anna.acts() == []


def test_without_a_game_nothing_that_lies_there_counts(pub) -> None:
    pub.throw(1, 2, 3)
    assert pub.question is None
    assert pub.shown["state"] is None


def test_the_crops_of_a_question_are_there_while_it_is_open_and_gone_after(anna) -> None:
    anna.cup_down()
    anna.lift(2, 3, 5, doubts=[Doubt.GLARE])
    asked = anna.question["id"]
    assert anna.table.board.picture(asked, 0) == b"\xff\xd8 die 0"
    anna.answer(option="none")
    assert anna.table.board.picture(asked, 0) is None


def test_the_crops_of_a_question_say_which_die_it_is_about(anna) -> None:
    anna.cup_down()
    anna.lift(2, 3, 5, unsure={1: (3, 2)})
    assert [(crop["candidates"][0], crop["doubted"]) for crop in anna.question["crops"]] == [
        (2, False),
        (3, True),
        (5, False),
    ]


PRESSES = (Button.AGAIN, Button.PASS, Button.UNDO, Button.DIRECTION, Button.ONES, Button.SIXES)


def waits_for(table) -> dict[str, object]:
    return {key: table.shown[key] for key in ("question", "again", "declare", "head")}


@pytest.mark.parametrize("variant", ["bavarian", "schocken"])
@pytest.mark.parametrize("seed", range(3))
def test_a_press_that_is_refused_changes_nothing_of_what_the_table_waits_for(pub, seed, variant) -> None:
    chance = random.Random(seed)
    pub.start("Anna", "Ben", "Cora", leader="Anna", variant=variant)
    refused = 0
    for _ in range(120):
        dice = [chance.randint(1, 6) for _ in range(3)]
        held = chance.randint(0, 3)
        match chance.randint(0, 5):
            case 0:
                pub.cup_down(*dice[:held])
            case 1:
                pub.lift(*dice[held:], held=dice[:held])
            case 2:
                pub.touched(*dice)
            case _:
                before = waits_for(pub)
                pub.press(chance.choice(PRESSES), long=chance.random() < 0.1)
                if pub.shown["notice"] is not None:
                    refused += 1
                    assert waits_for(pub) == before
    assert refused


def test_a_sighting_that_no_rule_takes_does_not_stop_those_after_it(anna) -> None:
    anna.throw(7, 1, 2)
    assert anna.acts() == []
    anna.throw(1, 2, 4)
    assert anna.acts() == ["throw [1, 2, 4]"]
