"""A box that failed again and again comes up by itself: the evening goes on by tablet, and the page says why."""

import sqlite3
from contextlib import closing

import pytest
from playwright.sync_api import expect

from knobeltisch.app import Host
from knobeltisch.status import Device, Trouble
from knobeltisch.storage.journal import open_journal
from tests.support.servers.ports import free_port

pytestmark = pytest.mark.long

TROUBLE = Trouble(
    kind="silent", sentence="It failed 3 times in a row. The camera has sent no picture for 18 s."
)


def test_a_jammed_button_is_said_on_the_page_and_no_longer_once_it_is_free(house, look):
    house.camera_on()
    house.app.table.set_panel_state(Device(status="stuck", message="A button has long been down: undo."))
    page = look(house.url)
    expect(page.locator(".strip.camera")).to_contain_text("Ein Knopf klemmt")
    house.app.table.set_panel_state(Device(status="ok"))
    expect(page.locator(".strip.camera")).to_have_count(0)


def test_a_journal_that_cannot_be_written_is_said_on_the_page_and_nothing_is_offered_that_would_be_refused(
    open_house, look, picture, tmp_path
):
    house = open_house()
    house.start("Anna", "Ben", leader="Anna")
    house.app.stop()
    with closing(sqlite3.connect(tmp_path / "journal.sqlite")) as later:  # as a later version would leave it
        later.execute("ALTER TABLE entry ADD COLUMN mood TEXT")
        later.execute("PRAGMA user_version = 99")
        later.commit()
    page = look(open_house(host=Host(safe_mode=TROUBLE)).url)
    expect(page.locator(".strip.camera")).to_contain_text("install the newer one again")
    expect(page.locator(".strip.told")).to_contain_text("Es wird nicht gezählt")
    expect(page.locator("#next .n")).to_be_visible()
    expect(page.locator("#panel button")).to_have_count(0)
    picture(page, "sealed-tablet")


def test_what_is_no_journal_is_kept_aside_in_safe_mode_too_and_the_page_says_so_and_goes_on(
    open_house, look, tmp_path
):
    (tmp_path / "journal.sqlite").write_text("an evening at the lake")
    house = open_house(host=Host(safe_mode=TROUBLE))
    page = look(house.url, size="phone")
    expect(page.locator(".strip.camera")).to_contain_text("Die Kamera ist hängen geblieben.")
    expect(page.locator(".strip.told")).to_contain_text("aufgehoben")
    assert [file.read_text() for file in tmp_path.glob("journal-foreign-*.sqlite")] == [
        "an evening at the lake"
    ]
    house.start("Anna", "Ben", leader="Anna")
    for value in (1, 3, 5):
        page.locator(f'#panel [data-face="{value}"]').click()
    expect(page.locator("#dice .free .die")).to_have_count(3)


def test_at_a_journal_that_another_table_has_open_the_game_is_seen_and_nothing_is_offered(
    open_house, look, picture, tmp_path
):
    house = open_house()
    house.start("Anna", "Ben", leader="Anna")
    house.throw(1, 3, 4)
    house.app.stop()
    with closing(open_journal(tmp_path / "journal.sqlite")):
        page = look(open_house(host=Host(safe_mode=TROUBLE)).url)
        expect(page.locator("#dice .free .die")).to_have_count(3)
        expect(page.locator("main button, #foot button")).to_have_count(0)
        picture(page, "sealed-game-tablet")


def test_a_page_that_stayed_open_offers_everything_again_once_the_journal_is_free(open_house, look, tmp_path):
    port = free_port()
    house = open_house(port=port)
    house.start("Anna", "Ben", leader="Anna")
    page = look(house.url, offline=True)
    expect(page.locator("#panel button").first).to_be_visible()
    house.app.stop()
    with closing(open_journal(tmp_path / "journal.sqlite")):
        open_house(host=Host(safe_mode=TROUBLE), port=port)
        expect(page.locator("body")).to_have_attribute("data-role", "watch")
        expect(page.locator("#panel button")).to_have_count(0)
    open_house(port=port)
    expect(page.locator("body")).to_have_attribute("data-role", "table")
    expect(page.locator("#panel button").first).to_be_visible()


@pytest.mark.parametrize(
    ("status", "said"),
    [
        ("starting", "Die Kamera startet. Solange von Hand zählen."),
        ("missing", "there is no ribbon camera imx219."),
    ],
)
def test_what_keeps_the_camera_from_reading_is_named_on_the_page(house, look, status, said):
    house.app.table.set_camera_state(Device(status=status, message="there is no ribbon camera imx219."))
    expect(look(house.url).locator(".strip.camera")).to_contain_text(said)


def test_a_setting_that_is_wrong_is_named_on_the_page(open_house, look):
    sentence = "/etc/knobeltisch/table.toml: unknown key 'lens' in [camera]."
    house = open_house(host=Host(safe_mode=Trouble(kind="config", sentence=sentence)))
    expect(look(house.url).locator(".strip.camera")).to_contain_text(sentence)
