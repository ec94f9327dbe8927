"""What everybody sees: tables, matches and teams in both languages, and the same for programs."""

import re
from random import Random

import pytest

from tests.league.conftest import DAY
from tests.support.programs import load_psycopg

load_psycopg()

from league.calendar import WEEK, add_division, move_fixture
from league.example import PUBS, fill_with_example, report_body
from league.pubs import give_key
from tests.support.league.pushes import push_body

pytestmark = pytest.mark.long


@pytest.fixture
def played(league, report):
    """Anker and Krug have played both matches."""
    league.push("Anker", push_body("hub", "box", [("cup-1", report)]))
    back = {"report": report_body(("Krug", "Anker"), DAY + WEEK, Random(2))}
    league.push("Krug", push_body("hub", "box", [("cup-2", back)]))
    return league


def test_standings_are_what_the_matches_come_to(played):
    matches = played.page.get("/d/1.json").json["matches"]
    own, points = dict.fromkeys(("Anker", "Krug"), 0), dict.fromkeys(("Anker", "Krug"), 0)
    for match in matches:
        home, away = match["points"]
        own[match["home"]] += home
        own[match["away"]] += away
        for team, mine, theirs in ((match["home"], home, away), (match["away"], away, home)):
            points[team] += 1 if mine == theirs else 2 * (mine < theirs)  # the fewer, the better
    table = played.page.get("/d/1.json").json["table"]
    assert {line["team"]: (line["own"], line["points"]) for line in table} == {
        team: (own[team], points[team]) for team in own
    }
    assert [line["place"] for line in table] in ([1, 2], [1, 1])
    assert [line["won"] + line["drawn"] + line["lost"] for line in table] == [2, 2]


def test_equal_points_are_decided_by_the_difference_and_else_share_a_place(database, league):
    with database.transaction() as cursor:
        for match, (home, away) in ((1, ("20", "40")), (2, ("25", "35"))):
            cursor.execute(
                "INSERT INTO result (pub, report, why, day, teams, points) SELECT pub, 'x', '', day, "
                "ARRAY[home, away], %s FROM match WHERE id = %s",
                [[home, away], match],
            )
    table = league.page.get("/d/1.json").json["table"]
    assert [(line["place"], line["team"], line["points"], line["own"]) for line in table] == [
        (1, "Anker", 2, 55),
        (2, "Krug", 2, 65),
    ]
    with database.transaction() as cursor:
        cursor.execute("UPDATE result SET points = ARRAY['20', '40']")
    assert [line["place"] for line in league.page.get("/d/1.json").json["table"]] == [1, 1]


@pytest.mark.parametrize(
    ("path", "german", "english"),
    [
        ("/", "Alle Ligen|Ligen", "Leagues"),
        ("/d/1", "Zuletzt: 2. Spieltag", "Last: match day 2"),
        ("/d/1/t/1", "Gegen jede andere Mannschaft", "Head to head"),
        ("/f/1", "Bestätigt", "Confirmed"),
        ("/d/99", "Diese Seite gibt es nicht", "There is no such page"),
    ],
)
def test_each_page_is_there_in_both_languages_and_leads_to_the_other(played, path, german, english):
    for begin, words, other in (("", german, f"/en{path.rstrip('/')}"), ("/en", english, path)):
        page = played.page.get(f"{begin}{path}".rstrip("/") or "/").text
        assert re.search(words, page)
        assert "99" in path or f'href="{other}"' in page


def test_every_link_of_every_page_leads_to_one(database):
    from league.app import create_app

    fill_with_example(database, rounds=2)
    page, seen, open_ = create_app(database).test_client(), set(), ["/", "/en"]
    while open_:
        path = open_.pop()
        answer = page.get(path)
        assert answer.status_code == 200, path
        seen.add(path)
        links = re.findall(r'href="([^"]+)"', answer.text) if answer.mimetype == "text/html" else []
        open_ += {link for link in links if link not in seen and link not in open_}
    assert {"/d/1.ics", "/en/d/1/t/8", "/f/56"} <= seen
    for pub in PUBS:
        assert pub in page.get("/d/1").text


def test_a_match_shows_its_report_and_who_confirmed_it_when(played, report):
    page = played.page.get("/f/1").text
    for who in report["report"]["confirmed"]:
        assert f"{who['name']} ({who['team']}), 22.11.2026 22:30" in page
    assert "Noch kein Ergebnis" not in page
    assert "Keine Berichtigungen." in page


def test_a_moved_match_finds_the_report_of_its_new_day(league, report, database):
    move_fixture(database, 1, DAY + WEEK)
    league.push("Anker", push_body("hub", "box", [("cup-1", report)]))
    assert league.results() == [None, None]
    move_fixture(database, 1, DAY)
    assert league.results()[0] is not None


def test_names_cannot_be_markup_or_lines_of_a_calendar(database):
    from league.app import create_app

    names = ["=1+1", "<b>;, \\" + "ü" * 40]
    for name in names:
        give_key(database, name, str)
    add_division(database, "<i>&", "<u>&", names, first=DAY, every=WEEK)
    page = create_app(database).test_client()
    assert not re.search("<[biu]>[;&<]", page.get("/d/1").text + page.get("/").text)
    assert "\r\nSUMMARY:=1+1 - <b>\\;\\, \\\\" + "ü" * 40 + "\r\n" in page.get("/d/1.ics").text


def test_a_page_that_has_not_changed_is_not_sent_again(played, report):
    first = played.page.get("/d/1")
    asked = {"If-None-Match": first.headers["ETag"]}
    assert "max-age=30" in first.headers["Cache-Control"]
    assert played.page.get("/d/1", headers=asked).status_code == 304
    played.push("Anker", push_body("hub", "box", [("cup-1", None)], first=2))
    assert played.page.get("/d/1", headers=asked).status_code == 200


def test_without_its_database_the_league_says_so_and_asks_to_come_again(tmp_path):
    from league.app import create_app
    from league.database import Database

    page = create_app(Database(f"host={tmp_path}")).test_client()
    for path in ("/d/1", "/healthz"):
        answer = page.get(path)
        assert (answer.status_code, answer.headers["Retry-After"]) == (503, "5")
        assert answer.json["error"].startswith("The database does not let the league in (")
