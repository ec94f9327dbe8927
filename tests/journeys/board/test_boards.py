"""Journey 2: the board says what people say, at every size."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.support.pages.census import all_boards, open_page

pytestmark = pytest.mark.long


def passes(house, ones=100, sixes=60, direction="high"):
    declare = {"ones": ones, "sixes": sixes, "direction": direction}
    house.act({"act": "pass", "declare": declare})


def base(house):
    house.start("Anna", "Ben", "Cem", variant="base", leader="Anna")
    house.throw(2, 3, 6)
    house.hold()
    house.throw(1, 2, 5)
    house.hold(1)
    house.throw(1, 4)
    passes(house)
    house.throw(1, 3, 6)
    house.hold(1)


def bavarian(house):
    house.start("Anna", "Ben", "Cem", "Dora", leader="Anna")
    house.throw(1, 1, 1)
    house.throw(2, 3, 6)
    house.hold()
    house.throw(2, 4, 5)
    house.leave_it()
    house.throw(6, 6, 2)
    house.act({"act": "turn"})
    house.hold()


def chic(house):
    house.start("Anna", "Ben", "Cem", variant="chic", leader="Anna")
    house.throw(3, 3, 3)
    house.hold()
    house.throw(1, 2, 6)
    passes(house)
    house.act({"act": "off_board", "floor": True})
    house.throw(1, 5, 5)


def poker(house):
    house.start("Anna", "Ben", "Cem", "Dora", variant="poker", leader="Dora")
    house.act(*[{"act": "exchange", "count": 2}] * 4)
    house.act(
        {"act": "call", "category": "pair"}, {"act": "call", "category": "two_pairs"}, *[{"act": "pass"}] * 2
    )
    house.act(
        {"act": "exchange", "count": 1}, {"act": "show", "player": "Ben", "cards": ["9S", "9H", "4D", "4C"]}
    )
    house.act(*[{"act": "exchange", "count": 1}] * 3)
    house.act(
        {"act": "pass"}, {"act": "call", "category": "pair"}, {"act": "call", "category": "three_of_a_kind"}
    )


SCENES = {
    "base": (base, "204 rauf im Dritten"),
    "bavarian": (bavarian, "Fish auf zwei tief"),
    "chic": (chic, None),
    "poker": (poker, "Drilling Cem"),
}


@pytest.mark.parametrize("variant", SCENES)
def test_the_board_of_a_game_fits_every_screen(house, look, each_size, picture, variant):
    scene, call = SCENES[variant]
    scene(house)
    house.camera_on()
    page = look(house.url)
    expect(page.locator("#who h1")).to_be_visible()
    for size in each_size(page):
        picture(page, f"board-{variant}-{size}")
        if call:
            expect(page.locator("#beat .call")).to_have_text(call)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), size
        if size != "phone":
            assert page.evaluate("document.documentElement.scrollHeight <= innerHeight"), size


def test_at_most_twelve_sit_there_and_no_two_of_them_have_the_same_colour_and_shape(house, chromium):
    """Where three of twelve have left and three others have come, fifteen have played."""
    board = next(board for board in all_boards(5, 8, (12,)) if board["state"]["stage"] == "play")
    state = board["state"]
    gone, come = state["players"][:3], ["Quentin", "Rosa", "Tobias"]
    state["players"] += come
    state["out"] = dict.fromkeys(gone, "left")
    state["mats"] |= dict.fromkeys(come, 0)
    page = open_page(chromium, house.url, locale="de-DE")
    try:
        page.evaluate("(board) => push(board)", board)
        expect(page.locator("#table [data-player]")).to_have_count(12)
        signs = page.locator("#table .initial").evaluate_all(
            "(all) => all.map(getComputedStyle).map((one) => [one.backgroundColor, one.borderRadius, one.clipPath].join(' '))"
        )
        shown = page.locator("#table [data-player]").evaluate_all(
            "(all) => all.map((one) => one.dataset.player)"
        )
    finally:
        page.context.close()
    assert len(set(signs)) == 12
    assert set(come) < set(shown)
