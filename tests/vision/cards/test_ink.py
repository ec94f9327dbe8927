"""The ink distinguishes red from black, on decks that draw their suits as none that a net learned from."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from training.cards.decks import BLACK, BLUE, GREEN, ORANGE, RED, Deck, some_deck
from training.cards.lettering import SPLITS, STROKES
from training.cards.scenes import Conditions, scene
from training.cards.suits import some_shapes
from vision.cards.ink import ink_contradicts, measure_warmth
from vision.cards.networks import SUITS, Mark, cut_out
from vision.cards.reader import SETTINGS, judged, may_be_cards
from vision.image_pyramid import Halves

NONE = (np.zeros(13, np.float32), np.zeros(4, np.float32))
PLAIN = Conditions("plain", plain=True)
BLACK_INK, RED_INK = (39, 15, 18), (33, 17, 183)  # a bluish black
DIM = replace(PLAIN, exposure=(0.25, 0.45), noise=(0.015, 0.035))
OTHERS = (
    PLAIN,
    DIM,
    replace(PLAIN, wear=1.0),
    replace(PLAIN, gloss=1.0),
    replace(PLAIN, shade=0.6, hard=1.0),
)


def indices(rng, deck, conditions, cards):
    """Yield suit and patch of each free index, cut out a little askew."""
    laid = scene(rng, deck, cards, "apart", conditions, 230.0)
    copies = Halves(laid.picture)
    for index in laid.indices:
        if index.seen > 0.98:
            look = (*rng.normal(0, 0.03, 2), float(rng.uniform(0.93, 1.07)), float(rng.normal(0, 5)))
            yield index.suit, cut_out(copies, Mark(1.0, index.x, index.y, index.high, index.up, *NONE), look)


@pytest.mark.parametrize("conditions", OTHERS, ids=["plain", "dim", "worn", "glossy", "hard light"])
@pytest.mark.parametrize("split", SPLITS)
def test_ink_never_contradicts_the_suit_and_tells_red_from_black(conditions, split):
    rng = np.random.default_rng(21)
    for _ in range(3):
        deck = some_deck(rng, STROKES, (6.5, 14.0), suits=split)
        two = deck.inks[0] == deck.inks[3] and deck.inks[1] == deck.inks[2]
        for suit, patch in indices(rng, deck, conditions, [("7", suit) for suit in SUITS]):
            assert not ink_contradicts(patch, suit), (deck.inks, suit, measure_warmth(patch))
            if two:
                assert all(ink_contradicts(patch, other) for other in ("CS" if suit in "DH" else "DH"))


@pytest.mark.parametrize(
    ("ink", "least", "most"),
    [(RED, 0.4, 0.9), (ORANGE, 0.4, 0.9), (BLACK, -0.1, 0.1), (GREEN, -0.5, -0.15), (BLUE, -0.6, -0.15)],
)
def test_warmth_is_that_of_the_ink_in_any_light(ink, least, most):
    """A patch is measured by its own paper: a yellow lamp makes no red of black."""
    patch = np.full((48, 32, 3), 245.0)
    patch[10:22, 12:20] = patch[27:38, 11:21] = ink
    for lamp in ((1, 1, 1), (0.55, 0.8, 1), (1, 0.9, 0.8), (0.3, 0.3, 0.3)):
        seen = cv2.GaussianBlur((patch * lamp).astype(np.uint8), (0, 0), 1.0)
        assert least < measure_warmth(seen) < most


def test_bare_paper_has_no_ink():
    assert measure_warmth(np.full((48, 32, 3), 230, np.uint8)) is None
    assert not ink_contradicts(np.full((48, 32, 3), 230, np.uint8), "S")


@pytest.mark.parametrize("seed", [0, 4, 6, 7])
@pytest.mark.parametrize(
    "inks",
    [(BLACK_INK, RED_INK, RED_INK, BLACK_INK), (RED_INK, BLACK_INK, BLACK_INK, RED_INK)],
    ids=["as decks are printed", "the other way round"],
)
def test_no_card_is_sure_of_a_suit_of_another_colour(inks, seed):
    """These decks draw their suits in unseen ways; with swapped colours the nets would be sure of the shapes."""
    rng = np.random.default_rng(seed)
    shapes = replace(some_shapes(rng, "report"), inked="full")
    deck = Deck(lettering=STROKES[2], rank_mm=8.0, suit_mm=6.0, inks=inks, shapes=shapes)
    lying = [("9", "S"), ("K", "S"), ("3", "C"), ("5", "H")]
    laid = scene(rng, deck, lying, "apart", PLAIN, 230.0)
    cards = may_be_cards(laid.picture, len(lying))
    reds = {rank for rank, suit in lying if inks[SUITS.index(suit)] == RED_INK}
    for card in cards:
        fits = (card.name[0] in reds) is (card.name[1] in "DH")
        assert fits or card.confidence < SETTINGS.sure, card.name
    suits = {card.name[0] for card in judged(cards, None).cards}
    assert suits == {"9", "K", "3", "5"}  # what is asked about is not forgotten
