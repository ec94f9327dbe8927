"""Practice: the board of a game of one's own, with advice, and the real table hears nothing of it."""

import random

import pytest
from playwright.sync_api import expect

from knobeltisch.table.practice import PracticeGames
from tests.support.pub import services_of
from web import create_app
from web.server.page_server import PageServer

pytestmark = pytest.mark.long

FEET = "[...document.querySelectorAll('.foot, .seatbar, .go-on')].filter((one) => one.offsetHeight).length"


@pytest.fixture
def practising(house):
    """The page of the real table, with dice for practice that fall as the test's seed has it."""
    servers = []

    def begin(seed):
        games = PracticeGames(dice=lambda: random.Random(seed))
        table = house.app.table
        app = create_app(table.board, table.commands, services_of(table, practice=games))
        server = PageServer(app, "127.0.0.1", 0)
        server.start()
        servers.append(server)
        return f"http://127.0.0.1:{server.port}/practice"

    yield begin
    for server in servers:
        server.stop()


def begin(page, *picks):
    for words in picks:
        page.get_by_role("button", name=words, exact=True).click()
    assert page.evaluate(FEET) == 1
    page.locator(".go").click()
    page.locator('#panel [data-focus="throw"]').click()
    expect(page.locator(".free .die")).to_have_count(3)
    assert page.evaluate(FEET) == 0


@pytest.mark.parametrize("size", ["tablet", "phone"])
def test_a_tap_on_the_advice_does_it_and_the_turn_is_looked_back_at(practising, look, picture, size):
    page = look(practising(seed=30), size=size)
    begin(page, "Bayerisch Chicago", "zwei")
    expect(page.locator("#bar")).to_contain_text("Übung: Nichts davon zählt.")
    picture(page, f"practice-{size}")
    page.locator(".way").first.click()
    expect(page.locator(".looked")).to_contain_text("Besser ging es nicht.")
    expect(page.locator("#table [data-player]")).to_have_count(3)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_leader_declares_and_hears_what_would_have_been_better(practising, look):
    page = look(practising(seed=8), size="phone")
    begin(page, "Chicago", "allein")
    page.locator('[data-focus="direction"]').click()
    expect(page.locator('[data-focus="direction"] .on')).to_have_text("runter")
    page.locator("[data-focus=pass]").click()
    expect(page.locator(".looked")).to_be_visible()


def test_dice_are_put_aside_by_a_tap_and_without_advice_nothing_is_said(practising, look):
    page = look(practising(seed=8))
    begin(page, "Chicago", "allein")
    page.get_by_role("button", name="Rat", exact=True).click()
    page.locator(".free .touch").first.click()
    page.locator("[data-focus=hold]").click()
    expect(page.locator("#dice .outside .die")).to_have_count(1)
    expect(page.locator(".free .die")).to_have_count(2)
    page.locator("[data-focus=pass]").click()
    expect(page.locator('#panel [data-focus="throw"]')).to_be_visible()
    expect(page.locator("#advice > *")).to_have_count(0)


def test_a_reload_finds_the_same_dice_and_the_table_hears_nothing_of_it(house, practising, look):
    house.start("Anna", "Ben", leader="Anna")
    before = house.shown
    page = look(practising(seed=5))
    begin(page, "Bayerisch Chicago", "zwei")
    dice = page.locator(".free .die").evaluate_all("all => all.map(one => one.dataset.value)")
    page.reload()
    expect(page.locator(".free .die")).to_have_count(3)
    assert page.locator(".free .die").evaluate_all("all => all.map(one => one.dataset.value)") == dice
    assert house.shown == before
    assert house.app.journal.head == 1


@pytest.mark.parametrize("size", [(740, 360), (390, 844)])
def test_a_die_of_hausnummer_is_placed_on_the_stage_or_by_the_advice(practising, look, size):
    page = look(practising(seed=30), size="phone")
    page.set_viewport_size(dict(zip(("width", "height"), size, strict=True)))
    page.get_by_role("button", name="Hausnummer", exact=True).click()
    page.locator(".go").click()
    page.locator('#panel [data-focus="throw"]').click()
    expect(page.locator("#dice .spot")).to_have_count(3)
    expect(page.locator(".way")).to_have_count(3)
    tens = page.locator('#dice [data-focus="place tens"]')
    expect(tens).to_be_in_viewport(ratio=1)
    expect(page.locator(".way").first).to_be_in_viewport(ratio=1)
    tens.click()
    expect(page.locator(".way")).to_have_count(2)
    page.locator(".way").last.click()
    expect(page.locator(".looked")).to_contain_text("Dein letzter Zug")
