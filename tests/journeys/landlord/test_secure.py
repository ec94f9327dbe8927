import pytest
from playwright.sync_api import expect

from knobeltisch.device.address import own_address
from tests.support.pages.browser import launched
from tests.support.pages.landlord import become_table, enter
from tests.support.waiting import LONGEST_MS


def test_one_tap_turns_it_on_and_after_it_is_off_a_tablet_can_be_paired_again(open_house, chromium):
    house = open_house(table="paired", address="0.0.0.0")
    url = f"http://{own_address()}:{house.app.server.port}"
    context = chromium.new_context(ignore_https_errors=True, locale="de-DE")
    context.add_init_script("globalThis.restMs = 100;")
    page = context.new_page()
    page.goto(url)
    become_table(page)
    enter(page, url, house.pins[0])
    page.locator("#https-on").click()
    expect(page.get_by_role("link", name="Sichere Seite öffnen")).to_be_visible()
    page.goto(f"{url}/")
    expect(page).to_have_url(f"{url}/secure")
    safe = url.replace("http:", "https:")
    enter(page, safe, house.pins[0])
    page.locator("#pair").click()
    expect(page.get_by_text("Dieses Gerät ist der Tisch")).to_be_visible()
    page.get_by_role("button", name="Sichere Verbindung ausschalten").click()
    page.get_by_role("button", name="Wirklich ausschalten").click()
    expect(page).to_have_url(f"{url}/landlord")
    expect(page.locator("#https-on")).to_be_visible()
    page.goto(f"{url}/")
    expect(page.locator("body")).to_have_attribute("data-role", "table")
    context.close()


@pytest.mark.parametrize("https", ["on", "off"])
def test_over_https_alone_a_page_that_finds_no_table_says_so_and_comes_back_with_it(
    open_house, playwright, https
):
    house = open_house(https=https)
    browser = launched(playwright, "--ignore-certificate-errors")
    page = browser.new_context(locale="de-DE").new_page()
    page.goto(f"{house.url.replace('http:', 'https:' if https == 'on' else 'http:')}/watch")
    if https == "off":
        assert page.evaluate("navigator.serviceWorker.getRegistrations().then((all) => all.length)") == 0
    else:
        page.evaluate("navigator.serviceWorker.ready.then(() => {})")
        page.context.set_offline(True)
        page.reload()
        expect(page.get_by_text("Der Tisch antwortet nicht")).to_be_visible()
        page.context.set_offline(False)
        expect(page.locator("body[data-role=watch]")).to_be_attached(timeout=LONGEST_MS)
    browser.close()
