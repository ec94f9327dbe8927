"""Nothing on the page leads nowhere: corrections, the way back, what is asked first, what is said and goes again, names."""

import json
import re
import urllib.request

import pytest
from playwright.sync_api import expect

from hardware.panel.panel import Button, Press
from tests.support.waiting import LONGEST_S

pytestmark = pytest.mark.long

HEBREW = "\N{HEBREW LETTER DALET}\N{HEBREW LETTER NUN}\N{HEBREW LETTER HE}"


def led_on(house):
    """Zeynep leads 1-3-4 on one, Jürgen is worse, Cem best: Jürgen takes a mat, leads, and has passed."""
    house.start("Zeynep", "Jürgen", "Cem", leader="Zeynep")
    house.throw(1, 3, 4)
    house.leave_it()
    house.throw(2, 2, 4)
    house.throw(1, 1, 4)
    house.throw(1, 2, 6)
    house.leave_it()


def unfold(page):
    """Open the round before the running one in the list."""
    head = page.locator(".fold summary").nth(1)
    expect(head).not_to_have_attribute("aria-disabled", "true")
    head.click()


def test_a_correction_that_does_not_fit_can_be_left_or_says_what_it_changes_and_leads_back(house, look):
    led_on(house)
    before = house.shown["head"]
    page = look(house.url)
    page.locator('[data-focus="history"]').click()
    unfold(page)
    page.locator(".sheet li", has_text="Jürgen wirft").last.get_by_role("button", name="Korrigieren").click()
    page.locator('.sheet [data-slot="0"]').click()
    page.locator('.sheet [data-focus="never"]').click()
    page.locator('.sheet [data-focus="keep"]').click()
    expect(page.locator(".sheet .values button")).to_have_count(6)
    assert house.shown["head"] == before
    page.locator('.sheet [data-focus="never"]').click()
    expect(page.locator(".sheet .changes")).to_contain_text("Zeynep verliert statt Jürgen")
    page.locator('.sheet [data-focus="go_back"]').click()
    expect(page.locator(".sheet")).to_have_count(0)
    expect(page.locator("#whole h1")).to_contain_text("Zeynep nimmt einen Deckel")
    assert house.shown["state"]["last_round"]["worst"] == "Zeynep"
    thrown = [act["act"]["dice"] for act in house.shown["acts"] if "dice" in act["act"]]
    assert thrown == [[1, 3, 4], [1, 1, 4], [1, 2, 6]]


def test_the_beginning_of_a_game_is_taken_back_with_one_tap_and_put_back_with_one(house, look):
    page = look(house.url, size="phone")
    for games in (1, 2):
        house.start("Anna", "Ben", leader="Anna")
        begun = house.shown["state"]
        page.locator("button.undo").click()
        expect(page.locator("#taken")).to_contain_text("Spielbeginn")
        assert (house.shown["state"] is None) == (games == 1)
        page.locator('#taken [data-focus="redo"]').click()
        expect(page.locator("#taken")).to_be_hidden()
        assert house.shown["state"] == begun


def test_what_a_correction_dropped_is_put_back_with_one_tap(house, look):
    led_on(house)
    before = house.shown["state"]
    page = look(house.url)
    entry = next(act["id"] for act in house.shown["acts"] if act["player"] == "Jürgen")
    house.send({"do": "correct", "entry": entry, "act": None, "later": "drop"})
    assert house.shown["state"] != before
    expect(page.locator("#taken")).to_contain_text("weggefallen")
    page.locator('#taken [data-focus="redo"]').click()
    expect(page.locator("#taken")).to_be_hidden()
    assert house.shown["state"] == before


def test_a_whole_game_that_was_taken_back_is_put_back_from_its_history(house, look):
    led_on(house)
    before = house.shown["state"]
    house.send({"do": "undo", "to": house.shown["acts"][0]["id"]})
    page = look(house.url)
    page.locator('[data-focus="history"]').click()
    page.locator('.sheet [data-focus="redo"]').click()
    expect(page.locator("#next .n")).to_have_text("Cem")
    assert house.shown["state"] == before


