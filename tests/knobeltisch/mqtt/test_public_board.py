import pytest

import scorer
from knobeltisch.mqtt.public_board import scores_of, summarize_board
from tests.support.sightings import picture_of, sighting
from vision.types import Moment, Scene


def everything_in(value):
    """All keys and values of a message, however deep."""
    match value:
        case dict():
            return {*value, *(inner for part in value.values() for inner in everything_in(part))}
        case list() | tuple():
            return {inner for part in value for inner in everything_in(part)}
        case _:
            return {value}


@pytest.fixture
def asking(pub):
    """A table that asks about a throw, with a picture of each die."""
    pub.start("Anna", "Ben", leader="Anna")
    pub.cup_down()
    pub.see(Scene(at=0.0, cup=False, hand=False, still=True))
    pub.see(
        sighting(
            Moment.LIFT, thrown=(1, 2, 3), unsure={1: (2, 5)}, crop=lambda _place, value: picture_of(value)
        )
    )
    assert pub.question is not None
    return pub


def test_no_picture_and_no_way_to_one_is_reported(asking):
    assert asking.shown["question"]["crops"]
    assert asking.shown["lifts"]
    for inner in everything_in(asking.shown):
        assert not isinstance(inner, bytes)
        assert "/api/" not in str(inner)


def test_the_summary_of_a_table_that_asks_says_about_what(asking):
    short = summarize_board(asking.shown, "Bayerisch Chicago", 51.0)
    assert (short["question"], short["to_act"], short["playing"]) == ("throw", "Anna", True)
    assert (short["game"], short["temperature"]) == ("Bayerisch Chicago", 51.0)


def test_nobody_is_to_act_when_the_game_is_over(pub):
    pub.start("Anna", "Ben", leader="Anna")
    pub.throw(1, 1, 1)
    short = summarize_board(pub.shown, "Bayerisch Chicago", None)
    assert (short["playing"], short["to_act"]) == (False, None)


@pytest.mark.parametrize("variant", scorer.VARIANTS)
def test_every_game_counts_something_for_each_player(variant):
    rules = scorer.load_variant(variant)
    players = [f"P{place}" for place in range(rules.players_min)]
    state = scorer.new_game(rules, players, players[0])
    assert scores_of(scorer.state_to_json(state)) == dict.fromkeys(players, 0)


def test_where_no_mats_are_played_what_is_owed_counts(pub):
    pub.start("Anna", "Ben", leader="Anna", variant="base")
    pub.throw(1, 3, 5)
    pub.order({"do": "press", "button": "pass"})
    pub.order({"do": "act", "act": {"act": "throw", "dice": [2, 3, 4]}})
    assert scores_of(pub.state) == {"Anna": 0, "Ben": 1}
