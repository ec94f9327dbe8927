"""Half a name is typed into a field; whatever the table then reports, the text, the focus and the caret are still there."""

from typing import Any

import pytest
from playwright.sync_api import expect

from knobeltisch.game.saved_lists import Lists
from tests.journeys.hub.desk import tap as tap_rested
from tests.journeys.hub.desk import unlock
from tests.support.hub.full_hall import PEOPLE, fill_tables
from tests.support.hub.running_hub import address, hubs_in
from tests.support.pages.census import SETTLED
from tests.support.pages.places import called, on, tap
from tests.support.waiting import until

pytestmark = pytest.mark.long
HALF = "Zoé von"
BACK = 3  # the caret stands so many letters before the end
FIELDS = "input[type=text]:visible"
NEWCOMER = '[data-focus="newcomer"]'
SEATS = ".seats [data-name]"
LISTS = "**/api/regulars"
PLACE = """() => {
  const { value, selectionStart, dataset, ariaLabel } = document.activeElement;
  return [dataset.focus ?? ariaLabel, value, selectionStart];
}"""


def names(page):
    return page.locator(SEATS).evaluate_all("all => all.map(one => one.dataset.name)")


def keep(house, *people, **seats):
    """Put these people on the house's list, as another tablet does."""
    regulars = [{"name": name, "seat": seats.get(name, "here")} for name in people]
    assert Lists(house.app.store).change_regulars({"regulars": regulars})["ok"]


def kept(house):
    regulars: Any = Lists(house.app.store).regulars()["regulars"]
    return {regular["name"]: regular["seat"] for regular in regulars}


# --- everything that may come from the table while somebody types


def phone_asks(house, _page):
    number = len(house.guests.to_json()["phones"]["seated"]) + len(house.shown["phones"]["asking"])
    house.guests.request_seat(f"Gast {number}", token=None, address=f"192.0.2.{number}")


def phone_is_let_in(house, _page):
    before = next(iter(house.shown["players_last"]), None)
    request = house.shown["phones"]["asking"][0]["id"]
    assert house.guests.answer(request, accept=True, after=before)["ok"]


def other_tablet_changes_the_lists(house, page):
    keep(house, f"Rosa {len(kept(house))}", *kept(house), **kept(house))
    phone_asks(house, page)  # with the news of a phone the table's pages read the lists


def line_is_lost_and_comes_back(_house, page):
    page.context.set_offline(True)
    page.evaluate("dispatchEvent(new Event('online'))")  # a browser closes no open stream by itself
    expect(page.locator("body")).to_have_attribute("data-link", "lost")
    page.context.set_offline(False)
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(page.locator("body")).to_have_attribute("data-link", "live")


def camera_comes(house, _page):
    house.camera_on()


def other_device_starts_a_game(house, _page):
    if house.shown["state"] and house.shown["state"]["stage"] != "over":
        house.send({"do": "end"})
    house.start("Ben", "Anna", variant="chic", leader="Ben")


def other_device_throws(house, _page):
    house.throw(1, 3, 5)


def other_device_undoes(house, _page):
    house.send({"do": "undo", "count": 1})


def game_ends(house, _page):
    house.send({"do": "end"})


CALM = (
    phone_asks,
    phone_is_let_in,
    other_tablet_changes_the_lists,
    camera_comes,
    line_is_lost_and_comes_back,
)
PLAYED = (*CALM, other_device_throws, other_device_undoes)
GAMES = (*PLAYED, game_ends, other_device_starts_a_game)
MENU_NEW = (called("menu.new"),)
WHERE = {
    "start form": ("/", (), CALM),
    "rename a guest": ("/", (on(".guests .guest"),), (*CALM, other_device_starts_a_game)),
    "next game": ("/", MENU_NEW, GAMES),
    "who is here": ("/", (tap("people"),), GAMES),
    "rename a player": ("/", (tap("people"), on("dialog.people .guest")), GAMES),
    "ask for a seat": ("/watch", (tap("sit"),), GAMES),
}
BEFORE_A_GAME = ("start form", "rename a guest")


def settle(house, page):
    """Wait until the page has drawn all that has come: a last round is called after it, or called off."""
    on_now = not house.shown["last_orders"]
    house.send({"do": "last_orders", "on": on_now})
    expect(page.locator(".strip.last-orders")).to_have_count(int(on_now))
    page.wait_for_load_state("networkidle")


@pytest.mark.parametrize("where", WHERE)
def test_no_news_takes_anything_from_a_text_that_is_half_typed(house, look, where):
    path, steps, pushes = WHERE[where]
    keep(house, "Anna", "Ben", "Cem", "Dora", Dora="away")
    if where not in BEFORE_A_GAME:
        house.start("Anna", "Ben", "Cem", leader="Anna")
    page = look(house.url + path, offline=True)
    for step in steps:
        step(page)
    expect(page.locator(FIELDS).first).to_be_visible()
    place = page.locator("dialog[open]").last if page.locator("dialog[open]").count() else page
    for field in place.locator(FIELDS).all():
        field.fill(HALF)
        for _ in range(BACK):
            field.press("ArrowLeft")
        wanted = page.evaluate(PLACE)
        assert wanted[1:] == [HALF, len(HALF) - BACK]
        for push in pushes:
            push(house, page)
            settle(house, page)
            assert page.evaluate(PLACE) == wanted, push.__name__


