"""Mats at the start (HCP-1), as the table receives, stores and reports them."""

import pytest

from knobeltisch.archive.chronicle import Chronicle
from knobeltisch.archive.reports import Reports
from knobeltisch.game.evening import fold_last_evening

START = {
    "do": "start",
    "variant": "tschigg",
    "players": ["Anna", "Ben", "Cem"],
    "leader": "Anna",
    "options": {"handicap": 2},
}


def test_who_is_called_otherwise_keeps_his(pub):
    pub.order({**START, "handicap": {"Anna": 2}})
    pub.order({"do": "rename", "player": "Anna", "name": "Änne"})
    assert (pub.state["mats"]["Änne"], pub.shown["handicap"]) == (2, {"Änne": 2})
    assert dict(fold_last_evening(pub.journal).state.mats) == pub.state["mats"]


@pytest.mark.parametrize(
    ("handicap", "code"),
    [
        ({"Anna": 3}, "bad_start"),
        ({"Dora": 1}, "bad_start"),
        ({"Anna": 2, "Ben": 2, "Cem": 2}, "bad_start"),
        (["Anna"], "bad_command"),
        ({"Anna": True}, "bad_command"),
    ],
)
def test_what_cannot_be_is_refused_and_no_game_begins(pub, handicap, code):
    assert pub.refused({**START, "handicap": handicap}) == code
    assert pub.shown["state"] is None


def test_the_report_says_who_began_with_how_many_and_counts_none_as_taken(pub):
    pub.order({**START, "handicap": {"Anna": 2}})
    for dice in ([1, 1, 6], [1, 2, 4], [2, 2, 3]):
        pub.order({"do": "act", "act": {"act": "throw", "dice": dice}})
        if pub.state["to_act"] == "Anna":
            declare = {"ones": 100, "sixes": 60, "direction": "high"}
            pub.order({"do": "act", "act": {"act": "pass", "declare": declare}})
    (evening,) = Chronicle(pub.journal.entries()).evenings()
    game = Reports(Chronicle(pub.journal.entries())).evening(evening.id)["games"][0]
    assert game["handicap"] == {"Anna": 2}
    assert {row["player"]: row["taken"] for row in game["players"]} == {"Anna": 0, "Ben": 0, "Cem": 1}
