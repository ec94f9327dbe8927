"""Coming, going, pausing, other names and the end of a game, as the table keeps them."""

import json
from typing import Any

import pytest

from hardware.panel.panel import Button
from knobeltisch.archive.chronicle import Chronicle
from knobeltisch.archive.reports import Reports

THREE = ("Anna", "Ben", "Cem")


def wish(player, what, **more):
    return {"do": "wish", "player": player, "what": what, **more}


def begin(pub, *players, variant="bavarian"):
    pub.start(*(players or THREE), leader="Anna", variant=variant)


def throw(pub, *dice):
    pub.order({"do": "act", "act": {"act": "throw", "dice": list(dice)}})


def passes(pub):
    pub.order({"do": "press", "button": "pass"})


def a_round(pub, *worst_last):
    first, *others = worst_last
    throw(pub, *first)
    passes(pub)
    for dice in others:
        throw(pub, *dice)


def wishes(pub):
    return [(wish["player"], wish["what"], wish["when"]) for wish in pub.shown["attendance"]["wishes"]]


def reported_evening(pub):
    entries = list(pub.journal.entries())
    reports = Reports(Chronicle(entries))
    report = reports.evening(reports.evenings()[0]["id"])
    assert report is not None
    return report


def test_before_the_first_throw_of_a_round_who_goes_is_gone_at_once(pub):
    begin(pub)
    pub.order(wish("Ben", "leave"))
    assert pub.state["out"] == {"Ben": "left"}
    assert wishes(pub) == []
    assert pub.shown["acts"][-1]["act"] == {"act": "leave", "player": "Ben"}
    assert pub.shown["acts"][-1]["from"] == "table"


def test_in_a_round_the_wish_is_kept_until_its_end_and_said_until_then(pub):
    begin(pub)
    throw(pub, 1, 2, 4)
    pub.order(wish("Ben", "leave"))
    pub.order(wish("Dora", "join", after="Anna"))
    assert wishes(pub) == [("Ben", "leave", "round"), ("Dora", "join", "round")]
    passes(pub)
    throw(pub, 2, 3, 5)
    assert pub.state["out"] == {}
    throw(pub, 1, 1, 2)
    assert pub.state["out"] == {"Ben": "left"}
    assert pub.state["players"] == ["Anna", "Dora", "Ben", "Cem"]
    assert pub.state["leader"] == "Cem"
    assert wishes(pub) == []


def test_who_comes_sits_down_before_who_goes_so_that_the_game_goes_on(pub):
    begin(pub, "Anna", "Ben")
    throw(pub, 1, 2, 4)
    pub.order(wish("Ben", "leave"))
    pub.order(wish("Cem", "join", after="Ben"))
    passes(pub)
    throw(pub, 2, 3, 5)
    assert (pub.state["stage"], pub.state["players"]) == ("play", ["Anna", "Ben", "Cem"])


def test_a_wish_can_be_withdrawn_and_another_one_takes_its_place(pub):
    begin(pub)
    throw(pub, 1, 2, 4)
    pub.order(wish("Ben", "leave"))
    pub.order(wish("Ben", "pause"))
    assert wishes(pub) == [("Ben", "pause", "round")]
    pub.order(wish("Ben", "stay"))
    assert wishes(pub) == []


def test_undo_brings_back_who_has_left_and_does_not_send_him_home_again(pub):
    begin(pub)
    pub.order(wish("Ben", "leave"))
    pub.order({"do": "undo"})
    assert (pub.state["out"], wishes(pub)) == ({}, [])
    a_round(pub, (1, 2, 4), (2, 3, 5), (1, 1, 2))
    assert pub.state["out"] == {}


def test_undo_takes_back_a_throw_and_leaves_a_wish_as_it_is(pub):
    begin(pub)
    throw(pub, 1, 2, 4)
    pub.order(wish("Ben", "leave"))
    pub.press(Button.UNDO)
    assert pub.state["throws"]["made"] == 0
    assert (pub.state["out"], wishes(pub)) == ({}, [("Ben", "leave", "round")])
    a_round(pub, (1, 2, 4), (2, 3, 5), (1, 1, 2))
    assert pub.state["out"] == {"Ben": "left"}


def test_a_new_game_begins_without_old_wishes_and_its_players_are_offered(pub):
    begin(pub)
    throw(pub, 1, 2, 4)
    pub.order(wish("Ben", "pause"))
    pub.order(wish("Dora", "join", after="Cem"))
    assert pub.shown["players_last"] == ["Anna", "Cem", "Dora"]
    pub.start("Anna", "Cem", "Dora", leader="Anna")
    assert wishes(pub) == []


def test_who_has_left_plays_the_next_game_when_he_comes_back(pub):
    begin(pub)
    pub.order(wish("Ben", "leave"))
    assert pub.shown["players_last"] == ["Anna", "Cem"]
    assert pub.shown["attendance"]["left"] == ["Ben"]
    assert pub.refused(wish("Ben", "join", after="Anna")) == "name_twice"
    pub.order(wish("Ben", "next"))
    assert wishes(pub) == [("Ben", "next", "next")]
    assert pub.shown["players_last"] == ["Anna", "Ben", "Cem"]


def schocken_round(pub, best, *others):
    throw(pub, *best)
    passes(pub)
    for _ in others:
        pub.order({"do": "act", "act": {"act": "cover"}})
    for dice in others:
        pub.order({"do": "act", "act": {"act": "reveal", "dice": list(dice)}})


