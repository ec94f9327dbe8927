"""Both clubs confirm: a result stands by the away captain's own word, or by the deadline; a protest asks the federation; what stands is frozen."""

from __future__ import annotations

import json
import re
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from tests.support.programs import load_psycopg

load_psycopg()

from werkzeug.datastructures import MultiDict

from knobeltisch.commands.league.run_league import GUARD, is_signed
from league.app import create_app
from league.calendar import new_division
from league.club.captain import FREE_TRIES, enter, new_link
from league.errors import NotAllowed
from league.example import pushed
from league.federation.acts import Acts
from league.federation.seasons import ask_captains
from league.registry import Names
from tests.league.test_pages import AWAY, HOME, SLIPS, TABLES, TEAMS, game_entry, game_of

TODAY = datetime.now(ZoneInfo("Europe/Berlin")).date()
"""As the league's database has it."""
WORD = "vier lange Wörter"


@pytest.fixture
def played(league):
    """A season that asks captains, and a match day of today that the home pub has pushed."""
    for name in (HOME, AWAY):
        league.pub(name)
    for player, pub in TEAMS.items():
        body = {"name": player, "member": True, "shown": True}
        assert league.ask("PUT", "/api/v1/players", pub, json=body).status_code == 200
    ask_captains(league.database, "2026", 7)
    number = new_division(league.database, "2026", "A", "league-day", [HOME, AWAY], first=TODAY)
    for match, slips in SLIPS.items():
        results = [game_of(slip, TABLES[match]) for slip in slips.strip().splitlines()[:8]]
        games = [game_entry(result, TODAY, place) for place, result in enumerate(results)]
        league.push(HOME, pushed(f"table{match}", "box", games))
    league.renderer.once()
    return number


class Captain:
    """A captain's browser."""

    def __init__(self, league, pub):
        app = create_app(league.database, league.renderer, Names(league.database), is_signed, GUARD)
        self.page, self.league, self.pub = app.test_client(), league, pub

    def come_in(self, word=WORD):
        code = self.league.ask("POST", "/api/v1/captain", self.pub).json["code"]
        answer = self.page.post("/club/welcome", data={"code": code, "word": word})
        assert answer.status_code == 303, answer.text
        return self

    def look(self):
        return self.page.get("/club").text

    def send(self, what, *, reason="", change=None):
        shown = self.look()
        form = dict(re.findall(r'name="(token|fixture|sum)" value="([^"]*)"', shown))
        return self.page.post("/club", data={**form, "do": what, "reason": reason, **(change or {})})


def of(league, division):
    league.renderer.once()
    page = league.page.get(f"/d/{division}.json").json
    match = next(match for match in page["matches"] if match["home"] == HOME)
    return page, match


def more(league, count=4):
    games = [game_entry(game_of("Anna Anna -", TABLES["1-1"]), TODAY, 50 + place) for place in range(count)]
    assert league.push(HOME, pushed("late", "box", games)).status_code == 200


def test_a_result_is_provisional_and_in_no_table_until_the_away_captain_has_confirmed_it(league, played):
    match_before, match = of(league, played)
    assert (match["state"], match["games"]) == ("open", 16)
    assert [line["played"] for line in match_before["table"]] == [0, 0]
    assert match_before["people"] == []
    assert "vorläufig" in league.page.get(f"/d/{played}").text
    krug = Captain(league, AWAY).come_in()
    until = (TODAY + timedelta(days=7)).strftime("%d.%m.%Y")
    assert f"ohne Einspruch bis {until}" in league.page.get(f"/f/{match['fixture']}").text
    assert f"Frist bis {until}" in krug.look()
    assert krug.send("confirmed").status_code == 303
    match_before, match = of(league, played)
    assert match["state"] == "stands"
    assert [line["played"] for line in match_before["table"]] == [1, 1]
    assert [(claim["what"], claim["pub"], claim["score"]) for claim in match["claims"]] == [
        ("confirmed", AWAY, match["score"])
    ]
    assert "Krug hat bestätigt" in league.page.get(f"/f/{match['fixture']}").text
    assert "Nichts wartet" in krug.look()


def test_what_is_pushed_after_it_stands_is_shown_as_a_request_and_changes_nothing(league, played):
    Captain(league, AWAY).come_in().send("confirmed")
    before, match = of(league, played)
    more(league)
    after, later = of(league, played)
    assert (after["table"], after["people"]) == (before["table"], before["people"])
    assert (later["score"], later["games"]) == (match["score"], 16)
    assert later["later"][0] == 20
    assert "Danach wurde gemeldet" in league.page.get(f"/f/{match['fixture']}").text


def test_the_home_side_cannot_confirm_and_its_key_is_worth_nothing_at_the_away_club(league, played):
    anker = Captain(league, HOME).come_in()
    assert 'value="confirmed"' not in anker.look()
    assert anker.send("confirmed").status_code == 400
    _, match = of(league, played)
    assert (match["state"], match["claims"]) == ("open", [])
    with pytest.raises(NotAllowed):
        enter(league.database, AWAY, WORD)


def test_who_confirms_what_he_has_not_seen_is_shown_it_again(league, played):
    krug = Captain(league, AWAY).come_in()
    shown = dict(re.findall(r'name="(token|fixture|sum)" value="([^"]*)"', krug.look()))
    more(league)
    answer = krug.page.post("/club", data={**shown, "do": "confirmed"})
    assert (answer.status_code, "inzwischen geändert" in answer.text) == (400, True)
    assert krug.send("confirmed").status_code == 303
    assert of(league, played)[1]["games"] == 20


