"""Everybody can use the page: seen by a screen reader, with keys alone, with large text, on a phone held across."""

import pytest
from playwright.sync_api import expect

from knobeltisch.game.saved_lists import Lists
from tests.support.evenings.visitor import Visitor
from tests.support.pages.axe import violations
from tests.support.pages.landlord import type_pin
from tests.support.pages.places import PLACES, begin, reach, regulars

pytestmark = pytest.mark.long

SIZES = {
    "phone": (390, 844),
    "phone across": (844, 390),
    "tablet": (1280, 800),
    "tablet at 200 %": (640, 400),
    "tv": (1920, 1080),
}
PASSES_MS = 2500  # a moment of the game stands for two seconds
REACHED = """() => [...document.querySelectorAll("button, input, select, a[href]")]
    .filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.disabled)
    .filter((one) => !document.querySelector("dialog[open]") || [...document.querySelectorAll("dialog[open]")].at(-1).contains(one))"""


def key(name):
    return f'[data-focus="{name}"]'


# --- what a table comes to see, each as far from the start as it takes


ELSEWHERE = {}
"""Places that are not on the table's own page: where each is opened, and what is played before."""


def opened_at(path, before):
    """Open a place at another page than the table's."""

    def note(place):
        ELSEWHERE[place] = (path, before)
        return place

    return note


def with_regulars(house):
    regulars = [{"name": name, "seat": "here"} for name in ("Anna", "Ben", "Cem")]
    regulars += [{"name": "Dora", "seat": "paused"}, {"name": "Emil", "seat": "away"}]
    assert Lists(house.app.store).change_regulars({"regulars": regulars})["ok"]


def at_setup(house, page):
    expect(page.locator(key("start"))).to_be_visible()


def at_roll_off(house, page):
    house.start("Anna", "Ben", "Cem")
    expect(page.locator("#next .order")).to_be_visible()


def in_play(house):
    house.start("Anna", "Ben", "Cem", leader="Anna")
    house.throw(1, 3, 5)
    house.hold(1)
    house.throw(2, 6)
    house.leave_it()
    house.throw(1, 1, 4)


def at_play(house, page):
    in_play(house)
    expect(page.locator("#next .n")).to_have_text("Ben")


def at_declaring(house, page):
    house.start("Anna", "Ben", variant="chic", leader="Anna")
    house.throw(1, 3, 5)
    expect(page.locator(".switches")).to_be_visible()


def at_question(house, page):
    at_play(house, page)
    house.send({"do": "press", "button": "undo", "long": True})
    expect(page.locator("#ask")).to_be_visible()


def at_history(house, page):
    at_play(house, page)
    page.locator(key("history")).click()
    expect(page.locator(".sheet.history")).to_be_visible()


def at_undo(house, page):
    at_history(house, page)
    page.locator(".sheet.history li button").last.click()
    expect(page.locator(".sheet .go")).to_be_visible()


def at_menu(house, page):
    at_play(house, page)
    page.locator(key("more")).click()
    expect(page.locator("dialog.sheet")).to_be_visible()


def over(house):
    house.start("Anna", "Ben", leader="Anna")
    house.throw(1, 1, 1)


def at_the_end(house, page):
    over(house)
    expect(page.get_by_role("button", name="Revanche")).to_be_visible()


def at_turning(house, page):
    """Three choices beside one another: the narrowest keys of all."""
    house.start("Anna", "Ben", "Cem", variant="schocken", leader="Anna")
    house.throw(6, 6, 2)
    expect(page.locator("#panel button")).to_have_count(3)


def seated(house, page):
    """The phone plays for Anna, whose turn it is."""
    guests = house.guests
    guests.allowed.change({"phone_throws": True})
    page.locator(key("sit")).click()
    page.locator(key("am Anna")).click()
    expect(page.locator("#seat")).to_contain_text("Anna")
    guests.answer(guests.to_json()["phones"]["asking"][0]["id"], accept=True)


@opened_at("/watch", lambda house: house.start("Anna", "Ben", variant="base", leader="Anna"))
def at_throwing_by_phone(house, page):
    seated(house, page)
    page.locator(key("throw")).click()
    expect(page.locator(key("pass"))).to_be_visible()


