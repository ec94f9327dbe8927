"""People come late, go home and pause; somebody is renamed; the game ends and the bill is paid."""

import pytest
from playwright.sync_api import expect

from knobeltisch.game.saved_lists import Lists
from tests.support.pages.browser import launched
from tests.support.pages.landlord import become_table, enter


def open_sheet(page, name):
    """From wherever: close what is open, then the menu, then the line."""
    page.locator('#bar [data-focus="more"]').click()
    page.locator("dialog.menu").get_by_role("button", name=name, exact=True).click()


def fits(page):
    return page.evaluate(
        "() => { const d = document.querySelector('dialog'); return d.scrollWidth <= d.clientWidth + 1; }"
    )


@pytest.fixture
def table(house, look):
    def open_(size, *players, variant="bavarian"):
        house.start(*(players or ("Anna", "Ben", "Cem")), leader="Anna", variant=variant)
        return look(house.url, size=size)

    return open_


@pytest.mark.long
def test_who_goes_after_the_round_is_said_on_all_pages_and_gone_in_the_next(house, table, look, picture):
    page = table("tablet")
    house.throw(1, 2, 4)
    page.locator('#bar [data-focus="people"]').click()
    sheet = page.locator("dialog.people")
    picture(page, "people-tablet")
    assert fits(page)
    sheet.locator('[data-focus="leave Ben"]').click()
    expect(sheet.locator(".wished")).to_contain_text("Ben geht nach dieser Runde")
    sheet.locator('[data-focus="pause Cem"]').click()
    expect(sheet.locator(".wished")).to_have_count(2)
    sheet.locator('[data-focus="stay Cem"]').click()
    expect(sheet.locator(".wished")).to_have_count(1)
    sheet.get_by_role("button", name="Schließen").click()
    expect(page.locator(".strip.wishes")).to_have_text("Ben geht nach dieser Runde")
    screen = look(f"{house.url}/screen", size="tv")
    expect(screen.locator(".strip.wishes")).to_contain_text("Ben geht")
    house.leave_it()
    house.throw(2, 3, 5)
    house.throw(1, 1, 2)
    expect(page.locator(".strip.wishes")).to_have_count(0)
    assert house.shown["state"]["out"] == {"Ben": "left"}
    expect(page.locator("button.undo")).to_have_attribute("title", "Rückgängig: Ben steigt aus")


@pytest.mark.long
def test_a_browser_with_a_least_size_of_letters_shortens_no_name_beside_a_wish(house, playwright):
    house.start("Maximilian G", "Annegret Ott", "Cem Yildirim", leader="Annegret Ott")
    house.throw(1, 2, 4)
    house.send({"do": "wish", "player": "Annegret Ott", "what": "leave"})
    with launched(playwright, "--blink-settings=minimumFontSize=26") as browser:
        page = browser.new_page(viewport={"width": 360, "height": 640}, locale="de-DE")
        page.add_init_script("globalThis.restMs = 0;")
        page.goto(house.url)
        open_sheet(page, "Wer ist da?")
        name = page.locator('[data-focus="name Annegret Ott"]')
        assert name.evaluate("name => name.clientWidth > 0 && name.scrollWidth <= name.clientWidth")


@pytest.mark.long
def test_who_wishes_the_same_is_named_in_one_sentence(house, look):
    house.start("Anna", "Ben", "Cem", "Dana", leader="Anna")
    house.throw(1, 2, 4)
    page = look(house.url)
    for player, what in (("Ben", "leave"), ("Cem", "pause"), ("Dana", "leave")):
        house.send({"do": "wish", "player": player, "what": what})
    expect(page.locator(".strip.wishes")).to_have_text(
        "Ben und Dana gehen nach dieser Runde · Cem macht nach dieser Runde Pause"
    )
    english = look(house.url, locale="en-GB")
    expect(english.locator(".strip.wishes")).to_have_text(
        "Ben and Dana leave after this round · Cem pauses after this round"
    )


