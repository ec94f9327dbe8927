"""A phone is the eye: from the QR code's address to a counted throw, with Chromium's fake camera and a rendered clip."""

import pytest
from playwright.sync_api import expect

from tests.support.pictures.fake_phone import write_bump, write_throw
from tests.support.service import START
from tests.support.waiting import until


def test_from_the_qr_codes_address_to_a_counted_throw(table, clip, phone):
    table.send(START)
    page = phone(table.app.door.invite(), clip, secure=False)
    expect(page.locator("#eye .says")).to_have_text("A phone's camera works on secure pages only.")
    page.click("#secure")
    expect(page.locator("#eye .says")).to_have_text("This phone is the table's camera.")
    until(table.throws)
    assert table.throws()[0] == sorted(clip.throws[0].values.values())
    assert table.app.door.to_json()["name"] == "Linux, Chrome"


@pytest.mark.long
def test_without_a_board_the_page_offers_to_play_and_says_why_the_table_refuses_it(table, phone, tmp_path):
    bare = write_throw(tmp_path / "bare.mjpeg", board=False)
    table.send(START)
    phone(table.app.door.invite(), bare)
    until(lambda: table.camera["ask"] == "board")
    page = phone(table.app.address, None)
    old = {"X-Knobeltisch-Token": "old", "Content-Type": "application/json"}
    page.route("**/api/without-board", lambda route: route.continue_(headers=old))
    button = page.get_by_role("button", name="Play without a board")
    button.click()
    expect(page.locator(".strip.told")).to_have_text("This page has been open too long. Please tap again.")
    page.unroute("**/api/without-board")
    button.click()
    expect(page.get_by_text("Without a board: throw anywhere in the picture.")).to_be_visible()
    expect(page.get_by_text("Throw, then take your hands away")).to_be_visible()


@pytest.mark.long
def test_a_phone_that_was_moved_finds_its_board_again_by_itself(table, phone, tmp_path):
    moved = write_bump(tmp_path / "moved.mjpeg")
    phone(table.app.door.invite(), moved)
    until(lambda: table.camera["status"] == "ok")
    before = table.app.camera.pose
    seen = until(lambda: (now := table.camera)["status"] == "moved" and now)
    assert seen["ask"] == ""
    until(lambda: table.camera["status"] == "ok")
    assert table.app.camera.pose.drifted(before)
    table.send(START)
    until(table.throws)
    assert table.throws()[0] == sorted(moved.throws[0].values.values())


@pytest.mark.long
def test_it_wakes_by_itself_once_it_was_invited_and_ends_when_the_table_says_so(table, clip, phone):
    page = phone(table.app.door.invite(), clip)
    until(lambda: table.camera["status"] == "ok")
    page.reload()
    expect(page.locator("#eye .says")).to_have_text("This phone is the table's camera.")
    table.app.door.end()
    expect(page.locator("#eye .says")).to_contain_text("This phone is not the table's camera.")
    assert page.evaluate("document.querySelector('video').srcObject") is None
    page.reload()
    expect(page.locator("#eye .says")).to_contain_text("This phone is not the table's camera.")


def test_its_own_button_ends_it_and_the_table_says_why(table, clip, phone):
    page = phone(table.app.door.invite(), clip)
    until(lambda: table.camera["status"] == "ok")
    page.click("#end")
    expect(page.locator("#eye .says")).to_have_text("This phone no longer watches the board.")
    until(lambda: table.camera["message"].startswith("The table let this phone go"))
    page.click("#again")
    until(lambda: table.camera["status"] == "ok")


def test_without_a_camera_the_phone_and_the_table_say_so_and_the_keypad_serves(table, phone):
    table.send(START)
    page = phone(table.app.door.invite(), None)
    expect(page.locator("#eye .says")).to_contain_text("This browser finds no camera.")
    until(lambda: "has no camera" in table.camera["message"])
    table.send({"do": "act", "act": {"act": "throw", "dice": [1, 3, 5]}})
    assert table.throws() == [[1, 3, 5]]


@pytest.mark.long
def test_a_network_that_goes_in_the_middle_of_a_lift_comes_back_and_the_throw_is_counted(table, clip, phone):
    table.send(START)
    page = phone(table.app.door.invite(), clip)
    until(lambda: (table.app.table.board.snapshot()["scene"] or {}).get("cup"))
    page.context.set_offline(True)
    expect(page.locator("#eye .says")).to_contain_text("The table cannot be reached.")
    until(lambda: table.camera["status"] == "stalled")
    page.context.set_offline(False)
    until(table.throws)
    assert table.throws()[0] == sorted(clip.throws[0].values.values())


@pytest.mark.long
def test_a_phone_whose_battery_is_empty_is_said_and_charged_it_goes_on(table, clip, phone):
    table.send(START)
    page = phone(table.app.door.invite(), clip)
    until(lambda: (table.board["scene"] or {}).get("cup"))
    context = page.context
    context.set_offline(True)  # so that its page cannot say good-bye
    page.close()
    until(lambda: table.camera["status"] == "stalled")
    assert "look whether its screen is on" in table.camera["message"]
    table.send({"do": "act", "act": {"act": "throw", "dice": [1, 3, 5]}})
    table.send({"do": "press", "button": "pass"})
    context.set_offline(False)
    context.new_page().goto(f"{table.app.address}eye".replace("http:", "https:"))
    until(lambda: len(table.throws()) == 2)
    assert table.throws() == [[1, 3, 5], sorted(clip.throws[0].values.values())]
