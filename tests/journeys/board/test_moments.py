"""Moments: a throw that is cheered, a game that is over. They go by themselves, cover nothing that is needed, hold nothing up."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import expect

from tests.support.pages.board_states import some_moments
from tests.support.pages.census import SIZES as ALL_SIZES
from tests.support.pages.census import made_ready, open_page, open_place, sized

pytestmark = pytest.mark.long

MOMENT = "#moment"
SIZES = [("/", "tablet"), ("/", "phone"), ("/watch", "phone"), ("/screen", "tv")]
COVERED = """() => {
  const box = document.querySelector("#moment").getBoundingClientRect();
  return [...document.querySelectorAll("button, a[href], select, input")].filter((one) => {
    const other = one.getBoundingClientRect();
    return other.width && other.left < box.right && other.right > box.left && other.top < box.bottom && other.bottom > box.top;
  }).map((one) => one.outerHTML);
}"""
NOTE_MOVES = """() => {
  const box = document.querySelector("#moment");
  window.moved = 0; // noted as it begins: on a busy machine it may be over before a test has looked
  new MutationObserver(() => (moved = Math.max(moved, box.getAnimations({ subtree: true }).length)))
    .observe(box, { attributes: true, childList: true });
}"""


@pytest.fixture
def three_ones(house):
    """Anna throws first, and throws three ones: a moment."""
    house.start("Anna", "Ben", "Cem", leader="Anna")
    return house


def opened(look, house, path="/", size="tablet", **more):
    page = look(house.url + path, size=size, **more)
    expect(page.locator("#table [data-player]")).to_have_count(len(house.shown["state"]["players"]))
    return page


def test_it_covers_no_control_and_goes_by_itself(three_ones, look):
    page = opened(look, three_ones, size="phone")
    three_ones.throw(1, 1, 1)
    expect(page.locator(MOMENT)).to_contain_text("Chick! Anna")
    assert page.evaluate(COVERED) == []
    expect(page.locator(MOMENT)).to_be_hidden()
    expect(page.locator("#who h1")).to_have_text("Ben")


def test_it_is_said_in_english_too(three_ones, look):
    page = opened(look, three_ones, locale="en-GB")
    three_ones.throw(1, 1, 1)
    expect(page.locator(MOMENT)).to_contain_text("Chick! Anna")
    expect(page.locator(f"{MOMENT} .more")).to_have_text("Anna is safe")


def test_a_tap_or_a_key_ends_it(three_ones, look):
    page = opened(look, three_ones, clock=True)
    for finish in (lambda: page.mouse.click(300, 150), lambda: page.keyboard.press("Shift")):
        three_ones.throw(1, 1, 1)
        expect(page.locator(MOMENT)).to_be_visible()
        finish()
        expect(page.locator(MOMENT)).to_be_hidden()
        three_ones.send({"do": "undo", "count": 1})
        expect(page.locator("#who h1")).to_have_text("Anna")
        expect(page.locator(MOMENT)).to_be_hidden()


def test_the_next_throw_ends_it_and_is_taken_meanwhile(three_ones, look):
    page = opened(look, three_ones, clock=True)
    three_ones.throw(1, 1, 1)
    expect(page.locator(MOMENT)).to_be_visible()
    three_ones.throw(1, 3, 5)
    expect(page.locator(MOMENT)).to_be_hidden()
    expect(page.locator("#dice .free .die")).to_have_count(3)


def test_an_undo_ends_it_and_celebrates_nothing(three_ones, look):
    page = opened(look, three_ones, clock=True)
    three_ones.throw(1, 1, 1)
    expect(page.locator(MOMENT)).to_be_visible()
    three_ones.send({"do": "undo", "count": 1})
    expect(page.locator("#who h1")).to_have_text("Anna")
    expect(page.locator(MOMENT)).to_be_hidden()


def test_a_page_opened_after_it_shows_the_board_as_it_is(three_ones, look):
    three_ones.throw(1, 1, 1)
    page = opened(look, three_ones, clock=True)
    expect(page.locator("#who h1")).to_be_visible()
    expect(page.locator(MOMENT)).to_be_hidden()


def test_it_does_not_move_for_those_who_want_calm(three_ones, look):
    page = opened(look, three_ones, clock=True)
    page.evaluate(NOTE_MOVES)
    page.emulate_media(reduced_motion="reduce")
    three_ones.throw(1, 1, 1)
    expect(page.locator(MOMENT)).to_be_visible()
    assert page.evaluate("moved") == 0
    page.emulate_media(reduced_motion="no-preference")
    three_ones.send({"do": "undo", "count": 1})
    expect(page.locator(MOMENT)).to_be_hidden()
    three_ones.throw(1, 1, 1)
    expect(page.locator(MOMENT)).to_be_visible()
    assert page.evaluate("moved") > 0


@pytest.mark.parametrize(
    ("variant", "dice", "said"),
    [
        ("base", (1, 1, 1), "Chicago! Anna"),
        ("schocken", (1, 1, 1), "Schock aus! Anna"),
    ],
)
def test_great_throws_are_celebrated(house, look, picture, variant, dice, said):
    house.start("Anna", "Ben", "Cem", variant=variant, leader="Anna")
    page = opened(look, house, "/screen", "tv")
    house.throw(*dice)
    if house.shown["state"]["to_act"] == "Anna":
        house.leave_it()
    expect(page.locator(f"{MOMENT} .says")).to_contain_text(said)
    picture(page, f"moment-{variant}-{'-'.join(map(str, dice))}")


def test_a_jule_that_was_called_is_celebrated(house, look):
    house.start("Anna", "Ben", "Cem", variant="schocken", leader="Anna")
    house.throw(1, 1, 3)
    house.leave_it()
    house.act({"act": "cover"}, {"act": "cover"})
    house.act({"act": "reveal", "dice": [2, 3, 5]}, {"act": "reveal", "dice": [2, 4, 6]})
    house.act({"act": "call", "special": "jule", "on": True})
    page = opened(look, house)
    house.throw(1, 2, 4)
    house.leave_it()
    expect(page.locator(f"{MOMENT} .says")).to_contain_text("Jule! Ben")


@pytest.fixture
def over(house):
    """A game that Ben loses, to be played out."""
    house.start("Anna", "Ben", "Cem", leader="Anna")
    return house


def play_out(house):
    """Play until the game is over: Anna always throws best, Ben always worst."""
    dice = {"Anna": (1, 1, 6), "Ben": (2, 2, 3)}
    for _ in range(400):
        state = house.shown["state"]
        if state["stage"] == "over":
            return
        if state["free"]:
            house.leave_it()
        else:
            house.throw(*dice.get(state["to_act"], (1, 2, 6)))
    raise AssertionError(house.shown["state"])


def test_the_end_of_a_game_tells_the_ranking_who_pays_and_where_the_report_is(over, look, picture):
    play_out(over)
    for path, size in SIZES:
        page = opened(look, over, path, size)
        tells_the_end(page, path, size)
        picture(page, f"moment-game-{path.strip('/') or 'table'}-{size}")
        if path != "/screen":
            page.locator(".report").click()
            expect(page).to_have_url(f"{over.url}/evenings/{over.shown['ended']['evening']}")


def tells_the_end(page, path, size):
    expect(page.locator("#who h1")).to_have_text("Ben zahlt eine Runde")
    expect(page.locator("#whole .c-rank .r > .t2:first-child")).to_have_text(["1", "2", "3"])
    assert page.locator("#whole .c-rank .name").all_inner_texts()[-1] == "Ben"
    expect(page.locator(".finale li").last.locator(".thrown")).to_have_text("ein verlorenes Spiel")
    expect(page.locator(".finale .note").first).to_contain_text("Bester Wurf Anna")
    expect(page.locator(".finale .note").last).to_contain_text("Pechvogel Ben")
    if size != "phone":
        page.wait_for_function("() => document.querySelector('.report .qr').naturalWidth > 0")


def test_the_end_of_a_game_is_shown_whole_at_every_size_with_all_names_alike(house, chromium):
    names = ["Anna", "Ben", "Cem", "Maximilian", "Jürgen", "Zeynep", "Wilhelmina", "Dora"]
    house.start(*names, leader="Anna")
    play_out(house)
    for path in ("/", "/watch", "/screen"):
        page = open_place(chromium, house.url + path, locale="de-DE")
        try:
            page.locator("#whole .c-rank .name").first.wait_for()
            made_ready(page, "bundled")
            for size in sized(page, ALL_SIZES):
                expect_whole_report(page, len(names), f"{path} {size}")
        finally:
            page.context.close()


def expect_whole_report(page, players, where):
    expect(page.locator(".finale .note:visible")).to_have_count(2)
    expect(page.locator(".report:visible")).to_have_count(1)
    sizes = page.evaluate(
        "[...document.querySelectorAll('.thrower > .fitted')].map((one) => Math.round(parseFloat(getComputedStyle(one).fontSize)))"
    )
    assert len(sizes) == players
    assert max(sizes) - min(sizes) <= 1, (where, sizes)


def test_the_rematch_is_there_at_once(over, look):
    page = opened(look, over)
    play_out(over)
    page.get_by_role("button", name="Revanche").click()
    expect(page.locator("#whole .over")).to_have_count(0)
    expect(page.locator("#dice .cup")).to_be_visible()


def test_a_moment_covers_no_control_at_any_size_in_any_stage_while_it_comes_and_while_it_stands(
    house, chromium
):
    pairs = json.dumps(_celebrated())  # as text: Playwright looks over each value that it sends
    page = open_page(chromium, house.url, locale="de-DE", motion=True)
    seen = set()
    try:
        for size in sized(page, ALL_SIZES):
            for shown in page.evaluate("(pairs) => census.moments(JSON.parse(pairs))", pairs):
                seen.add(shown["stage"])
                assert shown["moving"], (size, shown)
                assert shown["covers"] == [], (size, shown)
    finally:
        page.context.close()
    assert {"play", "over"} <= seen


def _celebrated():
    """Pairs of boards before and after what is celebrated: one for each stage that follows, from as many evenings as that takes."""
    found = {}
    for seed in range(100):
        for variant, players in (("bavarian", 2), ("schocken", 5)):
            for before, after in some_moments(seed, variant, players, 120):
                state = after["state"]
                results = state["results"] or (state["last_round"] or {}).get("results")
                if results and results[-1]["kind"] in {"chicago", "schock_out"}:
                    found.setdefault(state["stage"], [before, after])
        if {"play", "over"} <= set(found):
            break
    return list(found.values())
