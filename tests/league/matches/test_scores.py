"""The result of a match is stored, and counted again only if it may have changed; pages from another version are rendered again."""

from __future__ import annotations

import random
from datetime import date, timedelta

import pytest

from tests.support.programs import load_psycopg

load_psycopg()

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from league.calendar import move, new_division
from league.club.confirming import stand_by_federation
from league.example import game, pushed
from league.federation.seasons import allow_playing_up, ask_captains
from league.matches.substitutes import set_first_team
from league.pages import Renderer
from tests.support.seeds import examples
from tests.support.waiting import until

DAY = date(2026, 11, 22)
PUBS = ("Anker", "Krug", "Linde")
RESERVES = "Anker II"


def people(pub):
    return [f"{player}-{pub.replace(' ', '')}" for player in ("Anna", "Ben")]


def list_people(league, pub, member=True):
    for name in people(pub):
        league.ask("PUT", "/api/v1/players", pub, json={"name": name, "member": member, "shown": True})


def a_season(league, *, days=0):
    with league.database.owner() as cursor:
        cursor.execute("TRUNCATE pub, season, stale, page, invitation RESTART IDENTITY CASCADE")
    league.keys.clear()
    for pub in (*PUBS, RESERVES):
        league.pub(pub)
        list_people(league, pub)
    number = new_division(league.database, "2026", "A", "league-day", PUBS, first=DAY)
    ask_captains(league.database, "2026", days)
    allow_playing_up(league.database, "2026", 1)
    league.renderer.once()
    return number


def push(league, chance, match, number):
    """Push one game of a match, or another version of it; sometimes with a guest, or with somebody of the second team."""
    both = [*people(match["home"]), *people(match["away"])]
    both[chance.randrange(4)] = chance.choice([*both, *both, "Guest", *people(RESERVES)])
    if len(set(both)) == 4:
        told = game(date.fromisoformat(match["day"]), chance.randrange(3), chance, both)
        league.push(match["home"], pushed(f"t{chance.randrange(2)}", f"box{number}", [told]))


def act(league, chance, division, number):
    matches = league.page.get(f"/d/{division}.json").json["matches"]
    match = chance.choice(matches[:3])
    what = chance.choice(["push", "push", "push", "push", "list", "second", "stand", "move", "play_up"])
    if what == "push":
        push(league, chance, match, number)
    elif what == "list":
        list_people(league, chance.choice([*PUBS, RESERVES]), member=chance.random() < 0.6)
    elif what == "second" and chance.random() < 0.7:
        with_bound = "SELECT count(*) FROM played_up"
        with league.database.owner() as cursor:
            cursor.execute(with_bound)
            (bound,) = cursor.fetchone()
        if not bound:
            set_first_team(league.database, RESERVES, chance.choice(["Anker", "Krug", None]))
    elif what == "stand":
        stand_by_federation(league.database, match["fixture"], "It stands.")
    elif what == "move":
        move(league.database, match["fixture"], DAY + timedelta(days=chance.randrange(4)))
    elif what == "play_up":
        allow_playing_up(league.database, "2026", chance.choice([None, 0, 2]))


def everything(league, division):
    """All forms of a division, and its games that do not count."""
    with league.database.owner() as cursor:
        cursor.execute("SELECT kind, body FROM page WHERE division = %s ORDER BY kind", [division])
        pages = cursor.fetchall()
        cursor.execute("SELECT fixture, table_id, game, why FROM aside ORDER BY fixture, table_id, game")
        return pages, cursor.fetchall()


def render_again(league, division):
    for _ in range(3):  # who played up is seen by the next rendering
        with league.database.owner() as cursor:
            cursor.execute("INSERT INTO stale (division) VALUES (%s)", [division])
        league.renderer.once()


@settings(
    max_examples=examples(8), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(seed=st.integers(0, 10**6), days=st.sampled_from([0, 30]))
def test_a_kept_score_is_what_counting_everything_again_gives(league, seed, days):
    chance, division = random.Random(seed), a_season(league, days=days)
    for number in range(25):
        act(league, chance, division, number)
        league.renderer.once()
    render_again(league, division)
    kept = everything(league, division)
    with league.database.owner() as cursor:
        cursor.execute("DELETE FROM score")
    render_again(league, division)
    assert everything(league, division) == kept


def test_a_finished_match_is_not_counted_again(league):
    division = a_season(league)
    match = league.page.get(f"/d/{division}.json").json["matches"][0]
    both = [*people(match["home"]), *people(match["away"])]
    league.push(match["home"], pushed("t", "box", [game(DAY, 0, random.Random(1), both)]))
    league.renderer.once()
    before = everything(league, division)
    with league.database.owner() as cursor:
        cursor.execute("UPDATE game SET result = '{}'")  # would be found unreadable if it were read
    render_again(league, division)
    assert everything(league, division) == before
    with league.database.owner() as cursor:
        cursor.execute("UPDATE score SET key = ''")
    render_again(league, division)
    assert everything(league, division)[1] != before[1]


@pytest.mark.parametrize("by", ["another version", ""])
def test_after_an_update_every_division_is_rendered_again_at_the_start(league, by):
    division = a_season(league)
    with league.database.owner() as cursor:
        cursor.execute("UPDATE page SET body = 'old', etag = 'old'")
        cursor.execute("UPDATE division SET rendered_by = %s", [by])
    started = Renderer(league.database)
    started.start()
    try:
        until(lambda: "Anker" in league.page.get(f"/d/{division}").text)
    finally:
        started.stop()


def test_after_a_start_of_the_same_version_nothing_is_rendered_again(league):
    a_season(league)
    started = Renderer(league.database)
    started.note_beside(first=True)
    assert started.once() == 0
