"""Teams (TEAM-1 to TEAM-4), as the table receives, stores and reports them."""

import pytest

from knobeltisch.archive.chronicle import Chronicle
from knobeltisch.archive.known_people import KnownPeople
from knobeltisch.archive.people import summarize_people
from knobeltisch.archive.reports import Reports
from knobeltisch.game.evening import fold_last_evening

PAIRS = {"Anna & Cem": ["Anna", "Cem"], "Ben & Dora": ["Ben", "Dora"]}
START = {
    "do": "start",
    "variant": "bavarian",
    "players": list(PAIRS),
    "leader": "Anna & Cem",
    "options": {"teams": True},
    "teams": PAIRS,
}


def a_round(pub):
    """Both throw once; the second is worse."""
    for act in ({"act": "throw", "dice": [1, 1, 6]}, {"act": "pass"}, {"act": "throw", "dice": [2, 2, 3]}):
        pub.order({"do": "act", "act": act})


def test_a_team_and_who_is_in_it_may_be_called_otherwise(pub):
    pub.order(START)
    pub.order({"do": "rename", "player": "Anna & Cem", "name": "Die Roten"})
    pub.order({"do": "rename", "player": "Anna", "name": "Änne"})
    assert (pub.state["to_act"], pub.state["throwing"]) == ("Die Roten", "Änne")
    assert fold_last_evening(pub.journal).state.teams["Die Roten"] == ("Änne", "Cem")
    assert pub.refused({"do": "rename", "player": "Ben & Dora", "name": "Cem"}) == "name_twice"


def test_nobody_joins_under_the_name_of_one_who_plays_in_a_team(pub):
    pub.order(START)
    assert pub.refused({"do": "wish", "player": "Dora", "what": "join", "after": None}) == "name_twice"


@pytest.mark.parametrize(
    ("teams", "code"),
    [
        ({"Anna & Cem": ["Anna"]}, "bad_start"),
        ({"Emil": ["Anna", "Cem"]}, "bad_start"),
        ({"Anna & Cem": ["Anna", "anna"]}, "name_twice"),
        ({"Anna & Cem": ["Anna", ""]}, "name_empty"),
        ({"Anna & Cem": ["Anna", 2]}, "bad_command"),
    ],
)
def test_what_cannot_be_is_refused_and_no_game_begins(pub, teams, code):
    assert pub.refused({**START, "teams": teams}) == code
    assert pub.shown["state"] is None


def test_report_and_season_have_the_team_and_no_rating_knows_of_it(pub):
    pub.order(START)
    a_round(pub)
    chronicle = Chronicle(pub.journal.entries())
    (evening,) = chronicle.evenings()
    reports = Reports(chronicle)
    assert reports.evening(evening.id)["games"][0]["teams"] == PAIRS
    assert [row["player"] for row in reports.season()["players"]] == list(PAIRS)
    assert (reports.people(), reports.names()) == ([], [])
    assert summarize_people([evening], KnownPeople()) == []


def test_whoever_does_not_want_to_be_shown_hides_his_team_too():
    known = KnownPeople(hidden=frozenset({"Cem"}))
    teams = {team: tuple(people) for team, people in PAIRS.items()}
    assert [team for team in PAIRS if known.may_show(team, teams)] == ["Ben & Dora"]
