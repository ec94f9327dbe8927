"""The federation's forms: login, acts, refusals and their words."""

from __future__ import annotations

import html
import re
from datetime import date

import pytest

from tests.support.programs import load_psycopg

load_psycopg()

from league import registry
from league.calendar import new_division
from league.federation.door import COOKIE, new_federation_key
from league.federation.words import ENGLISH, GERMAN, REFUSED
from tests.league.test_intake import rows
from tests.support.paths import ROOT

SUNDAY = date(2026, 11, 22)
PLACES = {"de": "/federation", "en": "/en/federation"}


class Desk:
    """A browser of the federation's."""

    def __init__(self, league):
        self.league, self.browser = league, league.page.application.test_client()
        self.key = new_federation_key(league.database)

    def enter(self, key=None, language="de"):
        return self.browser.post(f"{PLACES[language]}/enter", data={"key": key or self.key})

    def get(self, path, language="de"):
        return self.browser.get(f"{PLACES[language]}{path}")

    def send(self, path, do, language="de", **form):
        """Send a form as the page has it: with the token that stands there."""
        token = re.search('name="token" value="([^"]+)"', self.get(path, language).text)[1]
        return self.browser.post(f"{PLACES[language]}{path}", data={"token": token, "do": do, **form})

    def said(self, path, do, language="de", **form):
        """What the page says of a form that was sent: as a refusal, or after it was done."""
        answer = self.send(path, do, language, **form)
        assert answer.status_code in {303, 400}, answer.status_code
        answer = self.browser.get(answer.headers["Location"]) if answer.status_code == 303 else answer
        return html.unescape(re.search('<p class="said[^>]*>(.*?)</p>', answer.text)[1])


@pytest.fixture
def desk(league):
    for pub in ("Anker", "Krug", "Post"):
        league.pub(pub)
    league.list_players("Anker")
    opened = Desk(league)
    assert opened.enter().status_code == 303
    return opened


@pytest.fixture
def division(league, desk):
    return new_division(league.database, "2026", "A", "league-day", ["Anker", "Krug"], first=SUNDAY)


# --- the door


def test_only_the_federations_key_opens_and_what_is_behind_it_is_shown_to_nobody_else(league, desk):
    stranger = league.page.application.test_client()
    for path in ("/divisions", "/pubs", "/people", "/d/1", "/f/1"):
        text = stranger.get(f"/federation{path}").text
        assert 'name="key"' in text
        assert "Anker" not in text
        assert stranger.post(f"/federation{path}", data={"do": "invite", "note": "x"}).status_code == 403
    for key in ("", "wrong", b"\xff", "\x00", league.keys["Anker"]):
        answer = stranger.post("/federation/enter", data={"key": key})
        assert (answer.status_code, "Set-Cookie" in answer.headers) == (403, False)
    assert "Anker" in desk.get("/pubs").text


def test_the_cookie_is_for_this_site_alone_and_no_page_of_the_forms_is_kept(desk):
    answer = desk.enter()
    cookie = answer.headers["Set-Cookie"]
    assert {"HttpOnly", "SameSite=Strict"} <= {part.strip() for part in cookie.split(";")}
    assert "Secure" not in cookie
    through = desk.browser.post(
        "/federation/enter", data={"key": desk.key}, headers={"X-Forwarded-Proto": "https"}
    )
    assert "Secure" in through.headers["Set-Cookie"]
    page = desk.get("/pubs")
    assert page.headers["Cache-Control"] == "no-store"
    assert "form-action 'self'" in page.headers["Content-Security-Policy"]
    assert page.headers["X-Frame-Options"] == "DENY"


@pytest.mark.parametrize(
    "headers", [{"Origin": "https://elsewhere.example"}, {"Sec-Fetch-Site": "cross-site"}]
)
def test_a_form_that_another_site_sends_does_nothing(league, desk, headers):
    token = re.search('name="token" value="([^"]+)"', desk.get("/pubs").text)[1]
    form = {"token": token, "do": "bar", "pub": "Krug"}
    answer = desk.browser.post("/federation/pubs", data=form, headers=headers)
    assert answer.status_code == 403
    assert GERMAN["old_form"] in html.unescape(answer.text)
    assert rows(league.database, "SELECT count(*) FROM pub WHERE barred") == [(0,)]


@pytest.mark.parametrize("token", ["", "wrong", "ü"])
def test_a_form_without_the_sessions_token_does_nothing(league, desk, token):
    answer = desk.browser.post("/en/federation/pubs", data={"token": token, "do": "bar", "pub": "Krug"})
    assert answer.status_code == 403
    assert ENGLISH["old_form"] in html.unescape(answer.text)
    assert rows(league.database, "SELECT count(*) FROM pub WHERE barred") == [(0,)]


