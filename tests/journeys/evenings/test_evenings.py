"""Evenings and seasons: two evenings are played at the real table, then read, sorted, taken away and printed."""

import random
import re
import shutil

import pytest
from playwright.sync_api import expect

import scorer
from knobeltisch.archive.chronicle import Chronicle
from knobeltisch.archive.known_people import People
from knobeltisch.game.evening import Evening
from knobeltisch.game.events import Start
from tests.support.houses import opened_house
from tests.support.pages.axe import violations
from tests.support.waiting import until

FRIDAY = 1_792_778_400.0  # 23 October 2026, 20:00 in Berlin
SATURDAY = FRIDAY + 24 * 3600
ADDRESSES = (
    "/evenings",
    "/evenings/1",
    "/season",
    "/people",
    "/person?name=Anna",
    "/dice",
    "/evenings/1/take-home",
)
CUT = """[...document.querySelectorAll('.cut')].filter((one) => one.textContent.length <= 12)
    .filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.closest('li').textContent)"""
SMALL = """[...document.querySelectorAll('a, button')].filter((one) => one.offsetParent)
    .map((one) => [one.textContent, one.getBoundingClientRect()])
    .filter(([, box]) => box.height < 44 || box.width < 44).map(([text]) => text)"""
"""What is smaller than a finger."""
SEATS = ("Anna", "Ben", "Bartholomäus", "Dörte")


class Clock:
    """The table's clock: six seconds an act."""

    def __init__(self):
        self.now = FRIDAY

    def __call__(self):
        self.now += 6
        return self.now


def some_act(state, chance):
    """Play as people do, more or less: throw on now and then, declare high, hold ones."""
    legal = scorer.legal_acts(state)
    if {"throw", "roll_off", "reveal"} & set(legal) and "cover" not in legal:
        kind = {"throw": scorer.Throw, "roll_off": scorer.RollOff, "reveal": scorer.Reveal}
        name = next(name for name in kind if name in legal)
        return kind[name](dice=tuple(sorted(chance.choices(range(1, 7), k=scorer.dice_expected(state)))))
    if "cover" in legal:
        return scorer.Cover()
    if "pass" in legal and ("hold" not in legal or chance.random() < 0.5):
        high = [decision for decision in scorer.decisions(state) if decision.NAME == "pass"]
        return high[-1]
    if "turn" in legal:
        return scorer.Turn()
    holds = [decision for decision in scorer.decisions(state) if isinstance(decision, scorer.Hold)]
    return max(holds, key=lambda held: (held.dice.count(1), -len(held.dice)))


def play(send, variant, seed, *, most=10**6):
    """Play a game to its end, or for so many acts, at the real table."""
    chance = random.Random(seed)
    state = Evening().after(Start(variant=variant, players=SEATS))[-1].state
    assert send({"do": "start", "variant": variant, "players": list(SEATS), "leader": None})["ok"]
    while state.stage != "over" and most > 0:
        act = some_act(state, chance)
        state = scorer.apply(state, act)
        assert send({"do": "act", "act": scorer.act_to_json(act)})["ok"]
        most -= 1


@pytest.fixture(scope="module")
def journal(tmp_path_factory):
    """Two evenings, played once for all journeys: one of three games, and one that goes on."""
    folder, clock = tmp_path_factory.mktemp("pub"), Clock()
    with opened_house(folder, clock=clock) as app:
        send = app.table.commands.send
        play(send, "bavarian", 3)
        play(send, "tschigg", 2)
        play(send, "schocken", 7)
        clock.now = SATURDAY
        play(send, "bavarian", 1)
        play(send, "bavarian", 5, most=12)
    return folder / "journal.sqlite"


@pytest.fixture
def season(journal, tmp_path, open_house):
    shutil.copy(journal, tmp_path / "journal.sqlite")
    clock = Clock()
    clock.now = SATURDAY + 3 * 3600
    return open_house(clock=clock)


