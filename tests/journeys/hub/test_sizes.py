"""The hub's pages with twelve tables and eighty people, at the sizes of phones, tablets and televisions, two of them upright."""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import expect

from tests.journeys.hub.desk import tap, unlock
from tests.journeys.hub.television import turn_to
from tests.support.hub.full_hall import KNOCKOUT, PEOPLE, TABLES, fill_tables, play_round
from tests.support.hub.running_hub import address

pytestmark = pytest.mark.long
PHONES = ((360, 740), (320, 568))
SIZES = (*PHONES, (768, 1024), (1024, 768), (1280, 800), (1920, 1080), (1080, 1920))
LEAST_PX = 14
LEAST_ON_TELEVISION = {
    12: 0.0085,
    20: 0.007,
}  # of its width: 16 px on a television with so many tables, 13 px
LEAST_TILE_PX = 11  # on a phone, which has /cup beside it
FEWEST_LETTERS = 10  # of a name that has an ellipsis
TALLEST_PX = 10_000
TEXT = """() => {
  const found = [], walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const text = walk.currentNode, box = text.parentElement, range = document.createRange();
    if (!text.data.trim() || !box.checkVisibility({ visibilityProperty: true }) || box.closest(".unseen, script, noscript")) continue;
    range.selectNodeContents(text);
    if (range.getBoundingClientRect().width > 1) found.push([parseFloat(getComputedStyle(box).fontSize), text.data.trim()]);
  }
  return found.sort((one, other) => one[0] - other[0])[0];
}"""
"""The size in px of the smallest text, and that text."""
LETTERS = """(where) => [...document.querySelectorAll(where)].filter((name) => name.checkVisibility({ visibilityProperty: true })).map((name) => {
  const letters = [...name.textContent];
  return { name: name.textContent, of: letters.length, seen: name.scrollWidth > name.clientWidth + 1 ? Math.floor(letters.length * name.clientWidth / name.scrollWidth) : letters.length };
})"""
"""Each name there, and how many of its letters are seen."""
WIDER = "() => [document.documentElement, ...document.querySelectorAll('.wide:not(.bracket)')].filter((box) => box.scrollWidth > box.clientWidth + 1).length"
TALL = "document.documentElement.scrollHeight"


def sized(page, sizes=SIZES):
    """Give the page each size in turn, and wait until it has settled there."""
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        yield width, height


def faults_of(page, name):
    """Return at which sizes a page has text that is too small, or scrolls sideways."""
    found = []
    for size in sized(page):
        least, words = page.evaluate(TEXT)
        if least < LEAST_PX:
            found.append((name, size, least, words))
        if size != (320, 568) and page.evaluate(WIDER):
            found.append((name, size, "wider than the page"))
        if size in PHONES and "report" not in name and (tall := page.evaluate(TALL)) > TALLEST_PX:
            found.append((name, size, f"{tall} px long"))
    return found


def faults_of_television(page, where, tables):
    """Return at which sizes the television has text that is too small, names that are cut, or scrolls."""
    found = []
    page.evaluate("document.fonts.ready.then(() => null)")  # a name is measured again once its font is there
    for width, height in sized(page):
        least, words = page.evaluate(TEXT)
        if least < (LEAST_TILE_PX if (width, height) in PHONES else LEAST_ON_TELEVISION[tables] * width):
            found.append((width, least, words))
        names = page.evaluate(LETTERS, where)
        fewest = 99 if tables == TABLES else FEWEST_LETTERS
        found += [(where, width, name) for name in names if name["seen"] < min(name["of"], fewest)]
        if page.evaluate(WIDER) or (width >= 1080 and page.evaluate(TALL) > height):
            found.append((width, "scrolls"))
    return found


def test_each_page_of_a_full_hall_can_be_read_at_each_size_and_never_scrolls_sideways(hub, look):
    fill_tables(hub)
    desk = look(f"{address(hub)}/")
    unlock(desk, tables=12)
    found = faults_of(desk, "landlord")
    desk.evaluate("for (const one of document.querySelectorAll('details')) one.open = true")
    found += faults_of(desk, "landlord, unfolded")
    tap(desk.locator("#to-desk"))
    expect(desk.locator(".opening")).to_be_visible()
    found += faults_of(desk, "opening")
    hub.desk.open(title="Hirschen-Pokal", form=KNOCKOUT, tables=TABLES, players="\n".join(PEOPLE))
    play_round(hub, random.Random(3))
    hub.desk.act({"do": "draw"})
    expect(desk.locator(".bracket-round")).not_to_have_count(0)
    expect(desk.locator(".bracket .seat.on")).not_to_have_count(0)
    found += faults_of(desk, "desk")
    page = look(f"{address(hub)}/cup")
    expect(page.locator(".bracket-round")).not_to_have_count(0)
    found += faults_of(page, "cup")
    for path in ("report/1", "bracket"):
        page.goto(f"{address(hub)}/{path}")
        found += faults_of(page, path)
    assert found == []


@pytest.mark.parametrize("tables", LEAST_ON_TELEVISION)
def test_a_television_shows_names_whole_to_twelve_tables_and_never_fewer_than_ten_letters(
    hub, look, picture, tables
):
    fill_tables(hub, tables)
    hub.desk.open(title="Hirschen-Pokal", form=KNOCKOUT, tables=tables, players="\n".join(PEOPLE))
    play_round(hub, random.Random(3))
    hub.desk.act({"do": "draw"})
    television = look(f"{address(hub)}/pub", size="tv", clock=True)
    expect(television.locator(".tile")).to_have_count(tables)
    expect(television.locator("#side li")).not_to_have_count(0)
    turn_to(television, "tables")
    if tables == TABLES:
        picture(television, "hub-pub")
    found = faults_of_television(television, ".tile .name .fitted", tables)
    turn_to(television, "bracket")
    found += faults_of_television(television, ".bracket .seat > span:first-child", tables)
    assert found == []


PRESENT = """() => {
  const box = document.querySelector(".bracket");
  const round = [...box.querySelectorAll(".bracket-round")].findLast((one) => one.querySelector("[data-name]"));
  return { left: round.offsetLeft, right: round.offsetLeft + round.offsetWidth, at: box.scrollLeft, room: box.clientWidth, whole: box.scrollWidth };
}"""


@pytest.mark.parametrize("people", [8, 16, 32, 64])
def test_a_bracket_is_scrolled_to_the_present_round_only_where_it_is_out_of_sight(hub, look, people):
    hub.desk.open(title="Pokal", form=KNOCKOUT, tables=8, players="\n".join(PEOPLE[:people]))
    chance = random.Random(people)
    page = look(f"{address(hub)}/cup")
    found, scrolled, rounds = [], 0, 0
    while not found and play_round(hub, chance)[1:]:  # until there is one table: the final
        rounds += 1
        for size in ((360, 740), (320, 568), (480, 800), (768, 1024)):
            page.set_viewport_size({"width": size[0], "height": size[1]})
            page.reload()
            expect(page.locator(".bracket[data-seen]")).to_be_visible()
            now = page.evaluate(PRESENT)
            scrolled += now["at"] > 0
            wanted = 0 if now["right"] <= now["room"] else min(now["left"], now["whole"] - now["room"])
            if abs(now["at"] - wanted) > 1:
                found.append((size, rounds, now))
    assert found == []
    assert scrolled or people == 8