def test_who_has_no_chips_leaves_with_the_next_half_and_newcomers_come_with_it(pub):
    begin(pub, *THREE, variant="schocken")
    schocken_round(pub, (1, 1, 6), (2, 2, 1), (4, 3, 1))  # Ben takes six
    schocken_round(pub, (2, 2, 1), (4, 3, 1), (1, 1, 6))  # Ben leads and takes six more
    schocken_round(pub, (6, 5, 3), (4, 3, 1), (2, 2, 1))  # Anna takes the last
    assert pub.state["out"] == {"Cem": "no_chips"}
    pub.order(wish("Cem", "leave"))
    pub.order(wish("Dora", "join", after="Cem"))
    assert wishes(pub) == [("Cem", "leave", "half"), ("Dora", "join", "half")]
    throw(pub, 1, 1, 1)
    passes(pub)
    pub.order({"do": "act", "act": {"act": "cover"}})
    pub.order({"do": "act", "act": {"act": "reveal", "dice": [2, 2, 1]}})
    assert (pub.state["phase"], pub.state["lost"]) == ("half2", {"Ben": 1})
    assert pub.state["players"] == ["Anna", "Ben", "Cem", "Dora"]
    assert pub.state["out"] == {"Cem": "left"}


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (wish("Nobody", "leave"), "unknown_player"),
        (wish("Nobody", "stay"), "unknown_player"),
        (wish("Ben", "join"), "is_here"),
        (wish("ben", "join"), "name_twice"),
        (wish("a,b", "join"), "name_comma"),
        (wish("\u202eann", "join"), "name_unseen"),
        (wish("Dora", "join", after="Nobody"), "unknown_player"),
        ({"do": "wish", "player": 3, "what": "leave"}, "bad_command"),
    ],
)
def test_wishes_that_make_no_sense_are_refused(pub, command, code):
    begin(pub)
    assert pub.refused(command) == code


def test_in_the_drinking_game_leaving_is_an_act_that_names_who_drinks(pub):
    begin(pub, *THREE, variant="drinking")
    assert pub.refused(wish("Ben", "leave")) == "leave_now"
    pub.order(wish("Dora", "join", after="Ben"))
    assert pub.state["players"] == ["Anna", "Ben", "Dora", "Cem"]


@pytest.mark.parametrize("variant", ["base", "bavarian", "drinking", "schocken"])
def test_any_game_can_be_ended_and_undo_goes_on_with_it(pub, variant):
    begin(pub, variant=variant)
    throw(pub, 1, 2, 4)
    before = pub.state
    pub.order({"do": "end"})
    assert (pub.state["stage"], pub.state["loser"]) == ("over", None)
    assert pub.shown["acts"][-1]["end"] is True
    assert pub.refused({"do": "end"}) == "game_over"
    (game,) = reported_evening(pub)["games"]
    assert (game["over"], game["stopped"], game["loser"]) == (True, True, None)
    pub.order({"do": "undo"})
    assert pub.state == before
    (game,) = reported_evening(pub)["games"]
    assert (game["over"], game["stopped"]) == (False, False)


def test_a_person_is_called_otherwise_in_the_running_game_and_all_evening(pub):
    begin(pub)
    a_round(pub, (1, 2, 4), (2, 3, 5), (1, 1, 2))
    pub.start("Anna", "Ben", "Cem", leader="Ben")
    throw(pub, 1, 2, 4)
    pub.order({"do": "rename", "player": "Ben", "name": "Benjamin"})
    assert pub.state["players"] == ["Anna", "Benjamin", "Cem"]
    assert (pub.state["leader"], pub.state["to_act"]) == ("Benjamin", "Benjamin")
    passes(pub)
    games: Any = reported_evening(pub)["games"]
    assert [[player["player"] for player in game["players"]] for game in games] == [
        ["Anna", "Benjamin", "Cem"]
    ] * 2
    assert games[0]["rounds"][0]["worst"] == "Benjamin"


@pytest.mark.parametrize(
    ("player", "name", "code"),
    [("Ben", "cem", "name_twice"), ("Nobody", "Dora", "unknown_player"), ("Ben", " ", "name_empty")],
)
def test_another_name_must_be_a_name_that_nobody_else_has(pub, player, name, code):
    begin(pub)
    assert pub.refused({"do": "rename", "player": player, "name": name}) == code


def test_wishes_payments_and_the_last_round_are_marked_as_no_part_of_the_score(pub):
    begin(pub)
    throw(pub, 1, 2, 4)
    pub.order(wish("Ben", "leave"))
    pub.order({"do": "settle", "player": "Anna", "paid": True})
    pub.order({"do": "last_orders", "on": True})
    noted = [entry for entry in pub.journal.entries() if entry.kind in ("wish", "paid", "last_orders")]
    assert len(noted) == 3
    assert all(json.loads(json.dumps(entry.body))["counts"] is False for entry in noted)


def test_what_is_said_beside_the_game_leaves_what_can_be_done_again(pub):
    begin(pub)
    throw(pub, 1, 2, 4)
    pub.order({"do": "undo"})
    pub.order({"do": "last_orders", "on": True})
    pub.order({"do": "rename", "player": "Anna", "name": "Ännchen"})
    pub.order({"do": "redo"})
    assert (pub.state["to_act"], pub.state["free"]) == ("Ännchen", [1, 2, 4])
