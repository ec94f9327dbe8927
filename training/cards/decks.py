"""Decks of our own design, and their cards drawn flat: index corners, pips, court figures made of random shapes."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeAlias

import cv2
import numpy as np

from training.cards.lettering import LANGUAGES
from training.cards.suits import COMMON, some_shapes, suit_mask, widest
from vision.cards.networks import RANKS, SUITS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.random import Generator

    from training.arrays import Array
    from training.cards.lettering import Lettering
    from training.cards.suits import Shapes

TEXTURE = 4.0  # pixels a millimetre of a drawn card
RED, BLACK, BLUE, GREEN, ORANGE = (40, 30, 200), (25, 25, 25), (170, 70, 20), (50, 110, 20), (20, 110, 235)

# Rows and columns of the pips, in shares of the card.
_COLUMNS = {
    2: (0.5, 0.5), 3: (0.5,) * 3, 4: (0.3, 0.7) * 2, 5: (0.3, 0.7, 0.3, 0.7, 0.5), 6: (0.3, 0.7) * 3,
    7: (*(0.3, 0.7) * 3, 0.5), 8: (*(0.3, 0.7) * 3, 0.5, 0.5), 9: (*(0.3, 0.7) * 4, 0.5), 10: (*(0.3, 0.7) * 4, 0.5, 0.5),
}  # fmt: skip
_ROWS = {
    2: (0.0, 1.0), 3: (0.0, 0.5, 1.0), 4: (0, 0, 1, 1), 5: (0, 0, 1, 1, 0.5), 6: (0, 0, 0.5, 0.5, 1, 1),
    7: (0, 0, 0.5, 0.5, 1, 1, 0.25), 8: (0, 0, 0.5, 0.5, 1, 1, 0.25, 0.75),
    9: (0, 0, 0.333, 0.333, 0.667, 0.667, 1, 1, 0.5), 10: (0, 0, 0.333, 0.333, 0.667, 0.667, 1, 1, 0.167, 0.833),
}  # fmt: skip


Ink: TypeAlias = tuple[int, int, int]
"""A colour, BGR, 0..255."""


@dataclass(frozen=True)
class Deck:
    """One design; lengths in millimetres, colours BGR."""

    lettering: Lettering
    rank_mm: float = 6.5  # an index letter's height
    suit_mm: float = 5.0
    gap_mm: float = 0.9
    inset_mm: tuple[float, float] = (
        4.6,
        4.0,
    )  # from the left edge to the index's middle, from the upper to its top
    squeeze: float = 0.8
    weight: float = 0.0
    language: str = "en"
    size_mm: tuple[float, float] = (63.0, 88.0)
    round_mm: float = 3.2
    paper: tuple[float, float, float] = (246, 248, 250)
    inks: tuple[Ink, ...] = (BLACK, RED, RED, BLACK)  # clubs, diamonds, hearts, spades
    shapes: Shapes = COMMON
    corners: int = 2
    pip_mm: float = 10.0
    framed: bool = True  # court cards have a line round the figure
    seed: int = 0  # of the court figures

    def ink(self, suit: str) -> Ink:
        """Return a suit's colour."""
        return self.inks[SUITS.index(suit)]

    def text(self, rank: str) -> str:
        """Return what the index says."""
        return {"T": "10"}.get(rank) or LANGUAGES[self.language].get(rank, rank)


@dataclass(frozen=True)
class Index:
    """An index on a card: its middle and its extent in millimetres, whether it stands on its head."""

    x: float
    y: float
    wide: float
    high: float
    turned: bool


def some_deck(
    rng: Generator,
    letterings: Sequence[Lettering],
    sizes: tuple[float, float] = (4.5, 16.0),
    languages: tuple[float, float, float] = (0.5, 0.25, 0.25),
    suits: str | None = "train",
) -> Deck:
    """Choose a design.

    `sizes` are the limits of an index letter's height in millimetres, `languages` the shares of English, German and Swedish letters,
    `suits` the split whose ways of drawing suits it has.
    """
    low, high = np.log(sizes)
    rank = float(np.exp(rng.uniform(low, high)))
    suit = rank * float(rng.uniform(0.62, 1.0))
    inks = _some_inks(rng)
    wide = float(rng.choice([56.0, 57.5, 59.0, 62.5, 63.0, 63.5]))
    squeeze = float(rng.uniform(0.6, 1.02))
    return Deck(
        lettering=letterings[int(rng.integers(len(letterings)))],
        rank_mm=rank,
        suit_mm=suit,
        gap_mm=rank * float(rng.uniform(0.06, 0.28)),
        inset_mm=(float(rng.uniform(1.0, 2.6)) + 0.42 * rank, float(rng.uniform(2.2, 5.5))),
        squeeze=squeeze,
        weight=float(rng.choice([0, 0, rng.uniform(0, 0.05)])),
        language=str(rng.choice(list(LANGUAGES), p=languages)),
        size_mm=(wide, float(rng.uniform(86.5, 89.5))),
        round_mm=float(rng.uniform(2.2, 4.5)),
        paper=tuple(np.clip(rng.normal((243, 247, 250), 5), 200, 255).tolist()),
        inks=inks,
        shapes=some_shapes(rng, suits),
        corners=4 if rng.random() < 0.2 and rank < 8.5 else 2,
        pip_mm=float(rng.uniform(7.5, 12.0)),
        framed=bool(rng.random() < 0.75),
        seed=int(rng.integers(1 << 30)),
    )


