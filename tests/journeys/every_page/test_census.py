"""A sample of the census (benchmarks/page/census.py): at no size is anything cut off, covered or on top of anything else.

Each run looks at other states: KNOBELTISCH_SEED=N looks again at those of a run that found something.
"""

from __future__ import annotations

import json
import random
from itertools import islice

import pytest

from scorer import DICE_VARIANTS
from tests.support.pages.board_states import some_boards, some_moments
from tests.support.pages.census import (
    HELD,
    LANGUAGES,
    PHONES,
    SIZES,
    SMALLEST,
    ZOOMED,
    all_boards,
    for_phone,
    look_over,
    open_page,
    sized,
    written_in,
)

pytestmark = pytest.mark.long

SEED = 20
HARDEST = (2, 6, 7, 12)  # the fewest and the most in one column of rows, and in two


def some(boards, seed, share):
    """One of so many, by chance and in their order: all of them come in the census itself."""
    chosen = random.Random(seed).sample(range(len(boards)), len(boards) // share)
    return [boards[place] for place in sorted(chosen)]


def faults(page, boards, sizes):
    """What is wrong with any of the boards at any of the sizes, as the page is written now."""
    return [example for size in sized(page, sizes) for example in look_over(page, boards, size).examples]


def faults_in_two_fonts(page, boards, sizes):
    """The page's own, and one of this machine, which is wider."""
    found = faults(page, boards, sizes)
    written_in(page, "DejaVu Sans")
    return found + faults(page, boards, sizes)


@pytest.mark.parametrize(("path", "language", "font"), [("/", "de", "bundled"), ("/screen", "en", "none")])
def test_nothing_is_cut_off_or_covered_at_any_size(house, chromium, path, language, font, seed):
    share = 4 if font == "bundled" else 8  # with another font how wide letters are is all that is different
    shown = all_boards(seed, 1, HARDEST)
    page = open_page(chromium, house.url + path, locale=LANGUAGES[language], font=font)
    try:
        found = faults(page, some(shown, seed, share), SIZES)
        if font == "bundled":
            written_in(page, "DejaVu Sans")
            found += faults(page, some(shown, seed, 8), SIZES)
    finally:
        page.context.close()
    assert found == [], f"KNOBELTISCH_SEED={seed}"


def test_nothing_is_cut_off_or_covered_at_the_end_of_a_round(house, chromium, seed):
    boards = [
        after
        for variant in DICE_VARIANTS
        for players in HARDEST
        for after in [after for _, after in some_moments(seed, variant, players) if is_round_end(after)][:1]
    ]
    assert len(boards) > 10, f"KNOBELTISCH_SEED={seed}"
    page = open_page(chromium, house.url, locale=LANGUAGES["de"])
    try:
        found = faults(page, boards[::3], (*SIZES, *ZOOMED))
    finally:
        page.context.close()
    assert found == [], f"KNOBELTISCH_SEED={seed}"


def is_round_end(board):
    state = board["state"]
    thrown = state["results"] or state["throws"]["made"] or not state["last_round"]
    return state["stage"] == "play" and not thrown


@pytest.mark.parametrize("path", ["/", "/watch"])
def test_nothing_is_cut_off_or_covered_at_200_percent_or_on_the_smallest_phone(house, chromium, path, seed):
    boards = some(all_boards(seed, 1, (3, 12)), seed, 12)
    page = open_page(chromium, house.url + path, locale="de-DE")
    try:
        found = faults_in_two_fonts(page, boards, (*ZOOMED, SMALLEST))
    finally:
        page.context.close()
    assert found == [], f"KNOBELTISCH_SEED={seed}"


def test_nothing_is_cut_off_or_covered_on_a_phone_that_the_table_knows(house, chromium, seed):
    kind = "phone, his turn"
    boards = for_phone(all_boards(seed, 1, (2, 12)), kind)
    page = open_page(chromium, house.url + PHONES[kind], locale="de-DE")
    try:
        found = faults(page, boards, HELD)
        seats = page.evaluate(
            "async (text) => { const seen = []; for (const one of JSON.parse(text)) { push(one); await null; seen.push(document.body.dataset.seat); } return seen; }",
            json.dumps(boards),
        )
    finally:
        page.context.close()
    assert found == [], f"KNOBELTISCH_SEED={seed}"
    assert "turn" in seats


def test_all_names_can_be_read_where_a_phone_names_who_lost(house, chromium, seed):
    kind = "phone, his turn"
    all_states = [board for count in range(2, 13) for board in some_boards(seed, "drinking", count, 40)]
    boards = [board for board in for_phone(all_states, kind) if board["state"]["stage"] == "naming"]
    assert len({len(board["state"]["players"]) for board in boards}) > 2, f"KNOBELTISCH_SEED={seed}"
    page = open_page(chromium, house.url + PHONES[kind], locale="de-DE")
    try:
        found = faults(page, boards[::3], HELD)
    finally:
        page.context.close()
    assert found == [], f"KNOBELTISCH_SEED={seed}"


WIDEST = [letter + "MWMWMWMWM" for letter in "ABCDEFGH"]


def test_the_widest_names_can_be_read_on_the_keys_of_the_card_game(house, chromium, seed):
    boards = [board for count in (3, 8) for board in some_boards(seed, "poker", count, 3, WIDEST)]
    page = open_page(chromium, house.url, locale="de-DE")
    try:
        found = faults_in_two_fonts(page, boards[::3], (*ZOOMED, *SIZES[:2]))
    finally:
        page.context.close()
    assert found == [], f"KNOBELTISCH_SEED={seed}"


@pytest.mark.parametrize(("path", "count"), [("/", 7), ("/watch", 3)])
def test_the_end_of_a_game_can_be_read_with_the_widest_names(house, chromium, path, count, seed):
    """The best throw and the worst luck most of all, which a narrow window leaves a few letters' width."""
    shown = [board for game in DICE_VARIANTS for board in some_boards(seed, game, count, 400, WIDEST)]
    boards = [board for board in shown if (board["ended"] or {}).get("best")][::5][::3]
    page = open_page(chromium, house.url + path, locale="de-DE")
    try:
        found = faults_in_two_fonts(page, boards, (*ZOOMED, *SIZES[:4]))
    finally:
        page.context.close()
    assert boards, f"KNOBELTISCH_SEED={seed}"
    assert found == [], f"KNOBELTISCH_SEED={seed}"


def below_a_newcomer(board):
    """The board while a guest asks for a seat: his strip takes as much from its height as a key is high. No other strip is there."""
    asking = {"phones": {"asking": [{"id": "1", "name": "Maximilian", "known": False}], "seated": []}}
    return board | asking | {"notice": None, "recording": False, "panel": {"status": "ok", "message": ""}}


def test_the_card_game_has_room_below_a_strip_that_asks(house, chromium, seed):
    """Above all the keys with names: for the best hand, and for the winner of a trick."""
    shown = [board for count in (7, 8) for board in some_boards(seed, "poker", count, 40, WIDEST)]
    named = [board for board in shown if {"best", "trick"} & {*board["legal"]}]
    boards = [below_a_newcomer(board) for board in [*named[:6], *shown[::20]][::3]]
    page = open_page(chromium, house.url, locale="de-DE")
    try:
        found = faults_in_two_fonts(page, boards, (*ZOOMED, *SIZES[:2]))
    finally:
        page.context.close()
    assert named
    assert found == [], f"KNOBELTISCH_SEED={seed}"


def below_two_strips(board):
    """The board below a newcomer's strip and another of two lines: four players who pause after this hand."""
    wishes = [{"what": "pause", "player": player, "when": "hand"} for player in board["state"]["players"][:4]]
    return below_a_newcomer(board) | {"attendance": {**board["attendance"], "wishes": wishes}}


def asked_for_the_two(board):
    """The board where the last trick counts double with a two: that is a key as well."""
    return board | {"rules": {**board["rules"], "last_trick_with_two": 10}}


@pytest.mark.parametrize("count", [5, 6, 7, 8])
def test_all_keys_of_names_lie_above_the_foot_below_two_strips(house, chromium, count, seed):
    named = (board for board in some_boards(seed, "poker", count, 800, WIDEST) if "trick" in board["legal"])
    shown = [*islice(named, 0, 30, 5)]  # no more are made than that takes
    boards = [below_two_strips(asking(board)) for board in shown for asking in (dict, asked_for_the_two)]
    page = open_page(chromium, house.url, locale="de-DE")
    try:
        found = faults_in_two_fonts(page, boards, [(740, 360)])
    finally:
        page.context.close()
    assert boards
    assert found == [], f"KNOBELTISCH_SEED={seed}"


def test_rows_of_many_players_have_all_apart_where_strips_leave_them_little(house, chromium, seed):
    """A row a dozen pixels high and a hundred wide: its name, its result and two signs stand side by side."""
    stale = {"notice": {"key": "stale", "message": "The game has gone on since.", "at": None}}
    shown = some(all_boards(seed, 3, (11, 12)), seed, 4)
    boards = [below_a_newcomer(board) | stale for board in shown[::3]]
    page = open_page(chromium, house.url, locale="de-DE")
    try:
        found = faults_in_two_fonts(page, boards, ZOOMED)
    finally:
        page.context.close()
    assert boards
    assert found == [], f"KNOBELTISCH_SEED={seed}"


def test_dice_in_a_row_keep_away_from_the_name_above_them_on_large_screens(house, chromium, seed):
    shown = (board for count in (3, 6) for board in some_boards(seed, "base", count, 40))
    boards = [board for board in shown if len(board["state"]["results"]) > 1][::3]
    page = open_page(chromium, house.url + "/watch", locale="de-DE", font="none")
    try:
        found = faults(page, boards, (SIZES[2], *SIZES[-2:]))
    finally:
        page.context.close()
    assert boards
    assert found == [], f"KNOBELTISCH_SEED={seed}"


def test_what_other_declarations_would_make_of_the_dice_fits_at_every_size(house, chromium, seed):
    shown = (board for variant in ("base", "tschigg") for board in some_boards(seed, variant, 8, 60))
    boards = [board for board in shown if board["worth"] and len(board["worth"]["counts"]) > 2][:4]
    page = open_page(chromium, house.url, locale="en-GB", font="bundled")
    try:
        found = faults(page, boards, (*SIZES, *ZOOMED))
    finally:
        page.context.close()
    assert boards
    assert found == [], f"KNOBELTISCH_SEED={seed}"


def test_dice_that_leave_have_room_beside_held_ones(house, chromium, seed):
    shown = [board for variant in ("base", "tschigg") for board in some_boards(seed, variant, 8, 60)]
    boards = [
        board | {"again": True, "scene": (board["scene"] or {}) | {"cup": True}}
        for held in (1, 2)
        for board in [board for board in shown if len(board["state"]["held"]) == held][:12]
    ]
    page = open_page(chromium, house.url, locale="de-DE", font="bundled")
    try:
        found = faults(page, boards[::3], ZOOMED)
    finally:
        page.context.close()
    assert {len(board["state"]["held"]) for board in boards} == {1, 2}, f"KNOBELTISCH_SEED={seed}"
    assert found == [], f"KNOBELTISCH_SEED={seed}"


SPOILT = {
    "clipped": "#stage { overflow: hidden } .name > .fitted { font-size: 400px !important }",
    "overlap": "#beat { translate: 0 60px }",
    "name cut": ".nick { width: 40px; font-size: 40px } .nick > .fitted { font-size: 40px !important }",
    "off screen": "#foot { translate: 0 40px }",
    "covered": "#strips { position: fixed; inset: 0; z-index: 9; display: block !important }",
    "small": ".tools button { min-height: 0 !important; height: 30px }",
    "missing": ".player:first-child { display: none }",
    "tiny": ".who .fitted { font-size: 4px !important }",
}


NO_ROOM = ".facts { width: 0 }"


SPOIL = "(rule) => { const all = new CSSStyleSheet(); all.replaceSync(rule); document.adoptedStyleSheets = [all]; }"


def test_the_census_finds_what_is_spoilt(house, chromium):
    """On one page, spoilt in one way after the other; unspoilt, it has none of these faults."""
    boards = [
        board
        for board in all_boards(SEED, 1, (6,))
        if board["question"] is None and board["state"]["stage"] == "play"
    ]
    page = open_page(chromium, house.url, locale="de-DE", font="bundled")
    try:
        assert look_over(page, boards, "as it is").examples == []
        not_found = []
        for kind, rule in [*SPOILT.items(), ("missing", NO_ROOM)]:
            page.evaluate(SPOIL, rule)
            if not look_over(page, boards, "spoilt").kinds[kind]:
                not_found.append((kind, rule))
    finally:
        page.context.close()
    assert not_found == []
