"""Browsers that are too old say so in a sentence; those that darken every page leave the dice as they are."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from playwright.sync_api import expect

from tests.support.pages.browser import installed

SAYS = "zu alt"


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


def test_a_browser_that_darkens_pages_leaves_pips_dark_on_light_dice(house, playwright):
    house.start("Anna", "Ben", leader="Anna")
    house.throw(2, 3, 4)
    browser = playwright.chromium.launch(
        executable_path=installed(),
        args=["--no-sandbox", "--blink-settings=forceDarkModeEnabled=true"],
    )
    try:
        page = browser.new_page(color_scheme="dark")
        page.goto(house.url)
        die = page.locator("#dice .die").first
        expect(die).to_be_visible()
        picture = cv2.imdecode(np.frombuffer(die.screenshot(), np.uint8), cv2.IMREAD_GRAYSCALE)
    finally:
        browser.close()
    assert np.median(picture) > 2 * picture.min() + 50
