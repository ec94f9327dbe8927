"""The television is the show: sounds and a voice where the landlord lets it, and a calm screen while nobody plays."""

import stat
import struct
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import expect

from knobeltisch.device.voice import Voice
from tests.support.waiting import until

COUNTED = """
window.tones = 0;
const plain = AudioContext.prototype.createBufferSource;
AudioContext.prototype.createBufferSource = function () { window.tones += 1; return plain.call(this); };
"""


def silence():
    """A tenth of a second of it, as the program writes it."""
    sound = bytes(4410)
    head = struct.pack(
        "<4sI4s4sIHHIIHH4sI", b"RIFF", 0, b"WAVE", b"fmt ", 16, 1, 1, 22050, 44100, 2, 16, b"data", 0
    )
    return head + sound


@pytest.fixture
def guests(house):
    return house.guests


@pytest.fixture
def voice(tmp_path):
    """A table with a voice of its own, without asking that one is installed."""
    (tmp_path / "silence.wav").write_bytes(silence())
    program = tmp_path / "speaks"
    program.write_text(f"#!/bin/sh\ncat > /dev/null; cat {tmp_path}/silence.wav\n")
    program.chmod(program.stat().st_mode | stat.S_IEXEC)
    return Voice(str(program))


@pytest.fixture
def house(open_house, voice):
    return open_house(voice=voice)


@pytest.fixture
def screen(house, look):
    """A television, with its requests to the table's voice."""

    def open_(**more):
        page = look(f"{house.url}/healthz", size="tv", **more)
        page.add_init_script(COUNTED)
        page.said = []
        page.on("request", lambda asked: page.said.append(asked.url) if "/api/voice" in asked.url else None)
        with page.expect_response("**/api/stream*"):
            page.goto(f"{house.url}/screen")
        return page

    return open_


def sentences(page):
    return [parse_qs(urlsplit(url).query)["text"][0] for url in page.said]


def test_nothing_sounds_until_the_landlord_lets_it(house, screen):
    house.start("Anna", "Ben", leader="Anna")
    page = screen()
    page.keyboard.press("a")
    house.throw(1, 3, 5)
    expect(page.locator("#dice .die")).to_have_count(3)
    assert (sentences(page), page.evaluate("tones")) == ([], 0)


def test_the_television_asks_for_one_key_and_then_calls_with_the_tables_voice(house, guests, screen, picture):
    guests.allowed.change({"screen_sound": True})
    house.start("Anna", "Ben", leader="Anna")
    page = screen()
    page.wait_for_timeout(500)  # a look at a page counts as a gesture: the first must be at the line
    expect(page.get_by_text("einmal tippen oder eine Taste")).to_be_visible()
    picture(page, "television-tap")
    page.keyboard.press("a")
    expect(page.get_by_text("einmal tippen oder eine Taste")).to_have_count(0)
    with page.expect_response("**/api/voice?*") as answer:
        house.throw(1, 3, 5)
    assert answer.value.status == 200
    assert sentences(page) == ["Anna: 1, 3, 5."]
    page.wait_for_function("() => tones >= 1")  # the voice
    guests.allowed.change({"screen_sound": False})
    expect(page.locator("#strips p")).to_have_count(0)
    house.leave_it()
    expect(page.locator("#next .n")).to_have_text("Ben")
    assert len(sentences(page)) == 1


@pytest.mark.long
def test_a_tablet_without_a_voice_has_the_tables_also_when_its_board_comes_late(house, look):
    page = look(f"{house.url}/healthz")
    held = []
    page.route("**/api/stream", lambda route: held.append(route))  # noqa: PLW0108 - a bound builtin has no signature
    page.goto(house.url)
    page.locator('[data-focus="more"]').click()
    page.locator(".menu").get_by_text("Ansager", exact=True).click()
    expect(page.locator('dialog[aria-busy="true"]')).to_be_visible()
    held.pop().continue_()
    page.unroute("**/api/stream")
    with page.expect_response("**/api/voice?*") as answer:
        page.locator('[data-focus="speaks"]').click()
    assert answer.value.ok
    expect(page.locator(".sheet")).not_to_contain_text("keine eigene deutsche Stimme")


def test_a_screen_that_the_landlord_keeps_silent_gets_no_voice(open_house, house, look):
    page = look(f"{house.url}/screen", refusals=True)
    house.gate.access.everyone = False
    status = "async (path) => (await fetch(path)).status"
    assert page.evaluate(status, "/api/voice?language=de&text=Hallo") == 404


def played(house):
    """A game of which one round was played, and ended by the table."""
    house.start("Anna", "Ben", leader="Anna")
    house.throw(2, 3, 5)
    house.leave_it()
    house.throw(1, 1, 5)
    house.send({"do": "end"})


def test_a_game_that_is_over_gives_way_to_cards_and_the_next_one_takes_the_screen_back(
    house, screen, picture
):
    played(house)
    page = screen(clock=True)
    expect(page.locator("#whole .over")).to_be_visible()
    page.clock.run_for(200_000)
    card = page.locator("#idle h2")
    expect(card).to_be_visible()
    expect(page.locator("#whole .over")).to_be_hidden()
    expect(page.locator(".invite .qr")).to_be_visible()
    seen, said = set(), ""

    def all_cards_were_shown():
        nonlocal said
        page.clock.run_for(20_000)
        title = card.text_content() or ""
        seen.add(title)
        said += page.locator("#idle").inner_text()
        if "So geht" in title:
            picture(page, "television-idle-tv")
        return len(seen) == 3  # the lesson comes once it is fetched

    until(all_cards_were_shown)
    assert "die meisten Spiele" not in said  # both have played one: neither holds the record alone
    house.start("Anna", "Ben", leader="Anna")
    expect(page.locator("#next .n")).to_have_text("Anna")
    expect(page.locator("#idle")).to_be_hidden()


@pytest.mark.parametrize(("query", "inset"), [("", 0.025), ("?inset=4", 0.04), ("?inset=0", 0)])
def test_nothing_to_read_lies_on_a_televisions_cut_edge(house, look, picture, query, inset):
    played(house)
    page = look(f"{house.url}/screen{query}", size="tv")
    expect(page.locator("#whole .over")).to_be_visible()
    picture(page, f"television-inset-{round(1000 * inset)}")
    box = page.locator(".screen").bounding_box()
    for side, least in (("x", 1920 * inset), ("y", 1080 * inset)):
        assert box[side] == pytest.approx(least, abs=1)
    assert box["width"] == pytest.approx(1920 * (1 - 2 * inset), abs=1)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
