"""A guest with a phone: he scans, asks, is let in by the table, sees when it is his turn, and throws where the landlord lets him."""

import re

import pytest
from playwright.sync_api import expect

from tests.support.pages.landlord import type_pin
from tests.support.waiting import until
from web.security.authorization import COOKIE

ACROSS = {"width": 740, "height": 360}


@pytest.fixture
def pub(open_house):
    house = open_house(table="paired")
    access = house.gate.access
    _, holder = access.pin.claim(None)
    house.token = access.confirm_pin(holder, "Android")
    house.allow = lambda **switches: house.gate.guests.allowed.change(switches)
    return house


@pytest.fixture
def tablet(pub, look):
    page = look(f"{pub.url}/watch")
    page.context.add_cookies([{"name": COOKIE, "value": pub.token, "url": pub.url}])
    page.goto(f"{pub.url}/")
    expect(page.locator("body")).to_have_attribute("data-role", "table")
    return page


@pytest.fixture
def phone(pub, look):
    def open_(*, across=False, **more):
        page = look(f"{pub.url}/watch", size="phone", **more)
        if across:
            page.set_viewport_size(ACROSS)
        return page

    return open_


def asks(page, name):
    page.get_by_role("button", name="Mitspielen").click()
    page.get_by_role("textbox", name="Dein Name").fill(name)
    page.get_by_role("button", name="Fragen").click()


def seat(page, state):
    expect(page.locator("body")).to_have_attribute("data-seat", state)


def sit(phone, tablet, name):
    phone.get_by_role("button", name="Mitspielen").click()
    phone.locator(f'[data-focus="am {name}"]').click()
    tablet.locator(".strip.newcomer").get_by_role("button", name="Ja").click()
    seat(phone, re.compile("^(seated|turn)$"))


def in_sight(page, locator):
    """Whether all of a control is on the screen, and as large as a finger."""
    box, size = locator.bounding_box(), page.viewport_size
    return (
        box["x"] >= 0
        and box["y"] >= 0
        and box["x"] + box["width"] <= size["width"] + 1
        and box["y"] + box["height"] <= size["height"] + 1
        and min(box["width"], box["height"]) >= 44
    )


def test_a_guest_asks_by_phone_and_the_table_says_yes(pub, tablet, phone):
    pub.start("Anna", "Ben", leader="Anna")
    pub.throw(1, 3, 5)
    guest = phone()
    asks(guest, "Cem")
    expect(guest.locator("#seat")).to_contain_text("Der Tisch wird gefragt")
    card = tablet.locator(".strip.newcomer")
    expect(card).to_contain_text("Cem möchte mitspielen")
    card.get_by_role("button", name="Ja").click()
    expect(tablet.locator("dialog h2")).to_have_text("Wo sitzt Cem?")
    tablet.locator('dialog [data-focus="after Anna"]').click()
    tablet.keyboard.press("Escape")
    expect(guest.locator("#seat")).to_contain_text("Cem: du bist bald dabei")
    assert pub.shown["players_last"] == ["Anna", "Cem", "Ben"]
    expect(tablet.locator(".strip.wishes")).to_contain_text("Cem")
    expect(card).to_have_count(0)
    assert pub.shown["phones"] == {"asking": [], "seated": ["Cem"]}


@pytest.mark.long
def test_the_table_says_no_and_the_guest_learns(pub, tablet, phone):
    pub.start("Anna", "Ben", leader="Anna")
    guest = phone()
    asks(guest, "Cem")
    tablet.locator(".strip.newcomer").get_by_role("button", name="Nein").click()
    expect(guest.locator("#strips")).to_contain_text("Der Tisch hat zu Cem Nein gesagt")
    expect(guest.get_by_role("button", name="Mitspielen")).to_be_visible()


@pytest.mark.long
def test_before_the_first_game_he_appears_among_the_seats(pub, tablet, phone):
    guest = phone()
    asks(guest, "Cem")
    tablet.locator(".strip.newcomer").get_by_role("button", name="Ja").click()
    expect(tablet.locator(".seats [data-name=Cem]")).to_be_visible()
    expect(guest.locator("#seat")).to_contain_text("im nächsten Spiel dabei")


