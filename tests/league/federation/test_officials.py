"""Officials: each office has a key of its own, does its duties and no more, and stands in the history of what it decided."""

from __future__ import annotations

import html
import re
from datetime import date

import pytest

from tests.support.programs import load_psycopg

psycopg = load_psycopg()

from werkzeug.datastructures import MultiDict

from knobeltisch.commands.league import run_league
from league.calendar import new_division
from league.errors import BadRequest
from league.federation.acts import Acts
from league.federation.door import new_federation_key
from league.federation.duties import DUTIES
from league.federation.officials import Office, new_official, officials
from league.federation.seasons import ask_captains
from league.registry import Names
from tests.league.test_federation import Desk
from tests.league.test_intake import rows

SUNDAY = date(2026, 11, 22)
ACTS = {
    "protests": [("/f/1", "rule", {"fixture": "1", "home": "1", "away": "2", "reason": "x"})],
    "calendar": [
        ("/d/1", "move", {"fixture": "1", "day": "2026-12-20"}),
        ("/d/1", "fixture", {"division": "1", "home": "Krug", "away": "Anker", "round": "9", "day": "2026-12-21"}),
    ],
    "people": [("/people", "disagree", {"pub": "Anker", "name": "Anna Anker"})],
    "pubs": [("/pubs", "invite", {"note": "x"}), ("/pubs", "captain", {"pub": "Anker"})],
}  # fmt: skip


@pytest.fixture
def season(league):
    for pub in ("Anker", "Krug"):
        league.pub(pub)
    league.list_players("Anker")
    number = new_division(league.database, "2026", "A", "league-day", ["Anker", "Krug"], first=SUNDAY)
    league.renderer.once()
    return number


def office_of(league, name, *duties):
    """A browser of an office."""
    desk = Desk(league)
    assert desk.enter(new_official(league.database, name, duties)).status_code == 303
    return desk


@pytest.mark.parametrize("duty", DUTIES)
def test_an_office_does_its_duties_and_nothing_else(league, season, duty):
    desk = office_of(league, "Amt", duty)
    for other, acts in ACTS.items():
        for path, do, form in acts:
            answer = desk.send(path, do, **form)
            refused = "gehört nicht zu den Aufgaben" in html.unescape(answer.text)
            assert refused == (other != duty), (other, do)
            assert answer.status_code == 400 if refused else answer.status_code in (200, 303)
    for do, form in (("official", {"name": "Mine", "duties": [*DUTIES]}), ("dismiss", {"name": "Amt"})):
        assert desk.send("/officials", do, **form).status_code == 400, "the federation alone"
    assert [official.name for official in officials(league.database)] == ["Amt"]


@pytest.mark.parametrize("duty", DUTIES)
def test_a_form_that_an_office_may_not_send_is_not_shown_to_it(league, season, duty):
    desk = office_of(league, "Amt", duty)
    for other, acts in ACTS.items():
        for path, do, _ in acts:
            assert (f'value="{do}"' in desk.get(path).text) == (other == duty), (path, do)
    assert 'value="official"' not in desk.get("/officials").text


def test_the_history_of_a_match_names_the_office_that_decided_and_that_moved_it(league, season):
    referees, calendar = office_of(league, "Schiedsstelle", "protests"), office_of(league, "Spielleitung", "calendar")  # fmt: skip
    form = {"fixture": "1", "home": "1", "away": "2", "reason": "Krug kam nicht."}
    assert referees.send("/f/1", "rule", **form).status_code == 303
    for day in ("2026-12-20", "2026-12-20", "2026-12-27"):
        assert calendar.send("/d/1", "move", fixture="1", day=day).status_code == 303
    Acts(league.database, Names(league.database)).do(
        MultiDict({"do": "move", "fixture": "2", "day": "2027-01-03"})
    )
    league.renderer.once()
    page = league.page.get("/f/1").text
    assert "Krug kam nicht. (Schiedsstelle)" in page
    assert "vom 22.11.2026 auf den 20.12.2026 (Spielleitung)" in page
    assert "vom 20.12.2026 auf den 27.12.2026 (Spielleitung)" in page
    assert page.count("Spielleitung") == 2, "a day that is the same is no move"
    first, later = league.page.get(f"/d/{season}.json").json["matches"]
    assert first["rulings"][0]["office"] == "Schiedsstelle"
    assert [moved["office"] for moved in first["moves"]] == ["Spielleitung", "Spielleitung"]
    assert [moved["office"] for moved in later["moves"]] == [""], "the federation itself"
    assert "from 2026-11-22 to 2026-12-20" in league.page.get("/en/f/1").text


