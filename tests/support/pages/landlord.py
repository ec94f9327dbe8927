"""A landlord before his browser, as he comes to his page."""

from playwright.sync_api import Page, expect


def become_table(page: Page):
    """Write the first PIN down, and leave the rest of the guided path for later: this device is the table from then on."""
    page.get_by_role("button", name="Aufgeschrieben").click()
    page.wait_for_url("**/landlord/guide")
    # Leaving logs the landlord out: what the guide still asked for then would be refused.
    expect(page.locator("[data-focus=next]")).to_be_visible()
    page.get_by_role("link", name="Zum Tisch").click()
    expect(page.locator("body")).to_have_attribute("data-role", "table")


def follow(page: Page, name: str):
    """Tap a link of an opened sheet: Playwright waits until a button has rested, but not for a link."""
    link = page.get_by_role("link", name=name)
    expect(link).not_to_have_attribute("aria-disabled", "true")
    link.click()


def type_pin(page: Page, pin: str):
    for digit in pin:
        page.get_by_role("button", name=digit, exact=True).click()


def enter(page: Page, url: str, pin: str):
    """Come to the landlord's page by number pad."""
    page.goto(f"{url}/landlord")
    type_pin(page, pin)
    expect(page.get_by_role("heading", name="Dieses Gerät", exact=True)).to_be_visible()
