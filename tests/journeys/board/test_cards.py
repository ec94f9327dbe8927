"""A game of Chicago poker from the card with its name to what everybody pays, by taps alone; and what can go wrong in it."""

from itertools import product

import pytest
from playwright.sync_api import expect

from tests.support.pages.card_taps import CardTaps

PHASE = (
    *({"act": "exchange", "count": 0}, {"act": "exchange", "count": 3}),
    {"act": "call", "category": "straight_flush"},
    {"act": "pass"},
)
FIRST_HAND = (
    {"act": "draw", "cards": ["KS", "AS"]},
    *({"act": "exchange", "count": 2}, {"act": "exchange", "count": 0}),
    *({"act": "call", "category": "pair"}, {"act": "call", "category": "pair"}),
    {"act": "best", "players": ["Ben"]},
    {"act": "exchange", "count": 1},
    {"act": "show", "player": "Ben", "cards": ["9S", "9H"]},
    {"act": "exchange", "count": 1},
    *({"act": "call", "category": "two_pairs"}, {"act": "call", "category": "two_pairs"}),
    {"act": "best", "players": ["Anna", "Ben"]},
    *({"act": "exchange", "count": 0}, {"act": "exchange", "count": 5}),
    {"act": "last_trick", "winner": "Anna"},
    {"act": "best", "players": ["Anna"], "category": "straight_flush"},
)
ANNA_CALLS = (*PHASE[:2], *PHASE[:1:-1])  # the second one in turn
SECOND_HAND = (
    *(*ANNA_CALLS, *ANNA_CALLS, {"act": "exchange", "count": 0}, {"act": "exchange", "count": 0}),
    {"act": "chicago"},
    *({"act": "trick", "winner": "Anna"},) * 5,
    {"act": "best", "players": ["Anna"], "category": "straight_flush"},
)


@pytest.mark.parametrize("size", ["phone", pytest.param("tablet", marks=pytest.mark.long)])
def test_a_whole_game_by_taps_alone_from_its_card_to_what_everybody_pays(house, look, picture, size):
    page = look(house.url, size=size)
    taps = CardTaps(house.app.table.board, page)
    page.locator('[data-focus="game Chicago-Poker"]').click()
    for name in ("Anna", "Ben"):
        page.locator(".newcomer input").fill(name)
        page.keyboard.press("Enter")
    page.locator('[data-focus="house rules"]').click()
    page.locator('.options-list input[name="stake"]').fill("10 Cent")
    page.get_by_role("button", name="Nur dieses Mal").click()
    page.locator('[data-focus="start"]').click()
    expect(page.locator("#next .order")).to_have_text("Je eine Karte ziehen")
    for act in FIRST_HAND:
        taps.act(act)
    picture(page, f"board-poker-{size}")
    assert house.shown["state"]["points"] == {"Anna": 13, "Ben": 1}
    for act in SECOND_HAND:
        taps.act(act)
    assert house.shown["state"]["settlement"] == {"Ben": 51}
    assert house.shown["rules"] == {"stake": "10 Cent"}
    expect(page.locator("#whole h1")).to_have_text("Anna gewinnt")
    expect(page.locator("#whole")).to_contain_text("zahlt 51 \u00d7 10 Cent")
    # Each act is one tap, except for naming cards and the best hand: first what it is, then whose.
    least = len(FIRST_HAND) + len(SECOND_HAND) + 2 + 3 + 2
    assert taps.count == least


@pytest.mark.long
def test_what_was_called_wrong_is_given_back_and_a_whole_hand_taken_back(house, look):
    house.start("Anna", "Ben", variant="poker", leader="Ben")
    page = look(house.url)
    taps = CardTaps(house.app.table.board, page)
    for act in (*PHASE, *PHASE):
        taps.act(act)
    page.locator('#foot [data-focus="admit"]').click()
    page.locator("dialog .choices .btn").first.click()
    taps.until(lambda shown: shown["state"]["points"] == {"Anna": 8, "Ben": 0})
    for act in ({"act": "exchange", "count": 0}, {"act": "exchange", "count": 0}, FIRST_HAND[-2]):
        taps.act(act)
    gains = house.shown["state"]["scored"]
    assert ("Anna", "last_trick") in {(gain["player"], gain["for"]) for gain in gains}
    page.locator('#foot [data-focus="undo"]').click()
    taps.until(lambda shown: shown["state"]["hand"] == 1)


