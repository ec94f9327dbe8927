"""A census of the page: random boards at many sizes, each looked over for what nobody could read or press."""

import json
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Browser, Page

SMALLEST: Final = (320, 568)
"""The smallest phone."""
HARDEST: Final = (SMALLEST, (360, 740), (740, 360), (512, 384), (1280, 800))
"""Phones, upright and across, what is left of a tablet's window at 200 %, and a tablet."""
LANGUAGES: Final = {"de": "de-DE", "en": "en-GB"}
AT_ONCE: Final = 60  # boards sent to the browser in one go
HERE: Final = Path(__file__).parent
FAMILY = """(family) => {
  document.documentElement.style.setProperty("--f", family);
  document.fonts.dispatchEvent(new Event("loadingdone"));
}"""
SETTLED = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


def open_page(browser: Browser, address: str, *, locale: str) -> Page:
    """Open a page whose boards come from the census."""
    page = _new_page(browser, locale)
    page.add_init_script(path=HERE / "states.js")
    page.goto(address)
    page.wait_for_function("() => document.body.dataset.link")
    return made_ready(page)


def open_place(browser: Browser, address: str, *, locale: str) -> Page:
    """Open any page of a table as it is; once it is where it shall be, `made_ready` has it looked over."""
    page = _new_page(browser, locale)
    page.goto(address)
    return page


def _new_page(browser: Browser, locale: str) -> Page:
    context = browser.new_context(
        locale=locale, reduced_motion="reduce", viewport={"width": 1280, "height": 800}
    )
    context.set_default_timeout(60_000)
    return context.new_page()


def made_ready(page: Page) -> Page:
    """Wait for the fonts of an open page, and load the census script."""
    page.evaluate("document.fonts.ready")
    page.evaluate((HERE / "census.js").read_text(encoding="utf-8"))
    return page


def written_in(page: Page, family: str):
    page.evaluate(FAMILY, f'"{family}"')


def look_over(page: Page, boards: Sequence[dict[str, Any]], what: str) -> list[tuple[str, str]]:
    """Show the page all boards at its present size; return the kind of each fault, and a sentence that begins with `what`."""
    found = []
    for start in range(0, len(boards), AT_ONCE):
        text = json.dumps(
            boards[start : start + AT_ONCE]
        )  # as text: Playwright looks over each value that it sends
        for place, kind, said, where in page.evaluate("(text) => census.run(JSON.parse(text))", text):
            board = boards[start + place]
            game = f"{board['state']['variant']} with {len(board['state']['players'])}, {board['moment']}"
            found.append((kind, f"{what}, {game}: {kind}: {said} ({where})"))
    return found


def look_over_place(page: Page) -> list[list[str]]:
    """Return the faults of what is open, once it has settled into its size and font: kind, text and element."""
    page.evaluate(SETTLED)
    found: list[list[str]] = page.evaluate("census.place()")
    return found


def sized(page: Page, sizes: Iterable[tuple[int, int]]) -> Iterator[str]:
    """Set each size in turn, and yield its name."""
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        yield f"{width}x{height}"