def test_a_newcomer_sits_down_where_he_is_asked_to(house, table):
    page = table("tablet")
    house.throw(1, 2, 4)
    page.locator('#bar [data-focus="people"]').click()
    sheet = page.locator("dialog.people")
    sheet.get_by_placeholder("Name").fill("Dana")
    sheet.locator('[data-focus="add name"]').click()
    assert fits(page)
    sheet.get_by_role("button", name="links von Anna").click()
    expect(sheet).to_contain_text("Dana sitzt ab der nächsten Runde links von Anna")
    page.keyboard.press("Escape")
    house.leave_it()
    house.throw(2, 3, 5)
    house.throw(1, 1, 2)
    expect(page.locator('#table [data-player="Dana"]')).to_have_count(1)
    assert house.shown["state"]["players"] == ["Anna", "Dana", "Ben", "Cem"]
    page.wait_for_function(  # the page notes it once it has seen the newcomer sit
        """async () => (await (await fetch("/api/regulars")).json()).regulars
            .some((one) => one.name === "Dana" && one.seat === "here")"""
    )


@pytest.mark.long
def test_a_bad_name_is_refused_in_the_sheet_and_nothing_is_lost(house, look):
    house.start("Anna", "Ben", "Cem", leader="Anna")
    page = look(house.url, size="tablet", refusals=True)
    page.locator('#bar [data-focus="people"]').click()
    sheet = page.locator("dialog.people")
    sheet.get_by_placeholder("Name").fill("anna")
    sheet.locator('[data-focus="add name"]').click()
    sheet.get_by_role("button", name="links von Ben").click()
    expect(sheet.locator(".error")).to_be_visible()
    assert house.shown["state"]["players"] == ["Anna", "Ben", "Cem"]


@pytest.mark.long
def test_who_has_left_is_offered_for_the_next_game_and_a_rematch_takes_him_along(house, table):
    page = table("tablet")
    page.locator('#bar [data-focus="people"]').click()
    sheet = page.locator("dialog.people")
    sheet.locator('[data-focus="leave Ben"]').click()
    expect(sheet).to_contain_text("Nicht mehr dabei")
    assert house.shown["players_last"] == ["Anna", "Cem"]
    sheet.locator('[data-focus="next Ben"]').click()
    expect(sheet).to_contain_text("Ben spielt ab dem nächsten Spiel mit")
    assert house.shown["players_last"] == ["Anna", "Ben", "Cem"]


@pytest.mark.long
def test_a_person_is_called_otherwise_in_the_running_game(house, table):
    page = table("tablet")
    house.throw(1, 2, 4)
    page.locator('#bar [data-focus="people"]').click()
    sheet = page.locator("dialog.people")
    sheet.locator('[data-focus="name Ben"]').click()
    field = sheet.get_by_role("textbox")
    field.fill("Bene")
    field.press("Enter")
    expect(sheet.locator('[data-focus="name Bene"]')).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator('#table [data-player="Bene"]')).to_be_visible()
    assert house.shown["state"]["players"] == ["Anna", "Bene", "Cem"]


def lose_a_round_of_base(house):
    house.start("Anna", "Ben", leader="Anna", variant="base")
    throw_a_round_of_base(house)


def throw_a_round_of_base(house):
    house.throw(1, 2, 4)
    house.leave_it()
    house.throw(2, 3, 5)


PLACES_OF_BOXES = """[...document.querySelectorAll(".c-bill [data-player]:has(input)")].map((row) => {
  const [box, name] = [row.querySelector("input"), row.querySelector(".name")].map((part) => part.getBoundingClientRect());
  return `${Math.round(box.left)}, beside the name: ${box.top < name.bottom && name.top < box.bottom}`;
})"""
"""Where each box of a bill stands, with a price in its row or without."""


@pytest.mark.long
@pytest.mark.parametrize(
    ("variant", "taps"),
    [("chic", ["off_board"]), ("drinking", ["foul", "Verschüttet"]), ("drinking", ["leave"])],
    ids=["fallen", "foul", "leave"],
)
def test_a_sheet_of_a_game_whose_start_was_taken_back_closes(house, table, variant, taps):
    page = table("tablet", variant=variant)
    page.locator(f'#foot [data-focus="{taps[0]}"]').click()
    for words in taps[1:]:
        page.locator("dialog").get_by_role("button", name=words).click()
    expect(page.locator("dialog .choices")).to_be_visible()
    house.send({"do": "undo", "count": 1})
    expect(page.locator("dialog")).to_have_count(0)
    expect(page.locator("#panel .setup")).to_be_visible()