def test_a_half_typed_name_waits_until_the_game_that_another_device_started_is_over(house, look):
    keep(house, "Anna", "Ben")
    page = look(house.url)
    page.locator(NEWCOMER).fill(HALF)
    house.start("Anna", "Ben", leader="Anna")
    expect(page.locator("#next .n")).to_have_text("Anna")
    house.send({"do": "end"})
    page.get_by_role("button", name="Anderes Spiel").click()
    expect(page.locator(NEWCOMER)).to_have_value(HALF)
    page.locator(NEWCOMER).press("Enter")
    expect(page.locator(NEWCOMER)).to_have_value("")
    until(lambda: kept(house).get(HALF) == "here")


# --- a tournament


def focused(name):
    return f'[data-focus="{name}"]'


def assert_stays(page, field, push, seen):
    """Type half a name into a field; after the news, which must be `seen`, it is as it was."""
    page.locator(field).fill(HALF)
    for _ in range(BACK):
        page.locator(field).press("ArrowLeft")
    wanted = page.evaluate(PLACE)
    push()
    seen()
    assert page.evaluate(PLACE) == wanted


def asks_twice(page, path):
    """Wait until a page that asks now and then has drawn what came before: its first answer may be older."""
    for _ in range(2):
        page.wait_for_event("requestfinished", lambda asked: path in asked.url)
    page.evaluate(SETTLED)


def test_no_news_of_a_tournament_takes_what_is_half_typed(tmp_path, look):
    with hubs_in(tmp_path / "hub") as opened:
        hub = opened()
        fill_tables(hub, 4)
        desk = look(f"{address(hub)}/")
        unlock(desk, tables=4)
        tap_rested(desk.locator("summary").first)
        assert_stays(
            desk,
            focused("name 1"),
            lambda: hub.hall.note_status("pub/2", "offline"),
            lambda: asks_twice(desk, "/api/landlord"),
        )
        desk.goto(f"{address(hub)}/desk")
        desk.locator(focused("title")).fill(HALF)
        players = "\n".join(PEOPLE[:40])
        hub.desk.open(title="Pokal", form="groups", tables=4, players=players)
        hub.desk.act({"do": "join", "open": True})
        expect(desk.locator("#card-people")).to_be_visible()
        phone = look(f"{address(hub)}/cup", size="phone")
        assert_stays(
            phone,
            focused("join name"),
            lambda: hub.desk.act({"do": "note", "kind": "came", "player": {"name": "Quirin"}}),
            lambda: expect(phone.locator("#cup option[value=Quirin]")).to_have_count(1),
        )
        for field in (focused("newcomer"), focused("find-people")):
            guest = f"Gast {field[-5]}"
            assert_stays(
                desk,
                field,
                lambda guest=guest: hub.desk.act({"do": "note", "kind": "came", "player": {"name": guest}}),
                lambda: asks_twice(desk, "/api/referee"),
            )
        hub.desk.act({"do": "draw"})
        assert_stays(
            phone,
            focused("find-seats"),
            lambda: hub.desk.act({"do": "note", "kind": "paused", "on": True}),
            lambda: expect(phone.locator("#cup .whole").first).to_contain_text("Pause"),
        )
        hub.desk.abandon()
        expect(desk.locator(focused("title"))).to_have_value(HALF)


# --- two devices change a list at once


def test_a_guest_is_kept_who_was_added_while_the_lists_were_read(house, look):
    """The lists' answer is held up: it left the table before the guest came, and arrives after."""
    keep(house, "Anna", "Ben")
    page = look(house.url)
    expect(page.locator(SEATS)).to_have_count(2)
    held, free = [], []

    def hold(route):
        if route.request.method == "GET" and not free:
            held.append((route, route.fetch()))
        else:
            route.continue_()

    page.route(LISTS, hold)
    phone_asks(house, page)
    expect(page.locator(".strip.newcomer")).to_be_visible()
    until(lambda: page.wait_for_timeout(20) or held)
    page.locator(NEWCOMER).fill("Zoé")
    page.keyboard.press("Enter")
    expect(page.locator(SEATS)).to_have_count(3)
    page.wait_for_timeout(300)  # as long as a table takes to keep her, if the page has sent her
    free.append(True)
    for route, answer in held:
        route.fulfill(response=answer)
    until(lambda: page.wait_for_timeout(20) or "Zoé" in kept(house))
    settle(house, page)
    assert names(page) == ["Anna", "Ben", "Zoé"]


def test_what_two_tablets_change_at_once_is_all_kept(house, look):
    keep(house, "Anna", "Ben", "Cem", "Dora")
    page = look(house.url, refusals=True)
    expect(page.locator(SEATS)).to_have_count(4)
    keep(house, "Ben", "Emil", "Cem", "Anna", Cem="paused")  # the other one moved, added, paused and struck
    page.locator('[data-focus="pause Ben"]').click()
    until(lambda: page.wait_for_timeout(20) or kept(house).get("Ben") == "paused")
    assert kept(house) == {"Ben": "paused", "Emil": "here", "Cem": "paused", "Anna": "here"}
    expect(page.locator(SEATS)).to_have_count(4)
    assert names(page) == ["Ben", "Emil", "Cem", "Anna"] == list(kept(house))
