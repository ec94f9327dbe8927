"""No page with buttons does anything twice for a double tap: of two taps on one spot, 60 to 500 ms apart, one is heard."""

import os
import random

import pytest
from playwright.sync_api import expect

from tests.support.pages.landlord import become_table, type_pin

pytestmark = pytest.mark.long

TRIES = int(os.environ.get("KNOBELTISCH_TAPS", "2"))  # controls of each page; 50 for all
REST_MS = 600
NEVER_MS = 560  # a slow machine taps late, and that is no double tap
CONTROLS = 'button, a[href], summary, [role="button"], input[type="checkbox"], input[type="radio"]'
LISTEN = f"""(() => {{
  const on = (kind, told, capture) => addEventListener(kind, (event) => {{
    if (event.isTrusted && event.target.closest?.('{CONTROLS}')) told(event.timeStamp + performance.timeOrigin);
  }}, capture);
  on("pointerdown", (at) => window.tapped(at), true);
  on("click", () => window.heard(document.title), false);
}})();"""
FREE = (
    """(all) => all.map((one, place) => {
  const { left, top, width, height } = one.getBoundingClientRect();
  const [x, y] = [left + width / 2, top + height / 2];
  const free = width && height && x > 0 && y > 0 && x < innerWidth && y < innerHeight && one.contains(document.elementFromPoint(x, y));
  return free && !one.disabled && !("repeat" in one.dataset) && one.target !== "_blank" && !one.download ? [x, y, one.textContent] : null;
}).filter(Boolean)"""
)  # fmt: skip


class Hand:
    def __init__(self, page):
        self.page, self.times, self.heard = page, [], []
        page.expose_function("tapped", lambda at: self.times.append(at))  # noqa: PLW0108 - Playwright needs one of its own
        page.expose_function("heard", lambda title: self.heard.append(title))  # noqa: PLW0108
        page.add_init_script(LISTEN)

    def tap(self, x, y):
        """Tap once more; add the time to `times` and the effect to `heard`."""
        self.page.mouse.click(x, y)
        self.page.wait_for_timeout(100)

    def double_tap(self, x, y, apart_ms):
        """Tap twice; add the times to `times` and the effects to `heard`."""
        self.times.clear()
        self.heard.clear()
        self.page.mouse.click(x, y)
        self.page.wait_for_timeout(apart_ms)
        self.page.mouse.click(x, y)
        self.page.wait_for_timeout(100)

    def try_all(self, open_page, seed):
        """Double-tap some of the page's controls, each on a fresh page; return how many were heard."""
        chance = random.Random(seed)
        open_page()
        controls = self.page.locator(CONTROLS).evaluate_all(FREE)
        assert controls
        some = 0
        for x, y, words in chance.sample(controls, min(TRIES, len(controls))):
            open_page()
            self.page.wait_for_timeout(2 * REST_MS)
            before = self.page.url
            self.double_tap(x, y, chance.choice((60, 150, 300, 500)))
            some += bool(self.heard) or self.page.url != before  # a page that was left reports nothing
            assert len(self.heard) < 2 or self.times[-1] - self.times[0] >= NEVER_MS, words
        return some


@pytest.fixture
def hand(look):
    def make(url):
        return Hand(look(url, hurry=False, refusals=True))

    return make


@pytest.fixture
def played(house):
    """An evening with a game that is over and one that goes on."""
    house.start("Anna", "Ben", leader="Anna")
    house.throw(1, 3, 4)
    house.act({"act": "pass"})
    house.throw(2, 3, 4)
    return house


@pytest.mark.parametrize("path", ["/", "/evenings/1"])
def test_of_two_taps_on_a_page_one_is_heard(played, hand, path):
    tablet = hand(played.url)

    def open_page():
        tablet.page.goto(f"{played.url}{path}")
        expect(tablet.page.locator("button:visible, a:visible").first).to_be_visible()
        tablet.page.wait_for_timeout(300)

    assert tablet.try_all(open_page, path)