def _some_inks(rng: Generator) -> tuple[Ink, Ink, Ink, Ink]:
    def shade(colour: Ink) -> Ink:
        blue, green, red = (int(v) for v in np.clip(np.array(colour) + rng.normal(0, 14, 3), 0, 255))
        return blue, green, red

    red, black = shade(RED), shade(BLACK)
    roll = rng.random()
    if roll < 0.68:
        return (black, red, red, black)
    if roll < 0.9:
        return (shade(GREEN), shade(BLUE), red, black)
    if roll < 0.95:
        return (shade(GREEN), shade(ORANGE), red, black)
    return (black, shade(ORANGE), red, shade(GREEN))  # as German clubs play skat


def indices_of(deck: Deck, rank: str) -> list[Index]:
    """Return where the card's indices are."""
    wide, high = deck.size_mm
    tall = deck.rank_mm + deck.gap_mm + deck.suit_mm
    letter = deck.lettering.mask(deck.text(rank), deck.rank_mm * TEXTURE, _squeeze(deck, rank), deck.weight)
    across = max(letter.shape[1] / TEXTURE, deck.suit_mm * widest(deck.shapes))
    x = max(deck.inset_mm[0], across / 2 + 0.8)
    y = deck.inset_mm[1] + tall / 2
    upright = [Index(x, y, across, tall, turned=False)]
    if deck.corners == 4:
        upright.append(Index(wide - x, y, across, tall, turned=False))
    return upright + [Index(wide - i.x, high - i.y, across, tall, turned=True) for i in upright]


def _squeeze(deck: Deck, rank: str) -> float:
    return deck.squeeze * (0.72 if rank == "T" or deck.text(rank) == "Kn" else 1.0)


def draw_card(deck: Deck, rank: str, suit: str) -> Array:
    """Draw one card flat, BGR float 0..255 with its alpha: shape (h, w, 4)."""
    wide, high = (round(side * TEXTURE) for side in deck.size_mm)
    card = np.empty((high, wide, 3), np.float32)
    card[:] = deck.paper
    if rank in "JQK":
        _court(card, deck, rank, suit)
    else:
        _pips(card, deck, rank, suit)
    upper = np.zeros((high, wide), np.float32)
    for index in indices_of(deck, rank):
        if not index.turned:
            _index(upper, deck, rank, suit, index)
    _ink(card, np.maximum(upper, upper[::-1, ::-1]), deck.ink(suit))
    return np.dstack([card, _outline(deck, wide, high) * 255])


def _index(mask: Array, deck: Deck, rank: str, suit: str, index: Index) -> None:
    letter = deck.lettering.mask(deck.text(rank), deck.rank_mm * TEXTURE, _squeeze(deck, rank), deck.weight)
    mark = suit_mask(suit, deck.suit_mm * TEXTURE, deck.shapes)
    top = index.y - index.high / 2
    _stamp(mask, letter, index.x, top + len(letter) / TEXTURE / 2)
    _stamp(mask, mark, index.x, top + index.high - deck.suit_mm / 2)


def _stamp(mask: Array, drawn: Array, x: float, y: float) -> None:
    """Put a drawing with its middle at a place in millimetres."""
    top, left = round(y * TEXTURE - len(drawn) / 2), round(x * TEXTURE - drawn.shape[1] / 2)
    low, at = max(0, -top), max(0, -left)
    part = mask[max(0, top) : top + len(drawn), max(0, left) : left + drawn.shape[1]]
    np.maximum(part, drawn[low : low + part.shape[0], at : at + part.shape[1]], out=part)


def _ink(card: Array, mask: Array, colour: Ink) -> None:
    inked = np.nonzero(mask)
    card[inked] += mask[inked][:, None] * (np.array(colour, np.float32) - card[inked])


def _pips(card: Array, deck: Deck, rank: str, suit: str) -> None:
    wide, high = deck.size_mm
    count = {"A": 1, "T": 10}.get(rank) or int(rank)
    mask = np.zeros(card.shape[:2], np.float32)
    if count == 1:
        _stamp(mask, suit_mask(suit, deck.pip_mm * 1.8 * TEXTURE, deck.shapes), wide / 2, high / 2)
    else:
        pip = suit_mask(suit, deck.pip_mm * TEXTURE, deck.shapes)
        index = indices_of(deck, rank)[0]
        outer = min(0.4, max(0.3, (index.x + index.wide / 2 + 0.55 * deck.pip_mm) / wide))
        for x, row in zip(_COLUMNS[count], _ROWS[count], strict=True):
            y = 0.17 + 0.66 * row
            across = 0.5 + (x - 0.5) / 0.2 * (0.5 - outer)
            _stamp(mask, pip if y <= 0.51 else pip[::-1], across * wide, y * high)
    _ink(card, mask, deck.ink(suit))


