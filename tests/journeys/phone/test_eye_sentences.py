"""Each sentence of the eye's page, at the sizes of phones: nothing is cut off or out of reach; and what the table says then."""

import json

import pytest
from playwright.sync_api import expect

from tests.support.pages.census import HARDEST, LANGUAGES, look_over_place, made_ready, sized
from tests.support.paths import ROOT
from tests.support.waiting import until

pytestmark = pytest.mark.long
FAILS = """() => {
  const made = HTMLCanvasElement.prototype.toBlob;
  globalThis.fails = true;
  HTMLCanvasElement.prototype.toBlob = function (done, ...more) { fails ? done(null) : made.call(this, done, ...more); };
}"""


def words(language):
    folder = ROOT / "web" / "static" / "i18n" / language
    files = ("eye.json", "refusals.json")
    return {key: said for file in files for key, said in json.loads((folder / file).read_text()).items()}


class Eye:
    """A page of the eye in a language, which is looked over whenever it says something."""

    def __init__(self, page, language):
        self.page, self.words = page, words(language)

    def says(self, key):
        """Wait for a sentence; it fits at each size of a phone."""
        expect(self.page.locator("#eye .says")).to_have_text(self.words[key])
        made_ready(self.page)
        for size in sized(self.page, HARDEST):
            assert look_over_place(self.page) == [], (key, size)


@pytest.fixture
def eye(phone):
    """Open a page of the eye, in the language whose words are longer."""

    def opened(address, clip, **more):
        return Eye(phone(address, clip, locale=LANGUAGES["de"], **more), "de")

    return opened


def test_a_page_that_is_not_secure_leads_to_the_eye_and_its_end(table, clip, eye):
    looks = eye(table.app.door.invite(), clip, secure=False)
    looks.says("eye.secure")
    looks.page.click("#secure")
    looks.says("eye.is_eye")
    looks.page.click("#end")
    looks.says("eye.ended")


@pytest.mark.parametrize(("link", "key"), [("eye", "error.not_the_eye"), ("eye#old", "error.not_invited")])
def test_a_stranger_and_an_old_invitation(table, clip, eye, link, key):
    eye(f"{table.app.address}{link}", clip).says(key)
    until(lambda: table.camera["status"] == "missing")


def test_no_camera(table, eye):
    eye(table.app.door.invite(), None).says("eye_halt.no_camera")


def test_permission_refused(table, clip, eye):
    eye(table.app.door.invite(), clip, allowed=False).says("eye_halt.refused")
    until(lambda: "refuses its camera" in table.camera["message"])


def test_two_tabs(table, clip, eye):
    first = eye(table.app.door.invite(), clip)
    expect(first.page.locator("#eye .says")).to_have_text(first.words["eye.is_eye"])
    first.page.context.new_page().goto(f"{table.app.address}eye".replace("http:", "https:"))
    first.says("error.eye_elsewhere")


def test_two_phones(table, clip, eye):
    first = eye(table.app.door.invite(), clip)
    expect(first.page.locator("#eye .says")).to_have_text(first.words["eye.is_eye"])
    second = eye(table.app.door.invite(), clip)
    first.says("error.not_the_eye")
    second.says("eye.is_eye")


def test_a_screen_that_was_locked(table, clip, eye):
    looks = eye(table.app.door.invite(), clip)
    until(lambda: table.camera["status"] == "no_board" or table.camera["status"] == "ok")
    hide = """hidden => {
      Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
      document.dispatchEvent(new Event("visibilitychange"));
    }"""
    looks.page.evaluate(hide, True)
    until(lambda: "is locked or shows another app" in table.camera["message"])
    looks.page.evaluate(hide, False)
    looks.says("eye.is_eye")
    until(lambda: table.camera["status"] == "ok")


@pytest.mark.parametrize(
    ("key", "body"),
    [("error.no_jpeg", b"a picture"), ("eye_error.too_long", b"\xff\xd8" + bytes(1024 * 1024))],
    ids=["no JPEG", "too large"],
)
def test_a_picture_that_the_table_refuses(table, clip, eye, key, body):
    looks = eye(table.app.door.invite(), clip)
    expect(looks.page.locator("#eye .says")).to_have_text(looks.words["eye.is_eye"])
    looks.page.route("**/api/eye?*", lambda route: route.continue_(post_data=body))
    looks.says(key)


def test_a_phone_that_makes_no_picture_now_and_then_and_a_network_that_is_gone(table, clip, eye):
    looks = eye(table.app.door.invite(), clip)
    expect(looks.page.locator("#eye .says")).to_have_text(looks.words["eye.is_eye"])
    looks.page.evaluate(FAILS)
    looks.says("eye_error.no_picture")
    looks.page.evaluate("globalThis.fails = false")
    looks.says("eye.is_eye")
    looks.page.context.set_offline(True)
    looks.says("eye.away")


def test_a_network_that_is_slow(table, clip, eye):
    looks = eye(table.app.door.invite(), clip)
    expect(looks.page.locator("#eye .says")).to_have_text(looks.words["eye.is_eye"])
    slow = {"offline": False, "latency": 1500, "downloadThroughput": 1e6, "uploadThroughput": 1e6}
    looks.page.context.new_cdp_session(looks.page).send("Network.emulateNetworkConditions", slow)
    expect(looks.page.locator("#eye .more")).to_have_text(looks.words["eye.slow"])
    looks.says("eye.is_eye")