def test_an_endless_game_is_ended_paid_and_taken_back(house, table):
    page = table("phone", "Anna", "Ben", variant="base")
    throw_a_round_of_base(house)
    open_sheet(page, "Spiel beenden")
    page.locator('dialog.end [data-focus="end"]').click()
    expect(page.locator("body")).to_have_attribute("data-stage", "over")
    open_sheet(page, "Zahlen, bitte")
    bill = page.locator("dialog.bill")
    expect(bill.locator('[data-player="Ben"]')).to_contain_text("1 verlorene Runde")
    bill.locator('[data-focus="paid Ben"]').check()
    expect(bill.locator('[data-player="Ben"]')).to_have_class("r settled")
    assert fits(page)
    page.keyboard.press("Escape")
    page.locator('[data-focus="undo"]').click()
    expect(page.locator("body")).to_have_attribute("data-stage", "play")
    house.send({"do": "end"})
    assert house.app.table.board.snapshot()["state"]["stage"] == "over"


@pytest.mark.long
def test_the_landlord_announces_the_last_round_and_sets_prices(open_house, look):
    house = open_house(table="paired")
    page = look(house.url, size="phone")
    become_table(page)
    house.start("Anna", "Ben", leader="Anna", variant="chic")
    house.throw(3, 3, 3)
    house.send({"do": "end"})
    lose_a_round_of_base(house)
    enter(page, house.url, house.pins[-1])
    card = page.locator("#card-evening")
    expect(card).to_contain_text("1 Runde extra")
    card.locator("#last-orders").click()
    expect(card.locator("#last-orders")).to_have_attribute("aria-pressed", "true")
    expect(card.locator("summary[data-rests]")).to_have_count(0)
    card.locator("summary").click()
    card.locator('[name="round"]').fill("12,50")
    card.locator("#keep-prices").click()
    expect(card.locator(".sum.open")).to_have_text("Noch offen12,50")
    for width, height in ((1280, 800), (1024, 768), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        assert len(set(page.evaluate(PLACES_OF_BOXES))) == 1, width
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    screen = look(f"{house.url}/screen", size="tv")
    expect(screen.locator(".strip.last-orders")).to_have_text("Letzte Runde!")


@pytest.mark.long
def test_house_rules_are_locked_and_handed_over_as_a_card(open_house, look):
    house = open_house(table="paired")
    ours = {"name": "Stammtisch", "base": "bavarian", "options": {"fish": False}}
    assert Lists(house.app.store).change_houses({"house_rules": [ours]})["ok"]
    page = look(house.url, size="phone", refusals=True)
    become_table(page)
    enter(page, house.url, house.pins[-1])
    page.locator("#rules-lock").click()
    expect(page.locator("#rules-lock")).to_have_attribute("aria-pressed", "true")
    page.get_by_role("link", name="Stammtisch").click()
    expect(page.get_by_role("listitem")).not_to_have_count(0)
    expect(page.get_by_role("img", name="Diese Karte aufs Telefon holen")).to_be_visible()
    page.goto(f"{house.url}/landlord")
    page.get_by_role("link", name="Zum Tisch").click()
    expect(page.locator(".setup .more")).to_contain_text("hat der Wirt festgelegt")
    start = {"do": "start", "variant": "bavarian", "players": ["Anna", "Ben"]}
    sent = """async (body) => {
        const { token } = await (await fetch('/api/me')).json();
        const headers = { 'Content-Type': 'application/json', 'X-Knobeltisch-Token': token };
        return (await fetch('/api/commands', { method: 'POST', headers, body: JSON.stringify(body) })).json();
    }"""
    refused = page.evaluate(sent, {**start, "options": {"schnapps_on_chicago": True}})
    assert refused["error"]["code"] == "rules_locked"
    assert page.evaluate(sent, {**start, "options": {"fish": False}})["ok"]