@pytest.mark.long
def test_what_has_to_be_shown_who_may_not_exchange_and_that_the_camera_rests_is_said(house, look):
    house.start("Anna", "Ben", variant="poker", leader="Ben")
    page = look(house.url)
    expect(page.get_by_text("Die Kamera ist aus")).to_be_visible()
    for act in PHASE:
        house.act(act)
    expect(page.locator("#table .now")).to_contain_text("zeigt Straight Flush vor dem Tauschen")
    expect(page.locator('#panel [data-focus="cards show"]')).to_be_visible()
    for hand in (1, 2):
        state = house.app.table.state
        while state.stage != "over" and state.hand == hand:
            house.act(annas_best(state))
            state = house.app.table.state
    expect(page.locator("#table [data-player]").first).to_have_attribute(
        "data-points", str(state.points["Anna"])
    )


@pytest.mark.long
def test_after_a_game_of_cards_a_board_of_dice_looks_as_if_none_had_been_played(house, look):
    house.camera_on()
    house.start("Anna", "Ben", variant="poker", leader="Ben")
    after = look(house.url)
    expect(after.locator('#panel [data-focus^="exchange "]')).to_have_count(6)
    house.start("Anna", "Ben", leader="Anna")
    house.throw(1, 3, 5)
    fresh = look(house.url)
    again = '#panel [data-focus="again"]'
    for page in (after, fresh):
        expect(page.locator(again)).to_be_visible()
    after.locator(again).click()
    colours = []
    for page in (after, fresh):
        expect(page.locator(f"{again}.pressed")).to_be_visible()
        colours.append(page.locator(again).evaluate("(key) => getComputedStyle(key).backgroundColor"))
    assert colours[0] == colours[1]


def annas_best(state):
    """Return an act by which Anna gets whatever there is to be had."""
    match state.stage:
        case "exchange":
            return {"act": "exchange", "count": 0}
        case "call":
            return (
                {"act": "call", "category": "straight_flush"} if state.to_act == "Anna" else {"act": "pass"}
            )
        case "compare":
            category = {"category": "straight_flush"} if state.phase == 3 else {}
            return {"act": "best", "players": ["Anna"], **category}
        case "chicago":
            return {"act": "pass"}
        case _:
            return {"act": "last_trick", "winner": "Anna"}


@pytest.mark.long
@pytest.mark.parametrize("seen_before", [True, False])
def test_every_act_of_the_evening_is_shown_in_the_words_of_its_own_game(house, look, seen_before):
    pages = [look(house.url)] if seen_before else []
    house.start("Anna", "Ben", variant="poker", leader="Ben")
    for act in (*PHASE[:2], {"act": "pass"}):
        house.act(act)
    while_played = evening_lines(look(house.url))[-3:]
    house.start("Anna", "Ben", leader="Anna")
    house.throw(1, 3, 5)
    house.act({"act": "pass"})
    for page in pages or [look(house.url)]:
        lines = evening_lines(page)
        assert lines[1:4] == while_played == ["Anna tauscht nichts", "Ben tauscht drei Karten", "Anna passt"]
        assert lines[-1] == "Anna lässt liegen"


def evening_lines(page):
    """Open the evening's list, and return its lines without times, oldest first."""
    page.locator('[data-focus="history"]').click()
    expect(page.locator("dialog .history li .entry", has_text="Anna tauscht nichts")).to_be_attached()
    return [line.strip() for line in page.locator("dialog .history li .entry").all_text_contents()[::-1]]


@pytest.mark.long
@pytest.mark.parametrize(("width", "height"), [(360, 640), (740, 360)])
def test_cards_of_the_deck_can_be_tapped_on_a_phone_also_one_that_lies_across(house, look, width, height):
    house.start("Anna", "Ben", variant="poker", leader="Ben")
    house.act(*PHASE)
    page = look(house.url)
    page.set_viewport_size({"width": width, "height": height})
    page.locator('#panel [data-focus="cards show"]').click()
    deck = [*product("23456789TJQKA", "CDHS")]
    for rank, suit in deck[::5]:
        page.locator(f'dialog [data-card="{rank}{suit}"]').click()
        expect(page.locator("dialog .hint b")).not_to_be_empty()
        page.locator('dialog [data-focus="clear"]').click()
        expect(page.locator("dialog .hint b")).to_be_empty()


@pytest.mark.long
def test_exchanged_cards_are_one_tap_for_each_player_and_a_double_tap_counts_once(house, look):
    names = ("Anna", "Ben", "Cem", "Dana", "Eva", "Flo", "Gia")
    house.start(*names, variant="poker", leader="Gia")
    page = look(house.url, hurry=False)
    for place, player in enumerate(names):
        page.locator(f'#panel [data-focus="exchange {player} {place % 6}"]:not([data-rests])').dblclick()
        expect(page.locator(f'#panel [data-focus^="exchange {player} "]')).to_have_count(0)
    acts = [(entry["player"], entry["act"]["count"]) for entry in house.shown["acts"] if entry["act"]]
    assert acts == [(player, place % 6) for place, player in enumerate(names)]
