"""The public pages: tables counted by the tournament's own code, rendered once for each change, and identified by their tags."""

from __future__ import annotations

import csv
import io
import json
from datetime import date, datetime, time, timedelta

import pytest

from tests.support.programs import load_psycopg

load_psycopg()

from league import registry
from league.calendar import move, new_division, rounds
from league.errors import BadRequest
from league.example import furnish, pushed
from league.words import ENGLISH, GERMAN
from tests.tournament.test_worked_formats import LIST, SLIPS, game_of
from tournament.codec import to_json

SUNDAY = date(2026, 11, 22)
HOME, AWAY = "Anker", "Krug"
TEAMS = {line.split(";")[0]: line.split(";")[1] for line in LIST.splitlines()[1:]}
TABLES = {"1-1": ("Anna", "Emil", "Ben", "Frida"), "1-2": ("Cem", "Gül", "Dora", "Hans")}


def game_entry(result, day, place):
    began = datetime.combine(day, time(19)).astimezone().timestamp() + 600 * place
    return {
        "game": to_json(result),
        "began": began,
        "ended": began + 500,
        "rules": {"final": True},
        "initials": [],
    }


def number_of(league, pub, name):
    """The number of somebody on a pub's list."""
    players = league.ask("GET", "/api/v1/me", pub).json["players"]
    return next(player["player"] for player in players if player["name"] == name)


@pytest.fixture
def day(league):
    """The league day of the worked formats, pushed by the home pub's two tables."""
    for name in (HOME, AWAY):
        league.pub(name)
    for player, pub in TEAMS.items():
        body = {"name": player, "member": True, "shown": player in {"Anna", "Hans"}}
        assert league.ask("PUT", "/api/v1/players", pub, json=body).status_code == 200
    number = new_division(league.database, "2026", "Liga A", "league-day", [HOME, AWAY], first=SUNDAY)
    for match, slips in SLIPS.items():
        results = [game_of(slip, TABLES[match]) for slip in slips.strip().splitlines()]
        games = [game_entry(result, SUNDAY, place) for place, result in enumerate(results)]
        assert league.push(HOME, pushed(f"table{match}", "box", games)).json == {"taken": 10}
    league.renderer.once()
    return number


def test_the_worked_league_day_comes_out_as_on_its_sheet(league, day):
    page = league.page.get(f"/d/{day}.json").json
    (match, back) = page["matches"]
    assert (match["home"], match["away"], match["games"], match["score"], match["won"]) == (
        HOME,
        AWAY,
        20,
        [22.0, 38.0],
        "home",
    )
    assert (back["games"], back["score"]) == (0, None)
    assert [
        (line["pub"], line["won"], line["lost"], line["points"], line["own"]) for line in page["table"]
    ] == [
        (HOME, 1, 0, 2, 22.0),
        (AWAY, 0, 1, 0, 38.0),
    ]
    assert {person["name"]: person["points"] for person in page["people"]} == {"Anna": 5.0, "Hans": 10.0}


LEVEL = {"1-1": ["Anna Emil Emil"] * 10, "1-2": ["Cem Hans Hans"] * 5 + ["Cem Cem -"] * 5}
"""A match day that ends 30 : 30, in which one team has lost five games and the other fifteen."""


def test_a_match_in_which_both_have_the_same_is_a_draw_whoever_lost_more_games(league, day):
    move(league.database, 2, SUNDAY + timedelta(days=1))
    for match, slips in LEVEL.items():
        games = [
            game_entry(game_of(slip, TABLES[match]), SUNDAY + timedelta(days=1), place)
            for place, slip in enumerate(slips)
        ]
        league.push(AWAY, pushed(f"away{match}", "box", games))
    league.renderer.once()
    page = league.page.get(f"/d/{day}.json").json
    match = next(match for match in page["matches"] if match["home"] == AWAY)
    assert match["score"][0] == match["score"][1] > 0
    assert match["won"] is None
    assert [(line["drawn"], line["points"]) for line in page["table"]] == [(1, 3), (1, 1)]