def test_an_evening_is_found_from_the_table_and_shown_game_by_game(season, look, picture):
    page = look(season.url, size="tablet")
    page.get_by_role("button", name="Mehr").click()
    page.get_by_role("link", name="Abende").click()
    evenings = page.locator("main li a")
    expect(evenings).to_have_count(2)
    assert "Samstag, 24. Oktober 2026" in evenings.nth(0).inner_text()
    evenings.nth(1).click()
    expect(page.locator(".game")).to_have_count(3)
    assert "zahlt eine Runde" in page.locator(".game .result").first.inner_text()
    assert fits(page)
    picture(page, "report-tablet")
    page.get_by_role("link", name="Zum Tisch").click()
    page.locator("#next").wait_for()


def test_the_season_is_sorted_by_a_tap_and_shows_one_kind_of_game(season, look):
    page = look(f"{season.url}/season", size="phone")
    assert fits(page)
    box = page.get_by_role("link", name="Dörte").bounding_box()
    assert box["y"] + box["height"] < page.viewport_size["height"], "a person stands in the first screen"
    page.get_by_role("link", name="Spiele verloren", exact=True).click()
    lost = [int(text) for text in page.locator('tbody [data-column="lost"]').all_inner_texts()]
    assert lost == sorted(lost, reverse=True)
    page.get_by_role("link", name="Spiele verloren").first.click()
    assert page.locator("[aria-sort]").get_attribute("aria-sort") in ("ascending", "descending")
    expect(page).to_have_url(re.compile("order=up"))
    choose(page, "Alle Spiele", page.get_by_role("link", name="Schocken"))
    expect(page).to_have_url(re.compile("variant=schocken"))
    chips = page.get_by_role("columnheader", name="Chips")
    expect(chips).to_be_hidden()  # a phone shows few columns, and each that is chosen
    choose(page, "Wertung", page.get_by_role("navigation", name="Nach").get_by_role("link", name="Chips"))
    expect(chips).to_be_visible()


def choose(page, menu, link):
    """Open a menu and tap one of its links; a page that has just come takes no tap at once."""
    until(lambda: page.locator("summary", has_text=menu).click() or link.is_visible(), looks_s=0.2)
    link.click()


def fits(page):
    """Whether nothing hangs out of the page sideways: wide tables scroll by themselves."""
    return page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")


@pytest.mark.long
def test_a_report_fits_every_screen_and_a_screen_reader_and_a_finger_find_their_way(season, look, each_size):
    sizes = (360, 740), (740, 360), (800, 1280), (1024, 768), (1180, 820), (1280, 720), (1920, 1080)
    page = look(season.url)
    for path in (*ADDRESSES, "/season?variant=schocken"):
        page.goto(season.url + path)
        for size in each_size(page):
            if size != "tv":  # which has the tablet's page, only larger
                found = [(violation["id"], violation["impact"]) for violation in violations(page)]
                assert (found, page.evaluate(SMALL)) == ([], []), (path, size)
        page.evaluate("document.querySelectorAll('details').forEach((game) => (game.open = true))")
        for width, height in sizes:
            page.set_viewport_size({"width": width, "height": height})
            hidden = page.evaluate(
                "[document.documentElement, ...document.querySelectorAll('main, table')].map((one) => one.scrollWidth - one.clientWidth)"
            )
            assert max(hidden) <= 0, (path, width, height)
            assert page.evaluate(CUT) == [], (path, width, height)
        page.emulate_media(media="print")
        page.set_viewport_size({"width": 703, "height": 1000})  # A4 within its margins
        assert page.evaluate(CUT) == [], path
        page.emulate_media(media="screen")


def test_a_person_is_found_through_the_season_and_his_form_is_drawn(season, look, picture):
    page = look(f"{season.url}/season", size="tablet")
    page.get_by_role("link", name="Dörte").first.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Dörte")
    expect(page.locator("#form circle")).to_have_count(2)
    picture(page, "person-tablet")
    page.get_by_text("Als Tabelle").click()
    expect(page.locator("#form tbody tr")).to_have_count(2)
    assert fits(page)
    page.get_by_role("link", name="Leute").click()
    expect(page.locator("main li a")).to_have_count(len(SEATS))
    assert fits(page)
    picture(page, "people-list-tablet")


