"""The federation at its desk and on a phone: a key, a match that is set, somebody who agrees; and every page for everybody's eyes."""

from __future__ import annotations

from datetime import date

import pytest

from tests.support.programs import load_psycopg

load_psycopg()

from playwright.sync_api import expect

from knobeltisch.commands.league.run_league import GUARD, is_signed
from league.app import create_app
from league.calendar import new_division
from league.example import furnish
from league.federation.door import new_federation_key
from league.registry import Names
from league.server import Server
from tests.league.test_intake import rows
from tests.league.test_reports import Hub, lines_of
from tests.support.pages.axe import violations
from tests.tournament.test_report import match_day

pytestmark = pytest.mark.long

SIZES = {"desk": (1100, 800), "phone": (390, 844)}
PLACES = {"de": "", "en": "/en"}
PATHS = ("divisions", "pubs", "people", "officials", "d/1", "f/1", "s/1")
SMALL = """() => [...document.querySelectorAll("button:not([hidden]), input:not([type=hidden]):not([type=checkbox]), select")]
    .filter((one) => one.getBoundingClientRect().height < 44).map((one) => one.outerHTML.slice(0, 80))"""
CHOSEN_BY_ENTER = """() => [...document.querySelectorAll("form:has(input:not([type=hidden]):not([type=checkbox]))")]
    .map((form) => [...form.querySelectorAll("button")])
    .filter((buttons) => !buttons[0].disabled && (buttons.length > 1 || buttons[0].closest("details:not(:has(form))")))
    .map(([first]) => first.textContent)"""


@pytest.fixture
def service(league):
    furnish(league.database)
    league.renderer.once()
    app = create_app(league.database, league.renderer, Names(league.database), is_signed, GUARD)
    server = Server("127.0.0.1", 0, app, league.database)
    server.start()
    yield f"http://127.0.0.1:{server.port}"
    server.stop()


def enter(page, service, league, language="de"):
    page.goto(f"{service}{PLACES[language]}/federation")
    page.locator("input[name=key]").fill(new_federation_key(league.database))
    page.locator("main button").click()
    expect(page.locator("nav form button")).to_be_visible()


def faults_of(page, where):
    """Axe finds nothing, nothing is wider than the page, and what is tapped is large enough for a finger."""
    wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    found = [f"{violation['id']}: {violation['nodes'][0]['html'][:90]}" for violation in violations(page)]
    return {where: (wide, found, page.evaluate(SMALL))}


@pytest.mark.parametrize("language", PLACES)
def test_every_form_is_fit_for_everybody_at_a_desk_and_on_a_phone_in_both_languages(
    look, service, league, picture, language
):
    before = PLACES[language]
    page = look(f"{service}{before}/federation")
    faults = faults_of(page, "door")
    enter(page, service, league, language)
    for path in PATHS:
        page.goto(f"{service}{before}/federation/{path}")
        for name, (width, height) in SIZES.items():
            page.set_viewport_size({"width": width, "height": height})
            faults |= faults_of(page, f"{path} {name}")
    assert {where: found for where, found in faults.items() if found != (0, [], [])} == {}
    page.goto(f"{service}/federation/people")
    picture(page, "league-forms-phone")
    page.set_viewport_size({"width": 1100, "height": 800})
    page.goto(f"{service}/federation/d/1")
    picture(page, "league-forms")


def test_a_result_is_set_at_the_desk_and_everybody_reads_why(look, service, league):
    page = look(f"{service}/federation")
    enter(page, service, league)
    page.goto(f"{service}/federation/d/1")
    page.locator("details").first.evaluate("(round) => { round.open = true; }")
    page.locator("ul.rows li a").first.click()
    page.locator("input[name=home]").fill("0")
    page.locator("input[name=away]").fill("40,5")
    page.locator("input[name=reason]").fill("Der Gast kam nicht.")
    page.locator("main form button").click()
    expect(page.get_by_role("status")).to_contain_text("Festgelegt")
    league.renderer.once()
    page.goto(f"{service}/d/1")
    page.locator("summary").first.click()
    page.get_by_role("link", name="Vom Verband festgelegt").locator("visible=true").first.click()
    expect(page.locator("body")).to_contain_text("0 : 40,5")
    expect(page.locator("body")).to_contain_text("Der Gast kam nicht.")