@pytest.mark.long
def test_a_name_that_is_taken_is_refused_with_the_reason(pub, phone):
    pub.start("Anna", "Ben", leader="Anna")
    guest = phone(refusals=True)
    asks(guest, "anna")
    expect(guest.locator("dialog [role=alert]")).to_be_visible()


@pytest.mark.long
def test_watchers_never_see_who_asks(pub, phone):
    pub.start("Anna", "Ben", leader="Anna")
    guest, other = phone(), phone()
    asks(guest, "Cem")
    expect(guest.locator("#seat")).to_contain_text("Cem")
    expect(other.locator("#next .n")).to_have_text("Anna")
    expect(other.get_by_text("Cem")).to_have_count(0)


@pytest.mark.long
def test_without_the_landlords_word_a_phone_says_when_it_is_his_turn_and_throws_nothing(pub, tablet, phone):
    pub.start("Anna", "Ben", leader="Anna")
    guest = phone()
    sit(guest, tablet, "Ben")
    expect(guest.locator("#seat")).to_contain_text("noch eine Person vor dir")
    pub.throw(1, 3, 5)
    pub.leave_it()
    expect(guest.locator("#seat")).to_contain_text("Ben, du bist dran")
    expect(guest.get_by_role("button", name="Werfen")).to_have_count(0)


@pytest.mark.long
def test_who_names_the_loser_by_phone_is_not_asked_to_wait_as_watchers_are(pub, tablet, phone):
    pub.allow(phone_throws=True)
    pub.start("Anna", "Ben", "Cem", variant="drinking", leader="Anna")
    guest, other = phone(), phone()
    sit(guest, tablet, "Anna")
    pub.throw(3, 3, 3)
    expect(guest.locator('#seat [data-focus="name_loser Cem"]')).to_be_visible()
    expect(guest.locator("#ask .waiting")).to_be_hidden()
    expect(other.locator("#ask .waiting")).to_be_visible()
    guest.locator('#seat [data-focus="name_loser Cem"]').click()
    expect(other.locator("#ask")).to_be_hidden()


def test_a_turn_is_thrown_by_phone(pub, tablet, phone, picture):
    pub.allow(phone_throws=True)
    pub.start("Anna", "Ben", variant="base", leader="Anna")
    guest = phone(across=True)
    sit(guest, tablet, "Anna")
    seat(guest, "turn")
    throw = guest.get_by_role("button", name="Werfen")
    assert in_sight(guest, throw)
    throw.click()
    leave = guest.locator("#seat").get_by_role("button", name="Liegen lassen")
    expect(leave).to_be_visible()
    for button in guest.locator("#seat button").all():
        assert in_sight(guest, button), button.text_content()
    guest.locator('#seat [data-focus="direction"]').click()
    picture(guest, "phone-decide-across")
    leave.click()
    expect(guest.locator("#seat")).to_contain_text("diese Runde bist du durch")
    acts = [(act["player"], act["act"]["act"], act["from"]) for act in pub.shown["acts"]]
    assert acts == [("Anna", "throw", "phone"), ("Anna", "pass", "phone")]
    assert pub.shown["state"]["declaration"]["direction"] == "low"
    tablet.get_by_role("button", name="Verlauf").click()
    expect(tablet.locator("dialog.history")).to_contain_text("Handy")


