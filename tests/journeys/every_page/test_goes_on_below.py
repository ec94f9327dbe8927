"""Whatever can be scrolled says so at its lower edge, on every page and in every dialog, until its end is reached."""

from __future__ import annotations

import pytest

from knobeltisch.game.saved_lists import Lists
from tests.support.evenings.visitor import Visitor
from tests.support.pages.census import LANGUAGES, made_ready, open_place, sized
from tests.support.pages.places import PLACES, begin, reach, regulars

pytestmark = pytest.mark.long
SIZES = ((1280, 800), (360, 740))
SEED, ACTS = 20, 25
SLACK_PX = 8
ELSEWHERE = ("watching", "caller", "a seat", "for adults", "PIN")
"""Places that this house does not have: an address for phones, a voice, phones that join, a drinking game."""
SILENT = f"""() => [document.documentElement, ...document.body.querySelectorAll("*")].filter((box) => {{
  const whole = box === document.documentElement;
  const how = getComputedStyle(box).overflowY;
  const scrolls = whole ? !["hidden", "clip"].includes(how) : ["auto", "scroll"].includes(how);
  const more = scrolls && box.scrollHeight - box.clientHeight - box.scrollTop > {SLACK_PX};
  const foot = !whole && box.querySelector("footer");
  const sign = whole ? getComputedStyle(document.body, "::after").content !== "none"
    : foot ? getComputedStyle(foot, "::before").content !== "none"
    : getComputedStyle(box).maskImage !== "none";
  return foot && !more ? false : more !== sign;
}}).map((box) => `${{box.localName}}.${{box.className}}`)"""
DRAWN = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(done))))"
TO_THE_END = """() => [document.documentElement, ...document.body.querySelectorAll("*")].forEach((box) => box.scrollTo?.(0, box.scrollHeight))"""


def silent(page):
    page.evaluate(DRAWN)
    return page.evaluate(SILENT)


@pytest.mark.parametrize("game", ["none", "chic"])
def test_each_list_that_goes_on_below_says_so_until_its_end(house, chromium, game):
    assert Lists(house.app.store).change_regulars(regulars())["ok"]
    if game != "none":
        begin(Visitor(house.url), "chic", SEED, ACTS)
    places = [place for place in PLACES if place.game == game and place.name not in ELSEWHERE]
    assert places
    found = []
    for place in places:
        page = open_place(chromium, house.url + place.path, locale=LANGUAGES["de"])
        reach(page, place)
        made_ready(page, "bundled")
        for size in sized(page, SIZES):
            found += [f"{place.name} {size}: {box}" for box in silent(page)]
            page.evaluate(TO_THE_END)
            found += [f"{place.name} {size} at its end: {box}" for box in silent(page)]
        for step in place.after:
            step(page)
        page.context.close()
    assert found == []