def test_who_leaves_is_outside_and_so_is_everybody_when_a_new_key_is_made(league, desk):
    other = Desk.__new__(Desk)
    other.league, other.browser, other.key = league, league.page.application.test_client(), desk.key
    assert other.enter().status_code == 303
    token = re.search('name="token" value="([^"]+)"', desk.get("/pubs").text)[1]
    cookie = desk.browser.get_cookie(COOKIE)
    desk.browser.post("/federation/leave", data={"token": token})
    desk.browser.set_cookie(COOKIE, cookie.value)
    assert 'name="key"' in desk.get("/pubs").text, "the session is over, not only its cookie gone"
    assert "Anker" in other.get("/pubs").text
    new_federation_key(league.database)
    assert 'name="key"' in other.get("/pubs").text
    assert other.enter().status_code == 403


def test_a_session_ends_when_it_is_not_used(league, desk):
    with league.database.owner() as cursor:
        cursor.execute("UPDATE federation_session SET until = now() - interval '1 second'")
    assert 'name="key"' in desk.get("/pubs").text


def test_neither_keys_nor_sessions_lie_open_in_the_database(league, desk):
    cookie = desk.browser.get_cookie(COOKIE).value
    kept = rows(
        league.database, "SELECT sum FROM federation_key UNION ALL SELECT sum FROM federation_session"
    )
    assert not [digest for (digest,) in kept if bytes(digest) in {desk.key.encode(), cookie.encode()}]


# --- pubs


def test_an_invitation_is_shown_once_and_lets_a_pub_in(league, desk):
    answer = desk.send("/pubs", "invite", note="Linde")
    code = re.search("<code>([^<]+)</code>", answer.text)[1]
    assert code not in desk.get("/pubs").text
    assert "Linde" in desk.get("/pubs").text
    reply = league.page.post("/api/v1/register", json={"invitation": code, "name": "Zur Linde"})
    assert reply.status_code == 200
    assert "Zur Linde" in desk.get("/pubs").text


def test_a_pub_that_lost_its_key_gets_another_and_is_barred_and_taken_again(league, desk):
    key = re.search("<code>([^<]+)</code>", desk.send("/pubs", "key", pub="Krug").text)[1]
    assert registry.pub_of(league.database, key).name == "Krug"
    assert desk.said("/pubs", "bar", pub="Krug") == GERMAN["done_barred"]
    with pytest.raises(registry.NotAllowed):
        registry.pub_of(league.database, key)
    assert desk.said("/pubs", "bar", "en", pub="Krug", off="1") == ENGLISH["done_taken_again"]
    assert registry.pub_of(league.database, key).name == "Krug"


def test_a_second_key_of_a_hub_is_confirmed_and_no_longer(league, desk):
    for key in ("ab" * 32, "cd" * 32):
        with league.database.pub(1) as cursor:
            cursor.execute("SELECT know_key(%s)", [key])
    name = re.findall("<code>([0-9a-f ]+)</code>", desk.get("/pubs").text)[1]
    assert desk.said("/pubs", "accept", pub="Anker", key=name) == GERMAN["done_accepted"]
    accepted = "SELECT accepted FROM report_key ORDER BY key"
    assert rows(league.database, accepted) == [(True,), (True,)]
    assert desk.said("/pubs", "accept", pub="Anker", key=name, off="1") == GERMAN["done_refused_key"]
    assert rows(league.database, accepted) == [(True,), (False,)]


# --- divisions and fixtures


def test_a_division_is_made_by_a_form_and_its_page_is_there(league, desk):
    form = {"season": "2027", "name": "B", "form": "league-day", "first": "2027-01-03", "weeks": "2"}
    assert desk.said("/divisions", "division", **form, pubs=["Anker", "Krug", "Post"]) == GERMAN["done_made"]
    assert "2027, B" in desk.get("/divisions").text
    league.renderer.once()
    days = [match["day"] for match in league.page.get("/d/1.json").json["matches"]]
    assert (len(days), days[0], days[-1]) == (6, "2027-01-03", "2027-03-14")


def test_a_fixture_is_made_and_moved(league, desk, division):
    form = {"division": division, "home": "Krug", "away": "Anker", "round": "3", "day": "2026-12-20"}
    assert desk.said(f"/d/{division}", "fixture", **form) == GERMAN["done_made"]
    assert desk.said(f"/d/{division}", "move", fixture="3", day="2026-12-27") == GERMAN["done_moved"]
    league.renderer.once()
    last = league.page.get(f"/d/{division}.json").json["matches"][-1]
    assert (last["home"], last["day"], last["round"]) == ("Krug", "2026-12-27", 3)