def test_the_browsers_way_back_closes_a_sheet_and_stays_on_the_page(house, look):
    house.start("Anna", "Ben", leader="Anna")
    page = look(house.url)
    page.locator('[data-focus="more"]').click()
    expect(page.locator("dialog")).to_be_visible()
    page.go_back()
    expect(page.locator("dialog")).to_have_count(0)
    expect(page.locator("#next .n")).to_have_text("Anna")
    page.locator('[data-focus="more"]').click()
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)
    page.locator('[data-focus="history"]').click()
    expect(page.locator("dialog")).to_be_visible()
    page.go_back()
    expect(page.locator("dialog")).to_have_count(0)
    assert page.url.rstrip("/") == house.url


def test_every_sheet_can_be_opened_before_the_first_board_has_come(house, look):
    house.start("Anna", "Ben", leader="Anna")
    page = look(house.url)
    page.route("**/api/stream*", lambda _route: None)  # a slow line: neither an answer nor an error
    opened = 0
    while True:
        page.goto(house.url)
        page.locator('[data-focus="more"]').click()
        lines = page.locator(".sheet .menu button")
        if opened == lines.count():
            break
        lines.nth(opened).click()
        expect(page.locator("dialog h2")).not_to_be_empty()
        opened += 1
    assert opened > 4


def test_nothing_is_red_before_anybody_did_anything(house, look):
    page = look(house.url)
    expect(page.locator("#panel .go-on [role=status]")).not_to_have_text("")
    assert page.locator(".error:visible, .strip.told:visible").count() == 0


def test_a_refused_press_is_said_and_goes_again_by_itself(house, look):
    house.start("Anna", "Ben", leader="Anna")
    page = look(house.url, clock=True)
    expect(page.locator("#next .n")).to_have_text("Anna")
    house.app.table.put(Press(button=Button.PASS, long=False, at=0.0))
    expect(page.locator(".strip.told")).to_be_visible()
    page.clock.run_for(7_500)
    expect(page.locator(".strip.told")).to_have_count(0)


@pytest.mark.parametrize(
    ("name", "said"),
    [("An\N{ZERO WIDTH SPACE}na", "nicht sehen"), ("\N{CYRILLIC CAPITAL LETTER A}nna", "sehen gleich aus")],
)
def test_a_name_that_cannot_be_is_refused_with_the_reason(house, look, name, said):
    page = look(house.url, refusals=True)
    for player in ("Anna", name):
        page.locator('[data-focus="newcomer"]').fill(player)
        page.keyboard.press("Enter")
    expect(page.locator("#panel .go-on [role=status]")).to_contain_text(said)
    expect(page.locator(".seats [data-name]")).to_have_count(1)


def test_a_name_from_right_to_left_turns_no_sentence_around(house, look, picture):
    house.start(HEBREW, "Ben", leader=HEBREW)
    house.throw(1, 3, 4)
    house.leave_it()
    page = look(house.url)
    said = page.locator("#beat .call")
    expect(said).to_contain_text(HEBREW)
    assert said.text_content().startswith(f"\u2068{HEBREW}\u2069, ")


def test_odds_are_a_count_with_a_fraction_or_percent_never_both(house, look):
    house.start("Anna", "Ben", "Cem", leader="Anna")
    house.throw(1, 3, 5)
    house.leave_it()
    house.throw(1, 4, 4)
    with urllib.request.urlopen(f"{house.url}/api/odds", timeout=LONGEST_S) as reply:
        json.load(reply)
    page = look(f"{house.url}/odds")
    expect(page.locator("body")).to_contain_text("So gut oder besser")
    said = re.findall(r"So gut oder besser: ([^\n.]*)", page.locator("body").inner_text())
    assert said
    assert not [sentence for sentence in said if "(" in sentence]
