import pytest
from playwright.sync_api import expect

from knobeltisch.status import Device

pytestmark = pytest.mark.long

PEOPLE = ("Anna", "Ben", "Cem")


def wish(player, what, **more):
    return lambda house: house.send({"do": "wish", "player": player, "what": what, **more})


BESIDE = {
    "pause": wish("Ben", "pause"),
    "leaver": wish("Ben", "leave"),
    "latecomer": wish("Dora", "join", after="Cem"),
    "next game": wish("Dora", "next"),
    "seat": lambda house: house.act({"act": "join", "player": "Emil", "after": "Cem"}),
    "camera": lambda house: house.app.table.set_camera_state(Device(status="stalled", name="test")),
    "name": lambda house: house.send({"do": "rename", "player": "Cem", "name": "Cemil"}),
    "last orders": lambda house: house.send({"do": "last_orders", "on": True}),
}


def type_two(house, page):
    for value in (1, 3):
        page.locator(f'#panel [data-face="{value}"]').click()
    return lambda: page.locator("#dice .typed[data-value]:not([data-value=''])").count()


def choose_one(house, page):
    house.throw(1, 3, 4)
    page.locator('#dice [data-focus="free0"]').click()
    return lambda: page.locator('#dice [aria-pressed="true"] [data-value="1"]').count()


@pytest.mark.parametrize(
    ("half", "news"),
    [
        (type_two, ("pause", "latecomer", "seat", "name")),
        (choose_one, ("leaver", "next game", "camera", "last orders")),
    ],
)
def test_what_is_half_done_stays_while_others_note_something(house, look, half, news):
    house.start(*PEOPLE, leader="Anna")
    page = look(house.url)
    expect(page.locator("#panel button").first).to_be_enabled()
    count = half(house, page)
    done = count()
    assert done > 0
    for comes in [step for name in news for step in (BESIDE[name], lambda _house: page.reload())]:
        comes(house)
        expect(page.locator("body")).to_have_attribute("data-moment", house.shown["moment"])
        expect(page.locator("#panel button").first).to_be_enabled()
        assert count() == done


@pytest.mark.parametrize("variant", ["bavarian", "schocken"])
def test_turning_sixes_keeps_the_one_that_was_chosen(house, look, variant):
    house.start(*PEOPLE, variant=variant, leader="Anna")
    house.throw(1, 6, 6)
    page = look(house.url)
    page.locator('#dice [data-focus="free0"]').click()
    page.locator('#panel [data-focus="turn"]').click()
    expect(page.locator("#dice .held")).to_have_count(2)  # the turned one, and the chosen
    page.locator('#panel [data-focus="hold"]').click()
    expect(page.locator("#dice .free")).to_have_count(0)
    assert house.shown["state"]["held"] == [1, 1]


def test_a_corrected_throw_keeps_a_chosen_die_that_still_lies_there(house, look):
    house.start(*PEOPLE, variant="base", leader="Anna")
    house.throw(2, 3, 4)
    page = look(house.url)
    page.locator('#dice [data-focus="free2"]').click()
    entry = house.shown["acts"][-1]["id"]
    house.send({"do": "correct", "entry": entry, "act": {"act": "throw", "dice": [3, 4, 6]}})
    expect(page.locator('#dice [data-value="6"]')).to_be_visible()
    expect(page.locator('#dice [aria-pressed="true"] [data-value="4"]')).to_be_visible()
    expect(page.locator('#dice [aria-pressed="true"]')).to_have_count(1)
