"""What a table's own pages say of the match that a tournament has drawn for it."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser
MATCH = {"title": "Pokal", "round": 3, "players": ["Anna", "Ben"], "variant": "chic", "begun": False}


def test_a_table_says_which_game_is_drawn_and_whether_the_one_that_is_on_is_it(house, look):
    tell = house.app.table.board.tell
    phone, screen = look(house.url, size="phone"), look(f"{house.url}/screen", size="tv")
    tell("match", MATCH)
    expect(phone.locator(".strip.match")).to_have_text(
        "Spiel des Turniers, Runde 3: Anna, Ben. Es beginnt von selbst."
    )
    tell("match", {**MATCH, "begun": True})
    expect(phone.locator(".strip.match")).to_contain_text("Fangt es an")
    house.start("Anna", "Cem", leader="Anna", variant="chic")
    for page in (phone, screen):
        expect(page.locator(".strip.match")).to_have_text(
            "Das ist nicht das Spiel, das hier gelost ist. Danach: Runde 3 mit Anna, Ben"
        )
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    tell("match", {**MATCH, "players": ["Anna", "Cem"]})
    for page in (phone, screen):
        expect(page.locator(".strip.match")).to_have_text("Spiel des Turniers, Runde 3")
    tell("match", None)
    expect(phone.locator(".strip.match")).to_have_count(0)
