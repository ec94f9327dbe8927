"""A board says each thing once: on its stage the call, who acts and one row of dice; beside it the list of the players' results."""

from __future__ import annotations

import json
import random
import re

import pytest
from playwright.sync_api import expect

from scorer import DICE_VARIANTS
from tests.support.pages.board_states import some_boards
from tests.support.pages.census import open_page
from tests.support.seeds import chosen_seed

pytestmark = pytest.mark.long

NAMES = ("Anna", "Ben", "Cem", "Dora", "Emil", "Fee", "Gustav", "Helga", "Jürgen", "Lutz", "Zeynep", "Quirin")
SIZES = {"/": (1280, 800), "/watch": (390, 844), "/screen": (1920, 1080)}
AT_ONCE = 60
"""Boards sent to the browser in one go, as text: a call for each cost more than the drawing."""
SHOW = """async (text) => {
  const words = (where) => [...document.querySelectorAll(where)].filter((one) => one.checkVisibility()).map((one) => one.innerText);
  const seen = (where) => [...document.querySelectorAll(where)].filter((one) => one.checkVisibility()).length;
  const shown = [];
  for (const board of JSON.parse(text)) {
    push(board);
    await null;
    dispatchEvent(new Event("keydown")); // a moment goes
    shown.push({
      stage: words("#stage").join(" "),
      call: words("#beat .call:not(.open)").join(" "),
      rows: Object.fromEntries([...document.querySelectorAll("#table [data-player]")].map((one) => [one.dataset.player, one.querySelector(".nick").innerText + " " + one.querySelector(".result").innerText])),
      dice: seen("#dice .die"),
      beside: seen("#table .die"),
    });
  }
  return shown;
}"""


def is_plain(board):
    """A turn that runs or begins, with nothing asked and no round's end shown."""
    state = board["state"]
    begins = not state["results"] and not state["throws"]["made"] and state["last_round"]
    return (
        board["question"] is None
        and state["stage"] == "play"
        and not begins
        and not board["state"].get("teams")
    )


def times(word, text):
    return len(re.findall(rf"(?<![\w.]){re.escape(word)}(?!\w)", text))


@pytest.fixture
def boards():
    seed = chosen_seed()
    plain = [
        board
        for variant in DICE_VARIANTS
        for players in (3, 8)
        for board in some_boards(seed, variant, players, 60, NAMES)
        if is_plain(board)
    ]
    return random.Random(seed).sample(plain, len(plain) // 3)


@pytest.mark.parametrize("path", SIZES)
def test_the_stage_says_the_call_the_actor_and_the_dice_once(house, chromium, boards, path):
    page = open_page(chromium, house.url + path, locale="de-DE")
    width, height = SIZES[path]
    page.set_viewport_size({"width": width, "height": height})
    calls = 0
    try:
        for start in range(0, len(boards), AT_ONCE):
            part = boards[start : start + AT_ONCE]
            for board, shown in zip(part, page.evaluate(SHOW, json.dumps(part)), strict=True):
                said_once(board["state"], shown)
                calls += bool(shown["call"])
    finally:
        page.context.close()
    assert calls


def said_once(state, shown):
    counts = {name: times(name, shown["stage"]) for name in state["players"]}
    assert counts[state["to_act"]] == 1, shown
    assert max(counts.values()) == 1, shown  # whose dice lay there before is named as well
    if shown["call"]:
        assert times(shown["call"], shown["stage"]) == 1, shown
    assert shown["dice"] <= 3, shown
    covered = sum(len(result.get("held") or ()) for result in state["results"])
    assert shown["beside"] <= covered + len(state["players"]), shown  # rolls for the lead: a die each
    for name, row in shown["rows"].items():
        assert times(name, row) == 1, shown
        others = [other for other in state["players"] if other != name]
        assert not any(times(other, row) for other in others), shown


def test_the_foot_of_a_tablet_names_the_last_act_alone(house, look):
    house.start("Anna", "Ben", leader="Anna")
    house.throw(1, 1, 4)
    house.leave_it()
    page = look(house.url)
    page.wait_for_function("() => document.querySelector('#foot .which')?.textContent.startsWith('Anna')")
    assert page.locator("#foot").inner_text().count("Anna") == 1


def test_the_last_round_fills_the_television_and_a_strip_stays(house, look, picture):
    house.start("Anna", "Ben", leader="Anna")
    screen = look(f"{house.url}/screen", size="tv", clock=True)
    expect(screen.locator("#who h1")).to_have_text("Anna")
    house.send({"do": "last_orders", "on": True})
    expect(screen.locator("#moment")).to_have_text("Letzte Runde!")
    assert screen.locator("#moment").bounding_box() == {"x": 0, "y": 0, **screen.viewport_size}
    picture(screen, "screen-last-orders")
    screen.clock.run_for(8_000)
    expect(screen.locator("#moment")).to_be_hidden()
    expect(screen.locator(".strip.last-orders")).to_have_text("Letzte Runde!")


def test_everybodys_dice_have_the_whole_television_with_their_mats(house, look):
    house.start("Anna", "Ben", leader="Anna")
    house.throw(1, 1, 4)
    house.leave_it()
    house.throw(1, 2, 3)
    screen = look(f"{house.url}/screen", size="tv")
    expect(screen.locator("#dice .ended .mats")).to_have_text(["0", "1"])
    expect(screen.locator("#table")).to_be_hidden()
    assert screen.locator("#stage").bounding_box()["width"] > 0.9 * screen.viewport_size["width"]
