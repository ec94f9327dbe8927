"""A second team's players: who may play up, how often until he is bound, and what is said when a line-up or a game comes in."""

from __future__ import annotations

import re
from datetime import date, timedelta

import pytest

from tests.support.programs import load_psycopg

psycopg = load_psycopg()

from werkzeug.datastructures import MultiDict

from league.calendar import new_division
from league.errors import BadRequest
from league.example import pushed
from league.federation.acts import Acts
from league.federation.seasons import allow_playing_up
from league.matches.substitutes import set_first_team
from league.registry import Names
from tests.league.test_captains import Captain
from tests.league.test_pages import game_entry, game_of

FIRST_DAY = date(2026, 11, 1)
PUBS = ("Anker", "Anker II", "Krug", "Post", "Linde")


def named(player, pub):
    return f"{player}-{pub.replace(' ', '')}"


@pytest.fixture
def season(league):
    """Two divisions, in each the Anker's team, and lists of two; a player of the second team may play up once."""
    for pub in PUBS:
        league.pub(pub)
        for player in ("Anna", "Ben"):
            name = named(player, pub)
            assert (
                league.ask("PUT", "/api/v1/players", pub, json={"name": name, "member": True}).status_code
                == 200
            )
    set_first_team(league.database, "Anker II", "Anker")
    upper = new_division(
        league.database, "2026", "A", "league-day", ["Anker", "Krug", "Linde"], first=FIRST_DAY
    )
    lower = new_division(league.database, "2026", "B", "league-day", ["Anker II", "Post"], first=FIRST_DAY)
    allow_playing_up(league.database, "2026", 1)
    return upper, lower


def matches(league, division):
    for _ in range(3):  # who played up in one division is seen in the other after it
        league.renderer.once()
    return league.page.get(f"/d/{division}.json").json["matches"]


def days_of(league, division, pub):
    found = [match for match in matches(league, division) if pub in (match["home"], match["away"])]
    return sorted(found, key=lambda match: match["day"])


def play(league, match, who, *, games=2):
    """Push games of a match at its home pub, in which these four sit."""
    pushed_games = [
        game_entry(game_of(f"{who[0]} {who[0]} -", who), date.fromisoformat(match["day"]), place)
        for place in range(games)
    ]
    table = f"table{match['fixture']}"
    assert league.push(match["home"], pushed(table, "box", pushed_games)).json == {"taken": games}


def sides(match, own, substitute):
    """Four players of a match, with a substitute in place of the second of `own`."""
    other = match["away"] if match["home"] == own else match["home"]
    return (named("Anna", own), named("Anna", other), substitute, named("Ben", other))


def counted(league, division, match):
    return next(other["games"] for other in matches(league, division) if other["fixture"] == match["fixture"])


def why_aside(league, pub):
    return {game["why"] for game in league.ask("GET", "/api/v1/me", pub).json["aside"]}


def test_a_substitute_plays_up_at_home_and_away_and_counts_for_the_first_team(league, season):
    upper, _ = season
    for match in days_of(league, upper, "Anker")[:2]:
        play(league, match, sides(match, "Anker", "Ben-AnkerII"))
        assert counted(league, upper, match) == 2
    with league.database.federation() as cursor:
        cursor.execute("SELECT count(*), count(DISTINCT player) FROM played_up")
        assert cursor.fetchone() == (2, 1)


