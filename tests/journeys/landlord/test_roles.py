"""Who may do what, as a landlord and his guests meet it: the first start, the PIN, devices, copies, the switch."""

import re
from dataclasses import dataclass, field
from functools import partial
from zipfile import ZipFile

import pytest
from playwright.sync_api import expect

from knobeltisch.app import Host
from knobeltisch.health.support_bundle import make_bundle_apart
from tests.support.evenings.visitor import run_table
from tests.support.pages.landlord import become_table, enter, follow, type_pin
from tests.support.sounds import WAV


@dataclass
class Plug:
    """The device's switch, which only notes what was asked for."""

    asked: list[str] = field(default_factory=list)

    def switch_off(self):
        self.asked.append("off")

    def restart(self):
        self.asked.append("restart")


@pytest.fixture
def plug():
    return Plug()


@pytest.fixture
def pub(open_house, plug):
    """A house in which only paired tablets play."""
    return open_house(table="paired", host=Host(power=plug, report=partial(make_bundle_apart, None)))


@pytest.fixture
def table(pub, look):
    def open_(size="tablet", **more):
        page = look(pub.url, size=size, **more)
        become_table(page)
        return page

    return open_


def fits(page):
    """Nothing hangs over the edge of the screen."""
    return page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_first_start_shows_the_pin_once_and_makes_this_tablet_the_table(pub, look, picture):
    page = look(pub.url, size="tablet", refusals=True)
    shown = page.locator(".pin")
    expect(shown).to_have_text(pub.pins[0])
    picture(page, "roles-first-tablet")
    assert fits(page)
    become_table(page)
    page.goto(f"{pub.url}/")
    expect(page.locator("body")).to_have_attribute("data-role", "table")
    expect(page.locator(".pin")).to_have_count(0)


@pytest.mark.long
def test_a_second_browser_does_not_see_the_pin_and_watches_once_it_is_noted(pub, look):
    first = look(pub.url)
    expect(first.locator(".pin")).to_be_visible()
    second = look(pub.url, size="phone", refusals=True)
    expect(second.get_by_text("an einem anderen Gerät eingerichtet")).to_be_visible()
    assert pub.pins[0][:3] not in second.inner_text("body")
    first.get_by_role("button", name="Aufgeschrieben").click()
    expect(second.locator("body")).to_have_attribute("data-role", "watch")


def test_the_landlord_comes_in_by_number_pad_and_leaves_again(pub, table):
    page = table("phone")
    page.get_by_role("button", name="Mehr").click()
    follow(page, "Für den Wirt")
    expect(page.get_by_role("heading", name="PIN des Wirts")).to_be_visible()
    type_pin(page, pub.pins[0][:4])
    assert fits(page)
    type_pin(page, pub.pins[0][4:])
    expect(page.get_by_text("Dieses Gerät ist der Tisch")).to_be_visible()
    assert fits(page)
    page.get_by_role("link", name="Zum Tisch").click()
    expect(page).to_have_url(f"{pub.url}/")  # he leaves before the board comes
    page.goto(f"{pub.url}/landlord")
    expect(page.get_by_role("heading", name="PIN des Wirts")).to_be_visible()


@pytest.mark.long
def test_a_wrong_pin_waits_and_says_how_long(pub, table):
    page = table(refusals=True)
    page.goto(f"{pub.url}/landlord")
    type_pin(page, "".join(str((int(digit) + 1) % 10) for digit in pub.pins[0]))
    expect(page.get_by_text("Das ist nicht die PIN. Weiter in")).to_be_visible()
    expect(page.get_by_role("button", name="5")).to_be_disabled()
    expect(page.get_by_role("button", name="5")).to_be_enabled()
    type_pin(page, pub.pins[0])
    expect(page.locator("#card-this")).to_be_visible()


def test_a_guest_watches_and_the_landlord_makes_his_device_the_table(pub, table, look):
    table()
    guest = look(pub.url)
    expect(guest.locator("body")).to_have_attribute("data-role", "watch")
    guest.get_by_role("button", name="Mehr").click()
    follow(guest, "Dieses Gerät zum Tisch machen")
    type_pin(guest, pub.pins[0])
    guest.get_by_role("button", name="Dieses Gerät zum Tisch machen").click()
    expect(guest.locator("#card-devices").get_by_role("listitem")).to_have_count(2)
    guest.get_by_role("link", name="Zum Tisch").click()
    expect(guest.locator("body")).to_have_attribute("data-role", "table")


