"""Cards lying on the board: how they lie, what hides what, how they are lit, and what the camera makes of them.

Everything is drawn as the camera sees it and then shown from straight above, as `BoardPose.rectify` shows the board.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import cv2
import numpy as np

from training.cards.beside import print_lines, scatter
from training.cards.decks import ALL, TEXTURE, back_of, draw_card, indices_of
from training.render.camera_noise import photograph, photograph_plainly
from training.render.flat_drawing import lay_flat, light_flat
from training.scene.styles import Style
from vision.board import BOARD_MM, draw_board
from vision.cards.networks import PX_PER_MM

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.random import Generator

    from training.arrays import Array
    from training.cards.decks import Deck

TO_MM = np.diag([1 / TEXTURE, 1 / TEXTURE, 1])  # from a drawn card to its millimetres
FACE_DOWN = 1000  # the number of a card that lies on its face
COURTS = {"K": 2.0, "J": 2.0, "A": 1.5, "Q": 1.5}
"""How much more often than a number these are dealt for training, because their letters differ by language."""
LAYOUTS = ("apart", "row", "fan", "column", "heap")


@dataclass(frozen=True)
class Conditions:
    """How a scene is lit and photographed; ranges unless said."""

    name: str
    px_per_mm: tuple[float, float] = (2.25, 2.25)
    blur: tuple[float, float] = (0.4, 0.8)  # pixels
    noise: tuple[float, float] = (0.004, 0.015)
    exposure: tuple[float, float] | None = (0.75, 0.98)
    shade: float = 0.3  # how much darker one end is, at most
    gloss: float = 0.0  # chance of a lamp's reflection on the cards
    wear: float = 0.0  # 0..1
    hard: float = 0.2  # chance of a hard shadow
    things: float = 0.0  # chance of things beside and under the cards, and of a card on its face
    words: float = 0.0  # chance of printed lines on the board, in the deck's own letters
    plain: bool = False  # no other random effects: no grey pictures, no smear, no foreign tints


TRAINING = Conditions(
    name="training", px_per_mm=(1.7, 3.2), blur=(0.2, 1.3), noise=(0.0, 0.05), exposure=None, shade=0.6, gloss=0.35, wear=0.6,
    things=0.3, words=0.5,
)  # fmt: skip


@dataclass(frozen=True)
class Shown:
    """An index in a scene, in the pixels of the picture from above: its middle, its height, where its top points.

    `seen` is the share of it that no other card covers, `whole` that of its letter or its suit, whichever is less.
    """

    card: int
    rank: str
    suit: str
    x: float
    y: float
    high: float
    up: tuple[float, float]
    seen: float
    whole: float


@dataclass(frozen=True)
class Scene:
    """Pictures of the same cards from straight above, `PX_PER_MM` pixels a millimetre, with all cards and indices."""

    pictures: tuple[np.ndarray, ...]
    cards: tuple[tuple[str, str], ...]
    indices: tuple[Shown, ...]

    @property
    def picture(self) -> Array:
        """Return the first picture."""
        return self.pictures[0]

    def free(self, least: float = 0.98) -> set[int]:
        """Return which cards have a free index."""
        return {shown.card for shown in self.indices if shown.seen >= least}


@lru_cache(maxsize=1)
def _sheet() -> Array:
    return draw_board(3.0).astype(np.float32)


def places(rng: Generator, count: int, layout: str, side: float, size: tuple[float, float]) -> Array:
    """Return where cards lie in a square window: middle x, y in millimetres and turn in radians of each."""
    turn, middle = rng.uniform(0, 2 * np.pi), side / 2 + rng.normal(0, 4, 2)
    steps = np.arange(count) - (count - 1) / 2
    loose = rng.normal(0, np.radians(1.5), count)
    if layout == "row":
        local = np.stack([steps * rng.uniform(0.27, 0.5) * size[0], rng.normal(0, 1.5, count)], 1)
    elif layout == "column":
        local = np.stack([rng.normal(0, 1.5, count), steps * rng.uniform(0.24, 0.4) * size[1]], 1)
    elif layout == "fan":
        spread, reach = np.radians(rng.uniform(9, 17)) * steps, rng.uniform(60, 110)
        local = np.stack([np.sin(spread), 1 - np.cos(spread)], 1) * (reach + size[1] / 2)
        loose = loose / 2 + spread
    elif layout == "apart":
        rows = [min(count, (count + 1) // 2), count // 2]
        local = np.array(
            [((k - (n - 1) / 2) * (size[0] + 6), (row - 0.5) * (size[1] + 7)) for row, n in enumerate(rows) for k in range(n)]
        )  # fmt: skip
        local = local + rng.normal(0, 1.2, (count, 2))
        loose = loose + np.pi * rng.integers(0, 2, count)
    else:
        local, loose = rng.normal(0, 0.16 * side, (count, 2)), rng.uniform(0, 2 * np.pi, count)
    c, s = np.cos(turn), np.sin(turn)
    return np.column_stack([local @ [[c, s], [-s, c]] + middle, loose + turn])


def scene(
    rng: Generator,
    deck: Deck,
    cards: Sequence[tuple[str, str]],
    layout: str,
    conditions: Conditions,
    side: float = 200.0,
    shots: int = 1,
) -> Scene:
    """Lay cards of a deck on a square window of the board, `side` millimetres wide; later ones on earlier ones.

    `shots` pictures are taken: light and cards stay the same, noise, blur and exposure vary.
    """
    scale = rng.uniform(*conditions.px_per_mm)
    pixels = round(side * scale)
    view = _view(rng, scale, side)
    picture = _ground(rng, view, pixels, side)
    laid = places(rng, len(cards), layout, side, deck.size_mm)
    if layout == "row" and rng.random() < 0.3:
        laid = laid[::-1]
    labels, part = np.full((pixels, pixels), -1, np.int16), scale / TEXTURE
    gloss, things = rng.random() < conditions.gloss, rng.random() < conditions.things
    if things:
        scatter(rng, picture, scale)
    if conditions.words and rng.random() < conditions.words:
        print_lines(rng, picture, scale, deck.lettering)
    hidden = int(rng.integers(len(cards))) if things and rng.random() < 0.3 else -1
    truths = []
    for number, ((rank, suit), at) in enumerate(zip(cards, laid, strict=True)):
        to_board = _placed(rng, deck, *at)
        drawn = _worn(rng, draw_card(deck, rank, suit), conditions.wear)
        lay_flat(picture, labels, drawn, view @ to_board @ TO_MM, number, part)
        truths.append((number, rank, suit, to_board))
        if number == hidden:
            back = _placed_anywhere(rng, deck, side)
            lay_flat(picture, labels, back_of(deck), view @ back @ TO_MM, FACE_DOWN, part)
    picture = light_flat(rng, picture / 255, labels, conditions.shade, conditions.hard, gloss=gloss)
    above = tuple(_from_above(_photographed(rng, picture, conditions), view, side) for _ in range(shots))
    shown = tuple(index for truth in truths for index in _shown(deck, truth, view, labels))
    return Scene(above, tuple(cards), shown)


def _from_above(taken: Array, view: Array, side: float) -> Array:
    """Show a camera's picture of the window from straight above."""
    straight, size = np.diag([PX_PER_MM, PX_PER_MM, 1]) @ np.linalg.inv(view), round(side * PX_PER_MM)
    return cv2.warpPerspective(
        taken, straight, (size, size), flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REPLICATE
    )


