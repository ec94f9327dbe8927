"""Journeys 2 and 6: an evening goes on when the camera fails, and events beside the dice are entered by tapping."""

import pytest
from playwright.sync_api import expect

from knobeltisch.status import Device


def tap(page, *values):
    for value in values:
        page.locator(f'#panel [data-face="{value}"]').click()


def test_a_round_is_scored_by_keypad_when_the_camera_fails_and_read_again_when_it_is_back(house, look):
    house.camera_on()
    house.start("Anna", "Ben", leader="Anna")
    house.cup_down()
    house.lift(1, 3, 4)
    page = look(house.url, size="phone")
    expect(page.locator("#dice .free .die")).to_have_count(3)
    house.app.table.set_camera_state(Device(status="stalled", name="test"))
    expect(page.locator(".strip.camera")).to_be_visible()
    page.locator('#dice [data-focus="free0"]').click()
    page.locator('#panel [data-focus="hold"]').click()
    tap(page, 1, 5)
    page.locator('#panel [data-focus="pass"]').click()
    expect(page.locator("#next .n")).to_have_text("Ben")
    house.camera_on()
    expect(page.locator(".strip.camera")).to_have_count(0)
    house.cup_down()
    house.lift(1, 2, 6)
    expect(page.locator("#dice .free .die")).to_have_count(3)
    assert [act["from"] for act in house.shown["acts"]] == ["camera", "tablet", "tablet", "tablet", "camera"]


@pytest.mark.long
def test_what_is_still_being_written_down_is_seen_and_takes_no_second_tap(house, look):
    house.start("Anna", "Ben", leader="Anna")
    page = look(house.url)
    on_its_way = []

    def keep(route):  # a bound built-in is none of Playwright's handlers
        on_its_way.append(route)

    page.route("**/api/commands", keep)
    tap(page, 1, 3, 4)
    expect(page.locator("#panel")).to_have_css("opacity", "0.5")
    key = page.locator('#panel [data-face="2"]')
    page.mouse.click(*middle(key))
    on_its_way[0].continue_()
    expect(page.locator("#panel")).to_have_css("opacity", "1")
    assert len(on_its_way) == 1
    page.unroute("**/api/commands")
    page.locator('#panel [data-focus="hold"]').click()
    expect(page.locator("#dice .d0")).to_have_count(3)
    assert [act["act"]["act"] for act in house.shown["acts"]] == ["throw", "hold"]


def middle(button):
    box = button.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_the_leader_declares_with_the_switches_on_the_page(house, look):
    house.start("Anna", "Ben", variant="tschigg", leader="Anna")
    page = look(house.url)
    tap(page, 1, 2, 3)
    expect(page.locator("body[data-ordering]")).to_have_count(0)  # until then no other order is taken
    page.locator('#beat [data-focus="direction"]').click()
    expect(page.locator('#beat [data-focus="direction"] .on')).to_have_text("runter")
    expect(page.locator("body[data-ordering]")).to_have_count(0)
    expect(page.locator("#next")).not_to_contain_text("runter")  # the switches say it
    page.locator('#beat [data-focus="ones"]').click()
    expect(page.locator('#beat [data-focus="ones"] .on')).to_have_text("1 = 1")
    expect(page.locator("body[data-ordering]")).to_have_count(0)
    page.locator('#panel [data-focus="pass"]').click()
    expect(page.locator("#beat .call")).to_have_text("Anna, runter auf eins")
    expect(page.locator("#beat .worth")).to_have_text("6")


def round_of_schocken(house):
    """Anna 1-1-4 in one, the others worse: Ben loses and leads."""
    house.start("Anna", "Ben", "Cem", variant="schocken", leader="Anna")
    house.throw(1, 1, 4)
    house.leave_it()
    house.act({"act": "cover"}, {"act": "cover"})
    for dice in ((2, 3, 5), (2, 4, 6)):
        house.act({"act": "reveal", "dice": list(dice)})


@pytest.mark.long
def test_a_call_stands_in_the_bar_until_it_is_cancelled(house, look):
    round_of_schocken(house)
    page = look(house.url)
    page.get_by_role("button", name="Jule gilt").click()
    expect(page.locator("#bar p")).to_contain_text("Jule")
    page.get_by_role("button", name="Jule gilt").click()
    expect(page.locator("#bar p")).not_to_contain_text("Jule")