@pytest.mark.long
@pytest.mark.parametrize("tapped", ["#foot button.undo", '[data-focus^="correct "]'], ids=["acts", "asks"])
def test_a_tablet_that_was_removed_watches_from_its_next_tap_on_and_says_so(pub, table, look, tapped):
    tablet = table(refusals=True)
    pub.start("Anna", "Ben", leader="Anna")
    pub.throw(1, 3, 4)
    if "correct" in tapped:
        tablet.locator('[data-focus="history"]').click()
    expect(tablet.locator(tapped).first).to_be_visible()
    landlord = look(f"{pub.url}/landlord")
    type_pin(landlord, pub.pins[0])
    landlord.get_by_role("button", name="Entfernen").click()
    landlord.get_by_role("button", name="Wirklich entfernen").click()
    expect(landlord.get_by_text("Noch keines.")).to_be_visible()
    tablet.locator(tapped).first.click()
    expect(tablet.locator("body")).to_have_attribute("data-role", "watch")
    expect(tablet.locator("#strips")).to_contain_text("schaut nur")
    expect(tablet.locator("dialog, #foot button.undo")).to_have_count(0)
    assert pub.shown["game"] == 1


@pytest.mark.long
def test_a_new_pin_counts_only_once_it_was_written_down(pub, table, look):
    page = table()
    enter(page, pub.url, pub.pins[-1])
    page.get_by_role("button", name="Neue PIN machen").click()
    new = page.locator("#card-new_pin .pin").inner_text().replace("\n", "").replace(" ", "")
    page.get_by_role("button", name="ab jetzt gilt sie").click()
    expect(page.get_by_text("Die neue PIN gilt.")).to_be_visible()
    other = look(f"{pub.url}/landlord")
    type_pin(other, new)
    expect(other.locator("#card-this")).to_be_visible()


def test_a_copy_is_saved_and_brings_the_evening_back(pub, table, tmp_path):
    page = table()
    pub.start("Anna", "Ben", leader="Anna")
    pub.throw(1, 3, 5)
    enter(page, pub.url, pub.pins[-1])
    with page.expect_download() as download:
        page.get_by_role("link", name="Sicherung speichern").click()
    copy = tmp_path / "copy.sqlite"
    download.value.save_as(copy)
    pub.send({"do": "undo", "count": 2})
    assert pub.shown["state"] is None
    page.locator("#copy-file").set_input_files(copy)
    page.get_by_role("button", name="„copy.sqlite“ wirklich zurückholen").click()
    expect(page.get_by_text("Die Sicherung ist zurück.")).to_be_visible()
    assert pub.shown["state"]["free"] == [1, 3, 5]
    assert list(tmp_path.glob("journal-before-*.sqlite"))


@pytest.mark.long
def test_a_sound_of_the_landlords_own_plays_in_place_of_the_voice_until_it_is_removed(pub, table, look):
    page = table(refusals=True)
    enter(page, pub.url, pub.pins[-1])
    sound = {"name": "horn.mp3", "mimeType": "audio/mpeg", "buffer": b"\xff\xd8\xff no sound"}
    page.locator("#card-sounds select").select_option("throw")
    page.locator("#sound-file").set_input_files(sound)
    expect(page.get_by_role("status")).to_contain_text("weder WAV (PCM) noch MP3")
    page.locator("#sound-file").set_input_files({**sound, "buffer": WAV})
    expect(page.locator("#card-sounds li")).to_contain_text("Ein Wurf")
    tablet = page.context.new_page()
    tablet.add_init_script('localStorage.setItem("caller", `{"sounds":true}`)')
    tablet.goto(pub.url)
    pub.start("Anna", "Ben", leader="Anna")
    tablet.locator("#foot").click()
    with tablet.expect_response(re.compile("/api/sounds/throw")) as heard:
        pub.throw(1, 3, 5)
    assert heard.value.header_value("content-type") == "audio/wav"
    page.get_by_role("button", name="Entfernen", exact=True).first.click()
    page.get_by_role("button", name="Wirklich entfernen").click()
    expect(page.locator("#card-sounds li")).to_have_count(0)
    assert pub.shown["house"]["sounds"] == {}


