import cv2
import numpy as np
import pytest
from playwright.sync_api import expect

from tests.support.evenings.visitor import Visitor
from tests.support.pages.board_states import some_boards
from tests.support.pages.browser import launched
from tests.support.pages.census import LANGUAGES, SETTLED, SMALLEST, open_page, open_place, sized
from tests.support.pages.places import PLACES, begin, reach

SAYS = "zu alt"
WITH_KEYS = {"who is here", "history", "the next game", "a call that was wrong"}
LABELS_BEYOND_THEIR_KEY = """() => [...document.querySelectorAll("button, .btn, .key2")].flatMap((key) => {
  const edge = key.getBoundingClientRect(), range = document.createRange(), faults = [];
  const texts = document.createTreeWalker(key, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    range.selectNodeContents(texts.currentNode);
    const beyond = (box) => box.right > edge.right + 2 || box.left < edge.left - 2 || box.bottom > edge.bottom + box.height / 3;
    const seen = texts.currentNode.data.trim() && !texts.currentNode.parentElement.closest(".unseen");
    if (seen && [...range.getClientRects()].some((box) => box.width && beyond(box))) faults.push(texts.currentNode.data);
  }
  return faults;
})"""


@pytest.mark.parametrize("path", ["/", "/screen", "/landlord"])
def test_a_browser_that_cannot_read_the_scripts_says_it_is_too_old(house, look, path):
    """Its scripts hold a word that no browser knows yet."""

    def newer(route):
        route.fulfill(body="const never = #later;", content_type="text/javascript")

    page = look(house.url, refusals=True)
    page.route("**/bundle/**/*.js", newer)
    page.goto(house.url + path)
    expect(page.locator("p.noscript[role=alert]")).to_contain_text(SAYS)


def test_a_browser_that_reads_them_says_nothing(house, look):
    page = look(house.url)
    expect(page.locator("#bar")).to_be_visible()
    expect(page.locator("p.noscript[role=alert]")).to_have_count(0)


@pytest.mark.parametrize("prefers", ["dark", "light"])
def test_a_browser_that_darkens_pages_leaves_pips_dark_on_light_dice(house, playwright, prefers):
    house.start("Anna", "Ben", leader="Anna")
    house.throw(2, 3, 4)
    with launched(playwright, "--blink-settings=forceDarkModeEnabled=true") as browser:
        page = browser.new_page(color_scheme=prefers)
        with page.expect_response("**/dice.svg"):
            page.goto(house.url)
        die = page.locator("#dice .die").first
        expect(die).to_be_visible()
        page.evaluate(SETTLED)
        picture = cv2.imdecode(np.frombuffer(die.screenshot(), np.uint8), cv2.IMREAD_GRAYSCALE)
    assert np.median(picture) > 2 * picture.min() + 50


@pytest.mark.long
def test_a_least_size_of_text_cuts_no_label_of_a_key_on_a_phone(house, playwright):
    found, game = [], None
    with launched(playwright, "--blink-settings=minimumFontSize=26") as browser:
        page = open_page(browser, house.url, locale=LANGUAGES["de"])
        for variant in ("bavarian", "schocken", "poker"):
            for board in some_boards("least size", variant, 4, 4):
                for size in sized(page, [(390, 844), SMALLEST]):
                    page.evaluate("(board) => push(board)", board)
                    page.evaluate(SETTLED)
                    found += [(variant, size, label) for label in page.evaluate(LABELS_BEYOND_THEIR_KEY)]
        for place in (place for place in PLACES if place.name in WITH_KEYS):
            if place.game != game:
                begin(Visitor(house.url), game := place.game, 20, 25)
            page = open_place(browser, house.url + place.path, locale=LANGUAGES["de"])
            reach(page, place)
            for size in sized(page, [(390, 844), SMALLEST]):
                page.evaluate(SETTLED)
                found += [(place.name, size, label) for label in page.evaluate(LABELS_BEYOND_THEIR_KEY)]
    assert found == []