@pytest.mark.long
def test_who_wishes_it_is_hidden_at_the_table_and_found_again_by_his_name(season, look):
    page = look(f"{season.url}/person?name=Ben")
    page.get_by_label("In Listen nicht zeigen").check()
    expect(page.locator("main em")).to_have_text("Ausgeblendet: nur am Tisch zu sehen")
    for address in ("/people", "/season"):
        page.goto(season.url + address)
        assert "Ben" not in page.locator("main").inner_text()
    page.goto(f"{season.url}/people")
    page.get_by_placeholder("Name").fill("Ben")
    page.keyboard.press("Enter")
    page.get_by_label("In Listen nicht zeigen").uncheck()
    expect(page.locator("main em")).to_have_count(0)


@pytest.mark.long
def test_two_who_sat_in_one_game_are_not_made_one_and_the_page_says_why(season, look):
    page = look(f"{season.url}/person?name=Ben", refusals=True)
    page.get_by_label("Dieselbe Person wie").select_option("Anna")
    page.get_by_role("button", name="Zusammenlegen").click()
    expect(page.get_by_role("alert")).to_have_text(
        "Die beiden saßen im selben Spiel, es sind also zwei Personen."
    )


@pytest.mark.long
def test_who_was_called_otherwise_is_made_one_person_by_a_tap(season, look):
    season.send({"do": "rename", "player": "Ben", "name": "Bene"})
    page = look(f"{season.url}/person?name=Bene")
    evenings = page.locator("#facts li", has_text="Abende").locator("b")
    expect(evenings).to_have_text("1")
    page.locator('[data-was="Ben"]').click()
    expect(evenings).to_have_text("2")
    expect(page.locator("#names")).to_contain_text("Auch bekannt als Ben")
    page.get_by_role("button", name="Ben ist doch jemand anderes").click()
    expect(evenings).to_have_text("1")


@pytest.mark.long
def test_a_guest_finds_neither_switches_nor_who_is_hidden(open_house, journal, tmp_path, look):
    shutil.copy(journal, tmp_path / "journal.sqlite")
    house = open_house(table="paired")
    people = People(house.app.store, Chronicle(house.app.journal.entries()).evenings)
    assert people.change({"player": "Ben", "hidden": True}) == {"ok": True}
    guest = look(f"{house.url}/person?name=Anna", refusals=True)
    expect(guest.get_by_role("heading", level=1)).to_have_text("Anna")
    assert guest.get_by_text("Nur am Tisch").count() == 0
    assert guest.goto(f"{house.url}/person?name=Ben").status == 404


@pytest.mark.long
def test_an_empty_house_says_what_will_stand_here(house, look):
    for address, words in (
        ("/evenings", "Nach dem ersten Spiel"),
        ("/season", "noch nicht gespielt"),
        ("/dice", "nach dem ersten Spiel"),
    ):
        text = look(house.url + address).locator("main").inner_text()
        assert words.lower() in text.lower() or "nach dem ersten spiel" in text.lower()


@pytest.mark.long
def test_a_report_prints_black_on_white_on_a4_without_menus(season, look, tmp_path):
    page = look(f"{season.url}/evenings/1")
    file = tmp_path / "report.pdf"
    page.emulate_media(media="print")
    expect(page.get_by_role("navigation")).to_have_count(0)
    expect(page.get_by_text("Für das Lokal")).to_be_visible()
    assert page.evaluate("getComputedStyle(document.documentElement).backgroundColor") == "rgb(255, 255, 255)"
    assert page.locator("details.game[open]").count() == 0  # on the screen games are folded
    page.pdf(path=file, prefer_css_page_size=True)
    assert page.locator("details.game:not([open])").count() == 0
    assert pages_of(file) <= 4


def pages_of(file):
    return len(re.findall(rb"/Type\s*/Page\b", file.read_bytes()))
