import pytest
from playwright.sync_api import expect

from web.server.live_streams import LiveStreams

pytestmark = pytest.mark.long

COUNT_LOCKS = """
window.locks = 0;
const plain = WakeLock.prototype.request;
WakeLock.prototype.request = function (...asked) { window.locks += 1; return plain.apply(this, asked); };
"""


def test_a_page_that_finds_no_free_stream_asks_instead(open_house, look):
    house = open_house(streams=2)
    house.start("Anna", "Ben", leader="Anna")
    for _ in range(2):
        expect(look(house.url).locator("body")).to_have_attribute("data-link", "live")
    page = look(house.url, offline=True)
    expect(page.locator("body")).to_have_attribute("data-link", "polling")
    house.throw(1, 3, 5)
    expect(page.locator("#dice .free .die")).to_have_count(3)
    expect(page.locator(".strip.lost")).to_have_count(0)


def test_a_line_that_falls_silent_is_reopened(house, look, monkeypatch):
    monkeypatch.setattr("web.server.live_streams.BEAT_S", 1e9)
    house.start("Anna", "Ben", leader="Anna")
    page = look(house.url, clock=True)
    expect(page.locator("#next .n")).to_have_text("Anna")
    with page.expect_request("**/api/stream"):
        page.clock.fast_forward(26_000)
    house.throw(1, 3, 5)
    expect(page.locator("#dice .free .die")).to_have_count(3)


@pytest.mark.parametrize("path", ["/", "/screen"])
def test_a_screen_that_was_hidden_is_kept_awake_again(house, look, path):
    page = look(house.url)
    page.add_init_script(COUNT_LOCKS)
    page.goto(house.url + path)
    page.wait_for_function("locks === 1")
    for hidden, locks in (("true", 1), ("false", 2)):
        page.evaluate(
            f"Object.defineProperty(document, 'hidden', {{ get: () => {hidden}, configurable: true }})"
        )
        page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
        page.wait_for_function(f"locks === {locks}")


def test_the_language_follows_the_browser_and_is_switched_and_kept(house, look):
    house.start("Anna", "Ben", leader="Anna")
    house.throw(2, 3, 4)
    house.leave_it()
    page = look(house.url, locale="en-GB")
    expect(page.locator("#beat .call")).to_have_text("Anna, in one")
    page.locator('[data-focus="more"]').click()
    page.locator(".language").select_option("de")
    expect(page.locator("#beat .call")).to_have_text("Anna, auf eins")
    assert page.locator("html").get_attribute("lang") == "de"
    page.reload()
    expect(page.locator("#beat .call")).to_have_text("Anna, auf eins")


def test_a_page_that_has_heard_nothing_for_five_seconds_says_so_and_rests(house, look, monkeypatch):
    house.start("Anna", "Ben", leader="Anna")
    page = look(house.url, clock=True, offline=True)
    expect(page.locator("#next .n")).to_have_text("Anna")
    monkeypatch.setattr("web.server.live_streams.BEAT_S", 1e9)
    page.route("**/api/board", lambda route: route.abort())
    page.route("**/api/stream", lambda route: route.abort())
    page.clock.run_for(5000)
    expect(page.locator(".strip.lost")).to_be_visible()
    assert page.evaluate("[...document.querySelectorAll('#panel, #foot')].every((one) => one.inert)")
    key = page.locator('#panel [data-face="1"]').bounding_box()
    page.mouse.click(key["x"] + 20, key["y"] + 20)
    assert page.locator("#dice .typed").count() == 0
    page.unroute("**/api/board")
    page.unroute("**/api/stream")
    page.clock.run_for(5000)
    expect(page.locator(".strip.lost")).to_have_count(0)
    assert page.evaluate("[...document.querySelectorAll('#panel, #foot')].every((one) => !one.inert)")


def test_a_page_that_wakes_fetches_what_is_true(house, look, monkeypatch):
    monkeypatch.setattr("web.server.live_streams.BEAT_S", 1e9)
    house.start("Anna", "Ben", leader="Anna")
    page = look(house.url, clock=True)
    expect(page.locator("#next .n")).to_have_text("Anna")
    monkeypatch.setattr(LiveStreams, "send", lambda _streams, _board: None)  # the stream sleeps on
    page.clock.set_fixed_time(page.evaluate("Date.now()") + 3_600_000)
    house.throw(1, 3, 5)
    with page.expect_response("**/api/board"):
        page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(page.locator("#dice .free .die")).to_have_count(3)