def at_a_phone_that_asks(house, page):
    house.start("Anna", "Ben", leader="Anna")
    house.guests.request_seat("Cem", token=None, address="10.0.0.7")
    house.app.table.republish_guests()
    expect(page.locator(".strip.newcomer")).to_be_visible()


@opened_at("/screen", in_play)
def at_screen(house, page):
    expect(page.get_by_text("Ben").first).to_be_visible()


@opened_at("/season", over)
def at_season(house, page):
    expect(page.locator("main.report")).to_be_visible()


STATES = [
    *(at_setup, at_declaring, at_question, at_undo, at_menu, at_the_end, at_turning),
    *(at_a_phone_that_asks, at_throwing_by_phone, at_screen, at_season),
]
"""What a table comes to by its game or its phones; what is opened by taps alone is among the places of every page."""
OPENED = ("house rules", "teams", "cards shown", "correction", "bill", "who is here", "a seat", "odds")


@pytest.fixture
def at(house, look):
    def go(place):
        with_regulars(house)
        path, before = ELSEWHERE.get(place, ("", None))
        if before:
            before(house)
        page = look(house.url + path)
        if not path:
            expect(page.locator(key("start"))).to_be_visible()
        place(house, page)
        expect(page.locator('dialog[aria-busy="true"]')).to_have_count(0)
        return page

    return go


def sized(page):
    for name, (width, height) in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        yield name


def faults(page):
    return [
        f"{violation['id']}: {node['html'][:120]}"
        for violation in violations(page)
        if violation["impact"] in ("serious", "critical")
        for node in violation["nodes"]
    ]


def hard_to_tap(page):
    """What is smaller than a finger, or cannot be brought into sight; what passes by itself is looked at elsewhere."""
    found = hard_to_tap_now(page)
    if found:
        page.wait_for_timeout(PASSES_MS)
        found = hard_to_tap_now(page)
    return found


def hard_to_tap_now(page):
    """What it is at this moment; a hidden field has a button that is tapped."""
    return page.evaluate(f"""() => ({REACHED})().filter((one) => !one.matches(".unseen")).map((one) => {{
        one.scrollIntoView({{ block: "center", inline: "center" }});
        const box = one.getBoundingClientRect();
        const on = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
        const seen = on && (one.contains(on) || on.contains(one));
        const large = box.width > 43.5 && box.height > 43.5;
        const instead = seen ? "" : `, ${{Math.round(box.x)}},${{Math.round(box.y)}} under ${{on?.outerHTML.slice(0, 80)}}`;
        return seen && large ? null : `${{one.outerHTML.slice(0, 80)}} ${{box.width}}x${{box.height}}${{instead}}`;
    }}).filter(Boolean)""")


def cut_off(page):
    return page.evaluate("""() => [document.documentElement, ...document.querySelectorAll("dialog")]
        .filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.outerHTML.slice(0, 80))""")


def not_reached_by_keys(page):
    """What the tab key does not come to, and what does not show that it has."""
    count = page.evaluate(f"""() => {{
        window.todo = new Set(({REACHED})());
        window.unshown = [];
        document.addEventListener("focusin", ({{ target }}) => {{
            const first = todo.delete(target);
            if (first && getComputedStyle(target).outlineStyle === "none") unshown.push(target);
        }});
        return todo.size;
    }}""")
    for _ in range(count):
        page.keyboard.press("Tab")
    if page.evaluate("todo.size"):  # the window itself is on the way round as well
        for _ in range(8):
            page.keyboard.press("Tab")
    return page.evaluate("[...unshown, ...todo].map((one) => one.outerHTML.slice(0, 80))")


@pytest.mark.parametrize("place", STATES, ids=lambda place: place.__name__)
def test_everybody_can_use_the_page_there(at, place):
    """Nothing out of a finger's or a key's reach, nothing cut off at any size; no serious fault for axe at one of two."""
    seen_at = ("phone", "tablet")[STATES.index(place) % 2]  # a television has the tablet's page, only larger
    assert what_hinders(at(place), seen_at) == {}


