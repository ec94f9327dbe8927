"""Journeys 4 and 5: questions with the dice in question; the appeal shows this turn's lifts, from memory only."""

import re
import sys
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.support.pages.census import HARDEST, look_over_place, made_ready, open_place, sized


def loaded(page):
    """Wait until every picture of a die has come: it is asked for on its own, and gone with what it belongs to."""
    page.wait_for_function(
        "() => [...document.querySelectorAll('.crops img')].every((one) => one.complete && one.naturalWidth)"
    )


@pytest.fixture
def game(house):
    house.camera_on()
    house.start("Anna", "Ben", "Cem", leader="Anna")
    house.cup_down()
    house.lift(1, 3, 4)
    return house


@pytest.mark.long
def test_the_appeal_shows_every_lift_of_the_turn_whole_and_in_reach_at_any_size(game, chromium):
    game.send({"do": "press", "button": "again"})
    game.cup_down(1)
    game.lift(5, 5, held=[1])
    page = open_place(chromium, game.url, locale="de-DE")
    found = {}
    try:
        page.locator('[data-focus="appeal"]').click()
        expect(page.locator(".sheet .lift")).to_have_count(2)
        expect(page.locator(".sheet img")).to_have_count(6)
        loaded(page)
        made_ready(page)
        for size in sized(page, HARDEST):
            found[f"the lifts, {size}"] = look_over_place(page)
        page.locator(".sheet .lift button").nth(2).click()
        page.locator('.sheet [data-face="6"]').wait_for()
        for size in sized(page, HARDEST):
            found[f"a die of them, {size}"] = look_over_place(page)
    finally:
        page.context.close()
    assert {where: faults for where, faults in found.items() if faults} == {}


@pytest.mark.long
def test_a_die_of_the_appeal_is_mended_with_two_more_taps(game, look):
    page = look(game.url)
    page.locator('[data-focus="appeal"]').click()
    page.locator(".sheet .lift button").nth(2).click()
    page.locator('.sheet [data-face="6"]').click()
    expect(page.locator("#dice .free [data-value='6']")).to_be_visible()
    assert game.shown["state"]["free"] == [1, 3, 6]


def test_a_question_says_why_marks_the_die_and_is_answered_with_one_tap(game, look, picture):
    game.leave_it()
    game.cup_down()
    game.lift(1, 2, 4, unsure={2: (4, 6)})
    page = look(game.url, size="tablet")
    expect(page.locator("#ask header")).to_contain_text("Ben")
    expect(page.locator("#ask .reasons")).to_contain_text("Augen")
    expect(page.locator("#ask .pictures figure.doubted")).to_contain_text("unsicher: 4, 6")
    loaded(page)
    framed = "images => images.map((image) => getComputedStyle(image).boxShadow !== 'none')"
    assert page.locator("#ask figure img").evaluate_all(framed) == [False, False, True]
    picture(page, "question-tablet")
    expect(look(f"{game.url}/screen", size="tv").locator("#next .n")).to_have_text("Ben")
    page.locator('#ask [data-option="a"]').click()
    expect(page.locator("#ask")).to_be_hidden()
    assert game.shown["state"]["results"][-1]["player"] == "Ben"


@pytest.mark.long
def test_a_picture_that_is_gone_meanwhile_leaves_its_place_empty(game, look):
    """On a slow line the question is answered before its pictures have come: no broken picture, the words stand."""
    page = look(game.url, refusals=True)
    page.route(re.compile(r"/api/(crops|lifts)/"), lambda route: route.fulfill(status=404))
    game.leave_it()
    game.cup_down()
    game.lift(1, 2, 4, unsure={2: (4, 6)})
    expect(page.locator("#ask .pictures figcaption").first).to_be_visible()
    expect(page.locator("#ask .pictures img").first).to_be_hidden()
    page.locator('#ask [data-option="a"]').click()
    page.locator('[data-focus="appeal"]').click()
    expect(page.locator(".sheet .lift figcaption").first).to_be_visible()
    for picture in page.locator(".sheet .lift img").all():
        expect(picture).to_be_hidden()


@pytest.mark.long
def test_again_can_be_taken_back_before_the_cup_comes_down(game, look):
    page = look(game.url)
    page.locator('[data-focus="again"]').click()
    expect(page.locator("#next")).to_contain_text("Becher über den Rest")
    page.get_by_role("button", name="Doch nicht").click()
    expect(page.locator('[data-focus="again"]')).to_have_text("Nochmal")
    assert game.shown["state"]["free"] == [1, 3, 4]


@pytest.mark.long
def test_no_picture_is_written_to_the_disk(game, look, tmp_path):
    """Every file this process opens for writing is noted while lifts, questions and an appeal go by."""
    written: list[str] = []
    listening = [True]

    def note(event, args):
        if listening and event == "open" and isinstance(args[1], str) and set(args[1]) & set("wax+"):
            written.append(str(args[0]))

    sys.addaudithook(note)
    game.leave_it()
    game.cup_down()
    game.lift(1, 2, 4, unsure={2: (4, 6)})
    page = look(game.url)
    expect(page.locator("#ask img").first).to_be_visible()
    loaded(page)
    game.send({"do": "answer", "question": game.shown["question"]["id"], "option": "a"})
    page.locator('[data-focus="appeal"]').click()
    expect(page.locator(".sheet img").first).to_be_visible()
    loaded(page)
    listening.clear()
    assert [name for name in written if name.startswith(str(tmp_path))] == []
    assert {file.suffix for file in Path(tmp_path).rglob("*") if file.is_file()} <= {
        ".sqlite",
        ".sqlite-wal",
        ".sqlite-shm",
        ".lock",  # whose the files are
        ".txt",  # the second copy of what the house keeps
    }
    assert not any(
        b"\xff\xd8\xff" in file.read_bytes() for file in Path(tmp_path).rglob("*") if file.is_file()
    )


@pytest.mark.long
def test_a_question_about_a_throw_is_answered_by_keypad_where_no_option_fits(game, look):
    game.leave_it()
    game.cup_down()
    game.lift(1, 2, 4, unsure={2: (4, 6)})
    page = look(game.url)
    page.locator('#ask [data-focus="other"]').click()
    for face in (5, 5, 3):
        page.locator(f'#ask [data-face="{face}"]').click()
    expect(page.locator("#ask")).to_be_hidden()
    assert game.shown["state"]["results"][-1]["dice"] == [3, 5, 5]


@pytest.mark.long
def test_which_dice_stay_outside_is_answered_by_tapping_them(game, look):
    game.send({"do": "press", "button": "again"})
    game.cup_down(4)  # which may not be held
    page = look(game.url)
    expect(page.locator("#ask")).to_be_visible()
    page.locator('#ask [data-focus="other"]').click()
    page.locator('#ask [data-focus="pad0"]').click()
    page.locator('#ask [data-focus="enter"]').click()
    expect(page.locator("#ask")).to_be_hidden()
    assert game.shown["state"]["held"] == [1]
