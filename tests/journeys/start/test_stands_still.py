"""A choice moves nothing under a finger: each control of the start form and of the sheets is tapped, and all others stay.

What a tap asks for may move: a line that comes or goes moves what is below it in its list.
"""

import pytest

from knobeltisch.game.saved_lists import Lists
from tests.support.pages.places import PLACES, reach

pytestmark = pytest.mark.long
PHONE = (320, 568)
SLACK = 2.0  # pixels
PEOPLE = ("Anna", "Ben", "Friederike", "Jürgen", "Wilhelmina", "Cem", "Dora", "Zeynep")
AWAY = PEOPLE[5:]
HOUSES = (("Anker", "bavarian", {"players_max": 7}), ("Zum goldenen Hirschen", "schocken", {"teams": True}))
LEADS_AWAY = '[data-focus="start"], .primary, .strike, dialog > header button, select, input, a, [data-focus="language"]'
# A line comes, goes, changes places or is unfolded: that is what these taps ask for.
ASKED = ("guest Cem", "guest Dora", "guest Zeynep", "add", "up ", "down ", "SUMMARY", "older")
CONTROLS = """(leads) => {
  const scope = [...document.querySelectorAll("dialog[open]")].at(-1) ?? document.body;
  const found = new Map();
  for (const one of scope.querySelectorAll("button, summary, [role=button], input, select")) {
    const name = one.dataset.focus ?? `${one.tagName} ${one.ariaLabel ?? one.name ?? ""} ${one.textContent.trim()}`;
    const box = one.getBoundingClientRect();
    if (found.has(name)) found.set(name, null);  // two of one name: nobody knows which has moved
    else if (box.width && box.height) found.set(name, one);
  }
  const all = [...found].filter(([, one]) => one);
  globalThis.controlNamed = Object.fromEntries(all);
  return all.filter(([, one]) => !one.matches(leads) && !one.disabled).map(([name]) => name);
}"""
BOXES = """() => Object.fromEntries(Object.entries(globalThis.controlNamed).map(([name, one]) => {
  const { left, top, width, bottom, right } = one.getBoundingClientRect();
  const x = (left + right) / 2, y = (top + bottom) / 2;
  const seen = width > 0 && x > 0 && y > 0 && x < innerWidth && y < innerHeight && one.contains(document.elementFromPoint(x, y));
  return [name, { left, top, x, y, seen }];
}))"""
SHEETS = "() => [...document.querySelectorAll('dialog[open] h2')].map((one) => one.textContent)"
SETTLED = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


def boxes(page):
    page.evaluate(CONTROLS, LEADS_AWAY)
    return page.evaluate(BOXES)


def moved(page, name):
    """Tap a control; return what else has moved under the eye, or None where the tap led away."""
    page.evaluate("(name) => globalThis.controlNamed[name].scrollIntoView({ block: 'center' })", name)
    page.wait_for_function("(name) => !('rests' in globalThis.controlNamed[name].dataset)", arg=name)
    before = boxes(page)
    at = before[name]
    if not at["seen"]:
        return []
    sheets = page.evaluate(SHEETS)
    page.mouse.click(at["x"], at["y"])
    page.wait_for_timeout(200)
    page.evaluate(SETTLED)
    if page.evaluate(SHEETS) != sheets:
        return None
    after = boxes(page)
    return [
        f"{other} by {after[other]['left'] - was['left']:.0f}, {after[other]['top'] - was['top']:.0f}"
        for other, was in before.items()
        if was["seen"]
        and other in after
        and max(abs(after[other]["left"] - was["left"]), abs(after[other]["top"] - was["top"])) > SLACK
    ]


def opened(look, house, place, size):
    page = look(house.url + place.path)
    page.set_viewport_size({"width": size[0], "height": size[1]})
    reach(page, place)
    return page


def faults_of(look, house, place, size):
    page = opened(look, house, place, size)
    depth = page.locator("dialog[open]").count()
    found, done = [], set()
    while fresh := [name for name in page.evaluate(CONTROLS, LEADS_AWAY) if name not in done]:
        name = fresh[0]
        done.add(name)
        if name.startswith(ASKED):
            continue
        others = moved(page, name)
        found += [f"{place.name} {size}: {name} moves {other}" for other in others or ()]
        if page.locator("dialog[open]").count() > depth:
            page.keyboard.press("Escape")
            page.wait_for_timeout(50)
        elif others is None:
            page.goto(house.url + place.path)
            reach(page, place)
    page.context.close()
    return found


def fill_lists(house):
    lists = Lists(house.app.store)
    seat = dict.fromkeys(AWAY, "away") | {"Ben": "paused"}
    regulars = [{"name": name, "seat": seat.get(name, "here")} for name in PEOPLE]
    assert lists.change_regulars({"regulars": regulars})["ok"]
    kept = [{"name": name, "base": base, "options": options} for name, base, options in HOUSES]
    assert lists.change_houses({"house_rules": kept})["ok"]


def test_a_choice_for_a_game_moves_nothing_that_a_finger_is_about_to_tap(house, look):
    fill_lists(house)
    found = faults_of(look, house, place_named("new game"), PHONE)
    assert not found, "\n".join(found)


@pytest.mark.parametrize("name", ["who is here", "caller", "history", "correction"])
def test_a_choice_in_a_sheet_moves_nothing_that_a_finger_is_about_to_tap(house, look, name):
    house.start("Anna", "Friederike", "Wilhelmina", variant="chic", leader="Anna")
    house.throw(2, 3, 5)
    house.leave_it()
    house.throw(2, 4, 5)
    found = faults_of(look, house, place_named(name), PHONE)
    assert not found, "\n".join(found)


def place_named(name):
    return next(place for place in PLACES if place.name == name)