def test_of_two_taps_at_practice_one_is_heard(played, hand):
    tablet = hand(f"{played.url}/practice")

    def open_page():
        tablet.page.goto(f"{played.url}/practice")
        other = tablet.page.locator("[data-focus=other]")
        expect(tablet.page.locator(".go").or_(other).first).to_be_visible()
        if tablet.page.locator(".go").is_visible():
            tablet.page.locator(".go").click()
        expect(other).to_be_visible()

    assert tablet.try_all(open_page, 1)


@pytest.mark.parametrize("rest_ms", [60_000, 1], ids=["just-come", "long-there"])
def test_a_page_whose_script_has_not_come_yet_ignores_taps_only_at_first(played, look, rest_ms):
    page = look(played.url, hurry=False, refusals=True)
    hand = Hand(page)
    page.add_init_script(f"globalThis.restMs = {rest_ms};")
    page.route("**/bundle/**/*.js", lambda _route: None)  # held back
    page.goto(f"{played.url}/evenings/1", wait_until="commit")
    link = page.locator("a[href]:visible, summary:visible").first
    expect(link).to_be_visible()
    page.wait_for_timeout(20)  # longer than the shorter rest
    box = link.bounding_box()
    hand.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    assert bool(hand.heard) == (rest_ms == 1)


def test_a_page_that_is_busy_hears_one_of_two_taps(played, hand):
    tablet = hand(f"{played.url}/evenings/1")
    tablet.page.add_init_script("globalThis.restMs = 3000;")
    tablet.page.reload()
    fold = tablet.page.locator("summary").first
    expect(fold).not_to_have_attribute("aria-disabled", "true")
    box = fold.bounding_box()
    spot = (box["x"] + 20, box["y"] + box["height"] / 2)
    tablet.tap(*spot)
    tablet.page.evaluate(
        "setTimeout(() => { const begin = performance.now(); while (performance.now() - begin < 4000); }, 50)"
    )
    tablet.page.wait_for_timeout(200)
    tablet.tap(*spot)
    assert tablet.times[-1] - tablet.times[0] < 3000
    assert len(tablet.heard) == 1


@pytest.fixture
def landlord(open_house, hand):
    house = open_house(table="paired")
    tablet = hand(house.url)
    become_table(tablet.page)
    return house, tablet


def test_a_pin_with_a_digit_twice_is_typed_as_fast_as_fingers_are(landlord):
    house, tablet = landlord
    tablet.page.goto(f"{house.url}/landlord")
    key = tablet.page.get_by_role("button", name="7", exact=True)
    expect(key).to_be_enabled()
    box = key.bounding_box()
    tablet.double_tap(box["x"] + 20, box["y"] + 20, 60)
    expect(tablet.page.locator(".dots .on")).to_have_count(2)


def test_of_two_taps_at_the_landlords_one_is_heard(landlord):
    house, tablet = landlord

    def open_page():
        tablet.page.goto(f"{house.url}/landlord")
        expect(tablet.page.locator(".key, #card-this").first).to_be_visible()
        if tablet.page.locator(".key").count():
            type_pin(tablet.page, house.pins[-1])
        expect(tablet.page.locator("#card-this")).to_be_visible()

    some = tablet.try_all(open_page, 2)
    assert some


def test_the_tap_that_enters_the_last_digit_presses_nothing_in_the_room(landlord):
    house, tablet = landlord
    tablet.page.goto(f"{house.url}/landlord")
    *first, last = house.pins[-1]
    type_pin(tablet.page, "".join(first))
    key = tablet.page.get_by_role("button", name=last, exact=True)
    box = key.bounding_box()
    tablet.double_tap(box["x"] + 20, box["y"] + 20, 300)
    expect(tablet.page.locator("#card-this")).to_be_visible()
    assert "button" not in tablet.heard
    assert tablet.page.url.endswith("/landlord")
