import random

import pytest
from playwright.sync_api import expect

from tests.journeys.hub.desk import tap, unlock
from tests.journeys.hub.television import CUT, turn_to
from tests.support.hub.full_hall import KNOCKOUT, PEOPLE, TABLES, fill_tables, play_round
from tests.support.hub.running_hub import address

pytestmark = pytest.mark.long
SIZES = ((360, 740), (320, 568), (768, 1024), (1024, 768), (1280, 800), (1920, 1080))
LEAST_PX = 12  # on the smallest phone, whose canvas is 0.82 of the usual one
TEXT = """() => {
  const sizes = new Set(), weights = new Set(), walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const box = walk.currentNode.parentElement;
    if (!walk.currentNode.data.trim() || !box.checkVisibility() || box.closest(".unseen, script, noscript, option")) continue;
    sizes.add(Math.round(parseFloat(getComputedStyle(box).fontSize) * 10) / 10);
    weights.add(getComputedStyle(box).fontWeight);
  }
  return [[...sizes].sort((one, other) => one - other), [...weights]];
}"""
"""The sizes of text that are seen, and its weights."""


def faults_of(page, name, sizes=SIZES):
    """Return at which sizes a page scrolls sideways, or has more than five sizes of text, two weights, or too small a text."""
    found = []
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        text, weights = page.evaluate(TEXT)
        if len(text) > 5 or len(weights) > 2 or text[0] < LEAST_PX:
            found.append((name, width, text, weights))
        if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
            found.append((name, width, "wider than the page"))
    return found


def test_each_page_of_a_full_hall_has_one_drawing_and_never_scrolls_sideways(hub, look):
    fill_tables(hub)
    desk = look(f"{address(hub)}/")
    unlock(desk, tables=12)
    desk.evaluate("for (const one of document.querySelectorAll('details')) one.open = true")
    found = faults_of(desk, "landlord")
    tap(desk.locator("#to-desk"))
    expect(desk.locator(".opening")).to_be_visible()
    found += faults_of(desk, "opening")
    hub.desk.open(title="Hirschen-Pokal", form=KNOCKOUT, tables=TABLES, players="\n".join(PEOPLE))
    play_round(hub, random.Random(3))
    hub.desk.act({"do": "draw"})
    expect(desk.locator('.bracket [data-state="on"]')).not_to_have_count(0)
    found += faults_of(desk, "desk")
    page = look(f"{address(hub)}/cup")
    expect(page.locator(".bracket-round")).not_to_have_count(0)
    found += faults_of(page, "cup")
    for path in ("report/1", "bracket"):
        page.goto(f"{address(hub)}/{path}")
        found += faults_of(page, path)
    assert found == []


@pytest.mark.parametrize("tables", [2, 4, TABLES])
def test_a_television_shows_names_of_twelve_letters_whole_in_every_scene(hub, look, picture, tables):
    fill_tables(hub, tables)
    television = look(f"{address(hub)}/pub", size="tv", clock=True)
    expect(television.locator(".table")).not_to_have_count(0)
    if tables == 4:
        picture(television, "hub-pub")
    hub.desk.open(title="Hirschen-Pokal", form=KNOCKOUT, tables=tables, players="\n".join(PEOPLE))
    play_round(hub, random.Random(3))
    hub.desk.act({"do": "draw"})
    found = []
    for scene in ("tables", "bracket", "list"):
        turn_to(television, scene)
        found += faults_of(television, scene, SIZES[-1:])
        found += [(scene, name) for name in television.evaluate(CUT, 12)]
    assert found == []