def test_a_protest_stops_it_past_the_deadline_until_the_federation_decides(league, played):
    krug = Captain(league, AWAY).come_in()
    assert krug.send("protested").status_code == 400, "with a reason"
    assert krug.send("protested", reason="Partie 3 fehlt").status_code == 303
    with league.database.owner() as cursor:
        cursor.execute("UPDATE season SET confirm_days = 1")
        cursor.execute(
            "UPDATE fixture SET day = day - 3 WHERE home = (SELECT id FROM pub WHERE name = %s)", [HOME]
        )
        cursor.execute("UPDATE game SET day = day - 3")
        cursor.execute("INSERT INTO stale (division) VALUES (%s)", [played])
    match_before, match = of(league, played)
    assert (match["state"], [line["played"] for line in match_before["table"]]) == ("protested", [0, 0])
    assert "Partie 3 fehlt" in league.page.get(f"/f/{match['fixture']}").text
    Acts(league.database, Names(league.database)).do(
        MultiDict({"do": "rule", "fixture": str(match["fixture"]), "reason": "Sie fehlt nicht."})
    )
    match_before, match = of(league, played)
    assert match["state"] == "stands"
    assert [claim["what"] for claim in match["claims"]] == ["protested", "federation"]
    assert [line["played"] for line in match_before["table"]] == [1, 1]


def test_without_a_word_it_stands_when_the_deadline_has_passed_and_not_a_day_before(league, played):
    for days, state in ((7, "open"), (8, "stands")):
        with league.database.owner() as cursor:
            move = "SET day = %s WHERE day > %s"
            cursor.execute(f"UPDATE fixture {move} AND home = (SELECT id FROM pub WHERE name = %s)", [TODAY - timedelta(days=days), TODAY - timedelta(days=9), HOME])  # fmt: skip
            cursor.execute(f"UPDATE game {move}", [TODAY - timedelta(days=days), TODAY - timedelta(days=9)])
            cursor.execute("INSERT INTO stale (division) VALUES (%s)", [played])
        assert of(league, played)[1]["state"] == state
    more(league)
    assert [claim["what"] for claim in of(league, played)[1]["claims"]] == ["deadline"]


def test_a_season_that_asks_nobody_counts_at_once(league, played):
    ask_captains(league.database, "2026", 0)
    match_before, match = of(league, played)
    assert (match["state"], [line["played"] for line in match_before["table"]]) == ("stands", [1, 1])


def test_a_code_is_good_once_and_a_new_word_ends_what_was_open(league, played):
    krug = Captain(league, AWAY).come_in()
    code = new_link(league.database, AWAY)
    other = Captain(league, AWAY)
    assert other.page.post("/club/welcome", data={"code": code, "word": "kurz"}).status_code == 400
    assert (
        other.page.post("/club/welcome", data={"code": code, "word": "ein anderes Wort"}).status_code == 303
    )
    assert (
        other.page.post("/club/welcome", data={"code": code, "word": "ein drittes Wort"}).status_code == 400
    )
    assert "Kennwort des Vereins" in krug.look()
    assert "Kennwort des Vereins" not in other.look()


def test_wrong_words_wait_ever_longer_and_the_right_one_waits_with_them(league, played):
    Captain(league, AWAY).come_in()
    for _ in range(FREE_TRIES + 2):
        with pytest.raises(NotAllowed):
            enter(league.database, AWAY, "falsch geraten")
    with league.database.owner() as cursor:  # a busy machine could need longer for a word than the wait takes
        cursor.execute("UPDATE captain SET waits = waits + interval '1 hour'")
    with pytest.raises(NotAllowed):
        enter(league.database, AWAY, WORD)
    with league.database.owner() as cursor:
        cursor.execute("UPDATE captain SET waits = now()")
    assert enter(league.database, AWAY, WORD)


@pytest.mark.parametrize(
    "form",
    [
        {},
        {"token": "x" * 64, "do": "confirmed"},
        {"fixture": "999999"},
        {"fixture": "one"},
        {"do": "deadline"},
        {"sum": ""},
    ],
)
def test_an_odd_form_changes_nothing(league, played, form):
    krug = Captain(league, AWAY).come_in()
    answer = (
        krug.send(form.get("do", "confirmed"), change={**form}) if form else krug.page.post("/club", data={})
    )
    assert answer.status_code == 400
    assert of(league, played)[1]["claims"] == []


def test_strangers_and_other_sites_get_nowhere(league, played):
    stranger = Captain(league, AWAY)
    assert stranger.page.post("/club", data={"do": "confirmed"}).status_code == 403
    for club in ("Nobody", "\x00", "", AWAY):
        assert stranger.page.post("/club/enter", data={"club": club, "word": WORD}).status_code == 403
    inside = Captain(league, AWAY).come_in()
    shown = dict(re.findall(r'name="(token|fixture|sum)" value="([^"]*)"', inside.look()))
    answer = inside.page.post(
        "/club", data={**shown, "do": "confirmed"}, headers={"Origin": "https://elsewhere.example"}
    )
    assert answer.status_code == 403
    assert of(league, played)[1]["claims"] == []
    assert json.loads(league.ask("GET", "/api/v1/me", AWAY).text)["pub"]