def test_covered_cups_stand_in_the_rows_until_they_are_revealed(house, look):
    house.start("Anna", "Ben", "Cem", variant="schocken", leader="Anna")
    house.throw(1, 1, 4)
    house.leave_it()
    house.act({"act": "cover"})
    page = look(house.url)
    expect(page.locator('[data-player="Ben"] .result')).to_have_text("verdeckt")
    house.act({"act": "cover"})
    expect(page.locator("#next")).to_contain_text("Becher hoch, aufdecken")
    tap(page, 2, 3, 5)
    expect(page.locator('[data-player="Ben"] .result')).to_contain_text("532")
    expect(page.locator('[data-player="Ben"]')).to_contain_text("aus der Hand")


def test_a_die_off_the_board_is_reported_with_two_taps(house, look):
    house.start("Anna", "Ben", variant="chic", leader="Anna")
    page = look(house.url)
    page.get_by_role("button", name="Würfel vom Brett").click()
    page.get_by_role("button", name="Ein Würfel fiel auf den Boden").click()
    expect(page.locator('[data-player="Anna"]')).to_contain_text("vom Brett")
    expect(page.locator("#beat .worth")).to_have_text("vom Brett")
    expect(page.locator('#table [data-player="Anna"]')).to_contain_text("eine Runde")


def test_a_foul_says_what_and_who(house, look):
    house.start("Anna", "Ben", "Cem", variant="drinking", leader="Anna")
    page = look(house.url, size="phone")
    page.locator('[data-focus="foul"]').click()
    page.get_by_role("button", name="Verschüttet").click()
    page.locator(".sheet").get_by_role("button", name="Cem").click()
    expect(page.locator('[data-player="Cem"] .mats')).to_have_attribute("aria-label", "ein Glas")


@pytest.mark.long
def test_who_drank_fills_and_says_so_with_one_tap(house, look):
    house.start("Anna", "Ben", "Cem", variant="drinking", leader="Anna")
    house.act({"act": "foul", "player": "Ben", "kind": "spill"})
    page = look(house.url)
    page.get_by_role("button", name="Ben hat eingeschenkt").click()
    expect(page.get_by_role("button", name="Ben hat eingeschenkt")).to_have_count(0)
    assert house.shown["state"]["to_fill"] is None


@pytest.mark.long
def test_leaving_costs_three_which_another_may_take(house, look):
    house.start("Anna", "Ben", "Cem", variant="drinking", leader="Anna")
    page = look(house.url)
    page.get_by_role("button", name="Jemand geht").click()
    page.locator(".sheet").get_by_role("button", name="Cem").click()
    page.get_by_role("button", name="Ben nimmt sie").click()
    expect(page.locator('[data-player="Ben"] .mats')).to_have_attribute("aria-label", "drei Gläser")
    expect(page.locator('[data-player="Cem"]')).to_contain_text("nicht dabei")


@pytest.mark.long
def test_at_a_table_without_a_board_no_cup_is_drawn(house, look):
    house.app.table.set_camera_state(Device(status="ok", name="test", without_board=True))
    house.start("Anna", "Ben", leader="Anna")
    page = look(house.url)
    expect(page.locator("#dice .die")).to_have_count(3)
    expect(page.locator("#dice .cup")).to_have_count(0)
    house.throw(1, 1, 4)
    house.hold(1)
    expect(page.locator("#dice .outside .die")).to_have_count(1)
    expect(page.locator("#dice .die")).to_have_count(3)


@pytest.mark.long
def test_at_a_table_without_a_board_a_covered_throw_of_schocken_has_its_cup_and_its_button(house, look):
    house.app.table.set_camera_state(Device(status="ok", name="test", without_board=True))
    house.start("Anna", "Ben", "Cem", variant="schocken", leader="Anna")
    house.throw(2, 4, 5)
    house.leave_it()
    page = look(house.url)
    page.locator('#panel [data-focus="cover"]').click()
    expect(page.locator("#next .n")).to_have_text("Cem")
    assert house.shown["state"]["results"][-1]["kind"] == "covered"
