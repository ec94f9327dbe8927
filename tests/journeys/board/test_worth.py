import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.long

NOW = "#dice .worth"
STANDING = "#dice [data-standing]"


@pytest.fixture
def follower(house):
    """Anna leads 1-2-3 on two in Bavarian; Ben's first throw is 3-4-6."""
    house.start("Anna", "Ben", "Cem", leader="Anna")
    house.throw(1, 2, 3)
    house.hold(1)
    house.throw(2, 3)
    house.leave_it()
    house.throw(3, 4, 6)
    return house


@pytest.mark.parametrize("path", ["/", "/screen", "/watch"])
def test_a_follower_learns_what_is_missing(follower, look, path):
    page = look(follower.url + path, size="tv" if path == "/screen" else "tablet")
    expect(page.locator(NOW)).to_have_text("67")
    expect(page.locator(STANDING)).to_have_text("39 fehlen")


def test_a_correction_says_it_again_and_the_list_a_turn_that_is_over(follower, look):
    page = look(follower.url, locale="en-GB")
    expect(page.locator(STANDING)).to_have_text("39 short")
    entry = follower.shown["acts"][-1]["id"]
    follower.send({"do": "correct", "entry": entry, "act": {"act": "throw", "dice": [1, 4, 6]}})
    expect(page.locator(NOW)).to_have_text("164")
    expect(page.locator(STANDING)).to_have_text("leads")
    follower.hold()
    follower.throw(2, 3, 4)
    expect(page.locator("#table [data-player=Ben] .result")).to_have_text("Fish")
    expect(page.locator(NOW)).to_have_count(0)


def test_a_swiss_leader_sees_each_declaration_and_a_follower_what_is_too_many(house, look):
    house.start("Anna", "Ben", variant="tschigg", leader="Anna")
    house.throw(2, 3, 4)
    house.hold()
    house.throw(1, 2, 6)
    page = look(house.url)
    expect(page.locator("html")).to_have_attribute("lang", "de-CH")
    expect(page.locator(NOW)).to_have_text("162")
    expect(page.locator("#dice .cap")).to_contain_text(
        "1 = 100, 6 = 6: 108; 1 = 1, 6 = 60: 63; 1 = 1, 6 = 6: 9"
    )
    for switch in ("ones", "sixes", "direction"):
        house.send({"do": "press", "button": switch})
    expect(page.locator(NOW)).to_have_text("9")
    house.leave_it()
    house.throw(2, 4, 6)
    expect(page.locator(STANDING)).to_have_text("4 zu viel")


def test_schocken_calls_it_by_its_name(house, look):
    house.start("Anna", "Ben", "Cem", variant="schocken", leader="Anna")
    house.throw(1, 1, 4)
    expect(look(house.url).locator(NOW)).to_have_text("Schock 4")