def test_what_stands_by_an_office_says_so(league, season):
    ask_captains(league.database, "2026", 7)
    with league.database.owner() as cursor:
        cursor.execute(
            "INSERT INTO claim (fixture, pub, what, home, away, games, office) VALUES (1, NULL, 'federation', '1', '2', 3, 'Schiedsstelle')"
        )
        cursor.execute("INSERT INTO stale (division) VALUES (%s)", [season])
    league.renderer.once()
    assert "Schiedsstelle lässt es gelten" in league.page.get("/f/1").text


def test_a_new_key_or_a_dismissal_ends_what_is_open_and_the_federations_own_goes_on(league, season):
    desk = office_of(league, "Amt", "people")
    federation = Desk(league)
    assert federation.enter().status_code == 303
    other = federation.send("/officials", "official", name="Amt", duties=["protests", "pubs"])
    key = re.search("<code>(.+?)</code>", other.text)[1]
    assert 'name="key"' in desk.get("/people").text
    assert desk.enter(key).status_code == 303
    assert desk.get("/pubs").text.count('value="invite"') == 1
    new_federation_key(league.database)
    assert 'value="invite"' in desk.get("/pubs").text, "another key than the federation's"
    federation = Desk(league)
    federation.enter()
    assert federation.send("/officials", "dismiss", name="Amt").status_code == 303
    assert 'name="key"' in desk.get("/pubs").text
    assert desk.enter(key).status_code == 403


@pytest.mark.parametrize("duties", [[], ["all"], ["protests", ""]])
def test_an_office_without_a_duty_is_refused(league, season, duties):
    with pytest.raises(BadRequest, match="one or more of these duties"):
        new_official(league.database, "Amt", duties)


def test_keys_of_offices_are_kept_as_sums_and_nobody_but_the_federation_lists_them(league, season):
    key = new_official(league.database, "Amt", ["people"])
    assert key.encode() not in bytes(rows(league.database, "SELECT key_sum FROM official")[0][0])
    with league.database.federation() as cursor:
        cursor.execute("SELECT name, duties FROM official")
        assert cursor.fetchall() == [("Amt", ["people"])]
    for acts, query in (
        (league.database.federation, "SELECT key_sum FROM official"),
        (league.database.federation, "UPDATE moved SET office = 'x'"),
        (league.database.federation, "DELETE FROM moved"),
        (league.database.public, "SELECT name FROM official"),
        (league.database.public, "INSERT INTO moved (fixture, was, day) VALUES (1, now(), now())"),
        (lambda: league.database.pub(1), "SELECT name FROM official"),
    ):
        with pytest.raises(psycopg.errors.InsufficientPrivilege), acts() as cursor:
            cursor.execute(query)


def test_an_office_may_what_its_duties_say():
    assert Office().may(None)
    assert not Office(name="x").may(None)
    assert Office(name="x", duties=frozenset({"pubs"})).may("pubs")


def test_the_commands_make_and_dismiss_an_office(league, season, conninfo, capsys):
    assert run_league.answer(run_league.official, database=conninfo, name="Amt", duties=("pubs",)) == ""
    assert len(capsys.readouterr().out.strip()) > 20
    assert run_league.answer(run_league.dismiss, database=conninfo, name="Amt") == "Amt: dismissed.\n"
    assert rows(league.database, "SELECT * FROM official") == []
