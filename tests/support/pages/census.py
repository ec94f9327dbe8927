"""A census of the page: random boards at many sizes, each looked over for what nobody could read or press."""

from __future__ import annotations

import base64
import json
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from tests.support.pages.board_states import some_boards

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from playwright.sync_api import Browser, Page

SIZES: Final = (
    (360, 740),
    (740, 360),
    (800, 1280),
    (1024, 768),
    (1180, 820),
    (1280, 800),
    (1340, 800),
    (1280, 720),
    (1920, 1080),
    (3840, 2160),
)
ZOOMED: Final = ((640, 400), (590, 410), (512, 384), (400, 640))
"""What is left of a tablet's window at 200 %."""
SMALLEST: Final = (320, 568)
"""The smallest phone."""
LANGUAGES: Final = {"de": "de-DE", "en": "en-GB"}
GUEST: Final = "Maximilian"
PHONES: Final = {
    "phone, his turn": f"/watch?player={GUEST}",
    "phone, seated": f"/watch?player={GUEST}",
    "phone, asks": f"/watch?asks={GUEST}",
}
"""Pages of a phone that the table knows, and where each is opened."""
AT_ONCE: Final = 60  # boards sent to the browser in one go
HERE: Final = Path(__file__).parent
FAMILY = """(family) => {
  document.documentElement.style.setProperty("--sans", family);
  document.fonts.dispatchEvent(new Event("loadingdone"));
}"""
SETTLED = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
LOAD = """async (data) => {
  const bytes = Uint8Array.from(atob(data), (one) => one.charCodeAt(0));
  document.fonts.add(await new FontFace("of a file", bytes).load());
}"""


@dataclass
class Count:
    """What was found on one page at one size: boards looked over, faults by kind, boards with any, the smallest text."""

    boards: int = 0
    faulty: int = 0
    kinds: Counter[str] = field(default_factory=Counter)
    smallest: float = 99.0
    examples: list[str] = field(default_factory=list)


def open_page(
    browser: Browser, address: str, *, locale: str, font: str = "bundled", motion: bool = False
) -> Page:
    """Open a page whose boards come from the census. `font`: `bundled`, `none`, a family, or the file of one."""
    page = _new_page(browser, locale=locale, font=font, motion=motion)
    page.add_init_script(path=HERE / "states.js")
    page.goto(address)
    page.wait_for_function("() => document.body.dataset.link")
    # What a game of cards needs is fetched with its first board.
    page.evaluate("(board) => push(board)", next(some_boards("first", "poker", 2, 1)))
    page.wait_for_function("() => document.body.dataset.cards")
    return made_ready(page, font)


def open_place(browser: Browser, address: str, *, locale: str, font: str = "bundled") -> Page:
    """Open any page of a table as it is; once it is where it shall be, `made_ready` has it looked over."""
    page = _new_page(browser, locale=locale, font=font, motion=False)
    page.goto(address)
    return page


def _new_page(browser: Browser, *, locale: str, font: str, motion: bool) -> Page:
    reduced = None if motion else "reduce"
    context = browser.new_context(
        locale=locale, reduced_motion=reduced, viewport={"width": 1280, "height": 800}
    )
    context.set_default_timeout(60_000)
    page = context.new_page()
    if font != "bundled":
        page.route("**/*.woff2", lambda route: route.abort())
    return page


def made_ready(page: Page, font: str) -> Page:
    """Set the font of an open page, and load the census script."""
    page.evaluate("document.fonts.ready")
    if Path(font).is_file():
        page.evaluate(LOAD, base64.b64encode(Path(font).read_bytes()).decode())
        page.evaluate(FAMILY, '"of a file"')
    elif font not in ("bundled", "none"):
        written_in(page, font)
    page.evaluate((HERE / "census.js").read_text(encoding="utf-8"))
    return page


def written_in(page: Page, family: str) -> None:
    """Have an open page written in a family of this machine."""
    page.evaluate(FAMILY, f'"{family}"')


def look_over(page: Page, boards: Sequence[dict[str, Any]], what: str) -> Count:
    """Show the page all boards at its present size; `what` names page and size in examples."""
    count = Count(boards=len(boards))
    for start in range(0, len(boards), AT_ONCE):
        text = json.dumps(
            boards[start : start + AT_ONCE]
        )  # as text: Playwright looks over each value that it sends
        found = page.evaluate("(text) => census.run(JSON.parse(text))", text)
        count.smallest = min(count.smallest, found["smallest"])
        count.faulty += len({place for place, *_ in found["faults"]})
        for place, kind, said, where in found["faults"]:
            count.kinds[kind] += 1
            state = boards[start + place]["state"]
            game = f"{state['variant']} with {len(state['players'])}, {boards[start + place]['moment']}"
            count.examples.append(f"{what}, {game}: {kind}: {said} ({where})")
    return count


def look_over_place(page: Page) -> dict[str, Any]:
    """Return the `faults` of what is open, and its `smallest` text, once it has settled into its size and font."""
    page.evaluate(SETTLED)
    found: dict[str, Any] = page.evaluate("census.place()")
    return found


def sized(page: Page, sizes: Iterable[tuple[int, int]]) -> Iterator[str]:
    """Set each size in turn, and yield its name."""
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        yield f"{width}x{height}"
