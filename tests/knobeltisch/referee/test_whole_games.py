"""What the referee does in the other five games: declarations, fallen dice, covered throws, a named loser."""

from __future__ import annotations

from dataclasses import replace

import pytest

from hardware.panel.panel import Button
from tests.support.sightings import sighting
from vision.types import Doubt, Moment

PLAYERS = ("Anna", "Ben", "Cem")


@pytest.fixture
def at(pub):
    def begin(variant: str, leader: str | None = "Anna"):
        pub.start(*PLAYERS, leader=leader, variant=variant)
        return pub

    return begin


# --- declarations


def test_the_switches_say_what_a_leader_declares(at) -> None:
    pub = at("base")
    pub.throw(1, 2, 4)
    pub.press(Button.ONES)
    pub.press(Button.DIRECTION)
    assert pub.shown["declare"] == {"ones": 1, "sixes": 60, "direction": "low"}
    pub.press(Button.PASS)
    assert pub.state["declaration"] == {
        "throws": 1,
        "ones": 1,
        "sixes": 60,
        "direction": "low",
        "value": 7,
    }


def test_another_leader_finds_the_switches_as_usual(at) -> None:
    pub = at("base")
    pub.throw(1, 2, 4)
    pub.press(Button.DIRECTION)
    pub.press(Button.PASS)
    pub.throw(2, 2, 2)
    pub.throw(2, 2, 5)
    assert pub.state["round"] == 2
    assert pub.shown["declare"] == {"ones": 100, "sixes": 60, "direction": "high"}


def test_a_leader_with_all_dice_held_passes_before_the_next_cup_comes_down(at) -> None:
    pub = at("base")
    pub.throw(1, 6, 6)
    pub.order({"do": "act", "act": {"act": "hold", "dice": [1, 6, 6]}})
    assert pub.state["leader"] == pub.state["to_act"] == "Anna"
    pub.cup_down()
    assert [option["label"] for option in pub.question["options"]] == ["passes"]
    pub.answer(option="pass")
    assert pub.state["to_act"] == "Ben"


# --- Chic: a die off the board


def test_a_missing_die_may_have_left_the_board(at) -> None:
    pub = at("chic")
    pub.cup_down()
    pub.lift(2, 5)
    labels = [option["label"] for option in pub.question["options"]]
    assert labels == ["off_board", "off_floor", "nothing_thrown"]
    pub.answer(option="off_floor")
    assert pub.state["owes"]["rounds"] == {"Anna": 1}
    assert pub.state["declaration"]["value"] == 3


# --- the drinking game: a named loser


def test_a_triple_asks_its_thrower_who_loses(at) -> None:
    pub = at("drinking")
    pub.throw(5, 5, 5)
    assert pub.question["about"] == "name"
    assert [option["player"] for option in pub.question["options"]] == list(PLAYERS)
    pub.answer(option="player2")
    assert pub.state["owes"]["glasses"] == {"Cem": 1}
    assert pub.state["leader"] == "Cem"


# --- Schocken: covered throws


def covered_round(pub) -> None:
    """Anna leads in one throw, Ben and Cem cover theirs."""
    pub.throw(2, 4, 5)
    pub.press(Button.PASS)
    for _ in range(2):
        pub.cup_down()
        pub.press(Button.PASS)
        pub.lift()


@pytest.mark.parametrize("held", [(), (1,)])
def test_pass_covers_the_last_throw_also_where_the_table_had_asked_what_is_held(at, held) -> None:
    pub = at("schocken")
    rest = (4, 5) if held else (1, 4, 5)
    for thrown, beside in (((1, 4, 5), ()), (rest, held)):
        pub.throw(*thrown, held=beside)
        pub.press(Button.AGAIN)
        pub.cup_down(*beside, doubts=[Doubt.COUNT])
        ways = pub.question["options"]
        pub.answer(option=next(way["id"] for way in ways if way["dice"] == list(held)))
    pub.press(Button.PASS)
    assert pub.state["results"][0]["kind"] == "covered"


def test_covered_dice_are_read_when_they_are_revealed(at) -> None:
    pub = at("schocken")
    covered_round(pub)
    assert [result["kind"] for result in pub.state["results"]] == ["house", "covered", "covered"]
    assert (pub.state["stage"], pub.state["to_act"]) == ("reveal", "Ben")
    pub.throw(1, 1, 4)
    assert pub.state["results"][1]["kind"] == "schock"
    pub.throw(2, 2, 4)
    assert pub.state["last_round"]["worst"] == "Cem"
    assert pub.state["mats"] == {"Anna": 0, "Ben": 0, "Cem": 4}


def test_held_ones_lie_beside_a_revealed_cup(at) -> None:
    pub = at("schocken")
    pub.throw(1, 4, 5)
    pub.press(Button.AGAIN)
    pub.throw(2, 4, held=[1])
    pub.press(Button.AGAIN)
    pub.cup_down(1)
    pub.press(Button.PASS)
    assert pub.state["results"][0] == {
        "player": "Anna",
        "dice": None,
        "value": None,
        "throws": 3,
        "kind": "covered",
        "held": [1],
    }


@pytest.mark.parametrize("fate", ["stayed", "thrown"])
@pytest.mark.parametrize(
    ("confidence", "lying", "asks"), [(0.99, 1, False), (None, 1, True), (0.99, 2, True)]
)
def test_held_dice_that_come_back_before_the_covered_cup_are_no_throw(
    at, fate, confidence, lying, asks
) -> None:
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


def test_a_last_throw_that_was_lifted_is_asked_about(at) -> None:
    pub = at("schocken")
    pub.throw(2, 4, 5)
    pub.press(Button.PASS)
    pub.throw(1, 1, 1)
    assert pub.question["about"] == "cover"
    pub.answer(option="cover")
    assert pub.state["results"][1]["kind"] == "covered"


def test_three_dice_roll_for_the_first_lead(at) -> None:
    pub = at("schocken", leader=None)
    pub.throw(1, 1, 4)
    pub.cup_down()
    pub.lift(2, 4, doubts=[Doubt.COUNT])
    assert (pub.question["about"], pub.question["count"]) == ("roll_off", 3)