@pytest.mark.long
def test_a_report_for_somebody_who_helps_is_saved_without_a_shell(pub, table, tmp_path):
    page = table()
    enter(page, pub.url, pub.pins[-1])
    with page.expect_download() as download:
        page.get_by_role("link", name="Bericht speichern").click()
    download.value.save_as(tmp_path / "report.zip")
    with ZipFile(tmp_path / "report.zip") as report:
        assert {"ABOUT.txt", "doctor.json", "log.txt"} <= set(report.namelist())


@pytest.mark.long
def test_a_file_that_is_no_copy_changes_nothing_and_says_one_sentence(pub, table, tmp_path):
    page = table(refusals=True)
    pub.start("Anna", "Ben", leader="Anna")
    enter(page, pub.url, pub.pins[-1])
    photo = tmp_path / "photo.sqlite"
    photo.write_bytes(b"\xff\xd8\xff not a journal" * 100)
    page.locator("#copy-file").set_input_files(photo)
    page.get_by_role("button", name="wirklich zurückholen").click()
    expect(page.get_by_role("status")).to_contain_text("Das ging nicht")
    assert pub.shown["state"]["to_act"] == "Anna"


def test_the_device_is_switched_off_by_a_second_tap_only(pub, table, plug):
    page = table()
    enter(page, pub.url, pub.pins[-1])
    page.get_by_role("button", name="Ausschalten", exact=True).click()
    page.get_by_role("button", name="Doch nicht").click()
    assert plug.asked == []
    page.get_by_role("button", name="Ausschalten", exact=True).click()
    page.get_by_role("button", name="Wirklich ausschalten").click()
    expect(page.get_by_text("Der Tisch schaltet sich aus.")).to_be_visible()
    assert plug.asked == ["off"]


NAMES = ("<img src=x onerror=1>", "\N{BEER MUG}" * 22, "شيرين", "Anna", "Wolfeschlegelsteinhaus")


@pytest.mark.long
def test_odd_names_are_text_and_the_page_stays_whole(house, look):
    house.start(*NAMES, leader=NAMES[0])
    house.throw(1, 3, 5)
    page = look(house.url, size="phone")
    expect(page.locator("#table [data-player]")).to_have_count(len(NAMES))
    assert page.locator("img[src='x']").count() == 0
    assert fits(page)


@pytest.mark.long
def test_a_paired_device_gets_a_name_of_the_landlords_own(pub, table):
    page = table("phone")
    enter(page, pub.url, pub.pins[-1])
    line = page.locator("#card-devices").get_by_role("listitem").first
    expect(line.locator("[data-rests]")).to_have_count(0)
    line.get_by_text("Umbenennen").click()
    line.get_by_label("Name des Geräts").fill("Tablet am Stammtisch")
    line.get_by_role("button", name="Merken").click()
    expect(page.locator("#card-devices").get_by_role("listitem").first).to_contain_text(
        "Tablet am Stammtisch"
    )
    assert fits(page)


@pytest.mark.long
def test_what_was_done_on_the_guided_path_stays_done_after_a_power_cut(tmp_path, look):
    journal, settings = tmp_path / "journal.sqlite", {"PAGE_TABLE": "paired"}
    table = run_table(journal, more=settings)
    page = look(table.address, offline=True)
    pin = re.sub(r"\D", "", page.locator(".pin").inner_text())
    page.get_by_role("button", name="Aufgeschrieben").click()
    for tap in ("Später", "Weiter"):  # no camera here, and no buttons
        page.get_by_role("button", name=tap, exact=True).click()
    expect(page.get_by_role("heading", name="Tablet")).to_be_visible()
    steps = page.locator(".c-steps").inner_text()
    table.kill()
    table = run_table(journal, port=int(table.address.rsplit(":", 1)[1]), more=settings)
    page.goto(table.address)
    expect(page.locator("body")).to_have_attribute("data-role", "table")
    page.goto(f"{table.address}/landlord/guide")
    type_pin(page, pin)
    expect(page.get_by_role("heading", name="Kamera")).to_be_visible()
    page.get_by_role("button", name="Tablet", exact=True).click()
    expect(page.locator(".c-steps")).to_have_text(steps, use_inner_text=True)
    table.kill()