def test_he_who_has_played_up_more_often_than_the_season_allows_is_bound_from_that_day_on(league, season):
    upper, lower = season
    ups, own = days_of(league, upper, "Anker"), days_of(league, lower, "Anker II")
    with league.database.owner() as cursor:
        cursor.execute("UPDATE fixture SET day = %s WHERE id = %s", [FIRST_DAY, own[0]["fixture"]])
        cursor.execute(
            "UPDATE fixture SET day = %s WHERE id = %s", [FIRST_DAY + timedelta(weeks=30), own[1]["fixture"]]
        )
        cursor.execute("INSERT INTO stale (division) VALUES (%s)", [lower])
    own = days_of(league, lower, "Anker II")
    for match in own:
        play(league, match, ("Anna-AnkerII", "Anna-Post", "Ben-AnkerII", "Ben-Post"))
    play(league, ups[0], sides(ups[0], "Anker", "Ben-AnkerII"))
    assert [counted(league, lower, match) for match in own] == [2, 2], "once is allowed"
    play(league, ups[1], sides(ups[1], "Anker", "Ben-AnkerII"))
    assert [counted(league, lower, match) for match in own] == [2, 0], "what was before counts on"
    assert why_aside(league, own[1]["home"]) == {"bound"}
    play(league, ups[2], sides(ups[2], "Anker", "Ben-AnkerII"))
    assert counted(league, upper, ups[2]) == 2, "for the first team he goes on playing"


def test_without_a_rule_of_the_season_nobody_plays_up_and_a_stranger_never_does(league, season):
    upper, _ = season
    allow_playing_up(league.database, "2026", None)
    first, second = days_of(league, upper, "Anker")[:2]
    play(league, first, sides(first, "Anker", "Ben-AnkerII"))
    assert counted(league, upper, first) == 0
    assert why_aside(league, first["home"]) == {"stranger"}
    allow_playing_up(league.database, "2026", 3)
    play(league, second, sides(second, "Anker", "Ben-Post"))
    assert counted(league, upper, second) == 0
    assert counted(league, upper, first) == 2


def test_a_second_team_against_its_first_plays_for_itself(league):
    for pub in ("Anker", "Anker II"):
        league.pub(pub)
        for player in ("Anna", "Ben"):
            league.ask("PUT", "/api/v1/players", pub, json={"name": named(player, pub), "member": True})
    set_first_team(league.database, "Anker II", "Anker")
    number = new_division(league.database, "2026", "A", "league-day", ["Anker", "Anker II"], first=FIRST_DAY)
    allow_playing_up(league.database, "2026", 0)
    for match in matches(league, number):
        play(league, match, ("Anna-Anker", "Anna-AnkerII", "Ben-Anker", "Ben-AnkerII"))
        assert counted(league, number, match) == 2
    with league.database.owner() as cursor:
        cursor.execute("SELECT count(*) FROM played_up")
        assert cursor.fetchone() == (0,)


def test_a_line_up_is_answered_in_a_sentence_for_each_name_and_nothing_of_it_is_kept(league, season):
    upper, lower = season
    first, second, third = days_of(league, upper, "Anker")[:3]
    names = ["Anna-Anker", "Ben-AnkerII", "Ben-Post", "ben-ankerii"]

    def send_line_up(match):
        body = {"fixture": match["fixture"], "names": names}
        return league.ask("POST", "/api/v1/line-up", "Anker", json=body).json["players"]

    with league.database.owner() as cursor:
        cursor.execute("SELECT count(*) FROM player")
        before = cursor.fetchone()
    said = send_line_up(first)
    assert [checked["may_play"] for checked in said] == [True, True, False, True]
    assert [checked["why"].split(" ", 1)[1] for checked in said[:1]] == ["is on your list and may play."]
    assert "time 1 of 1" in said[1]["why"]
    play(league, first, sides(first, "Anker", "Ben-AnkerII"))
    matches(league, upper)
    assert "bound to this team from then on" in send_line_up(second)[1]["why"]
    play(league, second, sides(second, "Anker", "Ben-AnkerII"))
    matches(league, upper)
    assert "is bound to this team" in send_line_up(third)[1]["why"]
    own = days_of(league, lower, "Anker II")[-1]
    with league.database.owner() as cursor:
        cursor.execute("UPDATE fixture SET day = '2027-06-01' WHERE id = %s", [own["fixture"]])
    body = {"fixture": own["fixture"], "names": ["Ben-AnkerII"]}
    (ben,) = league.ask("POST", "/api/v1/line-up", "Anker II", json=body).json["players"]
    assert (ben["may_play"], "bound to the first team" in ben["why"]) == (False, True)
    with league.database.owner() as cursor:
        cursor.execute("SELECT count(*) FROM player WHERE member OR shown")
        assert cursor.fetchone() == before


