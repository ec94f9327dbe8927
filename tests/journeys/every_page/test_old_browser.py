"""A browser that cannot read the scripts says so in a sentence, in the reader's language, instead of an empty page."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

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
