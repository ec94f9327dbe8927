import json

import pytest
from playwright.sync_api import expect

from tests.support.waiting import until

pytestmark = pytest.mark.long
LISTEN = """able => {
  globalThis.asked = [];
  const { getCapabilities, getSettings, applyConstraints } = MediaStreamTrack.prototype;
  MediaStreamTrack.prototype.getCapabilities = function () { return { ...getCapabilities.call(this), ...able.can }; };
  MediaStreamTrack.prototype.getSettings = function () { return { ...getSettings.call(this), ...able.now }; };
  MediaStreamTrack.prototype.applyConstraints = async function (wish) {
    globalThis.asked.push(...wish.advanced);
    if (able.refuses) throw new OverconstrainedError("torch", "refused");
    return applyConstraints.call(this, {});
  };
}"""
"""The browser's own seam: a camera of a phone says what it can, and what it is asked for is noted."""
ALL = {
    "can": {
        "exposureMode": ["manual", "continuous"],
        "exposureTime": {"min": 1, "max": 1000},
        "whiteBalanceMode": ["manual", "continuous"],
        "colorTemperature": {"min": 2500, "max": 7000},
        "focusMode": ["manual", "continuous"],
        "focusDistance": {"min": 0.1, "max": 2},
        "torch": True,
    },
    "now": {"exposureTime": 100, "colorTemperature": 3200, "focusDistance": 0.45},
}
HELD = [
    {"exposureMode": "manual", "exposureTime": 100},
    {"whiteBalanceMode": "manual", "colorTemperature": 3200},
    {"focusMode": "manual", "focusDistance": 0.45},
]


@pytest.fixture
def eye(table, phone, clip):
    """Open the page of a phone whose camera is able to do that."""

    def opened(able):
        page = phone(f"{table.app.address}eye", clip)  # a stranger's page, until it listens
        page.add_init_script(f"({LISTEN})({json.dumps(able)})")
        page.goto("about:blank")
        page.goto(table.invite().replace("http:", "https:"))
        expect(page.locator("#eye .says")).to_have_text("This phone is the table's camera.")
        return page

    return opened


def asked(page):
    return page.evaluate("globalThis.asked")


def test_what_the_camera_cannot_hold_is_not_asked_of_it(eye):
    page = eye({"can": {"focusMode": ["continuous", "manual"], "exposureMode": ["continuous"]}, "now": {}})
    until(lambda: len(asked(page)) >= 1)
    page.wait_for_timeout(200)
    assert asked(page) == [{"focusMode": "manual"}]


def test_once_used_to_the_light_the_camera_holds_what_it_has_and_its_lamp_goes_on_and_off(eye):
    page = eye(ALL)
    until(lambda: len(asked(page)) >= 3)
    assert asked(page) == HELD
    page.click("#light")
    page.click("#light")
    until(lambda: len(asked(page)) >= 5)
    assert asked(page)[3:] == [{"torch": True}, {"torch": False}]


def test_a_browser_that_promises_and_refuses_goes_on_looking(eye, table):
    page = eye({**ALL, "refuses": True})
    until(lambda: len(asked(page)) >= 3)
    until(lambda: table.camera["status"] == "ok")
    expect(page.locator("#eye .says")).to_have_text("This phone is the table's camera.")


def test_chromiums_own_camera_which_can_hold_nothing_is_asked_nothing(eye, table):
    page = eye({"can": {}, "now": {}})
    until(lambda: table.camera["status"] == "ok")
    page.wait_for_timeout(2000)  # it would hold after 1.5 s
    assert asked(page) == []
    assert page.locator("#light").count() == 0
    expect(page.locator("#eye .more")).to_contain_text("Its pictures go to the table alone")
