"""Shown cards are laid before the camera, and the page asks whether it read them right: one tap confirms, two mend a card."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from knobeltisch.camera import card_lens
from knobeltisch.simulated_players.card_laying import CardLaying
from tests.support.house import House
from tests.support.pages.axe import violations
from tests.support.waiting import LONGEST_S, until

CALLED = (
    *({"act": "exchange", "count": 0},) * 2,
    *({"act": "call", "category": "two_pairs"}, {"act": "pass"}),
)
PAIRS = ("KD", "KH", "5H", "5C", "4S")
NO_PAIR = ("JH", "9D", "8C", "6D", "2S")
TO_TRICKS = (*CALLED, *CALLED, *({"act": "exchange", "count": 0},) * 2)


@pytest.fixture(scope="module")
def laying() -> Iterator[CardLaying]:
    hands = CardLaying(seed=3, realtime=False, ask=lambda _path, _body: {})
    yield hands
    hands.stop()


@pytest.fixture
def seeing(open_house: Callable[..., House], laying: CardLaying, monkeypatch: pytest.MonkeyPatch) -> House:
    monkeypatch.setattr(card_lens, "WAIT_S", LONGEST_S)  # a busy machine takes longer than a guest would wait
    house = open_house(camera=laying.camera)
    house.start("Anna", "Ben", variant="poker", leader="Ben")
    laying.lay_cards(())
    until(lambda: house.shown["camera"]["status"] == "ok")
    laying.take_away()
    return house


def shown_cards(page: Page) -> list[str | None]:
    return [card.get_attribute("data-read") for card in page.locator(".read-card").all()]


def test_a_show_is_read_and_one_tap_enters_it(seeing, look, laying, picture):
    seeing.act(*CALLED)
    page = look(seeing.url)
    laying.lay_cards(PAIRS)
    page.locator('#panel [data-focus="read show"]').click()
    expect(page.locator(".holds")).to_have_text("Zwei Paar")
    assert shown_cards(page) == list(PAIRS)
    picture(page, "cards-read")
    assert violations(page) == []
    page.locator('[data-focus="right"]').click()
    until(lambda: seeing.shown["state"]["duty"] == {})
    laying.take_away()
    assert seeing.shown["acts"][-1]["act"] == {"act": "show", "player": "Anna", "cards": list(PAIRS)}
    assert seeing.shown["state"]["points"]["Anna"] == 2


def test_a_card_that_is_not_there_is_asked_and_mended_by_two_taps_and_two_cards_change_places(
    seeing, look, laying
):
    seeing.act(*CALLED)
    page = look(seeing.url, size="phone")
    laying.lay_cards(PAIRS[:4])
    page.locator('#panel [data-focus="read show"]').click()
    expect(page.locator(".read-card.asked")).to_have_count(1)
    expect(page.locator('[data-focus="right"]')).to_be_disabled()
    page.locator(".read-card.asked").click()
    page.locator('.deck [data-card="4S"]').click()
    expect(page.locator(".holds")).to_have_text("Zwei Paar")
    before = shown_cards(page)
    there = before.index("5C")
    page.locator('[data-focus="slot0"]').click()
    page.locator('.deck [data-card="5C"]').click()
    expect(page.locator(".read-card").first).to_have_attribute("data-read", "5C")
    before[0], before[there] = before[there], before[0]
    assert shown_cards(page) == before
    page.locator('[data-focus="right"]').click()
    until(lambda: seeing.shown["state"]["duty"] == {})
    laying.take_away()
    assert seeing.shown["acts"][-1]["act"]["cards"] == before


def test_the_cards_of_a_trick_fill_it_and_the_last_comparison_is_decided_by_the_hands_that_are_shown(
    seeing, look, laying
):
    seeing.act(*TO_TRICKS)
    page = look(seeing.url)
    page.locator('#panel [data-focus="told each"]').click()
    page.locator('#panel [data-focus="told cards"]').click()
    laying.lay_cards(("9H", "TH"))
    page.locator('#panel [data-focus="read trick"]').click()
    page.locator('[data-focus="right"]').click()
    until(lambda: seeing.shown["state"]["tricks"])
    assert seeing.shown["state"]["tricks"] == [{"cards": ["9H", "TH"], "winner": "Ben"}]
    seeing.send({"do": "undo"})
    seeing.act({"act": "last_trick", "winner": "Anna"})
    page.locator('#panel [data-focus="read compare"]').click()
    for cards in (PAIRS, NO_PAIR):
        laying.lay_cards(cards)
        page.locator('[data-focus="read"]').click()
        page.locator('[data-focus="right"]').click()
        expect(page.locator(".read-card")).to_have_count(0)
    laying.take_away()
    until(lambda: seeing.shown["state"]["hand"] == 2)
    assert seeing.shown["acts"][-1]["act"] == {"act": "best", "players": ["Anna"], "category": "two_pairs"}


def test_where_the_house_wants_none_read_the_page_offers_nothing_of_it(house, look):
    house.start("Anna", "Ben", variant="poker", leader="Ben")
    house.camera_on()
    house.act(*CALLED)
    page = look(house.url)
    expect(page.locator('#panel [data-focus="cards show"]')).to_be_visible()
    expect(page.locator('[data-focus="read show"]')).to_have_count(0)
    assert page.request.post(f"{house.url}/api/cards", data={"count": 5}).status in {403, 404}