def test_a_divisions_rounds_are_folded_but_the_last_one_and_the_next(look, service, league):
    page = look(f"{service}/federation", size="phone")
    enter(page, service, league)
    page.goto(f"{service}/federation/d/1")
    rounds = page.locator("main details").evaluate_all("(rounds) => rounds.map((one) => one.open)")
    assert len(rounds) > 4
    assert 1 <= rounds.count(True) <= 2
    assert page.evaluate("document.documentElement.scrollHeight") < 3500


def test_the_enter_key_chooses_nothing_in_a_form_that_offers_several_ways(look, service, league):
    page, chosen = look(f"{service}/federation"), {}
    enter(page, service, league)
    for path in PATHS:
        page.goto(f"{service}/federation/{path}")
        chosen[path] = page.evaluate(CHOSEN_BY_ENTER)
    assert {path: first for path, first in chosen.items() if first} == {}
    page.goto(f"{service}/federation/people")
    shown, form = page.locator("ul.rows li"), page.locator("form:has(select)")
    first, count = shown.first.locator("form").first, shown.count()
    pub, name = (first.locator(f"input[name={key}]").get_attribute("value") for key in ("pub", "name"))
    first.get_by_role("button", name="Nicht mehr zeigen").click()
    expect(shown).to_have_count(count - 1)
    form.locator("select").select_option(pub)
    form.locator("input[name=name]").fill(name)
    page.keyboard.press("Enter")
    page.goto(f"{service}/federation/people")
    expect(shown).to_have_count(count - 1)
    form.locator("select").select_option(pub)
    form.locator("input[name=name]").fill(name)
    form.get_by_role("button", name="Stimmt zu, gezeigt zu werden").click()
    expect(shown).to_have_count(count)


def test_nobody_is_deleted_before_the_page_has_asked(look, service, league):
    page, names = look(f"{service}/federation"), "SELECT name FROM player WHERE name IS NOT NULL"
    enter(page, service, league)
    page.goto(f"{service}/federation/people")
    number, by_number = page.locator("input[name=number][inputmode]"), page.locator("main form").last
    (listed, *_), before = page.locator("input[name=number][type=hidden]").all(), rows(league.database, names)
    number.fill(listed.get_attribute("value"))
    number.press("Enter")
    assert rows(league.database, names) == before
    for form in (*page.locator("details form").all(), page.locator("form:has(select)"), by_number):
        expect(form.get_by_role("button", name="Ja, den Namen löschen")).to_be_hidden()
    tap_through(by_number)
    expect(page.get_by_role("status")).to_contain_text("Der Name ist gelöscht")
    assert len(rows(league.database, names)) == len(before) - 1


def tap_through(form):
    form.get_by_text("Löschen", exact=True).click()
    form.get_by_role("button", name="Ja, den Namen löschen").click()


def test_the_page_of_a_match_with_a_signed_report_is_fit_for_everybody(
    look, league, service, tmp_path, picture
):

    for pub in ("Anker", "Krug"):
        league.pub(pub)
    new_division(league.database, "2026", "B", "league-day", ["Anker", "Krug"], first=date(2026, 11, 22))
    for name in ("Anna", "Cem", "Dora"):
        league.ask("PUT", "/api/v1/players", "Anker", json={"name": name, "member": True, "shown": True})
    hub = Hub(league, tmp_path / "hub.pem")
    hub.push(hub.signed_report(lines_of(match_day())))
    number = league.page.get("/d/2.json").json["matches"][0]["fixture"]
    faults, page = {}, look(f"{service}/f/{number}")
    for language, before in PLACES.items():
        for name, (width, height) in SIZES.items():
            page.set_viewport_size({"width": width, "height": height})
            page.goto(f"{service}{before}/f/{number}")
            faults |= faults_of(page, f"{language} {name}")
    assert {where: found for where, found in faults.items() if found != (0, [], [])} == {}
    page.set_viewport_size({"width": 1100, "height": 800})
    page.goto(f"{service}/f/{number}")
    picture(page, "league-report")