def test_a_correction_afterwards_changes_the_table_and_its_tag(league, day):
    before = league.page.get(f"/d/{day}")
    correction = game_entry(game_of("Dora Hans Hans", TABLES["1-2"]), SUNDAY, 9)
    body = json.loads(pushed("table1-2", "box", [correction], first=11))
    body["entries"][0] |= {"game": "table1-2-10", "revision": 2}
    assert league.push(HOME, body).json == {"taken": 11}
    assert league.page.get(f"/d/{day}").data == before.data, "until it is rendered"
    assert league.renderer.once() == 1
    after = league.page.get(f"/d/{day}")
    assert after.headers["ETag"] != before.headers["ETag"]
    assert league.page.get(f"/d/{day}.json").json["matches"][0]["score"] == [20.0, 40.0]


def test_the_page_in_english_says_the_same_and_has_no_german_word(league, day):
    german, english = league.page.get(f"/d/{day}").text, league.page.get(f"/en/d/{day}").text
    assert set(GERMAN) == set(ENGLISH)
    same = {key for key in GERMAN if GERMAN[key] == ENGLISH[key]}
    assert same == {"name"}
    words = [
        value for key, value in GERMAN.items() if len(value) > 2 and key not in {"date", "name", "other"}
    ]
    assert [word for word in words if f">{word}" in german], "it is the words of the page that are looked for"
    assert not [word for word in words if f">{word}" in english or f" {word}" in english]
    assert '<html lang="en">' in english
    assert ("22 : 38" in german, "22 : 38" in english) == (True, True)
    assert f'href="/d/{day}"' in english
    assert f'href="/en/d/{day}"' in german
    index = league.page.get("/en").text
    assert f'href="/en/d/{day}"' in index
    assert "Leagues" in index


def test_a_visitor_who_has_the_page_gets_a_few_bytes(league, day):
    found = league.page.get(f"/d/{day}")
    again = league.page.get(f"/d/{day}", headers={"If-None-Match": found.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")
    assert "max-age=30" in again.headers["Cache-Control"]
    assert league.renderer.once() == 0, "nothing has changed, nothing is rendered"


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda game: game["game"]["players"].__setitem__(0, "Stranger"), "somebody is on no list"),
        (lambda game: game.update(rules={"final": False}), "played by other rules"),
        (lambda game: game.update(began=game["began"] + 2 * 86400), "on another day"),
    ],
)
def test_a_game_that_is_not_the_matchs_does_not_count_for_it(league, day, change, why):
    game = game_entry(game_of("Hans Gül Gül", TABLES["1-2"]), SUNDAY, 30)
    change(game)
    game = json.loads(json.dumps(game).replace('"Cem"', '"Stranger"')) if why.startswith("somebody") else game
    league.push(HOME, pushed("another", "box", [game]))
    league.renderer.once()
    assert league.page.get(f"/d/{day}.json").json["matches"][0]["games"] == 20, why


def test_names_that_nobody_agreed_to_stand_in_no_form_of_the_page(league, day):
    forms = [league.page.get(f"/d/{day}{ending}").data.decode() for ending in ("", ".json", ".csv", ".ics")]
    forms.append(league.page.get(f"/en/d/{day}").data.decode())
    assert not [name for name in TEAMS if name not in {"Anna", "Hans"} for form in forms if name in form]
    assert "Anna" in forms[0]


def test_who_asks_is_forgotten_everywhere_and_a_later_push_does_not_bring_the_name_back(
    league, day, database
):
    anna = number_of(league, HOME, "Anna")
    assert league.ask("DELETE", f"/api/v1/players/{anna}", HOME).json == {"ok": True}
    again = game_entry(game_of("Anna Ben Ben", TABLES["1-1"]), SUNDAY, 40)
    league.push(HOME, pushed("later", "box", [again]))
    league.renderer.once()
    assert "Anna" not in league.page.get(f"/d/{day}").text
    with database.owner() as cursor:
        for table in ("player", "game", "entry", "page"):
            cursor.execute(f"SELECT count(*) FROM {table} t WHERE t::text LIKE '%Anna%'")
            assert cursor.fetchone() == (0,), table
    assert league.page.get(f"/d/{day}.json").json["matches"][0]["score"][0] > 0, "the results stay"


