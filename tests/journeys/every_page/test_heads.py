"""Every page beside the board has one head: the same way back in the same place, and the title in the same letters and colours."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.long

PAGES = [
    "/odds",
    "/secure",
    "/evenings",
    "/season",
    "/people",
    "/dice",
    "/landlord",
    "/landlord/calibrate",
]
HEAD = """() => {
  const back = document.querySelector(".way-back"), title = back.closest("header").querySelector("h1");
  const box = back.getBoundingClientRect(), style = (one) => getComputedStyle(one);
  return {
    back: [back.textContent.trim(), box.x, box.y, box.width, box.height],
    paper: [style(document.body).backgroundColor, style(back.closest("header")).backgroundColor],
    title: title && [style(title).fontFamily, style(title).fontSize, style(title).fontWeight, style(title).color],
    tall: title && title.getBoundingClientRect().height / parseFloat(style(title).fontSize),
  };
}"""


@pytest.mark.parametrize("size", [(1280, 800), (320, 568)], ids=str)
def test_all_pages_have_one_head(house, look, size):
    house.app.table.commands.send(
        {"do": "start", "variant": "bavarian", "players": ["Anna", "Ben"], "leader": "Anna"}
    )
    page = look(house.url)
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto(f"{house.url}/landlord")
    page.locator(".first button.primary").click()  # the PIN of a new table, noted
    expect(page.locator(".first")).to_have_count(0)
    found = {}
    for path in PAGES:
        page.goto(f"{house.url}{path}")
        expect(page.locator(".way-back")).to_be_visible()
        found[path] = page.evaluate(HEAD)
    first = found["/odds"]
    assert {path: head["back"] for path, head in found.items()} == dict.fromkeys(found, first["back"])
    assert {path: head["paper"] for path, head in found.items()} == dict.fromkeys(found, first["paper"])
    titled = {path: head["title"] for path, head in found.items() if head["title"]}
    assert titled == dict.fromkeys(titled, first["title"])
    two_lines = 2 * 1.31
    assert {
        path: head["tall"] for path, head in found.items() if head["title"] and head["tall"] > two_lines
    } == {}