# --- results


def test_a_result_that_was_set_counts_with_its_reason_and_what_was_played_counts_again_when_it_is_taken_back(
    league, desk, division
):
    said = desk.said("/f/1", "rule", "en", fixture="1", home="0", away="22,5", reason="Krug did not come.")
    assert said == ENGLISH["done_ruled"]
    league.renderer.once()
    division_page = league.page.get(f"/d/{division}.json").json
    assert division_page["matches"][0]["score"] == [0, 22.5]
    assert division_page["matches"][0]["won"] == "home", "fewer is better"
    assert [(row["pub"], row["points"], row["played"]) for row in division_page["table"]] == [
        ("Anker", 2, 1),
        ("Krug", 0, 1),
    ]
    page = league.page.get("/f/1").text
    assert "Krug did not come." in page
    assert "0 : 22,5" in page
    assert GERMAN["so_far"] in desk.get("/f/1").text
    assert desk.said("/f/1", "rule", fixture="1", reason="Doch gespielt.") == GERMAN["done_unruled"]
    league.renderer.once()
    division_page = league.page.get(f"/d/{division}.json").json
    assert (division_page["matches"][0]["score"], division_page["table"][0]["played"]) == (None, 0)
    assert [ruling["reason"] for ruling in division_page["matches"][0]["rulings"]] == [
        "Krug did not come.",
        "Doch gespielt.",
    ]


# --- people


def test_somebody_agrees_agrees_no_longer_and_is_forgotten_by_name(league, desk):
    who = {"pub": "Anker", "name": "Anna Anker"}
    assert "Anna Anker" not in desk.get("/people").text, "who has not agreed is not seen"
    assert desk.said("/people", "agree", **who) == GERMAN["done_agreed"]
    assert "Anna Anker" in desk.get("/people").text
    assert desk.said("/people", "disagree", **who) == GERMAN["done_hidden"]
    assert "Anna Anker" not in desk.get("/people").text
    assert desk.said("/people", "forget", **who) == GERMAN["done_forgotten"]
    assert rows(league.database, "SELECT count(*) FROM player WHERE name = 'Anna Anker'") == [(0,)]


def test_who_was_forgotten_and_agrees_again_is_shown_again(league, desk):
    who = {"pub": "Anker", "name": "Ben Anker"}
    desk.said("/people", "forget", **who)
    desk.said("/people", "agree", **who)
    assert "Ben Anker" in desk.get("/people").text


def test_somebody_is_forgotten_by_number(league, desk):
    desk.said("/people", "agree", pub="Anker", name="Cem Anker")
    number = re.search('name="number" value="([0-9]+)"', desk.get("/people").text)[1]
    assert desk.said("/people", "forget_number", number=number) == GERMAN["done_forgotten"]
    assert "Cem Anker" not in desk.get("/people").text


# --- refusals and words

