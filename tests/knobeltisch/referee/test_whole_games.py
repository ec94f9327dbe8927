from dataclasses import replace

import pytest

from hardware.panel.panel import Button
from tests.support.sightings import sighting
from vision.types import Doubt, Moment

PLAYERS = ("Anna", "Ben", "Cem")


@pytest.fixture
def at(pub):
    def begin(variant, leader="Anna"):
        pub.start(*PLAYERS, leader=leader, variant=variant)
        return pub

    return begin


def test_the_switches_say_what_a_leader_declares(at):
    pub = at("base")
    pub.throw(1, 2, 4)
    pub.press(Button.ONES)
    pub.press(Button.DIRECTION)
    assert pub.shown["declare"] == {"ones": 1, "sixes": 60, "direction": "low"}
    pub.press(Button.PASS)
    assert pub.state["declaration"] == {"throws": 1, "ones": 1, "sixes": 60, "direction": "low", "value": 7}


def test_another_leader_finds_the_switches_as_usual(at):
    pub = at("base")
    pub.throw(1, 2, 4)
    pub.press(Button.DIRECTION)
    pub.press(Button.PASS)
    pub.throw(2, 2, 2)
    pub.throw(2, 2, 5)
    assert pub.state["round"] == 2
    assert pub.shown["declare"] == {"ones": 100, "sixes": 60, "direction": "high"}


def test_a_leader_with_all_dice_held_passes_before_the_next_cup_comes_down(at):
    pub = at("base")
    pub.throw(1, 6, 6)
    pub.order({"do": "act", "act": {"act": "hold", "dice": [1, 6, 6]}})
    assert pub.state["leader"] == pub.state["to_act"] == "Anna"
    pub.cup_down()
    assert [option["label"] for option in pub.question["options"]] == ["passes"]
    pub.answer(option="pass")
    assert pub.state["to_act"] == "Ben"


def test_a_missing_die_may_have_left_the_board(at):
    pub = at("chic")
    pub.cup_down()
    pub.lift(2, 5)
    labels = [option["label"] for option in pub.question["options"]]
    assert labels == ["off_board", "off_floor", "nothing_thrown"]
    pub.answer(option="off_floor")
    assert pub.state["owes"]["rounds"] == {"Anna": 1}
    assert pub.state["declaration"]["value"] == 3


def test_a_triple_asks_its_thrower_who_loses(at):
    pub = at("drinking")
    pub.throw(5, 5, 5)
    assert pub.question["about"] == "name"
    assert [option["player"] for option in pub.question["options"]] == list(PLAYERS)
    pub.answer(option="player2")
    assert pub.state["owes"]["glasses"] == {"Cem": 1}
    assert pub.state["leader"] == "Cem"


@pytest.mark.parametrize("fate", ["stayed", "thrown"])
@pytest.mark.parametrize(
    ("confidence", "lying", "asks"), [(0.99, 1, False), (None, 1, True), (0.99, 2, True)]
)
def test_held_dice_that_come_back_before_the_covered_cup_are_no_throw(at, fate, confidence, lying, asks):
    """Only what was read surely: where a mark may be a die that was missed, the table asks."""
    pub = at("schocken")
    pub.throw(1, 4, 5)
    pub.press(Button.AGAIN)
    pub.throw(2, 4, held=[1])
    pub.press(Button.AGAIN)
    pub.cup_down(1)
    pub.press(Button.PASS)
    for _ in range(2):
        pub.throw(2, 4, 5)
        pub.press(Button.PASS)
    assert (pub.state["stage"], pub.state["to_act"], pub.state["held"]) == ("reveal", "Anna", [1])
    back = sighting(Moment.LIFT, **{fate: [1] * lying}, doubts=[Doubt.COUNT])
    pub.see(replace(back, reading=replace(back.reading, confidence=confidence)))
    assert (pub.question is not None) is asks
    if not asks:
        pub.throw(6, 6, held=[1])
        assert (pub.question, pub.state["stage"], pub.state["round"]) == (None, "play", 2)