@pytest.mark.parametrize(
    "body",
    [
        {"fixture": 1},
        {"fixture": "1", "names": ["Anna"]},
        {"fixture": True, "names": ["Anna"]},
        {"fixture": 10**9, "names": ["Anna"]},
        {"fixture": 1, "names": []},
        {"fixture": 1, "names": ["x"] * 21},
        {"fixture": 1, "names": [7]},
        {"fixture": 1, "names": ["a\x00"]},
    ],
)
def test_a_line_up_that_is_none_is_refused_in_a_sentence(league, season, body):
    answer = league.ask("POST", "/api/v1/line-up", "Anker", json=body)
    assert answer.status_code == 400
    assert answer.json["error"].endswith(".")


def test_nobody_asks_about_anothers_match(league, season):
    upper, _ = season
    (match, *_) = [match for match in matches(league, upper) if "Anker" not in (match["home"], match["away"])]
    answer = league.ask(
        "POST", "/api/v1/line-up", "Anker", json={"fixture": match["fixture"], "names": ["A"]}
    )
    assert answer.status_code == 400


@pytest.mark.parametrize(("before", "said"), [("", "steht auf eurer Liste"), ("/en", "is on your list")])
def test_a_captain_checks_his_line_up_on_his_page(league, season, before, said):
    with league.database.owner() as cursor:
        cursor.execute("UPDATE fixture SET day = current_date + 7 WHERE division = %s", [season[0]])
    captain = Captain(league, "Anker").come_in()
    shown = captain.page.get(f"{before}/club").text
    token = re.search('name="token" value="([^"]+)"', shown).group(1)
    fixture = re.search('<option value="([^"]+)">', shown).group(1)
    form = {"token": token, "do": "line_up", "fixture": fixture, "names": "Anna-Anker\n<b>"}
    answer = captain.page.post(f"{before}/club", data=form)
    assert (answer.status_code, f"Anna-Anker {said}" in answer.text) == (200, True)
    assert "&lt;b&gt;" in answer.text
    assert captain.page.post(f"{before}/club", data={**form, "names": " "}).status_code == 400


def test_the_federation_says_which_team_is_whose_second(league, season):
    acts = Acts(league.database, Names(league.database))
    acts.do(MultiDict({"do": "second", "pub": "Post", "first": "Krug"}))
    acts.do(MultiDict({"do": "second", "pub": "Post", "first": ""}))
    for pub, first, code in (
        ("Post", "Post", "no_second"),
        ("Post", "Anker II", "no_second"),
        ("Anker", "Krug", "no_second"),
        ("Post", "Nobody", "no_pub"),
    ):
        with pytest.raises(BadRequest) as refused:
            acts.do(MultiDict({"do": "second", "pub": pub, "first": first}))
        assert refused.value.code == code
    first = days_of(league, season[0], "Anker")[0]
    play(league, first, sides(first, "Anker", "Ben-AnkerII"))
    matches(league, season[0])
    with pytest.raises(BadRequest, match="have played up already"):
        set_first_team(league.database, "Anker II", None)


def test_of_who_has_played_up_a_pub_sees_its_own_and_everybody_nothing(league, season):
    first = days_of(league, season[0], "Anker")[0]
    play(league, first, sides(first, "Anker", "Ben-AnkerII"))
    matches(league, season[0])
    seen = []
    for pub in ("Anker II", "Anker", "Krug"):
        with league.database.owner() as cursor:
            cursor.execute("SELECT id FROM pub WHERE name = %s", [pub])
            (number,) = cursor.fetchone()
        with league.database.pub(number) as cursor:
            cursor.execute("SELECT count(*) FROM played_up")
            seen.append(cursor.fetchone()[0])
    assert seen == [1, 0, 0]
    with pytest.raises(psycopg.errors.InsufficientPrivilege), league.database.public() as cursor:
        cursor.execute("SELECT * FROM played_up")
