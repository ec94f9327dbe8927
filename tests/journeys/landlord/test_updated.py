import pytest
from playwright.sync_api import expect

from knobeltisch.app import Host
from tests.support.pages.landlord import become_table, enter

pytestmark = pytest.mark.long

BACK = {"result": "back", "old": "0.1.0", "new": "0.2.0", "message": "It failed.", "at": 1_900_000_000.0}


@pytest.fixture
def landlord(open_house, look):
    """The landlord's page behind the PIN, on a device whose last update ended so."""

    def open_(last, size="tablet"):
        house = open_house(table="paired", host=Host(updated=lambda: last))
        page = look(house.url, size=size)
        become_table(page)
        enter(page, house.url, house.pins[-1])
        return page

    return open_


def test_the_landlord_reads_that_the_table_went_back_by_itself_and_the_day_as_in_the_reports(landlord):
    page = landlord(BACK, "phone")
    card = page.locator("#card-update")
    expect(card).to_contain_text("Version 0.2.0 lief am 17.03.2030 nicht gut.")
    card.scroll_into_view_if_needed()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.context.add_cookies([{"name": "language", "value": "en", "url": page.url}])
    page.reload()
    expect(card).to_contain_text("did not run well on 2030-03-17.")


def test_where_nothing_was_ever_updated_nothing_is_said(landlord):
    page = landlord(None)
    expect(page.locator("#card-update")).to_have_count(0)
