"""Taking back, doing again, and commands that were meant for another moment."""

import pytest

from hardware.panel.panel import Button
from tests.support.service import THROW


@pytest.fixture
def anna(pub):
    pub.start("Anna", "Ben", "Cem", leader="Anna")
    return pub


def turn(pub, *dice):
    pub.order({"do": "act", "act": {"act": "throw", "dice": list(dice)}})
    if "pass" in pub.shown["legal"]:
        pub.order({"do": "act", "act": {"act": "pass"}})


def test_what_was_taken_back_is_done_again_as_acts_of_their_own(anna, open_pub):
    turn(anna, 1, 3, 4)
    turn(anna, 1, 2, 6)
    before, first = anna.state, anna.shown["acts"][0]["id"]
    anna.order({"do": "undo", "to": first})
    assert anna.shown["redo"] == {
        "count": 3,
        "act": {"act": "throw", "dice": [1, 3, 4]},
        "end": False,
        "corrected": False,
    }
    anna.order({"do": "redo"})
    assert anna.state == before
    assert anna.shown["redo"] is None
    assert open_pub().state == before


def test_anything_else_done_ends_what_could_be_redone(anna):
    turn(anna, 1, 3, 4)
    anna.order({"do": "undo", "count": 2})
    turn(anna, 2, 3, 5)
    assert anna.shown["redo"] is None
    assert anna.refused({"do": "redo"}) == "nothing_to_redo"


def test_a_journal_with_a_redo_holds_only_entries_that_older_tables_know(anna):
    turn(anna, 1, 3, 4)
    anna.order({"do": "undo", "count": 2})
    anna.order({"do": "redo"})
    kinds = {entry.kind for entry in anna.journal.entries()}
    assert kinds == {"start", "act", "undo"}


def test_a_long_press_asks_before_it_takes_back_the_beginning_of_a_game(anna):
    anna.press(Button.UNDO, long=True)
    question = anna.shown["question"]
    assert (question["about"], question["reasons"]) == ("undo", ["undo"])
    assert anna.shown["state"] is not None
    anna.order({"do": "answer", "question": question["id"], "option": question["options"][1]["id"]})
    assert anna.shown["state"] is None


def test_a_pass_meant_for_another_declaration_is_refused(pub):
    pub.start("Anna", "Ben", variant="tschigg", leader="Anna")
    pub.order(THROW)
    meant = pub.shown["moment"]
    pub.order({"do": "press", "button": "direction"})
    head = pub.shown["head"]
    stale = {"do": "press", "button": "pass", "head": head, "moment": meant}
    assert pub.refused(stale) == "stale"
    assert pub.shown["head"] == head
    pub.order({**stale, "moment": pub.shown["moment"]})


def test_taking_back_a_press_of_again_never_takes_back_a_throw_because_another_was_quicker(anna):
    anna.order(THROW)
    anna.press(Button.AGAIN)
    meant = anna.shown["moment"]
    anna.press(Button.UNDO)
    assert anna.refused({"do": "press", "button": "undo", "moment": meant}) == "stale"
    assert anna.state["free"] == [1, 2, 4]


def test_no_moment_outlives_a_restart(anna, open_pub):
    meant = anna.shown["moment"]
    assert open_pub().refused({**THROW, "moment": meant}) == "stale"


def test_what_the_camera_sees_of_hands_is_no_other_moment(anna):
    anna.order(THROW)
    meant = anna.shown["moment"]
    anna.cup_down(1, 2, 4)
    assert anna.shown["moment"] == meant


def test_only_the_sender_hears_of_a_refused_command(anna):
    assert anna.refused({"do": "press", "button": "pass"})
    assert anna.shown["notice"] is None


def test_a_refused_press_is_said_until_the_game_goes_on(anna):
    anna.press(Button.PASS)
    assert anna.shown["notice"]["at"] is not None
    anna.throw(1, 2, 4)
    assert anna.shown["notice"] is None


@pytest.fixture
def led_on(anna):
    """Anna leads 1-3-4 on one; Ben is worse, Cem is best: Ben takes a mat, leads, and has thrown and passed."""
    turn(anna, 1, 3, 4)
    turn(anna, 2, 2, 4)
    turn(anna, 1, 1, 4)
    turn(anna, 1, 2, 6)
    return anna


def test_it_says_what_would_be_otherwise_and_what_would_be_entered_again(led_on):
    bens = led_on.shown["acts"][2]
    chosen = next(
        option for option in led_on.table.past.alternatives(bens["id"])["options"] if option["act"] is None
    )
    assert (chosen["ok"], chosen["error"]["code"]) == (False, "does_not_fit")
    assert chosen["back"]["changes"][0] == {"what": "worst", "player": None, "before": "Ben", "after": "Anna"}
    assert chosen["back"]["first"]["player"] == "Ben"
    assert (chosen["back"]["entry"], chosen["back"]["count"]) == (led_on.shown["acts"][5]["id"], 1)


def test_going_back_to_the_misfit_keeps_what_fits_and_is_one_step(led_on):
    command = {"do": "correct", "entry": led_on.shown["acts"][2]["id"], "act": None}
    assert led_on.refused(command) == "does_not_fit"
    led_on.order({**command, "later": "drop"})
    assert led_on.shown["state"]["last_round"]["worst"] == led_on.state["to_act"] == "Anna"
    thrown = [act["act"]["dice"] for act in led_on.shown["acts"] if "dice" in act["act"]]
    assert thrown == [[1, 3, 4], [1, 1, 4], [1, 2, 6]]
