"""The page of a table without a board: no cup is seen, so none is drawn, and nothing waits for one."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser


@pytest.fixture
def bare(small):
    small.camera["without_board"] = True
    return small


def test_dice_to_throw_are_drawn_without_a_cup(bare, serve, look):
    bare.start("Anna", "Ben", leader="Anna")
    page = look(serve(bare).url)
    expect(page.locator("#dice .free .die")).to_have_count(3)
    expect(page.locator("#dice .cup")).to_have_count(0)


def test_beside_held_dice_only_the_rest_is_to_be_thrown(bare, serve, look):
    bare.start("Anna", "Ben", leader="Anna")
    bare.throw(1, 1, 4)
    bare.act({"act": "hold", "dice": [1]})
    page = look(serve(bare).url)
    expect(page.locator("#dice .free .die")).to_have_count(2)
    expect(page.locator("#dice .held .die")).to_have_count(1)


def test_a_last_throw_of_schocken_is_covered_by_the_pages_button_though_no_cup_is_seen(bare, serve, look):
    players = ["Anna", "Ben", "Cem"]
    bare.panel["status"] = "absent"
    bare.send({"do": "start", "variant": "schocken", "players": players, "leader": "Anna"})
    bare.throw(2, 4, 5)
    bare.act({"act": "pass"})
    page = look(serve(bare).url)
    expect(page.locator("#dice .cup")).to_have_count(1)
    page.locator('#panel [data-focus="pass"]').click()
    expect(page.locator("#who h1")).to_have_text("Cem")
    assert bare.snapshot()["state"]["results"][-1]["kind"] == "covered"