NEW = {
    "season": "2027",
    "name": "B",
    "form": "league-day",
    "first": "2027-01-03",
    "weeks": "1",
    "pubs": ["Anker", "Krug"],
}
ONE_MORE = {"division": "1", "home": "Krug", "away": "Anker", "round": "9", "day": "2026-12-20"}
AFTER = {"old": "1", "season": "2031", "first": "2027-01-10", "weeks": "1", "pub": "Anker", "to": "A"}
REFUSALS = [
    ("/pubs", "invite", {"note": " "}, "text"),
    ("/pubs", "invite", {"note": "x" * 61}, "text"),
    ("/pubs", "bar", {"pub": "<b>Nobody</b>"}, "no_pub"),
    ("/pubs", "key", {}, "no_pub"),
    ("/pubs", "accept", {"pub": "Anker", "key": "0000"}, "no_key"),
    ("/divisions", "division", {**NEW, "pubs": ["Anker"]}, "few_pubs"),
    ("/divisions", "division", {**NEW, "form": "../x"}, "no_format"),
    ("/divisions", "division", {**NEW, "first": "tomorrow"}, "day"),
    ("/divisions", "division", {**NEW, "weeks": "0"}, "weeks"),
    ("/divisions", "division", {**NEW, "play_up": "21"}, "times"),
    ("/divisions", "division", {**NEW, "level": "0"}, "level"),
    ("/divisions", "division", {**NEW, "season": "2026", "name": "A"}, "division_there"),
    ("/divisions", "next", {**AFTER, "season": "2026"}, "season_there"),
    ("/divisions", "next", {**AFTER, "to": "Z"}, "no_old_division"),
    ("/pubs", "second", {"pub": "Krug", "first": "Krug"}, "no_second"),
    ("/pubs", "second", {"pub": "Anker", "first": "Post"}, "has_played_up"),
    ("/divisions", "division", {**NEW, "pubs": ["Anker", "Nobody"]}, "no_pub"),
    ("/d/1", "move", {"fixture": "99", "day": "2026-12-20"}, "no_fixture"),
    ("/d/1", "move", {"fixture": "one", "day": "2026-12-20"}, "number"),
    ("/d/1", "fixture", {**ONE_MORE, "away": "Post"}, "no_team"),
    ("/d/1", "fixture", {**ONE_MORE, "away": "Krug"}, "no_team"),
    ("/d/1", "fixture", {**ONE_MORE, "division": "99"}, "no_division"),
    ("/d/1", "fixture", {**ONE_MORE, "round": "2"}, "fixture_there"),
    ("/f/1", "rule", {"fixture": "1", "home": "many", "away": "1", "reason": "x"}, "points"),
    ("/f/1", "rule", {"fixture": "1", "home": "1", "away": "", "reason": "x"}, "points"),
    ("/f/1", "rule", {"fixture": "1", "home": "1", "away": "1", "reason": " "}, "reason"),
    ("/f/1", "rule", {"fixture": "99", "home": "1", "away": "1", "reason": "x"}, "no_fixture"),
    ("/people", "agree", {"pub": "Krug", "name": "Anna Anker"}, "no_player_named"),
    ("/people", "forget", {"pub": "Nobody", "name": "Anna"}, "no_pub"),
    ("/people", "forget_number", {"number": "99"}, "no_player"),
    ("/officials", "official", {"name": "Referees"}, "duties"),
    ("/officials", "dismiss", {"name": "Nobody"}, "no_office"),
    ("/people", "dance", {}, "no_form"),
]


def test_what_cannot_be_done_is_said_in_a_sentence_of_the_language_and_changes_nothing(
    league, desk, division
):
    with league.database.owner() as cursor:
        cursor.execute("INSERT INTO played_up SELECT 1, min(id) FROM player")
    before = [
        rows(league.database, f"SELECT * FROM {table}")
        for table in ("season", "division", "fixture", "ruling", "player")
    ]
    for path, do, form, code in REFUSALS:
        german, english = (desk.said(path, do, language, **form) for language in ("de", "en"))
        begins = re.split("[{„]", REFUSED[code])[0] or re.split("“", REFUSED[code])[1].split("{")[0]
        assert begins in german, (do, code)
        assert english.endswith("."), (do, code)
        assert english != german, (do, code)
    assert before == [
        rows(league.database, f"SELECT * FROM {table}")
        for table in ("season", "division", "fixture", "ruling", "player")
    ]
    assert {code for *_, code in REFUSALS} | {"not_your_duty", "exchange"} == set(REFUSED)


def test_every_page_is_there_in_both_languages_with_the_same_words(desk, division):
    assert set(GERMAN) == set(ENGLISH)
    assert not [
        word for word in GERMAN.values() if re.search(r"(?i)(hei|schlie|gro|drau|wei)ss|\bausse[rn]", word)
    ]
    folder = ROOT / "league" / "templates" / "federation"
    used = {word for file in folder.glob("*.html") for word in re.findall(r"\bw\.(\w+)", file.read_text())}
    assert used <= set(GERMAN)
    for path in ("/divisions", "/pubs", "/people", "/officials", f"/d/{division}", "/f/1", "/s/1"):
        for language in PLACES:
            page = desk.get(path, language)
            assert page.status_code == 200
            assert f'<html lang="{language}">' in page.text
            assert f'href="{PLACES["de" if language == "en" else "en"]}{path}"' in page.text


@pytest.mark.parametrize("path", ["/nothing", "/d/99", "/f/99", "/divisions/1"])
def test_a_page_that_is_not_there_says_so(desk, path):
    answer = desk.get(path, "en")
    assert answer.status_code == 404
    assert ENGLISH["no_page"] in answer.text


@pytest.mark.parametrize("letters", ["\x00", "Anker\x00", "9" * 4000, "٣", "1e9", b"\xff"])
def test_no_letter_in_any_field_of_any_form_is_too_much(desk, division, letters):
    forms = {do: (path, form) for path, do, form, _ in REFUSALS}
    bodies = {
        (do, field): desk.send(path, do, **{**form, field: letters}).status_code
        for do, (path, form) in forms.items()
        for field in form
    }
    assert {name: status for name, status in bodies.items() if status not in (200, 303, 400)} == {}
