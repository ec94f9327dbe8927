"""Playing cards that lie open on the board: a white card with its index in two corners, drawn with OpenCV's own strokes.

It is not a real deck: the figures are missing, and the nets were not trained on it.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from hardware.simulated.render.shadows import darken

if TYPE_CHECKING:
    from hardware.frame import Pixels
    from hardware.simulated.render.optics import Array, SimulatedLens
    from hardware.simulated.scene.stage import LaidCard

CARD_MM: Final = (63.0, 88.0)  # a poker card
SCALE: Final = 5.0  # pixels a millimetre of a drawn face, twice what the camera sees
FINE: Final = 4  # drawn this many times larger, then scaled down
RANK_MM: Final = 11.0
SUIT_MM: Final = 8.0
INDEX_MM: Final = 7.5  # from the left edge to the middle of the index
TOP_MM: Final = 4.0
RED: Final = (40, 30, 190)
BLACK: Final = (30, 28, 28)
PAPER: Final = (238, 242, 243)


def draw_card(picture: Pixels, lens: SimulatedLens, laid: LaidCard) -> None:
    """Draw a card into the picture, with a little shadow at its edge."""
    face = card_face(laid.card)
    wide, high = CARD_MM
    c, s = np.cos(np.radians(laid.angle)), np.sin(np.radians(laid.angle))
    turned = np.array([[c, -s, laid.at[0]], [s, c, laid.at[1]], [0, 0, 1]])
    middle = np.array([[1 / SCALE, 0, -wide / 2], [0, 1 / SCALE, -high / 2], [0, 0, 1]])
    corners = np.array([[0, 0], [wide, 0], [wide, high], [0, high]]) - (wide / 2, high / 2)
    outline = corners @ turned[:2, :2].T + laid.at
    darken(picture, lens.project(np.column_stack([outline, np.zeros(4)])), 0.25, 2.0)
    size = (picture.shape[1], picture.shape[0])
    view = lens.plane() @ turned @ middle
    seen = cv2.warpPerspective(face, view, size, flags=cv2.INTER_LINEAR)
    cover = cv2.warpPerspective(_shape(), view, size, flags=cv2.INTER_LINEAR)[..., None].astype(np.float32)
    left, top, across, down = cv2.boundingRect(np.round(lens.project(_flat(outline))).astype(np.int32))
    part = np.s_[max(0, top - 2) : max(0, top + down + 2), max(0, left - 2) : max(0, left + across + 2)]
    mixed = cover[part] / 255 * seen[part] + (1 - cover[part] / 255) * picture[part]
    picture[part] = np.round(mixed).astype(np.uint8)


def _flat(outline: Array) -> Array:
    return np.column_stack([outline, np.zeros(len(outline))])


@lru_cache(maxsize=1)
def _shape() -> Pixels:
    """Return the mask of the card in the drawn rectangle: its corners are round."""
    wide, high = (round(side * SCALE) for side in CARD_MM)
    shape = np.zeros((high, wide), np.uint8)
    radius = round(3.2 * SCALE)
    cv2.rectangle(shape, (radius, 0), (wide - radius - 1, high - 1), 255, -1)
    cv2.rectangle(shape, (0, radius), (wide - 1, high - radius - 1), 255, -1)
    for x in (radius, wide - radius - 1):
        for y in (radius, high - radius - 1):
            cv2.circle(shape, (x, y), radius, 255, -1, cv2.LINE_AA)
    return shape


@lru_cache(maxsize=52)
def card_face(card: str) -> Pixels:
    """Draw the face of a card, such as "TD" for the ten of diamonds, upright and from above."""
    rank, suit = card[0], card[1]
    wide, high = (round(side * SCALE * FINE) for side in CARD_MM)
    ink = RED if suit in "DH" else BLACK
    half = np.empty((high, wide, 3), np.uint8)
    half[:] = PAPER
    letter = _letter("10" if rank == "T" else rank)
    scale = SCALE * FINE
    tall = round(RANK_MM * scale)
    across = min(round(letter.shape[1] * tall / letter.shape[0] * 0.8), round(12.0 * scale))
    middle, top = round(INDEX_MM * scale), round(TOP_MM * scale)
    index = np.asarray(cv2.resize(letter, (across, tall), interpolation=cv2.INTER_AREA), np.uint8)
    _stamp(half, index, (middle, top), ink)
    _stamp(half, _suit(suit, round(SUIT_MM * scale)), (middle, top + tall + round(1.4 * scale)), ink)
    face = np.minimum(half, half[::-1, ::-1])
    big = _suit(suit, round(20 * scale))
    _stamp(face, big, (wide // 2, high // 2 - len(big) // 2), ink)
    small = (round(CARD_MM[0] * SCALE), round(CARD_MM[1] * SCALE))
    return np.asarray(cv2.resize(face, small, interpolation=cv2.INTER_AREA), np.uint8)


def _stamp(face: Pixels, mask: Pixels, at: tuple[int, int], ink: tuple[int, int, int]) -> None:
    """Print a mask whose middle column and top row lie at a place."""
    high, wide = mask.shape
    part = face[at[1] : at[1] + high, at[0] - wide // 2 : at[0] - wide // 2 + wide]
    share = mask[..., None].astype(np.float32) / 255
    part[:] = np.round(share * np.array(ink) + (1 - share) * part).astype(np.uint8)


def _letter(text: str) -> Pixels:
    canvas = np.zeros((300, 700), np.uint8)
    cv2.putText(canvas, text, (60, 220), cv2.FONT_HERSHEY_TRIPLEX, 6.0, 255, 18, cv2.LINE_AA)
    return _cut(canvas)


def _suit(suit: str, height: int) -> Pixels:
    """Draw a suit of that height in pixels, of circles and straight lines."""
    canvas = np.zeros((600, 600), np.uint8)
    match suit:
        case "D":
            _fill(canvas, [(300, 60), (490, 300), (300, 540), (110, 300)])
        case "H":
            _lobes(canvas, [(200, 200), (400, 200)], 115)
            _fill(canvas, [(93, 243), (507, 243), (300, 540)])
        case "S":
            _lobes(canvas, [(200, 340), (400, 340)], 110)
            _fill(canvas, [(96, 302), (504, 302), (300, 60)])
            _fill(canvas, [(300, 300), (400, 540), (200, 540)])
        case _:
            _lobes(canvas, [(300, 170), (180, 350), (420, 350)], 115)
            _fill(canvas, [(270, 200), (330, 200), (400, 540), (200, 540)])
    cut = _cut(canvas)
    return np.asarray(
        cv2.resize(cut, (round(cut.shape[1] * height / len(cut)), height), interpolation=cv2.INTER_AREA),
        np.uint8,
    )


def _lobes(canvas: Pixels, middles: list[tuple[int, int]], radius: int) -> None:
    for middle in middles:
        cv2.circle(canvas, middle, radius, 255, -1, cv2.LINE_AA)


def _fill(canvas: Pixels, corners: list[tuple[int, int]]) -> None:
    cv2.fillPoly(canvas, [np.array(corners, np.int32)], 255, cv2.LINE_AA)


def _cut(canvas: Pixels) -> Pixels:
    x, y, wide, high = cv2.boundingRect(canvas)
    return canvas[y : y + high, x : x + wide]
