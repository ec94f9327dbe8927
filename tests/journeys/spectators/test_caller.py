"""The caller: off at first, then it says what is certain, once, and lets the old go for the new."""

import re

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.long

# The browser's own voice, as a list of the sentences it was given. One voice of the device, one from elsewhere.
VOICE = """
window.said = [];
window.tones = 0;
const voices = %s;
const speech = new EventTarget();
Object.assign(speech, {
  getVoices: () => voices,
  speak: (one) => window.said.push({ text: one.text, lang: one.lang, volume: one.volume, voice: one.voice?.name }),
  cancel: () => window.said.push({ text: "(stop)" }),
});
Object.defineProperty(window, "speechSynthesis", { value: speech });
window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
const plain = AudioContext.prototype.createOscillator;
AudioContext.prototype.createOscillator = function () { window.tones += 1; return plain.call(this); };
"""
LOCAL = """[
  { name: "Far", lang: "de-DE", localService: false, default: true },
  { name: "Anna", lang: "de-DE", localService: true, default: false },
  { name: "Daniel", lang: "en-GB", localService: true, default: false },
]"""


@pytest.fixture
def listen(house, look):
    """Open the board with a voice that writes down its sentences."""

    def open_page(*, size="tablet", voices=LOCAL, path="/", locale="de-DE"):
        page = look(f"{house.url}{path}", size=size, locale=locale)
        page.add_init_script(VOICE % voices)
        page.reload()
        expect(page.locator('[data-focus="more"]')).to_be_visible()
        return page

    return open_page


def open_sheet(page):
    page.locator('[data-focus="more"]').click()
    page.locator(".menu").get_by_text("Ansager", exact=True).click()


def switch_on(page, *names):
    open_sheet(page)
    for name in names or ("speaks",):
        page.locator(f'[data-focus="{name}"]').click()
        expect(page.locator(f'[data-focus="{name}"]')).to_have_attribute("aria-checked", "true")
    page.keyboard.press("Escape")
    forget(page)


def forget(page):
    page.evaluate("said.length = 0")


def said(page):
    return [sentence["text"] for sentence in page.evaluate("said") if sentence["text"] not in ("(stop)", " ")]


def hears(page, *sentences):
    """Wait until this was said, and nothing besides."""
    page.wait_for_function(
        "count => said.filter(one => one.text.trim() && one.text !== '(stop)').length >= count",
        arg=len(sentences),
    )
    assert said(page) == list(sentences)


def shown(page, words):
    """Wait until the last act is on the page: the way back names it."""
    expect(page.locator("#foot .undo")).to_have_attribute("aria-label", re.compile(words))


@pytest.fixture
def evening(house):
    house.start("Anna", "Ben", "Cem", leader="Anna")


def test_the_sheet_switches_voice_and_sounds_on_this_device(evening, listen):
    page = listen(size="phone")
    open_sheet(page)
    expect(page.locator('[role="switch"]')).to_have_count(2)
    for switch in page.locator('[role="switch"]').all():
        expect(switch).to_have_attribute("aria-checked", "false")
    page.locator('[data-focus="speaks"]').click()
    hears(page, "Hier ist der Ansager.")
    assert page.evaluate("said.at(-1).voice") == "Anna"


def test_nothing_is_said_before_it_is_switched_on(evening, house, listen):
    page = listen()
    house.throw(1, 3, 5)
    shown(page, "Anna wirft")
    assert said(page) == []


def throws(*dice):
    return lambda house: house.throw(*dice)


def leaves(house):
    house.leave_it()


def sends(**command):
    return lambda house: house.send(command)


HIGH = {"ones": 100, "sixes": 60, "direction": "high"}
BAVARIAN = (
    (throws(1, 1, 4), "Anna: 1, 1, 4.", 1),
    (leaves, "Anna: 204. Zu schlagen: 204 auf eins. Ben: alle drei werfen und eintippen.", 0),
    (sends(do="undo", count=1), "Zurückgenommen. Anna: nochmal oder liegen lassen.", 0),
    (leaves, "Anna: 204. Zu schlagen: 204 auf eins. Ben: alle drei werfen und eintippen.", 0),
    (throws(1, 2, 3), "Ben: 105. Zu schlagen: 105 auf eins. Cem: alle drei werfen und eintippen.", 1),
    (throws(1, 2, 4), "Cem: 106. Ben nimmt einen Deckel. Ben: alle drei werfen und eintippen.", 1),
    (throws(1, 1, 1), "Chick! Von Ben. Cem: alle drei werfen und eintippen.", 4),
    (sends(do="press", button="undo", long=True), "Bitte nachsehen.", 0),
)
DECLARED = "Anna: 204. Zu schlagen: 204 rauf im Ersten. Ben: alle drei werfen und eintippen."
SHOCK = "Schock aus! Von Anna. Zu schlagen: Schock aus auf eins. Ben: werfen und zugedeckt lassen."
CALLS = {
    "bavarian": BAVARIAN,
    "schocken": ((throws(1, 1, 1), "Anna: 1, 1, 1.", 1), (leaves, SHOCK, 4)),
    "base": (
        (throws(1, 1, 4), "Anna: 1, 1, 4.", 1),
        (lambda house: house.act({"act": "pass", "declare": HIGH}), DECLARED, 0),
    ),
    "drinking": ((throws(4, 4, 4), "Anna bestimmt den Verlierer.", 0),),
}
"""What happens in each game, what is said of it, and how many tones sound."""


