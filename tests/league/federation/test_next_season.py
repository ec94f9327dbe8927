"""Up and down between seasons: what is proposed from the final tables, what an official makes of it, and what is refused whole."""

from __future__ import annotations

import re
from collections import Counter
from datetime import date

import pytest

from tests.support.programs import load_psycopg

load_psycopg()

from hypothesis import given
from hypothesis import strategies as st

from knobeltisch.commands.league import run_league
from knobeltisch.errors import LeagueTrouble
from league.calendar import WEEK, NewDivision
from league.errors import BadRequest
from league.federation.next_season import OldDivision, begin_season, moved, proposal_of
from league.federation.rulings import rule
from league.federation.seasons import allow_playing_up, ask_captains, make_division
from tests.league.test_federation import Desk
from tests.league.test_intake import rows

FIRST = date(2026, 9, 6)
DIVISIONS = {"A": (1, ("Anker", "Krug", "Post")), "B": (2, ("Linde", "Sonne", "Krone"))}


@st.composite
def seasons(draw):
    """Some levels of one to three divisions each, of two to eight pubs."""
    divisions = []
    for level in range(1, draw(st.integers(1, 4)) + 1):
        for number in range(draw(st.integers(1, 3))):
            name = f"{level}.{number}"
            pubs = tuple(f"{name} pub {place}" for place in range(draw(st.integers(2, 8))))
            divisions.append(OldDivision(name=name, level=level, format="league-day", pubs=pubs))
    return divisions


@given(divisions=seasons(), exchange=st.integers(0, 3))
def test_everybody_plays_once_divisions_keep_their_size_and_nobody_jumps_a_level(divisions, exchange):
    try:
        moves = moved(divisions, exchange)
    except BadRequest:
        assert exchange > 0
        return
    level = {division.name: division.level for division in divisions}
    place = {pub: (division.name, at) for division in divisions for at, pub in enumerate(division.pubs)}
    after = Counter(moves.get(pub, division) for pub, (division, _) in place.items())
    assert after == {division.name: len(division.pubs) for division in divisions}
    for pub, to in moves.items():
        was, at = place[pub]
        step = level[to] - level[was]
        assert step in (-1, 1), pub
        above = [
            other
            for other, (division, other_at) in place.items()
            if division == was and (other_at < at if step < 0 else other_at > at)
        ]
        assert all(level[moves[other]] - level[was] == step for other in above), "the better goes up first"
    lowest = max(level.values())
    for division in divisions:
        down = sum(level[moves.get(pub, division.name)] > division.level for pub in division.pubs)
        assert down == (0 if division.level == lowest else exchange)


@pytest.fixture
def season(league):
    """Two divisions with all results set by the federation: the pub named first wins everything."""
    for pub in (*DIVISIONS["A"][1], *DIVISIONS["B"][1]):
        league.pub(pub)
    ask_captains(league.database, "2026", 5)
    for name, (level, pubs) in DIVISIONS.items():
        make_division(
            league.database,
            "2026",
            NewDivision(name=name, format="league-day", pubs=pubs, level=level),
            first=FIRST,
            every=WEEK,
        )
    allow_playing_up(league.database, "2026", 2)
    order = [pub for _, pubs in DIVISIONS.values() for pub in pubs]
    for fixture, home, away in rows(
        league.database,
        "SELECT f.id, home.name, away.name FROM fixture f JOIN pub home ON home.id = home JOIN pub away ON away.id = away",
    ):
        points = ("10", "20") if order.index(home) < order.index(away) else ("20", "10")
        rule(league.database, fixture, *points, reason="x")
    return rows(league.database, "SELECT id FROM season")[0][0]


def teams(league, season):
    found = rows(
        league.database,
        "SELECT division.name, pub.name FROM team JOIN pub ON pub.id = pub JOIN division ON division.id = division "
        f"JOIN season ON season.id = season WHERE season.name = '{season}' ORDER BY 1, 2",
    )
    return {name: [pub for division, pub in found if division == name] for name, _ in found}


def test_the_last_goes_down_the_first_comes_up_and_a_form_makes_the_season(league, season):
    desk = Desk(league)
    desk.enter()
    page = desk.get(f"/s/{season}").text
    assert re.findall("&rarr; (.)</b>", page) == ["B", "A"]
    assert "gelten noch nicht" not in page
    pubs = re.findall('name="pub" value="([^"]+)"', page)
    to = re.findall(r"<option selected>([^<]+)</option>", page)
    assert dict(zip(pubs, to, strict=True)) == {
        "Anker": "A", "Krug": "A", "Post": "B", "Linde": "A", "Sonne": "B", "Krone": "B"
    }  # fmt: skip
    to[pubs.index("Krone")] = ""
    form = {"old": str(season), "season": "2027", "first": "2027-09-05", "weeks": "2", "pub": pubs, "to": to}
    assert desk.send(f"/s/{season}", "next", **form).status_code == 303
    assert teams(league, "2027") == {"A": ["Anker", "Krug", "Linde"], "B": ["Post", "Sonne"]}
    assert rows(league.database, "SELECT confirm_days, play_up FROM season WHERE name = '2027'") == [(5, 2)]
    assert rows(
        league.database,
        "SELECT division.name, level, min(day) FROM division JOIN season ON season.id = season "
        "JOIN fixture ON division = division.id WHERE season.name = '2027' GROUP BY 1, 2 ORDER BY 1",
    ) == [("A", 1, date(2027, 9, 5)), ("B", 2, date(2027, 9, 5))]


def test_what_cannot_be_made_whole_is_not_made_at_all(league, season):
    for to in (
        {"Anker": "A", "Krug": "A", "Post": "B"},
        {"Anker": "A", "Krug": "A", "Nobody": "A"},
        {"Anker": "C"},
    ):
        with pytest.raises(BadRequest):
            begin_season(league.database, season, "2027", to, first=FIRST, every=WEEK)
        assert rows(league.database, "SELECT name FROM season") == [("2026",)]


def test_matches_that_are_open_and_places_that_are_level_are_said(league, season):
    with league.database.owner() as cursor:
        cursor.execute("DELETE FROM ruling WHERE fixture IN (SELECT id FROM fixture WHERE division = 1)")
    proposal = proposal_of(league.database, season)
    assert proposal.open == 6
    assert {place.pub for place in proposal.places if place.level} == {"Anker", "Krug", "Post"}
    desk = Desk(league)
    desk.enter()
    assert "6 matches do not count yet" in desk.get(f"/s/{season}", "en").text


def test_the_command_shows_the_proposal_and_makes_it_where_it_is_asked_to(league, season, conninfo):
    words = {"season": "2026", "exchange": 1, "weeks": 1}
    shown = run_league.answer(run_league.next_season, database=conninfo, begin=None, first=None, **words)
    assert "A, 3. Post: B\n" in shown
    assert teams(league, "2027") == {}
    made = run_league.answer(run_league.next_season, database=conninfo, begin="2027", first=FIRST, **words)
    assert made.count("2027: /d/") == 2
    assert teams(league, "2027") == {"A": ["Anker", "Krug", "Linde"], "B": ["Krone", "Post", "Sonne"]}
    for other in ({**words, "season": "1999"}, {**words, "exchange": 4}):
        with pytest.raises(LeagueTrouble):
            run_league.answer(run_league.next_season, database=conninfo, begin=None, first=None, **other)