def _court(card: Array, deck: Deck, rank: str, suit: str) -> None:
    """Draw a figure of random shapes, the same on its head; no deck's figures are copied."""
    rng = np.random.default_rng((deck.seed, ord(rank), ord(suit)))
    high, wide = card.shape[:2]
    index = indices_of(deck, rank)[0]
    clear = index.x + index.wide / 2 + rng.uniform(0.4, 1.2)  # no maker's figure touches an index
    left = round(max(0.16 * deck.size_mm[0], clear) * TEXTURE)
    top = round(0.07 * high)
    colours = [RED, (40, 190, 240), (150, 70, 20), BLACK, deck.ink(suit), (120, 160, 230)]
    half = card[top : high // 2, left : wide - left]
    rows, columns = half.shape[:2]
    for _ in range(int(rng.integers(14, 30))):
        middle = rng.uniform(0, 1, 2) * [columns, rows]
        count = int(rng.integers(3, 7))
        turn = np.sort(rng.uniform(0, 2 * np.pi, count))
        reach = rng.uniform(0.05, 0.3) * rows
        points = middle + np.stack([np.cos(turn), np.sin(turn)], 1) * reach * rng.uniform(0.5, 1, (count, 1))
        colour = colours[int(rng.integers(len(colours)))]
        cv2.fillPoly(half, [points.astype(np.int32)], colour, cv2.LINE_AA)
        if rng.random() < 0.5:
            cv2.polylines(half, [points.astype(np.int32)], isClosed=True, color=BLACK, lineType=cv2.LINE_AA)
    _head(half, rng)
    mask = np.zeros(card.shape[:2], np.float32)
    at = (left / TEXTURE + deck.pip_mm * 0.5, top / TEXTURE + deck.pip_mm * 0.55)
    _stamp(mask, suit_mask(suit, deck.pip_mm * 0.85 * TEXTURE, deck.shapes), *at)
    _ink(card, mask, deck.ink(suit))
    if deck.framed:
        cv2.rectangle(
            card, (left, top), (wide - left, high), colours[int(rng.integers(3, 5))], 1, cv2.LINE_AA
        )
    card[high - high // 2 :] = card[: high // 2][::-1, ::-1]


def _head(half: Array, rng: Generator) -> None:
    rows, columns = half.shape[:2]
    at = (round(columns * rng.uniform(0.45, 0.6)), round(rows * rng.uniform(0.28, 0.42)))
    cv2.ellipse(
        half, at, (round(rows * 0.13), round(rows * 0.17)), 0, 0, 360, (190, 215, 245), -1, cv2.LINE_AA
    )
    cv2.ellipse(half, at, (round(rows * 0.13), round(rows * 0.17)), 0, 0, 360, BLACK, 1, cv2.LINE_AA)
    for side in (-0.05, 0.05):
        cv2.circle(half, (round(at[0] + side * rows), at[1]), 1, BLACK, -1, cv2.LINE_AA)


def _outline(deck: Deck, wide: int, high: int) -> Array:
    large = np.zeros((high, wide), np.uint8)
    edge = round(deck.round_mm * TEXTURE)
    cv2.rectangle(large, (edge, 0), (wide - edge - 1, high - 1), 1, -1)
    cv2.rectangle(large, (0, edge), (wide - 1, high - edge - 1), 1, -1)
    for x in (edge, wide - edge - 1):
        for y in (edge, high - edge - 1):
            cv2.circle(large, (x, y), edge, 1, -1)
    return large.astype(np.float32)


def back_of(deck: Deck) -> Array:
    """Draw the back of a deck's cards: a pattern in one colour, as `draw_card` gives it."""
    rng = np.random.default_rng((deck.seed, 99))
    card = draw_card(replace(deck, corners=2), "2", "C")
    ink = np.array([RED, BLUE, GREEN, BLACK][int(rng.integers(4))], np.float32)
    rows, columns = card.shape[:2]
    y, x = np.mgrid[0:rows, 0:columns].astype(np.float32)
    step = rng.uniform(1.5, 6) * TEXTURE
    wave = np.sin(x * 2 * np.pi / step) * np.sin(y * 2 * np.pi / step) > rng.uniform(-0.5, 0.5)
    rim = round(rng.uniform(2, 5) * TEXTURE)
    card[..., :3] = deck.paper
    inner = card[rim:-rim, rim:-rim, :3]
    inner[wave[rim:-rim, rim:-rim]] = ink
    return card


ALL = tuple((rank, suit) for suit in SUITS for rank in RANKS)
