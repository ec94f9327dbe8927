"""The page in a real browser: what guests see and tap."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

NASTY = "<img src=x onerror=\"document.title='broken'\">"
BEERS = "\N{BEER MUG}" * 300


def two_throws(small, first, second):
    """A turn of two throws with nothing held, left lying if the thrower leads."""
    small.throw(*first)
    small.act({"act": "hold", "dice": []})
    small.throw(*second)
    if "pass" in small.snapshot()["legal"] and small.snapshot()["state"]["free"]:
        small.act({"act": "pass"})


@pytest.fixture
def four(small):
    """Four players; Anna has left 2-3-4 on two throws lying."""
    small.start("Anna", "Ben", "Cem", "Dora", leader="Anna")
    two_throws(small, (2, 3, 6), (2, 3, 4))
    return small


def values(page, where):
    """The faces drawn in a part of the page."""
    return page.locator(f"{where} .die").evaluate_all("all => all.map(one => Number(one.dataset.value))")


def sees(page, where, wanted):
    """Wait until a part of the page shows exactly these faces."""
    page.wait_for_function(
        "([where, wanted]) => JSON.stringify([...document.querySelectorAll(`${where} .die`)]"
        ".map(one => Number(one.dataset.value))) === wanted",
        arg=[where, json.dumps(wanted, separators=(",", ":"))],
    )


# --- what is shown


def test_the_board_says_who_throws_what_is_to_be_beaten_and_what_lies(four, serve, look):
    two_throws(four, (2, 5, 6), (1, 4, 4))
    four.throw(1, 3, 5)
    page = look(serve(four).url)
    expect(page.locator("#who h1")).to_have_text("Cem")
    expect(page.locator("#beat .call")).to_have_text("Fish auf zwei tief")
    expect(page.locator(".throws")).to_contain_text("noch ein Wurf")
    sees(page, "#dice .free", [1, 3, 5])


def test_points_are_called_as_at_the_table(small, serve, look):
    small.start("Anna", "Ben", leader="Anna")
    two_throws(small, (2, 5, 6), (3, 6, 6))
    page = look(serve(small).url)
    expect(page.locator("#beat .call")).to_have_text("123 auf zwei")


def test_news_from_the_table_appears_without_a_reload(four, serve, look):
    page = look(serve(four).url)
    page.evaluate("window.kept = true")
    four.throw(1, 3, 5)
    sees(page, "#dice .free", [1, 3, 5])
    four.act({"act": "hold", "dice": [1]})
    sees(page, "#dice .held", [1])
    expect(page.locator("#dice .cup")).to_be_visible()
    assert page.evaluate("window.kept") is True


def test_mats_and_stack_are_drawn_as_many_as_there_are(four, serve, look):
    for dice in ((1, 4, 4), (1, 5, 5), (1, 2, 2)):
        two_throws(four, (2, 5, 6), dice)
    page = look(serve(four).url)
    state = four.snapshot()["state"]
    assert state["mats"] == {"Anna": 1, "Ben": 0, "Cem": 0, "Dora": 0}
    expect(page.locator('[data-player="Anna"] .mat .number')).to_have_text("1")
    expect(page.locator('[data-player="Ben"] .mat .number')).to_have_text("0")
    expect(page.locator('[data-player="Anna"] .mats')).to_have_attribute("aria-label", "einen Deckel")
    expect(page.locator("#stack .pile .mat")).to_have_count(state["stack"])
    expect(page.locator("#beat")).to_contain_text("Anna nimmt einen Deckel")


def test_who_is_out_and_why_is_said(four, serve, look):
    four.throw(1, 1, 1)
    page = look(serve(four).url)
    expect(page.locator('[data-player="Ben"]')).to_contain_text("sicher")


def test_what_each_rolled_for_the_lead_is_shown(small, serve, look):
    small.start("Anna", "Ben", "Cem")
    small.act({"act": "roll_off", "dice": [4]}, {"act": "roll_off", "dice": [6]})
    page = look(serve(small).url)
    expect(page.locator("#who h1")).to_have_text("Cem")
    sees(page, '[data-player="Anna"] .result', [4])
    sees(page, '[data-player="Ben"] .result', [6])
    sees(page, "#dice .before", [6])


def test_the_last_act_stands_on_the_key_that_takes_it_back(four, serve, look):
    four.throw(1, 3, 5)
    page = look(serve(four).url)
    expect(page.locator("#foot .which")).to_contain_text("Ben: wirft")
    sees(page, "#foot .which", [1, 3, 5])


@pytest.mark.parametrize("status", ["no_board", "moved", "stalled"])
def test_a_camera_that_does_not_see_is_said_and_the_keypad_offered(four, serve, look, status):
    four.show(camera={"status": status, "name": "", "message": "x"})
    page = look(serve(four).url)
    expect(page.locator(".strip.camera")).to_be_visible()
    expect(page.locator("#bar .lens.blind")).to_be_visible()
    expect(page.locator("#panel [data-face]")).to_have_count(6)


def test_no_camera_is_a_sign_and_no_news(four, serve, look):
    four.show(camera={"status": "absent", "name": "", "message": ""})
    page = look(serve(four).url)
    expect(page.locator("#bar .lens.blind")).to_have_attribute(
        "aria-label", "Keine Kamera: Es wird von Hand gezählt."
    )
    expect(page.locator(".strip")).to_have_count(0)
    expect(page.locator("#panel [data-face]")).to_have_count(6)


# --- connection


def test_the_page_goes_on_after_the_server_was_restarted(four, another, serve, look):
    first = serve(four)
    page = look(first.url, offline=True)
    page.evaluate("window.kept = true")
    expect(page.locator("#who h1")).to_have_text("Ben")
    port = first.server.port
    first.server.stop()
    expect(page.locator(".strip.lost")).to_be_visible()
    reborn = another(four)
    reborn.throw(1, 3, 5)
    assert reborn.snapshot()["version"] < four.snapshot()["version"]
    serve(reborn, port=port)
    sees(page, "#dice .free", [1, 3, 5])
    expect(page.locator(".strip.lost")).to_have_count(0)
    assert page.evaluate("window.kept") is True


def test_a_page_that_finds_no_free_stream_asks_instead(four, serve, look):
    served = serve(four, streams=1)
    first = look(served.url)
    expect(first.locator("#who h1")).to_have_text("Ben")
    second = look(served.url, offline=True)
    expect(second.locator("body")).to_have_attribute("data-link", "polling")
    four.throw(1, 3, 5)
    sees(second, "#dice .free", [1, 3, 5])
    expect(second.locator(".strip.lost")).to_have_count(0)


def test_a_line_that_falls_silent_is_reopened(four, serve, look, monkeypatch):
    monkeypatch.setattr("web.server.live_streams.BEAT_S", 1e9)
    page = look(serve(four).url, clock=True)
    expect(page.locator("#who h1")).to_have_text("Ben")
    with page.expect_request("**/api/stream"):
        page.clock.fast_forward(26_000)
    four.throw(1, 3, 5)
    sees(page, "#dice .free", [1, 3, 5])


# --- questions


def test_a_question_is_answered_in_two_taps_at_most(four, serve, look, ask_throw):
    page = look(serve(four).url)
    ask_throw()
    expect(page.locator("#ask")).to_contain_text("Die Augen sind nicht eindeutig.")
    page.locator('[data-option="b"]').click()
    sees(page, "#dice .free", [1, 2, 5])
    expect(page.locator("#ask")).to_be_hidden()
    assert [command["do"] for command in four.commands].count("answer") == 1


def test_the_picture_of_the_die_in_question_is_shown(four, serve, look, ask_throw):
    ask_throw()
    page = look(serve(four).url)
    page.wait_for_function("() => document.querySelector('.crops img')?.naturalWidth === 96")


def test_anything_else_is_answered_by_keypad(four, serve, look, ask_throw):
    ask_throw()
    page = look(serve(four).url)
    page.locator('[data-focus="other"]').click()
    for face in (6, 6, 3):
        page.locator(f'#ask [data-face="{face}"]').click()
    sees(page, "#dice .free", [3, 6, 6])


def test_which_dice_stay_outside_is_answered_by_tapping_them(four, serve, look):
    four.throw(1, 1, 4)
    options = [{"id": "a", "dice": [1], "label": None}]
    question = {
        "id": "q2",
        "about": "hold",
        "player": "Ben",
        "reasons": ["no_such_hold"],
        "detail": {},
        "count": 0,
    }
    four.ask({**question, "options": options, "crops": []}, {"a": {"act": "hold", "dice": [1]}})
    page = look(serve(four).url)
    page.locator('[data-focus="other"]').click()
    page.locator('[data-focus="pad0"]').click()
    page.locator('[data-focus="pad1"]').click()
    page.locator('#ask [data-focus="enter"]').click()
    sees(page, "#dice .held", [1, 1])


# --- undo and correction


def test_one_tap_takes_back_the_act_that_the_button_names(four, serve, look):
    four.throw(1, 3, 5)
    page = look(serve(four).url)
    expect(page.locator(".undo")).to_contain_text("Ben: wirft")
    page.locator(".undo").click()
    expect(page.locator(".undo")).to_contain_text("Anna: lässt liegen")
    expect(page.locator("#dice .free .cup")).to_be_visible()


def test_a_second_tap_in_the_same_moment_takes_back_no_more(four, serve, look):
    four.throw(1, 3, 5)
    page = look(serve(four).url)
    page.locator(".undo").evaluate("button => { button.click(); button.click(); }")
    expect(page.locator(".undo")).to_contain_text("Anna: lässt liegen")
    assert [command["do"] for command in four.commands].count("undo") == 1
    expect(page.locator(".strip.told")).to_have_count(0)


# --- start, by hand, rematch


def test_a_game_is_started_from_the_page(small, serve, look):
    page = look(serve(small).url)
    for name in ("Anna", "Ben", "Cem"):
        page.locator('[data-focus="newcomer"]').fill(name)
        page.keyboard.press("Enter")
    page.locator('[data-focus="up Cem"]').click()
    page.get_by_role("button", name="Los geht").click()
    expect(page.locator("#who h1")).to_have_text("Anna")
    assert small.snapshot()["state"]["players"] == ["Anna", "Cem", "Ben"]
    assert small.snapshot()["state"]["stage"] == "roll_off"


def test_a_plain_start_says_no_more_than_it_must(small, serve, look):
    small.start("Anna", "Ben", leader="Anna")
    small.throw(1, 1, 1)
    page = look(serve(small).url)
    page.get_by_role("button", name="Revanche").click()
    expect(page.locator(".doing")).to_have_text("würfelt aus, wer anfängt")
    assert small.commands[-1].keys() == {"do", "variant", "players", "leader", "head", "moment"}


def test_news_does_not_disturb_what_is_typed_into_the_form(small, serve, look):
    page = look(serve(small).url)
    page.locator('[data-focus="newcomer"]').fill("Anna")
    small.show(camera={"status": "no_board", "name": "", "message": ""})
    expect(page.locator(".strip.camera")).to_be_visible()
    expect(page.locator('[data-focus="newcomer"]')).to_have_value("Anna")


def test_a_whole_turn_is_scored_by_hand(small, serve, look):
    small.start("Anna", "Ben", leader="Anna")
    small.show(camera={"status": "absent", "name": "", "message": ""})
    page = look(serve(small).url)
    for face in (6, 1, 6):
        page.locator(f'#panel [data-face="{face}"]').click()
    sees(page, "#dice .free", [1, 6, 6])
    page.locator('[data-focus="turn"]').click()
    sees(page, "#dice .held", [1])
    page.locator('[data-focus="free0"]').click()
    page.locator('[data-focus="hold"]').click()
    sees(page, "#dice .held", [1, 1])
    page.locator('#panel [data-face="4"]').click()
    page.locator('[data-focus="pass"]').click()
    expect(page.locator("#beat .call")).to_have_text("204 auf zwei")


def test_what_the_rules_refuse_is_said_in_the_tables_language(small, serve, look):
    small.start("Anna", "Ben", leader="Anna")
    small.show(camera={"status": "absent", "name": "", "message": ""})
    small.throw(2, 3, 4)
    page = look(serve(small).url, refusals=True)
    small.show(holds=[[2]])  # the page would not offer it
    page.locator('[data-focus="free0"]').click()
    page.locator('[data-focus="hold"]').click()
    expect(page.locator(".strip.told")).to_have_text("Diese Würfel dürfen nicht rausgelegt werden.")


def test_without_a_button_panel_the_page_has_its_buttons(four, serve, look):
    four.show(panel={"status": "absent", "message": ""})
    four.throw(1, 3, 5)
    page = look(serve(four).url)
    page.locator('#panel [data-focus="again"]').click()
    expect(page.locator(".doing")).to_contain_text("Becher drauf")


def test_a_rematch_is_one_tap(small, serve, look):
    small.start("Anna", "Ben", leader="Anna")
    small.throw(1, 1, 1)
    page = look(serve(small).url)
    expect(page.locator("#who h1")).to_have_text("Ben zahlt eine Runde")
    page.get_by_role("button", name="Revanche").click()
    expect(page.locator(".doing")).to_have_text("würfelt aus, wer anfängt")
    assert small.snapshot()["game"] == 2


@pytest.mark.parametrize("thrown", [False, True], ids=["keypad", "choices"])
def test_by_hand_all_buttons_fit_the_tablet_even_with_news_on_top(small, serve, look, thrown):
    small.start("Anna", "Ben", leader="Anna")
    small.show(camera={"status": "absent", "name": "", "message": ""}, notice={"key": "busy", "message": "x"})
    small.throw(1, 4, 5)
    small.act({"act": "hold", "dice": [1]})
    if thrown:
        small.throw(6, 6)
    page = look(serve(small).url)
    expect(page.locator("#panel button").first).to_be_visible()
    assert (
        page.evaluate(
            "(() => { const s = document.querySelector('#stage'); return s.scrollHeight - s.clientHeight })()"
        )
        <= 0
    )


# --- language, names, roles


def test_the_language_follows_the_browser_and_is_switched_and_kept(four, serve, look):
    page = look(serve(four).url, locale="en-GB")
    expect(page.locator("#beat .call")).to_have_text("Fish on two is low")
    page.locator(".language").select_option("de")
    expect(page.locator("#beat .call")).to_have_text("Fish auf zwei tief")
    assert page.locator("html").get_attribute("lang") == "de"
    page.reload()
    expect(page.locator("#beat .call")).to_have_text("Fish auf zwei tief")


def test_names_are_only_ever_text(small, serve, look):
    small.start(NASTY, BEERS, "Ben", leader=NASTY)
    two_throws(small, (2, 3, 6), (2, 3, 4))
    page = look(serve(small).url)
    expect(page.locator("#who h1")).to_have_text(BEERS)
    expect(page.locator("#players .nick").first).to_have_text(NASTY)
    assert page.locator("img").count() == 0
    assert page.title() == "Knobeltisch"
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_watching_page_has_nothing_to_press(four, serve, look, ask_throw):
    four.throw(1, 3, 5)
    page = look(serve(four).url + "/watch")
    sees(page, "#dice .free", [1, 3, 5])
    assert page.locator("button:not(.facts)").all_inner_texts() == ["Mehr"]
    four.show(camera={"status": "absent", "name": "", "message": ""})
    expect(page.locator("#bar .lens.blind")).to_be_visible()
    ask_throw()
    expect(page.locator("#ask")).to_contain_text("Am Tisch schaut gerade jemand nach.")
    assert page.locator("button:not(.facts), input").all_inner_texts() == ["Mehr"]


@pytest.mark.parametrize("size", ["tablet", "phone"])
def test_everything_to_tap_is_large_enough_for_a_finger(four, serve, look, ask_throw, size):
    four.show(camera={"status": "absent", "name": "", "message": ""})
    page = look(serve(four).url, size=size)
    smallest = """() => [...document.querySelectorAll('button, select, input')]
        .filter(one => one.checkVisibility({ visibilityProperty: true })).map(one => one.getBoundingClientRect())
        .reduce((least, box) => Math.min(least, box.width, box.height), 999)"""
    expect(page.locator("#panel [data-face]")).to_have_count(6)
    assert page.evaluate(smallest) >= 48
    ask_throw()
    expect(page.locator("#ask")).to_be_visible()
    assert page.evaluate(smallest) >= 48
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_colours_stand_out_enough_to_be_read(four, serve, look):
    """WCAG AA: 4.5 to 1 for text, each text against the nearest ground painted behind it."""
    page = look(serve(four).url)
    expect(page.locator("#who h1")).to_have_text("Ben")
    faint = page.evaluate("""() => {
      const rgb = (text) => text.match(/[\\d.]+/g).map(Number);
      const light = ([r, g, b]) => [r, g, b].map((one) => one / 255)
        .map((one) => (one <= 0.03928 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4))
        .reduce((sum, one, at) => sum + one * [0.2126, 0.7152, 0.0722][at], 0);
      const ground = (node) => {
        for (let at = node; at; at = at.parentElement) {
          const colour = rgb(getComputedStyle(at).backgroundColor);
          if (colour.length < 4 || colour[3] > 0) return colour;
        }
      };
      return [...document.querySelectorAll("body *")]
        .filter((one) => [...one.childNodes].some((child) => child.nodeType === 3 && child.data.trim()))
        .filter((one) => one.checkVisibility() && !one.closest("script, noscript, option") && !one.disabled)
        .map((one) => {
          const [a, b] = [light(rgb(getComputedStyle(one).color)), light(ground(one))].sort((x, y) => y - x);
          return [one.textContent, (a + 0.05) / (b + 0.05)];
        })
        .filter(([, ratio]) => ratio < 4.5);
    }""")
    assert faint == []


# --- pictures for people


@pytest.mark.parametrize(("name", "size"), [("board", "tablet"), ("board-phone", "phone")])
def test_the_board_fits_the_screen_it_is_made_for(four, serve, look, picture, name, size):
    for dice in ((1, 4, 4), (1, 5, 5), (1, 2, 2)):
        two_throws(four, (2, 5, 6), dice)
    two_throws(four, (2, 5, 5), (3, 6, 6))
    two_throws(four, (2, 5, 5), (1, 4, 6))
    four.throw(1, 3, 5)
    page = look(serve(four).url, size=size)
    sees(page, "#dice .free", [1, 3, 5])
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    if size == "tablet":
        assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    picture(page, name)
