"""One evening by tapping, at every size: start, throws, declaration, correction, undo and redo, end, rematch, bill."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.support.pages.census import SMALLEST

pytestmark = pytest.mark.long


def key(name):
    return f'[data-focus="{name}"]'


@pytest.mark.parametrize(("width", "height"), [SMALLEST, (740, 360), (3840, 2160)], ids=str)
def test_an_evening_goes_by_tapping_at_every_size(house, look, width, height):
    page = look(house.url)
    page.set_viewport_size({"width": width, "height": height})
    starts(page)
    throws_and_declares(page)
    corrects(page)
    takes_back_and_does_again(page)
    ends_and_plays_again(page)
    pays(page)


def starts(page):
    for name in ("Anna", "Ben"):
        page.locator(key("newcomer")).fill(name)
        page.locator(key("add")).click()
        expect(page.locator(key(f"guest {name}"))).to_be_visible()
    page.locator(key("game Tschigg")).click()
    page.locator(key("start")).click()
    rolls_off(page)


def rolls_off(page):
    expect(page.locator("#who h1")).to_have_text("Anna")
    for value in (6, 1):  # one die each for the lead
        page.locator(f'#panel [data-face="{value}"]').click()
    expect(page.locator(key("taken"))).to_have_count(0)


def throws_and_declares(page):
    leader = page.locator("#who h1").inner_text()
    throws(page, 1, 2, 3)
    page.locator(f"#beat {key('direction')}").click()
    expect(page.locator(f"#beat {key('direction')} .on")).to_have_text("runter")
    page.locator(f"#panel {key('pass')}").click()
    expect(page.locator("#beat .call")).to_have_text("105 runter im Ersten")
    expect(page.locator("#who h1")).not_to_have_text(leader)


def throws(page, *dice):
    for value in dice:
        page.locator(f'#panel [data-face="{value}"]').click()


def corrects(page):
    throws(page, 2, 3, 4)  # a follower's only throw: his turn is over, and the round
    lies(page, 4)
    page.locator(key("history")).click()
    page.locator('.sheet.history [data-focus^="correct "]').first.click()
    page.locator(f".sheet.correct {key('slot2')}").click()
    page.locator('.sheet.correct [data-face="5"]').click()
    expect(page.locator(".sheet.correct")).to_have_count(0)
    close(page)
    lies(page, 5)


def lies(page, value):
    expect(page.locator(f'#dice .ended .die[data-value="{value}"]')).to_have_count(1)


def close(page):
    page.keyboard.press("Escape")
    expect(page.locator("dialog[open]")).to_have_count(0)


def takes_back_and_does_again(page):
    page.locator("button.undo").click()
    expect(page.locator("#dice .ended .die[data-value='5']")).to_have_count(0)
    page.locator(f"#taken {key('redo')}").click()
    lies(page, 5)


def ends_and_plays_again(page):
    chooses(page, "Spiel beenden")
    page.locator(f"dialog.end {key('end')}").click()
    expect(page.locator("#whole .over")).to_be_visible()
    page.get_by_role("button", name="Revanche").click()
    expect(page.locator("#whole .over")).to_have_count(0)
    expect(page.locator("#panel [data-face]")).to_have_count(6)


def pays(page):
    chooses(page, "Zahlen, bitte")
    expect(page.locator("dialog.bill [data-player]")).to_have_count(2)


def chooses(page, words):
    page.locator(key("more")).click()
    page.get_by_role("button", name=words).click()