def _view(rng: Generator, scale: float, side: float) -> Array:
    """Return the homography from the window's millimetres to the camera's pixels: nearly straight from above."""
    corners = np.array([[0, 0], [side, 0], [side, side], [0, side]])
    turn = rng.normal(0, np.radians(2))
    c, s = np.cos(turn), np.sin(turn)
    seen = (corners - side / 2) @ [[c, s], [-s, c]] * scale + side * scale / 2
    seen = seen + rng.normal(0, 0.012, (4, 2)) * side * scale
    return cv2.getPerspectiveTransform(corners.astype(np.float32), seen.astype(np.float32))


def _ground(rng: Generator, view: Array, pixels: int, side: float) -> Array:
    """Show a part of the board."""
    sheet = _sheet()
    origin = rng.uniform(0, 1, 2) * (np.array(BOARD_MM) - side)
    shift = np.array([[1, 0, -origin[0]], [0, 1, -origin[1]], [0, 0, 1]]) @ np.diag([1 / 3, 1 / 3, 1])
    shown = cv2.warpPerspective(
        sheet, view @ shift, (pixels, pixels), flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REPLICATE
    )
    return shown * rng.uniform(0.85, 1.03)


def _placed(rng: Generator, deck: Deck, x: float, y: float, turn: float) -> Array:
    """Return the matrix from a card's millimetres to the window's; cards are bent by a hair."""
    c, s = np.cos(turn), np.sin(turn)
    wide, high = deck.size_mm
    bent = np.eye(3)
    bent[:2, :2] += rng.normal(0, 0.006, (2, 2))
    to_middle = np.array([[1, 0, -wide / 2], [0, 1, -high / 2], [0, 0, 1]])
    return np.array([[c, -s, x], [s, c, y], [0, 0, 1]]) @ bent @ to_middle


