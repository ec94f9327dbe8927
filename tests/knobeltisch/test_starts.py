"""How a game starts: the house's own rules, and what the counted things are called."""

from __future__ import annotations

import pytest

import scorer
from knobeltisch.errors import CommandError
from knobeltisch.evening import Evening
from knobeltisch.facts import Start, body_of, fact_of
from knobeltisch.journal import Entry

PLAIN = Start(variant="bavarian", players=("Anna", "Ben"), leader="Anna")
HOUSE = Start(
    variant="bavarian",
    players=("Anna", "Ben"),
    options=(("schnapps_on_chicago", True), ("players_max", 8)),
    counter="matches",
)


def entry(start, **body):
    return Entry(id=1, at=0.0, source="tablet", kind="start", body=body or body_of(start)[1])


def evening(start):
    found = Evening()
    found.take(entry(start))
    return found


def test_a_start_as_usual_is_written_as_it_was_before_there_were_options():
    assert body_of(PLAIN) == ("start", {"variant": "bavarian", "players": ["Anna", "Ben"], "leader": "Anna"})


@pytest.mark.parametrize("start", [PLAIN, HOUSE])
def test_a_start_is_read_back_as_it_was_written(start):
    assert fact_of(entry(start)) == start


def test_house_options_are_what_is_played():
    rules = evening(HOUSE).state.rules
    assert rules == scorer.with_options("bavarian", {"schnapps_on_chicago": True, "players_max": 8})


@pytest.mark.parametrize(
    ("start", "said"),
    [
        ({"options": (("fish", 1),)}, "fish is 1"),
        ({"options": (("mats", "none"),)}, "either both are 'none' or neither is"),
        ({"options": (("players_min", 3),)}, "not by 2"),
        ({"counter": "glasses"}, "'glasses'; choose one of mats, chips, matches, coins"),
        ({"variant": "base", "counter": "mats"}, "'mats'; leave it out"),
    ],
)
def test_a_start_that_cannot_be_is_refused_with_a_sentence(start, said):
    with pytest.raises(CommandError, match=said) as refused:
        evening(Start(**{"variant": "bavarian", "players": ("Anna", "Ben"), **start}))
    assert refused.value.code == "bad_start"


@pytest.mark.parametrize(
    "wrong",
    [
        {"options": ["fish"]},
        {"options": {"fish": None}},
        {"options": {"fish": 1.5}},
        {"counter": 3},
        {"counter": []},
    ],
)
def test_options_and_counter_of_a_wrong_form_are_not_understood(pub, wrong):
    reply = pub.table.commands.send(
        {"do": "start", "variant": "bavarian", "players": ["Anna", "Ben"], "leader": None, **wrong}
    )
    assert reply["error"]["code"] == "bad_command"


def test_the_board_tells_what_the_house_changed_and_what_it_counts(pub):
    pub.order(
        {
            "do": "start",
            "variant": "schocken",
            "players": ["Anna", "Ben", "Cem"],
            "leader": None,
            "options": {"chips": 11, "final": True},
            "counter": "coins",
        }
    )
    assert pub.shown["rules"] == {"chips": 11}
    assert pub.shown["counter"] == "coins"