def test_what_happens_is_called_with_its_sound(house, listen):
    page = listen()
    switch_on(page, "speaks", "sounds")
    for variant, happens in CALLS.items():
        house.start("Anna", "Ben", "Cem", leader="Anna", variant=variant)
        page.wait_for_function("() => said.some((one) => one.text.startsWith('Neues Spiel. Anna: '))")
        for news, sentence, tones in happens:
            forget(page)
            earlier = page.evaluate("tones")
            news(house)
            hears(page, sentence)
            page.wait_for_function("count => tones === count", arg=earlier + tones)


def test_a_correction_is_called_once(evening, house, listen):
    house.throw(1, 1, 4)
    house.leave_it()
    house.throw(1, 2, 3)
    page = listen()
    switch_on(page)
    entry = house.shown["acts"][-1]["id"]
    house.send({"do": "correct", "entry": entry, "act": {"act": "throw", "dice": [1, 2, 6]}})
    corrected = "Korrektur. Ben: 162. Zu schlagen: 162 auf eins."
    hears(page, corrected)
    house.throw(1, 2, 5)
    hears(page, corrected, "Cem: 107. Cem nimmt einen Deckel. Cem: alle drei werfen und eintippen.")


def test_a_reload_says_nothing_old_and_wakes_with_the_first_tap(evening, house, listen):
    page = listen()
    switch_on(page)
    house.throw(1, 1, 4)
    hears(page, "Anna: 1, 1, 4.")
    page.reload()
    shown(page, "Anna wirft")
    assert said(page) == []
    page.mouse.click(640, 400)
    house.leave_it()
    hears(page, "Anna: 204. Zu schlagen: 204 auf eins. Ben: alle drei werfen und eintippen.")


def test_what_happened_while_the_line_was_dead_is_old(evening, house, look, listen):
    page = look(house.url, offline=True)
    page.add_init_script(VOICE % LOCAL)
    page.reload()
    switch_on(page)
    page.context.set_offline(True)
    page.evaluate("dispatchEvent(new Event('online'))")  # reopen the stream: it cannot
    expect(page.locator(".strip.lost")).to_be_visible()
    house.throw(1, 1, 4)
    page.context.set_offline(False)
    shown(page, "Anna wirft")
    assert said(page) == []


def test_the_newest_act_stops_what_is_being_said(evening, house, listen):
    page = listen()
    switch_on(page)
    house.throw(1, 1, 4)
    house.leave_it()
    page.wait_for_function("() => said.some(one => one.text.includes('204'))")
    texts = [sentence["text"] for sentence in page.evaluate("said")]
    assert all(texts[place - 1] == "(stop)" for place, text in enumerate(texts) if text != "(stop)")


def test_without_a_voice_of_its_own_a_device_says_so_and_sends_no_name_away(evening, house, listen):
    page = listen(voices='[{ name: "Far", lang: "de-DE", localService: false, default: true }]')
    open_sheet(page)
    expect(page.locator(".sheet")).to_contain_text("keine eigene deutsche Stimme")
    page.locator('[data-focus="speaks"]').click()
    page.keyboard.press("Escape")
    house.throw(1, 1, 4)
    shown(page, "Anna wirft")
    assert page.evaluate("said.filter(one => one.voice).length") == 0
    assert said(page) == []


def test_the_voice_follows_the_language_of_the_page(evening, house, listen):
    page = listen(locale="en-GB")
    page.locator('[data-focus="more"]').click()
    page.locator(".menu").get_by_text("Caller", exact=True).click()
    page.locator('[data-focus="speaks"]').click()
    hears(page, "This is the caller.")
    assert page.evaluate("said.at(-1).lang") == "en-GB"


def test_phones_that_look_on_may_call_too(evening, house, listen):
    page = listen(size="phone", path="/watch")
    switch_on(page)
    house.throw(1, 1, 4)
    hears(page, "Anna: 1, 1, 4.")
