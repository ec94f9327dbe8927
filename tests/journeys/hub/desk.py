"""The landlord's way to a hub's desk in a browser, as a person takes it."""

import re

from playwright.sync_api import Locator, Page, expect

from tests.support.pages.axe import violations

KEY = "a key that is long enough"


def assert_readable(page: Page):
    """Nothing is wider than the page, and axe finds nothing."""
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    assert [violation["id"] for violation in violations(page)] == []


def tap(control: Locator):
    """Tap what has been in sight for a while: what was just drawn takes no tap yet."""
    expect(control).not_to_have_attribute("data-rests", "")
    control.click()


def unlock(page: Page, tables: int):
    """Write the PIN down that a hub shows at first, and go on to its landlord's page once so many tables are there."""
    expect(page.locator(".pin")).to_have_text(re.compile("[0-9]{6}"))
    pin = "".join(page.locator(".pin span").all_inner_texts())
    tap(page.get_by_role("button", name="Aufgeschrieben"))
    page.wait_for_url("**/landlord")
    expect(page.locator(".pad")).to_be_visible()
    page.keyboard.type(pin)
    expect(page.locator("#card-tables")).to_contain_text(f"Tisch {tables}")
