"""The four suits of a deck: which way each is drawn (`outlines`), how wide, and how it is inked."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import cv2
import numpy as np

from training.cards.outlines import (
    CLUBS,
    DIAMONDS,
    LEAVES,
    PRINTS,
    STEMS,
    club,
    diamond,
    heart,
    leaf,
    stem,
)

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.random import Generator

    from training.arrays import Array

_SIDE = 256  # pixels of the large drawing that all are made from
MIDDLING = (0.5,) * 7


@dataclass(frozen=True)
class Shapes:
    """How one deck draws its suits; tastes are 0..1."""

    heart: str = "drawn"
    diamond: str = "drawn"
    spade: str = "drawn"
    club: str = "drawn"
    stem: str = "drawn"
    hearts: tuple[float, ...] = MIDDLING
    diamonds: tuple[float, ...] = MIDDLING
    spades: tuple[float, ...] = MIDDLING
    clubs: tuple[float, ...] = MIDDLING
    wide: float = 1.0  # all suits' width
    inked: str = "full"
    line: float = 0.12  # of an outline, in heights
    grown: float = 0.0  # what ink runs beyond the outline, in heights


COMMON = Shapes()


def some_shapes(rng: Generator, split: str | None = "train") -> Shapes:
    """Choose how a deck draws its suits: only in ways that the split has; None for the first way of all."""

    def way(of: Mapping[str, Sequence[str]]) -> str:
        return "drawn" if split is None else str(rng.choice(of[split]))

    def tastes() -> tuple[float, ...]:
        return tuple(rng.uniform(0, 1, len(MIDDLING)).tolist())

    return Shapes(
        heart=way(LEAVES), diamond=way(DIAMONDS), spade=way(LEAVES), club=way(CLUBS), stem=way(STEMS),
        hearts=tastes(), diamonds=tastes(), spades=tastes(), clubs=tastes(),
        wide=float(rng.uniform(0.82, 1.08)),
        inked="full" if split is None else str(rng.choice(PRINTS[split])),
        line=float(rng.uniform(0.09, 0.16)),
        grown=float(rng.choice([0.0, rng.uniform(0, 0.03)])),
    )  # fmt: skip


def suit_mask(suit: str, height: float, shapes: Shapes) -> Array:
    """Draw a suit of this height in pixels, cropped, 0..1."""
    large = _large(suit, shapes)
    wide = max(2, round(large.shape[1] * height / large.shape[0] * shapes.wide))
    return cv2.resize(large, (wide, max(2, round(height))), interpolation=cv2.INTER_AREA)


@lru_cache(maxsize=100)
def widest(shapes: Shapes) -> float:
    """Return the width of a deck's widest suit, in heights."""
    sides = [_large(suit, shapes).shape for suit in "CDHS"]
    return max(wide / high for high, wide in sides) * shapes.wide


@lru_cache(maxsize=400)
def _large(suit: str, shapes: Shapes) -> Array:
    canvas: Array = np.zeros((3 * _SIDE,) * 2, np.uint8)
    for points in _parts(suit, shapes):
        cv2.fillPoly(
            canvas, [np.round((points * 0.5 + 1.5) * _SIDE * 16).astype(np.int32)], 255, cv2.LINE_AA, 4
        )
    if shapes.grown > 0:
        canvas = cv2.dilate(canvas, _round(shapes.grown))
    x, y, wide, high = cv2.boundingRect(cv2.findNonZero(canvas))
    return _inked(canvas, suit, shapes)[y : y + high, x : x + wide].astype(np.float32) / 255


def _parts(suit: str, shapes: Shapes) -> list[Array]:
    if suit == "H":
        return _fitted(heart(shapes.heart, shapes.hearts))
    if suit == "D":
        return diamond(shapes.diamond, shapes.diamonds)
    if suit == "S":
        return [*leaf(shapes.spade, shapes.spades), stem(shapes.stem, shapes.spades)]
    return [*club(shapes.club, shapes.clubs), stem(shapes.stem, shapes.clubs)]


def _fitted(parts: list[Array]) -> list[Array]:
    """Scale all parts alike, so that the largest number in them is 1."""
    most = max(float(np.abs(part).max()) for part in parts)
    return [part / most for part in parts]


def _inked(canvas: Array, suit: str, shapes: Shapes) -> Array:
    """Leave of a full shape what the deck prints of it."""
    match shapes.inked:
        case "outline":
            return canvas - cv2.erode(canvas, _round(shapes.line))
        case "inlined":
            within = cv2.erode(canvas, _round(shapes.line * 0.8))
            return canvas - within + cv2.erode(within, _round(shapes.line * 0.6))
        case "gleam":
            gleam = np.zeros_like(canvas)
            cv2.ellipse(
                gleam, (round(1.28 * _SIDE), round(1.3 * _SIDE)), (18, 36), 30, 0, 360, 255, -1, cv2.LINE_AA
            )
            return np.minimum(canvas, 255 - gleam)
        case "speckled":
            rng = np.random.default_rng((round(shapes.line * 1e6), ord(suit)))
            coarse = cv2.resize(
                rng.random((40, 40), np.float32), canvas.shape[::-1], interpolation=cv2.INTER_CUBIC
            )
            return np.where(coarse < 0.22, canvas // 4, canvas)
        case _:
            return canvas


def _round(share: float) -> Array:
    """Return a round brush whose radius is a share of a suit's height."""
    reach = max(1, round(share * _SIDE))
    return cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * reach + 1,) * 2)
