"""Cards on the board, read when somebody asks: proposals, questions, and the message if nothing can be read."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor

import cv2
import numpy as np
import pytest

import scorer
from hardware.simulated import LaidCard, LayCards, SimulatedTable
from knobeltisch.camera.card_lens import CardLens
from scorer.games.poker.acts import Exchange
from tests.support.waiting import until
from vision.board import BoardPose, draw_board, find_board

POKER = scorer.new_game(scorer.load_variant("poker"), ("Anna", "Ben", "Cem"), "Cem")
SHOWN = ("KH", "7D", "9C", "JD", "4S")


@pytest.fixture(scope="module")
def board() -> tuple[SimulatedTable, BoardPose]:
    table = SimulatedTable(sheet=draw_board(6.0), sheet_px_per_mm=6.0, seed=3)
    pose = find_board(table.render())
    assert pose is not None
    return table, pose


@pytest.fixture
def asked() -> Iterator[Callable[..., dict[str, object]]]:
    """Ask a lens from another thread, as the page does, while `show` is called by this one."""
    with ThreadPoolExecutor() as page:

        def ask(lens: CardLens, count: object, show: Callable[[], None]) -> dict[str, object]:
            answer = page.submit(lens.read, count)
            until(lambda: (show(), answer.done())[1])
            return answer.result()

        yield ask


def laid(board, *cards: str) -> Callable[[CardLens], Callable[[], None]]:
    table, pose = board
    places = tuple(LaidCard(card=card, at=(70 + 70 * place, 150)) for place, card in enumerate(cards))
    table.do(LayCards(cards=places))
    table.advance(0.1)
    picture = table.render()
    return lambda lens: lambda: lens.read_picture(picture, pose)


def test_cards_are_proposed_from_left_to_right_with_the_picture_of_each(board, asked):
    lens = CardLens(lambda: POKER)
    reply = asked(lens, 5, laid(board, *SHOWN)(lens))
    assert [card["card"] for card in reply["cards"]] == list(SHOWN)
    assert (reply["status"], all(card["sure"] for card in reply["cards"])) == ("ok", True)
    crops = [lens.picture(reply["reading"], place) for place in range(5)]
    assert all(cv2.imdecode(np.frombuffer(crop, np.uint8), cv2.IMREAD_COLOR) is not None for crop in crops)
    assert lens.picture(reply["reading"], 5) is lens.picture("another", 0) is None


def test_the_pictures_are_gone_once_the_game_has_gone_on(board, asked):
    now = [POKER]
    lens = CardLens(lambda: now[0])
    name = asked(lens, 5, laid(board, *SHOWN)(lens))["reading"]
    assert lens.picture(name, 0) is not None
    now[0] = scorer.apply(POKER, Exchange(count=0))
    assert lens.picture(name, 0) is None
    now[0] = POKER
    assert lens.picture(name, 0) is None


def test_a_card_too_few_is_reported_and_an_empty_board_shows_none(board, asked):
    lens = CardLens(lambda: POKER)
    fewer = asked(lens, 5, laid(board, *SHOWN[:3])(lens))
    assert (fewer["status"], "count" in fewer["doubts"]) == ("unsure", True)
    assert asked(lens, 5, laid(board)(lens))["cards"] == []


def test_a_board_that_is_not_seen_is_said_at_once(asked):
    lens = CardLens(lambda: POKER)
    assert asked(lens, 5, lens.report_no_board)["error"]["code"] == "cards_unseen"


@pytest.mark.parametrize("count", [0, 9, "5", None, True, 2.0])
def test_a_number_of_cards_that_cannot_be_shown_is_refused(count):
    assert CardLens(lambda: POKER).read(count)["error"]["code"] == "bad_command"


@pytest.mark.parametrize(
    "state", [None, scorer.new_game(scorer.load_variant("base"), ("Anna", "Ben"), "Ben")]
)
def test_nothing_is_read_where_no_cards_are_played(state):
    assert CardLens(lambda: state).read(5)["error"]["code"] == "not_now"


def test_two_cannot_have_cards_read_at_once():
    lens = CardLens(lambda: POKER)
    with ThreadPoolExecutor() as page:
        both = [page.submit(lens.read, 5) for _ in range(2)]
        until(lambda: any(read.done() for read in both))
        until(lambda: (lens.report_no_board(), all(read.done() for read in both))[1])
    assert sorted(read.result()["error"]["code"] for read in both) == ["busy", "cards_unseen"]


def test_hands_are_weighed_by_the_rules_of_the_game():
    royal = ["AS", "KS", "QS", "JS", "TS"]
    weighed = CardLens(lambda: POKER).weigh({"Anna": royal, "Ben": ["2H", "2D"], "Cem": ["3H"]})
    assert weighed["hands"] == {"Anna": "straight_flush", "Ben": "pair", "Cem": None}
    assert weighed["best"] == {"players": ["Anna"], "category": "straight_flush"}
    counting = scorer.new_game(scorer.with_options("poker", {"royal_flush": 52}), ("Anna", "Ben"), "Ben")
    assert CardLens(lambda: counting).weigh({"Anna": royal})["hands"] == {"Anna": "royal_flush"}


def test_of_hands_without_a_pair_nobody_is_best():
    weighed = CardLens(lambda: POKER).weigh({"Anna": ["AS", "KH", "9C", "5D", "2D"]})
    assert weighed["best"] == {"players": [], "category": None}


@pytest.mark.parametrize(
    ("hands", "code"),
    [
        (None, "bad_command"),
        ({"Anna": []}, "bad_command"),
        ({"Anna": ["AS"] * 6}, "bad_command"),
        ({"Anna": ["AS"], "Ben": ["AS"]}, "wrong_cards"),
        ({"Anna": ["XX"]}, "wrong_cards"),
        ({"Anna": [7]}, "bad_command"),
        ({"Anna": [["AS"]]}, "bad_command"),
    ],
)
def test_cards_that_cannot_be_are_refused_with_a_sentence(hands, code):
    assert CardLens(lambda: POKER).weigh(hands)["error"]["code"] == code
