"""The reader of cards, on decks whose letters are OpenCV's own strokes: no net learned from them."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from training.cards.decks import BLUE, GREEN, RED, TEXTURE, Deck, draw_card, indices_of, some_deck
from training.cards.lettering import STROKES
from training.cards.scenes import Conditions, scene
from vision.board import BOARD_MM, BoardPose, draw_board
from vision.cards.networks import PX_PER_MM, RANKS, SUITS, Mark, SeenIndex, look_again
from vision.cards.reader import board_from_above, may_be_cards, read_cards
from vision.cards.types import CardDoubt
from vision.types import Status

SERIF = Deck(lettering=STROKES[2], rank_mm=8.0, suit_mm=6.0, squeeze=0.8)
PLAIN = Conditions("plain", plain=True, hard=0.0, shade=0.1)
HAND = [("A", "S"), ("T", "H"), ("7", "C"), ("K", "D"), ("4", "S")]


@pytest.fixture(autouse=True)
def one_thread():
    before = cv2.getNumThreads()
    cv2.setNumThreads(1)
    yield
    cv2.setNumThreads(before)


def shown(cards=HAND, layout="row", seed=3, deck=SERIF, shots=1):
    return scene(np.random.default_rng(seed), deck, cards, layout, PLAIN, 200.0, shots)


def names(cards):
    return {rank + suit for rank, suit in cards}


@pytest.mark.parametrize("layout", ["apart", "row", "fan"])
def test_a_hand_is_read_however_it_is_laid(layout):
    laid = shown(layout=layout)
    reading = read_cards([laid.picture], count=5)
    assert (reading.status, set(reading.names)) == (Status.OK, names(laid.cards))


@pytest.mark.parametrize("language", ["en", "de", "sv"])
def test_letters_of_each_language_are_the_same_ranks(language):
    cards = [("A", "H"), ("K", "C"), ("Q", "D"), ("J", "S")]
    reading = read_cards([shown(cards, deck=replace(SERIF, language=language)).picture])
    assert (reading.status, set(reading.names)) == (Status.OK, names(cards))


def test_a_deck_of_four_colours_is_read():
    deck = replace(SERIF, inks=(GREEN, BLUE, RED, (20, 20, 20)))
    reading = read_cards([shown(deck=deck).picture], count=5)
    assert (reading.status, set(reading.names)) == (Status.OK, names(HAND))


def test_the_hand_is_the_same_from_every_side_of_the_table():
    picture = shown().picture
    turned = [np.ascontiguousarray(np.rot90(picture, quarters)) for quarters in range(4)]
    assert {frozenset(read_cards([picture], count=5).names) for picture in turned} == {frozenset(names(HAND))}


@pytest.mark.parametrize("turn", [-30, -12, 0, 20, 40])
@pytest.mark.parametrize("zoom", [0.8, 1.0, 1.25])
def test_an_index_that_is_marked_askew_is_set_upright_and_read(turn, zoom):
    """Found at another angle and another size than it has, it is not given up."""
    laid = shown(layout="apart")
    for true in [index for index in laid.indices if index.seen > 0.98][::3]:
        c, s = np.cos(np.radians(turn)), np.sin(np.radians(turn))
        up = (c * true.up[0] - s * true.up[1], s * true.up[0] + c * true.up[1])
        none = np.zeros(14, np.float32), np.zeros(5, np.float32)
        mark = Mark(0.9, true.x + 2, true.y - 2, true.high * zoom, up, none[0][:13], none[1][:4])
        (seen,) = look_again(laid.picture, [SeenIndex(mark, *none)])
        assert RANKS[seen.ranks.argmax()] + SUITS[seen.suits.argmax()] == true.rank + true.suit
        assert np.dot(seen.mark.up, true.up) > np.cos(np.radians(10))
        assert seen.mark.high == pytest.approx(true.high, rel=0.2)


def test_a_card_says_where_it_lies_and_both_its_corners():
    laid = shown([("9", "D")], layout="apart")
    (card,) = read_cards([laid.picture], count=1).cards
    own = min(
        laid.indices, key=lambda index: np.hypot(index.x / PX_PER_MM - card.x, index.y / PX_PER_MM - card.y)
    )
    assert (card.x, card.y) == pytest.approx((own.x / PX_PER_MM, own.y / PX_PER_MM), abs=1.5)
    up = (np.sin(np.radians(card.angle)), -np.cos(np.radians(card.angle)))
    assert np.dot(up, own.up) > 0.98
    assert card.corners == 2
    assert cv2.imdecode(np.frombuffer(card.crop, np.uint8), cv2.IMREAD_COLOR) is not None


def test_a_card_under_the_others_is_asked_for_and_not_guessed():
    covered = next(
        laid for seed in range(40) if len((laid := shown(layout="heap", seed=seed)).free(0.3)) == 4
    )
    reading = read_cards([covered.picture], count=5)
    assert reading.status is Status.UNSURE
    assert CardDoubt.COUNT in reading.doubts


def test_large_letters_in_a_row_are_cards_of_their_own():
    """Their neighbours are as near as the other corners of smaller ones."""
    deck = replace(SERIF, rank_mm=14.0, suit_mm=11.0, gap_mm=2.0, inset_mm=(8.5, 4.0))
    for seed in range(4):
        laid = scene(np.random.default_rng(seed), deck, HAND, "row", PLAIN, side=230.0)
        free = {"".join(laid.cards[number]) for number in laid.free()}
        found = {card.name: card.corners for card in may_be_cards(laid.picture, len(HAND))}
        assert free <= set(found), seed
        assert max(found[name] for name in free) <= 2, seed


def test_no_card_is_there_twice():
    reading = read_cards([shown([("8", "C"), ("8", "C"), ("2", "H")]).picture], count=3)
    assert reading.status is Status.UNSURE
    assert CardDoubt.TWICE in reading.doubts
    assert {card.name for card in reading.unsure} >= {"8C"}


def test_another_number_of_cards_is_a_doubt():
    picture = shown(HAND[:4]).picture
    assert read_cards([picture], count=4).status is Status.OK
    assert CardDoubt.COUNT in read_cards([picture], count=5).doubts
    assert read_cards([picture], count=3).doubts == (CardDoubt.COUNT,)


def test_the_bare_board_shows_no_card():
    board = draw_board(PX_PER_MM)
    assert read_cards([board]).status is Status.EMPTY
    assert read_cards([board], count=5).status is Status.UNSURE


def test_a_figure_without_an_index_is_no_sure_card():
    """A court card whose corners are bare is a picture with colours and a pip, and no card that can be read."""
    rng = np.random.default_rng(12)
    for rank in "JQKJQK":
        deck = some_deck(rng, STROKES, (6.5, 12.0))
        card = draw_card(deck, rank, "H")[..., :3]
        for index in indices_of(deck, rank):
            left, right = ((index.x + side * index.wide * 0.6) * TEXTURE for side in (-1, 1))
            top, low = ((index.y + side * index.high * 0.55) * TEXTURE for side in (-1, 1))
            card[max(0, int(top)) : int(low), max(0, int(left)) : int(right)] = deck.paper
        small = cv2.resize(
            card, None, fx=PX_PER_MM / TEXTURE, fy=PX_PER_MM / TEXTURE, interpolation=cv2.INTER_AREA
        )
        board = draw_board(PX_PER_MM)
        board[150 : 150 + small.shape[0], 300 : 300 + small.shape[1]] = np.clip(small, 0, 255)
        assert read_cards([board]).status is not Status.OK, (rank, deck)


def test_pictures_of_one_hand_agree_and_of_two_do_not():
    laid = shown(shots=3)
    assert read_cards(laid.pictures, count=5).status is Status.OK
    other = shown([("2", "D"), *HAND[1:]])
    reading = read_cards([laid.picture, other.picture], count=5)
    assert (reading.status, reading.doubts[-1]) == (Status.UNSURE, CardDoubt.DISAGREE)
    assert {card.name for card in reading.unsure} <= {"AS", "2D"}


def test_one_sure_picture_of_two_is_not_enough():
    picture = shown().picture
    bare = np.full_like(picture, 220)
    assert read_cards([picture, picture], count=5).status is Status.OK
    assert read_cards([picture, bare], count=5).status is Status.UNSURE


def test_no_picture_is_no_reading():
    with pytest.raises(ValueError, match="at least one"):
        read_cards([])


def test_the_board_is_shown_at_the_scale_that_is_read():
    pose = BoardPose(homography=np.diag([0.5, 0.5, 1.0]), marks=4)
    shot = cv2.resize(draw_board(2.0), None, fx=1.0, fy=1.0)
    above = board_from_above(shot, pose)
    assert above.shape[1::-1] == tuple(round(side * PX_PER_MM) for side in BOARD_MM)
