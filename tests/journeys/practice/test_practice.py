"""Practice: simulated dice, advice before, afterwards or never, and the real table hears nothing of it."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import expect

from web import PageServices, create_app
from web.practice.seats import Seats
from web.server.page_server import PageServer

pytestmark = pytest.mark.long


@pytest.fixture
def practising(house) -> Iterator[Callable[..., str]]:
    """The page of the real table, with dice for practice that fall as the test's seed has it."""
    servers = []

    def begin(seed: int) -> str:
        places = Seats(dice=lambda: random.Random(seed))
        table = house.app.table
        server = PageServer(
            create_app(table.board, table.commands, more=PageServices(practice=places)), "127.0.0.1", 0
        )
        server.start()
        servers.append(server)
        return f"http://127.0.0.1:{server.port}/practice"

    yield begin
    for server in servers:
        server.stop()


def begin(page, *picks):
    for words in picks:
        page.get_by_role("button", name=words, exact=True).click()
    page.locator(".go").click()
    expect(page.locator("#task .busy")).to_have_count(0)


@pytest.mark.parametrize("size", ["tablet", "phone", "tv"])
def test_a_turn_is_played_with_advice_first(practising, look, picture, size):
    page = look(practising(seed=30), size=size)
    expect(page.locator(".go")).to_be_visible()
    if size == "phone":
        picture(page, "practice-begin-phone")
    begin(page, "Bayerisch Chicago", "zwei", "vorher")
    expect(page.locator("#banner")).to_have_text("Übung: Nichts davon zählt.")
    page.get_by_role("button", name="Würfeln").click()
    expect(page.locator(".free .die")).to_have_count(3)
    expect(page.locator(".advice .right").first.locator(".label")).to_have_text("Am besten")
    picture(page, f"practice-{size}")


def test_a_tap_on_the_advice_does_it(practising, look):
    page = look(practising(seed=30))
    begin(page, "Bayerisch Chicago", "zwei", "vorher")
    page.get_by_role("button", name="Würfeln").click()
    page.locator(".advice .way").first.click()
    expect(page.locator(".looked .turn .steps > li")).to_have_count(2)
    expect(page.locator(".looked .turn .verdict")).to_have_text("Besser ging es nicht.")


@pytest.mark.parametrize("size", ["phone"])
def test_afterwards_the_turn_is_looked_back_at(practising, look, picture, size):
    page = look(practising(seed=8), size=size)
    begin(page, "Chicago", "allein", "nachher")
    page.get_by_role("button", name="Würfeln").click()
    expect(page.locator(".advice .way")).to_have_count(0)
    page.get_by_role("button", name="1 = 100").click()
    page.get_by_role("button", name=re.compile("^rauf$")).click()
    expect(page.locator(".switches")).to_contain_text("1 = 1")
    expect(page.locator(".switches")).to_contain_text("runter")
    page.get_by_role("button", name="Liegen lassen").click()
    expect(page.locator(".looked .turn .verdict")).to_be_visible()
    expect(page.locator(".looked .turn")).to_contain_text("ist mit")
    page.locator(".looked").scroll_into_view_if_needed()
    picture(page, f"practice-looked-{size}")


def test_without_advice_nothing_is_said(practising, look):
    page = look(practising(seed=8))
    begin(page, "Chicago", "allein", "nie")
    page.get_by_role("button", name="Würfeln").click()
    page.get_by_role("button", name="Liegen lassen").click()
    expect(page.locator("#task .doing")).to_contain_text("Nachlegen")
    expect(page.locator(".way")).to_have_count(0)


def test_dice_are_put_aside_by_a_tap_and_the_rest_is_thrown(practising, look):
    page = look(practising(seed=8))
    begin(page, "Chicago", "allein", "nie")
    page.get_by_role("button", name="Würfeln").click()
    page.locator(".free .touch").first.click()
    page.get_by_role("button", name=re.compile("raus, Rest nochmal")).click()
    expect(page.locator(".held .die")).to_have_count(1)
    expect(page.locator(".free .die")).to_have_count(2)


def test_a_reload_finds_the_same_dice(practising, look):
    page = look(practising(seed=5))
    begin(page, "Bayerisch Chicago", "zwei", "nie")
    page.get_by_role("button", name="Würfeln").click()
    expect(page.locator(".free .die")).to_have_count(3)
    dice = page.locator(".free .die").evaluate_all("all => all.map(one => one.dataset.value)")
    page.reload()
    expect(page.locator(".free .die")).to_have_count(3)
    assert page.locator(".free .die").evaluate_all("all => all.map(one => one.dataset.value)") == dice


def test_the_table_hears_nothing_of_it(house, practising, look):
    house.start("Anna", "Ben", leader="Anna")
    before = house.shown
    page = look(practising(seed=5))
    begin(page, "Bayerisch Chicago", "zwei", "nie")
    page.get_by_role("button", name="Würfeln").click()
    expect(page.locator(".free .die")).to_have_count(3)
    assert house.shown == before
    assert house.app.journal.head == 1


@pytest.mark.parametrize("size", ["tablet", "phone", "tv"])
def test_a_hand_of_cards_is_exchanged_by_taps_and_looked_back_at(practising, look, picture, size):
    page = look(practising(seed=4), size=size)
    page.get_by_role("button", name="Chicago-Poker", exact=True).click()
    page.locator(".go").click()
    for taps in ((0, 1), (), (4,)):
        expect(page.locator(".hand-card.kept")).to_have_count(5)
        expect(page.locator(".advice .right").first.locator(".label")).to_have_text("Am besten")
        for place in taps:
            page.locator(".hand-card").nth(place).click()
        if taps == (0, 1):
            picture(page, f"practice-cards-{size}")
        page.locator('[data-focus="exchange"]').click()
        expect(page.locator(".chances .got")).to_have_count(1)
    page.locator('[data-focus="deal"]').click()
    expect(page.locator("#task")).to_contain_text("Hand 2")
    page.locator('[data-focus="way0"]').click()
    expect(page.locator(".verdict")).to_have_text("Besser ging es nicht.")
