"""The law of the drawing over random boards (tests/support/pages/census.js): five sizes, two weights, nothing cut off or squeezed.

KNOBELTISCH_SEED=N looks at other boards.
"""

from __future__ import annotations

import os

import pytest

from tests.support.pages.board_states import some_boards
from tests.support.pages.census import look_over, open_page, sized

COUNTS = (2, 4, 5, 9, 12)
PAGES = {
    "tablet": ("/", [(1280, 800), (800, 1280)]),
    "phone": ("/", [(390, 844), (320, 568)]),
    "television": ("/screen", [(1920, 1080), (1280, 720)]),
    "large tablet": ("/?text=large", [(1280, 800), (800, 1280)]),
    "large television": ("/screen?text=large", [(1920, 1080)]),
}


SPOIL = """(css) => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets = [sheet];
}"""


def boards(seed, variant, states):
    counts = COUNTS[:3] if variant == "poker" else COUNTS
    return [board for count in counts for board in some_boards(seed, variant, count, states)]


@pytest.mark.long
@pytest.mark.parametrize("where", PAGES)
@pytest.mark.parametrize("variant", ["bavarian", "base", "schocken", "drinking", "poker"])
def test_no_board_breaks_the_law_of_the_drawing(house, chromium, where, variant):
    path, sizes = PAGES[where]
    language = "en-GB" if path.startswith("/screen") else "de-DE"
    page = open_page(chromium, house.url + path, locale=language)
    shown = boards(int(os.environ.get("KNOBELTISCH_SEED", "7")), variant, 6)
    found = [example for size in sized(page, sizes) for example in look_over(page, shown, size).examples]
    assert found == []


@pytest.mark.parametrize(
    ("style", "kind"),
    [
        (".name { transform: scaleX(0.9) }", "transformed"),
        (".name { letter-spacing: 1px }", "spaced"),
        (".who .thrower { font-weight: 400 }", "weight"),
        (".past { font-size: 13.7px }", "sizes"),
        (".thrower { width: 40px; text-overflow: clip }", "cut"),
        (".r .num { margin-left: -300px; justify-self: start }", "overlap"),
        (".key { background: red } .btn { --x: 1 }", None),
    ],
)
def test_a_broken_law_is_found(house, chromium, style, kind):
    page = open_page(chromium, f"{house.url}/", locale="de-DE")
    page.evaluate(SPOIL, style)
    kinds = look_over(page, boards("broken", "bavarian", 2), "spoilt").kinds
    assert (kind in kinds) if kind else not kinds
