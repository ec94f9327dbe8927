"""The law of the drawing over random boards (tests/support/pages/census.js): five sizes, two weights, nothing cut off or squeezed.

KNOBELTISCH_SEED=N looks at other boards.
"""

import math
import os
import random
from dataclasses import replace
from functools import cache

import pytest

import scorer
from knobeltisch.game.evening import Evening
from knobeltisch.game.events import Did, Start
from tests.support.games.random_games import WEIGHTS, some_act
from tests.support.pages.board_states import ANY_NUMBER, shown_board, some_boards
from tests.support.pages.census import look_over, open_page, sized

SEED = int(os.environ.get("KNOBELTISCH_SEED", "7"))
COUNTS = (2, 4, 5, 9, 12)
PAGES = {
    "tablet": ("/", [(1280, 800), (800, 1280)]),
    "phone": ("/", [(390, 844), (320, 568)]),
    "phone across": ("/", [(740, 360)]),
    "television": ("/screen", [(1920, 1080), (1280, 720)]),
    "large tablet": ("/?text=large", [(1280, 800), (800, 1280)]),
    "large television": ("/screen?text=large", [(1920, 1080)]),
}
FROM_AFAR = {
    "television, 43 inches, 3 m": ("/screen", (1920, 1080), 43, 3000, 20),
    "tablet, 10 inches, 1 m": ("/", (1280, 800), 10, 1000, 15),
}
"""A page, its size in pixels, the diagonal in inches, how far away it is in mm, and the least height in arc minutes."""
MATTERS = (
    *("#next bdi", "#next .order", "#dice .cap", "#dice .worth", "#dice [data-standing]"),
    *("#table bdi", "#table .result", "#table .mats"),
)
"""Who throws and what to do, the dice's worth and what is missing; names, results and mats."""
SMALLEST_OF = """async ([boards, parts]) => {
  const found = {};
  for (const board of boards) {
    push(board);
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    for (const part of parts) for (const node of document.querySelectorAll(part)) if (node.checkVisibility()) {
      found[part] = Math.min(found[part] ?? Infinity, Number.parseFloat(getComputedStyle(node).fontSize));
    }
  }
  return found;
}"""
BROKEN = {
    ".name { transform: scaleX(0.9) }": "transformed",
    ".name { letter-spacing: 1px }": "spaced",
    ".next .order { font-weight: 400 }": "weight",
    ".past { font-size: 13.7px }": "sizes",
    ".next .n { max-width: 40px; text-overflow: clip }": "cut",
    ".r .num { margin-left: -300px; justify-self: start }": "overlap",
    ".ladder .mat { margin-left: -90px; justify-self: start }": "under",
    "h1, h2 { display: none }": "empty",
    ".key { background: red } .btn { --x: 1 }": None,
}
"""Styles, and the fault that each is: none in the last."""
SPOIL = """(css) => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets = [sheet];
}"""


VARIANTS = ("bavarian", "base", "schocken", "drinking", "poker", "hausnummer")


@cache
def boards(seed, variant, states):
    counts = COUNTS[:3] if variant == "poker" else COUNTS
    return [board for count in counts for board in some_boards(seed, variant, count, states)]


@pytest.mark.long
@pytest.mark.parametrize("where", PAGES)
def test_no_board_breaks_the_law_of_the_drawing(house, chromium, where):
    path, sizes = PAGES[where]
    language = "en-GB" if path.startswith("/screen") else "de-DE"
    page = open_page(chromium, house.url + path, locale=language)
    found = []
    for place, size in enumerate(sized(page, sizes)):  # each game and number of players at each size
        for variant in VARIANTS:
            shown = boards(SEED, variant, 6)[place :: len(sizes)]
            found += [said for _, said in look_over(page, shown, size)]
    assert found == []


@pytest.mark.parametrize("size", [(1280, 800), (800, 1280), (1920, 1080), (740, 360), (390, 844)])
def test_who_pays_is_seen_among_two_to_twelve_people_with_any_names(house, chromium, size):
    chance = random.Random(f"{SEED}:{size}")
    page = open_page(chromium, house.url + ("/screen" if size[0] > 1280 else "/"), locale="de-DE")
    ends = [a_finale(chance, [a_name(chance) for _ in range(count)]) for count in range(2, 13)]
    assert [said for _ in sized(page, [size]) for _, said in look_over(page, ends, str(size))] == []


def a_name(chance):
    return "".join(chance.choices("abcdefghijklmnopqrstuvwxyzäöü", k=chance.randint(3, 22))).capitalize()


def a_finale(chance, names):
    """Play a Bavarian game to its end."""
    fact = Start(variant="bavarian", players=tuple(names), leader=names[0], options=ANY_NUMBER)
    evening = Evening(live=Evening().after(fact, entry_id=1, at=1.7e9, source="tablet"))
    while evening.state.stage != "over":
        act = some_act(evening.state, chance, WEIGHTS[0])
        if not isinstance(act, scorer.Leave | scorer.Join):
            number = len(evening.live) + 1
            live = evening.after(Did(act=act), entry_id=number, at=1.7e9 + number, source="tablet")
            evening = replace(evening, live=live)
    return shown_board(evening, chance)


def test_a_broken_law_is_found(house, chromium):
    page = open_page(chromium, f"{house.url}/", locale="de-DE")
    for style, kind in BROKEN.items():
        page.evaluate(SPOIL, style)
        kinds = {fault for fault, _ in look_over(page, boards("broken", "bavarian", 2), "spoilt")}
        assert (kind in kinds) if kind else not kinds, (style, kinds)


@pytest.mark.long
@pytest.mark.parametrize("where", FROM_AFAR)
def test_text_that_matters_is_tall_enough_from_where_people_sit(house, chromium, where):
    """The height is the font size, from the top of a letter to the foot of a descender."""
    path, (width, height), inches, away, least = FROM_AFAR[where]
    page = open_page(chromium, house.url + path, locale="de-DE")
    page.set_viewport_size({"width": width, "height": height})
    pixels = page.evaluate(SMALLEST_OF, [boards(7, "bavarian", 6), MATTERS])
    assert set(pixels) == set(MATTERS)
    pixel = inches * 25.4 / math.hypot(width, height)
    minutes = {part: 60 * math.degrees(math.atan(size * pixel / away)) for part, size in pixels.items()}
    assert {part: angle for part, angle in minutes.items() if angle < least} == {}