@pytest.mark.parametrize(
    "place", [place for place in PLACES if place.name in OPENED], ids=lambda place: place.name
)
def test_everybody_can_use_what_is_opened_there(house, look, place):
    assert Lists(house.app.store).change_regulars(regulars())["ok"]
    begin(Visitor(house.url), place.game, seed=20, acts=25)
    page = look(house.url + place.path)
    reach(page, place)
    assert what_hinders(page, ("phone", "tablet")[OPENED.index(place.name) % 2]) == {}


def what_hinders(page, *seen_at):
    found = {"keys": not_reached_by_keys(page)}
    for size in sized(page):
        found |= {f"tap {size}": hard_to_tap(page), f"cut {size}": cut_off(page)}
        if size in seen_at:
            found[f"axe {size}"] = faults(page)
    return {what: where for what, where in found.items() if where}


def test_a_landlord_can_use_his_pages_however_he_does(open_house, look):
    house = open_house(table="paired")
    page = look(house.url)
    expect(page.get_by_role("button", name="Aufgeschrieben")).to_be_visible()
    hinders = {"first": what_hinders(page, "phone", "tablet")}
    page.get_by_role("button", name="Aufgeschrieben").click()
    expect(page.get_by_role("heading", name="Kamera")).to_be_visible()
    hinders["guide"] = what_hinders(page, "phone", "tablet")
    page.get_by_role("link", name="Zum Tisch").click()
    expect(page.locator("body")).to_have_attribute("data-role", "table")
    page.goto(page.url.rstrip("/") + "/landlord")
    expect(page.get_by_role("heading", name="PIN des Wirts")).to_be_visible()
    hinders["pad"] = what_hinders(page, "phone", "tablet")
    type_pin(page, house.pins[-1])
    expect(page.locator("#card-this")).to_be_visible()
    hinders["inside"] = what_hinders(page, "phone", "tablet")
    assert {where: what for where, what in hinders.items() if what} == {}


def test_axe_would_find_a_fault(at):
    page = at(at_setup)
    page.evaluate("document.body.append(document.createElement('button'))")
    assert [fault.split(":")[0] for fault in faults(page)] == ["button-name"]


def test_a_game_is_set_up_and_thrown_with_keys_alone(house, at):
    page = at(at_setup)
    page.locator(key("game Tschigg")).focus()
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.dataset.focus") == "game Tschigg"
    expect(page.locator(key("start"))).to_be_enabled()
    page.locator(key("start")).focus()
    page.keyboard.press("Enter")
    expect(page.locator("#panel [data-face]").first).to_be_visible()
    expect(page.locator('#panel [data-face="6"]')).to_be_enabled()
    page.locator('#panel [data-face="6"]').focus()
    page.keyboard.press("Enter")
    expect(page.locator("#next .n")).to_have_text("Ben")


@pytest.mark.parametrize(("place", "opener"), [(at_history, "history"), (at_menu, "more")])
def test_focus_goes_into_a_sheet_and_back_to_what_opened_it(at, place, opener):
    page = at(place)
    assert page.evaluate("document.querySelector('dialog').contains(document.activeElement)")
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)
    assert page.evaluate("document.activeElement.dataset.focus") == opener


def test_a_sheet_that_goes_on_keeps_the_focus_inside(at):
    page = at(at_undo)
    assert page.evaluate("document.querySelector('dialog').contains(document.activeElement)")


@pytest.mark.parametrize("name", ["correct", "to"])
def test_a_history_that_grows_keeps_the_focus_on_the_entry_that_had_it(house, at, name):
    page = at(at_history)
    before = page.locator(f'[data-focus^="{name} "]').count()
    held = page.locator(f'[data-focus^="{name} "]').last
    called = held.get_attribute("data-focus")
    held.focus()
    house.hold(1)
    house.throw(2, 6)
    expect(page.locator(f'[data-focus^="{name} "]')).to_have_count(before + 2)
    assert page.evaluate("document.activeElement.dataset.focus") == called


def test_nothing_moves_for_who_wants_no_motion(house, at):
    page = at(at_roll_off)
    page.emulate_media(reduced_motion="reduce")
    at_play(house, page)
    assert page.evaluate("document.getAnimations().length") == 0