def test_a_round_of_hausnummer_is_placed_at_the_tablet_and_by_phone_beside_a_television(
    pub, tablet, phone, look
):
    pub.allow(phone_throws=True)
    pub.start("Anna", "Ben", variant="hausnummer", leader="Anna")
    guest, television = phone(across=True), look(f"{pub.url}/screen", size="tv")
    sit(guest, tablet, "Ben")
    tablet.locator('#panel [data-face="4"]').click()
    for page in (tablet, guest, television):
        expect(page.locator("#next")).to_contain_text("wohin mit der Vier?")
        expect(page.locator("#dice.placed")).to_contain_text("Wurf 1 von 3")
    for at, shown in (("tens", "_ 4 _"), ("hundreds", "6 4 _")):
        tablet.locator(f'#dice [data-focus="place {at}"]').click()
        expect(television.locator("#dice .worth")).to_have_text(shown)
        tablet.locator('#panel [data-face="6"]').click()
    seat(guest, "turn")
    guest.locator('#seat [data-focus="throw"]').click()
    for at, left in (("ones", 3), ("hundreds", 2)):  # the next throw follows by itself
        expect(guest.locator("#dice button.spot")).to_have_count(left)
        expect(guest.locator("#seat")).to_have_text("Tippe an, wo der Würfel hin soll.")
        guest.locator(f'#dice [data-focus="place {at}"]').click()
    until(lambda: pub.shown["state"]["last_round"])
    results = pub.shown["state"]["last_round"]["results"]
    numbers = {result["player"]: result["value"] for result in results}
    assert numbers["Anna"] == 646
    for page in (tablet, guest, television):
        expect(page.locator('#whole [data-player="Ben"]')).to_contain_text(str(numbers["Ben"]))


@pytest.mark.long
def test_dice_are_chosen_to_hold_and_the_rest_is_thrown(pub, tablet, phone):
    pub.allow(phone_throws=True)
    pub.start("Anna", "Ben", variant="base", leader="Anna")
    guest = phone()
    sit(guest, tablet, "Anna")
    guest.get_by_role("button", name="Werfen").click()
    held = guest.locator('#dice [data-focus="free0"]')
    expect(held).to_be_visible()
    first = pub.shown["state"]["free"][0]
    held.click()
    expect(guest.locator("[data-rests]")).to_have_count(0)
    guest.get_by_role("button", name=f"{first} raus, Rest nochmal").click()
    expect(guest.locator("#dice .outside .die")).to_have_count(1)
    expect(guest.locator("#dice .free .die")).to_have_count(2)
    assert [act["act"]["act"] for act in pub.shown["acts"]] == ["throw", "hold", "throw"]


@pytest.mark.long
def test_a_seat_outlives_a_reload_until_the_table_or_the_guest_signs_the_phone_off(pub, tablet, phone):
    pub.start("Anna", "Ben", leader="Anna")
    guest = phone()
    sit(guest, tablet, "Anna")
    guest.reload()
    expect(guest.locator("#seat")).to_contain_text("Anna, du bist dran")
    tablet.get_by_role("button", name="Wer ist da?").click()
    tablet.get_by_role("button", name="Handy abmelden").click()
    expect(guest.get_by_role("button", name="Mitspielen")).to_be_visible()
    tablet.keyboard.press("Escape")
    sit(guest, tablet, "Anna")
    guest.locator('#seat [data-focus="seat"]').click()
    guest.get_by_role("button", name="Dieses Handy abmelden").click()
    seat(guest, "free")
    until(lambda: pub.shown["phones"]["seated"] == [])


@pytest.mark.long
def test_where_nobody_may_sit_down_by_phone_the_page_only_looks(pub, phone):
    pub.allow(phone_seats=False)
    pub.start("Anna", "Ben", leader="Anna")
    guest = phone()
    expect(guest.locator("#next .n")).to_have_text("Anna")
    expect(guest.locator("#seat")).to_be_hidden()


@pytest.mark.long
def test_the_landlord_flips_the_switches(pub, look):
    page = look(f"{pub.url}/watch")
    access = pub.gate.access
    pin = access.pin.propose()
    access.adopt(None)
    page.context.add_cookies([{"name": COOKIE, "value": pub.token, "url": pub.url}])
    page.goto(f"{pub.url}/landlord")
    type_pin(page, pin)
    with page.expect_response("**/api/landlord/allowed"):
        page.get_by_role("switch", name="darf per Handy werfen").check()
    until(lambda: pub.shown["house"]["phone_throws"])  # published by the table's thread
    assert pub.shown["house"]["phone_seats"]