def _placed_anywhere(rng: Generator, deck: Deck, side: float) -> Array:
    x, y = rng.uniform(0, side, 2)
    return _placed(rng, deck, x, y, rng.uniform(0, 2 * np.pi))


def _worn(rng: Generator, drawn: Array, much: float) -> Array:
    """Yellow, scratch and stain a card; `much` is 0..1. Its colours are multiplied by its outline."""
    card = drawn[..., :3]
    worn = much * rng.random()
    if worn > 0.1:
        tone = (1 - 0.12 * worn * np.array([1.0, 0.55, 0.3])) * (1 - 0.2 * worn)
        card = card * tone.astype(np.float32) + np.float32(40 * worn)  # paper yellows, ink fades
        rows, columns = card.shape[:2]
        for _ in range(int(rng.poisson(14 * worn))):
            start, along = rng.uniform(0, 1, 2) * [columns, rows], rng.normal(0, 50, 2)
            tone = (np.array([235, 240, 242]) if rng.random() < 0.6 else np.array([120, 130, 140])).tolist()
            ends = [tuple(np.round(p).astype(int).tolist()) for p in (start, start + along)]
            cv2.line(card, ends[0], ends[1], tone, 1, cv2.LINE_AA)
        coarse = rng.normal(0, 7 * worn, (12, 9, 1)).astype(np.float32)
        card = card + cv2.resize(coarse, (columns, rows), interpolation=cv2.INTER_CUBIC)[..., None]
    return np.dstack([card * (drawn[..., 3:] / 255), drawn[..., 3:]]).astype(np.float32)


def _photographed(rng: Generator, picture: Array, conditions: Conditions) -> Array:
    """Return the 8-bit picture that a camera keeps of a picture 0..1."""
    if conditions.plain and conditions.exposure is not None:
        return photograph_plainly(picture, rng, conditions.exposure, conditions.blur, conditions.noise)
    style = Style("cards", 1, blur=conditions.blur, noise=conditions.noise, exposure=conditions.exposure)
    return photograph(picture.astype(np.float32), rng, style)


def _shown(deck: Deck, truth: tuple[int, str, str, Array], view: Array, labels: Array) -> Iterator[Shown]:
    """Return a card's indices as they lie in the picture from above, with how much of each is free."""
    number, rank, suit, to_board = truth
    for index in indices_of(deck, rank):
        sign = -1 if index.turned else 1
        dots = np.stack(np.meshgrid(np.linspace(-0.55, 0.55, 9), np.linspace(-0.53, 0.53, 15)), -1).reshape(
            -1, 2
        )
        dots = dots * [index.wide, index.high] + [index.x, index.y]
        points = np.concatenate([[[index.x, index.y], [index.x, index.y - sign]], dots])
        board = cv2.perspectiveTransform(points[None].astype(np.float64), to_board)[0]
        free = _held(labels, cv2.perspectiveTransform(board[None, 2:], view)[0], number)
        letter = sign * (index.y - dots[:, 1]) > index.high / 2 - deck.rank_mm
        middle, up = board[0] * PX_PER_MM, board[1] - board[0]
        up = up / np.linalg.norm(up)
        yield Shown(
            number,
            rank,
            suit,
            float(middle[0]),
            float(middle[1]),
            index.high * PX_PER_MM,
            (float(up[0]), float(up[1])),
            float(free.mean()),
            float(min(free[letter].mean(), free[~letter].mean())),
        )


def _held(labels: Array, points: Array, number: int) -> Array:
    """Return which points of the camera's picture show this card, and not another one or the background."""
    seen = np.rint(points).astype(int)
    inside = ((seen >= 0) & (seen < len(labels))).all(1)
    held = np.zeros(len(seen), bool)
    held[inside] = labels[seen[inside, 1], seen[inside, 0]] == number
    return held


def some_hand(rng: Generator, count: int) -> list[tuple[str, str]]:
    """Deal this many different cards."""
    return [ALL[k] for k in rng.permutation(len(ALL))[:count]]


def some_scene(rng: Generator, deck: Deck, conditions: Conditions = TRAINING, side: float = 200.0) -> Scene:
    """Place one to seven random cards.

    Mostly kings and jacks, and an ace or a queen rather than another figure, because their letters differ by language.
    """
    layout = str(rng.choice(LAYOUTS, p=[0.15, 0.3, 0.25, 0.1, 0.2]))
    odds = np.array([COURTS.get(rank, 1.0) for rank, _ in ALL])
    dealt = rng.choice(len(ALL), int(rng.integers(1, 8)), replace=False, p=odds / odds.sum())
    return scene(rng, deck, [ALL[k] for k in dealt], layout, conditions, side)