def test_the_federation_forgets_a_player_by_his_number(league, day):
    hans = number_of(league, AWAY, "Hans")
    registry.forget(league.database, hans)
    league.renderer.once()
    assert "Hans" not in league.page.get(f"/d/{day}").text
    with pytest.raises(BadRequest, match="no player"):
        registry.forget(league.database, 999_999)


def test_no_pub_forgets_another_pubs_player(league, day):
    hans = number_of(league, AWAY, "Hans")
    assert league.ask("DELETE", f"/api/v1/players/{hans}", HOME).status_code == 400


def test_spreadsheet_and_calendar_say_the_same(league, day):
    rows = list(
        csv.DictReader(io.StringIO(league.page.get(f"/d/{day}.csv").data.decode("utf-8-sig")), delimiter=";")
    )
    assert [(row["Kneipe"], row["Punkte"], row["Eigene"]) for row in rows] == [
        (HOME, "2", "22"),
        (AWAY, "0", "38"),
    ]
    calendar = league.page.get(f"/d/{day}.ics").data.decode()
    assert calendar.count("BEGIN:VEVENT") == 2
    assert f"DTSTART;VALUE=DATE:{SUNDAY:%Y%m%d}" in calendar
    assert all(len(line.encode()) <= 75 for line in calendar.split("\r\n"))


def test_a_fixture_that_is_moved_counts_on_its_new_day(league, day):
    move(league.database, 1, SUNDAY + timedelta(days=1))
    league.renderer.once()
    assert league.page.get(f"/d/{day}.json").json["matches"][0]["games"] == 0


@pytest.mark.parametrize("count", range(2, 12))
def test_everybody_meets_everybody_once_at_home_and_once_away(count):
    teams = list(range(count))
    drawn = rounds(teams)
    pairs = [pair for drawn_round in drawn for pair in drawn_round]
    assert sorted(pairs) == sorted((home, other) for home in teams for other in teams if home != other)
    assert all(
        len({team for pair in drawn_round for team in pair}) == 2 * len(drawn_round) for drawn_round in drawn
    )


def test_the_example_is_a_whole_league(league):
    key = furnish(league.database)
    assert key is not None
    assert furnish(league.database) is None, "only once"
    league.renderer.once()
    page = league.page.get("/d/1.json").json
    assert [line["played"] for line in page["table"]] == [4] * 8
    assert "Bezirksliga" in league.page.get("/").text
    assert league.page.get("/d/99").status_code == 404


def test_health_and_measures_name_nobody(league, day):
    assert league.page.get("/healthz").json == {
        "ok": True,
        "product": "knobeltisch",
        "kind": "league",
        "divisions": 1,
    }
    text = league.page.get("/metrics").text
    assert "knobeltisch_league_games 20" in text
    assert "knobeltisch_league_push_seconds_count 2" in text
    assert not [name for name in (*TEAMS, HOME, AWAY) if name in text]


def test_an_invitation_is_good_for_one_pub(league):
    code = registry.invite(league.database, "Linde")
    body = {"invitation": code, "name": "Linde"}
    assert league.page.post("/api/v1/register", json=body).status_code == 200
    assert league.page.post("/api/v1/register", json={**body, "name": "Other"}).status_code == 401
    code = registry.invite(league.database, "Linde")
    assert league.page.post("/api/v1/register", json={"invitation": code, "name": "Linde"}).status_code == 400


@pytest.mark.parametrize("code", ["", "nobody's", "\ud800", "\x00"])
def test_an_invitation_that_is_none_is_refused_whatever_letters_it_has(league, code):
    registry.invite(league.database, "Linde")
    answer = league.page.post("/api/v1/register", json={"invitation": code, "name": "Linde"})
    assert (answer.status_code, "invitation" in answer.json["error"]) == (401, True)
