"""A division begins with its last and its next match day; each team has a page with its matches, its rivals and its people."""

from __future__ import annotations

import re
from datetime import date
from fractions import Fraction

import pytest

from tests.support.programs import load_psycopg

load_psycopg()

from league.calendar import move
from league.example import furnish
from league.words import BY_LANGUAGE
from tests.support.pages.axe import violations

ROW = re.compile(r"<tr><td class=\"name\"><a href=\"[^\"]+\">([^<]+)</a></td>(?:<td>([^<]*)</td>){4}</tr>")
CUT_OFF = """() => [...document.querySelectorAll(".wide")].filter((box) => box.scrollWidth > box.clientWidth + 1)
    .map((box) => box.textContent.trim().slice(0, 60))"""
PHONE = {"width": 390, "height": 844}
SIZES = ((390, 844), (360, 740), (320, 568), (768, 1024), (1280, 800), (1920, 1080))
LEAST_PX = 12.5
LEAST = """() => Math.min(...[...document.querySelectorAll("main *")].filter((one) => one.checkVisibility() && [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim()))
    .map((one) => parseFloat(getComputedStyle(one).fontSize)))"""


@pytest.fixture
def season(league):
    """Eight pubs of which four match days of fourteen were played."""
    furnish(league.database)
    league.renderer.once()
    return league.page.get("/d/1.json").json


def path_of(league, pub, language="de"):
    page = league.page.get("/en/d/1" if language == "en" else "/d/1").text
    return re.search(rf'href="((?:/en)?/d/1/t/\d+)">{pub}<', page)[1]


def rivals_of(page, pub):
    """Count by the JSON of the division alone how a pub stands against each other one."""
    found = {}
    for match in page["matches"]:
        if match["score"] and pub in (match["home"], match["away"]):
            is_home = match["home"] == pub
            other, side = match["away" if is_home else "home"], "home" if is_home else "away"
            won, drawn, lost = found.get(other, (0, 0, 0))
            result = match["won"]
            found[other] = (
                won + (result == side),
                drawn + (result is None),
                lost + (result not in (None, side)),
            )
    return found


def test_a_team_stands_against_each_other_one_as_an_own_count_says(league, season):
    for line in season["table"]:
        page = league.page.get(path_of(league, line["pub"])).text
        section = page.split(BY_LANGUAGE["de"]["rivals"])[1].split("</section>")[0]
        rows = re.findall(r">([^<]+)</a></td><td>(\d+)</td><td>(\d+)</td><td>(\d+)</td>", section)
        shown = {name: tuple(map(int, counts)) for name, *counts in rows if any(map(int, counts))}
        assert shown == rivals_of(season, line["pub"])
        assert len(rows) == len(season["table"]) - 1


def test_appearances_add_up_to_a_persons_season_and_nobody_is_named_without_consent(league, season):
    text = league.page.get(path_of(league, "Zum Anker")).text
    assert "Anna Anker" in text
    assert "Cem Anker" not in text
    section = text.split("<h2>Anna Anker</h2>")[1].split("</section>")[0]
    played = [
        (int(games), Fraction(each.replace(",", ".")))
        for games, each in re.findall(r"<td>(\d+)</td><td>([\d,]+)</td></tr>", section)
    ]
    (anna,) = [person for person in season["people"] if person["name"] == "Anna Anker"]
    assert sum(games for games, _ in played) == anna["games"]
    assert abs(float(sum(games * each for games, each in played)) - anna["points"]) < 0.05 * anna["games"]


@pytest.mark.parametrize("language", ["de", "en"])
def test_a_division_begins_with_its_last_and_next_match_day_and_explains_the_score(league, season, language):
    words = BY_LANGUAGE[language]
    page = league.page.get("/en/d/1" if language == "en" else "/d/1").text
    last, coming = words["last_day"].format(round=4), words["next_day"].format(round=5)
    assert page.index(last) < page.index(coming) < page.index(f"<h2>{words['table']}")
    assert "54 : 66" in page
    assert league.page.get(path_of(league, "Krone", language)).status_code == 200


@pytest.mark.parametrize("path", ["/d/1/t/999", "/d/99", "/f/999", "/nothing", "/en/d/99", "/en/nothing"])
def test_a_page_that_is_not_there_says_so_in_the_readers_language_with_a_way_back(league, season, path):
    answer = league.page.get(path)
    words = BY_LANGUAGE["en" if path.startswith("/en") else "de"]
    assert answer.status_code == 404
    assert words["missing"] in answer.text
    assert f'href="{words["home"]}"' in answer.text


def test_a_program_is_answered_in_plain_text_where_nothing_is(league):
    answer = league.page.get("/api/v1/nothing")
    assert answer.status_code == 404
    assert answer.mimetype == "text/plain"


@pytest.mark.long
def test_division_and_team_fit_a_phone_and_are_accessible(league, season, serve, look, picture):
    url = f"http://127.0.0.1:{serve().port}"
    page = look(f"{url}/d/1", size="phone")
    page.set_viewport_size({"width": 1100, "height": 800})
    picture(page, "league")
    page.set_viewport_size(PHONE)
    page.goto(f"{url}/en/d/1")
    picture(page, "league-phone")
    # So that the longest results are there: those that do not stand yet.
    with league.database.owner() as cursor:
        cursor.execute("UPDATE season SET confirm_days = 60")
        cursor.execute("INSERT INTO stale (division) SELECT id FROM division")
    move(league.database, 20, date(2027, 3, 1))
    league.renderer.once()
    for name, path in (("division", "/d/1"), ("team", path_of(league, "Bei Gül")), ("index", "/en")):
        page = look(f"{url}{path}", size="phone")
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
            assert page.evaluate("document.documentElement.scrollHeight") < 4500
            assert page.evaluate(LEAST) >= LEAST_PX
            assert page.evaluate(CUT_OFF) == [], (name, width)
            assert [violation["id"] for violation in violations(page)] == []
            picture(page, f"league-{name}-{width}", whole=True)
