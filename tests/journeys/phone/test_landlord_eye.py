import pytest
from playwright.sync_api import expect

from knobeltisch.app import Host
from tests.support.cameras.phone_house import PhoneHouse
from tests.support.pages.landlord import type_pin
from tests.support.waiting import until

pytestmark = pytest.mark.long


@pytest.fixture
def pins():
    return []


@pytest.fixture
def table(tmp_path, pins):
    table = PhoneHouse(tmp_path, Host(say_pin=pins.append))
    yield table
    table.stop()


def enter(page, address, pin):
    """Confirm the PIN at the first start, and enter the landlord's page by it."""
    page.goto(f"{address}landlord".replace("http:", "https:"))
    page.get_by_role("button", name="Written down").click()
    type_pin(page, pin)
    expect(page.locator("#card-eye")).to_be_visible()


def test_from_the_invitation_to_the_eye_and_to_its_end(table, pins, clip, phone):
    landlord = phone(table.app.address, None)
    enter(landlord, table.app.address, pins[0])
    card = landlord.locator("#card-eye")
    expect(card).to_contain_text("No phone is the camera.")
    card.locator("#invite-eye").click()
    expect(card.locator("img.code")).to_be_visible()
    assert card.locator("img.code").evaluate("code => code.decode().then(() => code.naturalWidth)") > 0
    guide = landlord.context.new_page()
    guide.goto(landlord.url + "/guide")
    expect(guide.get_by_role("button", name="Later")).to_be_visible()
    eye = phone(table.app.door.invitation, clip)
    expect(eye.locator("#eye .says")).to_have_text("This phone is the table's camera.")
    until(lambda: table.camera["status"] == "ok")
    until(lambda: guide.locator("#guide .seen img").evaluate("picture => picture.naturalWidth") > 0)
    expect(guide.get_by_role("button", name="Next")).to_be_visible()
    for page in (landlord.locator("#card-eye"), guide.locator("#guide")):
        expect(page).to_contain_text("The camera is Linux, Chrome:")
        expect(page.locator("img.code")).to_have_count(0)
    card.locator("#end-eye").click()
    expect(landlord.get_by_text("No phone is the camera any more.")).to_be_visible()
    expect(card).to_contain_text("No phone is the camera.")
    expect(eye.locator("#eye .says")).to_contain_text("This phone is not the table's camera.")
    until(lambda: table.camera["status"] != "ok")
