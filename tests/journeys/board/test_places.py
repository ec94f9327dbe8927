"""A game whose result has its dice in an order: each free place is a key on the stage."""

import pytest
from playwright.sync_api import expect

from tests.support.pages.board_states import some_boards
from tests.support.pages.census import open_page


@pytest.fixture(scope="module")
def board():
    """A board on which a four waits for one of two places."""
    found = next(
        board
        for board in some_boards("places", "bavarian", 4, 60)
        if board["state"]["free"] and not board["question"]
    )
    who, *_, beaten = found["state"]["players"]
    result = {"player": beaten, "dice": [4, 3, 1], "value": 431, "throws": 3, "kind": "points", "held": None}
    more = {"to_act": who, "free": [4], "held": [], "results": [result], "last_round": None, "out": {}}
    places = {"hundreds": None, "tens": None, "ones": 1}
    choices = [
        {"act": {"act": "place", "at": at}, "key": f"place.{at}", "n": 0, "rank": "go", "button": None}
        for at in ("hundreds", "tens")
    ]
    state = {**found["state"], **more, "places": places, "throws": {"made": 1, "limit": 3}}
    step = {"who": who, "order": "place", "n": 4, "after": None}
    house = {"screen_sound": False, "phone_seats": True, "phone_throws": True, "voice": False}
    return found | {
        "state": state,
        "choices": choices,
        "next": step,
        "due": 0,
        "acts": [],
        "worth": None,
        "standing": {"low": result, "high": result, "to_beat": result},
        "declaring": False,
        "house": house,
    }


def test_a_free_place_is_a_key_that_sends_its_act(house, chromium, board):
    page = open_page(chromium, house.url, locale="de-DE")
    page.route("**/api/commands", lambda route: route.fulfill(json={"ok": True}))
    page.evaluate("(board) => push(board)", board)
    expect(page.locator("#dice .worth")).to_have_text("_ _ 1")
    expect(page.locator("#dice button.spot")).to_have_count(2)
    expect(page.locator("[data-rests]")).to_have_count(0)
    with page.expect_request("**/api/commands") as sent:
        page.locator('[data-focus="place tens"]').click()
    assert sent.value.post_data_json["act"] == {"act": "place", "at": "tens"}


def test_on_a_television_the_places_are_seen_and_no_key(house, chromium, board):
    page = open_page(chromium, house.url + "/screen", locale="de-DE")
    page.evaluate("(board) => push(board)", board)
    expect(page.locator("#dice .spot")).to_have_count(3)
    expect(page.locator("#dice button")).to_have_count(0)
