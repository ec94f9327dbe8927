"""The four suits as outlines, each a little different from deck to deck."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np

_SIDE = 256  # pixels of the large drawing that all are made from


@dataclass(frozen=True)
class Shapes:
    """How one deck draws its suits; all in halves of a suit's height."""

    heart_side: float = 0.45  # how full the sides are
    heart_notch: float = 0.35  # how deep the lobes part
    diamond_wide: float = 0.78
    diamond_hollow: float = 0.08  # how far its sides bend in
    spade_side: float = 0.4
    stem: float = 0.38  # half a stem's foot
    lobe: float = 0.46  # a club's circle
    apart: float = 0.52  # how far out they stand
    wide: float = 1.0  # all suits' width


COMMON = Shapes()


def some_shapes(rng):
    """Choose how a deck draws its suits."""
    return Shapes(
        heart_side=rng.uniform(0.25, 0.65),
        heart_notch=rng.uniform(0.2, 0.5),
        diamond_wide=rng.uniform(0.66, 0.92),
        diamond_hollow=rng.uniform(0, 0.2),
        spade_side=rng.uniform(0.25, 0.6),
        stem=rng.uniform(0.22, 0.5),
        lobe=rng.uniform(0.4, 0.5),
        apart=rng.uniform(0.46, 0.58),
        wide=rng.uniform(0.82, 1.08),
    )


def suit_mask(suit, height, shapes):
    """Draw a suit so many pixels high, cut tight, 0..1."""
    large = _large(suit, shapes)
    wide = max(2, round(large.shape[1] * height / large.shape[0] * shapes.wide))
    return cv2.resize(large, (wide, max(2, round(height))), interpolation=cv2.INTER_AREA)


@lru_cache(maxsize=400)
def _large(suit, shapes):
    canvas = np.zeros((3 * _SIDE,) * 2, np.uint8)
    if suit == "H":
        _fill(canvas, _heart(shapes.heart_side, shapes.heart_notch))
    elif suit == "D":
        _fill(canvas, _diamond(shapes))
    elif suit == "S":
        leaf = _heart(shapes.spade_side, 0.2) * [0.95, -0.82] + [0, -0.18]
        _fill(canvas, leaf)
        _fill(canvas, _stem(shapes.stem))
    else:
        for x, y in ((0, -1 + shapes.lobe), (-shapes.apart, 0.12), (shapes.apart, 0.12)):
            turn = np.linspace(0, 2 * np.pi, 60)
            _fill(canvas, np.stack([np.cos(turn), np.sin(turn)], 1) * shapes.lobe + [x, y])
        _fill(canvas, np.array([[-0.2, -0.4], [0.2, -0.4], [0.3, 0.2], [-0.3, 0.2]]))
        _fill(canvas, _stem(shapes.stem))
    x, y, wide, high = cv2.boundingRect(cv2.findNonZero(canvas))
    return canvas[y : y + high, x : x + wide].astype(np.float32) / 255


def _fill(canvas, points):
    cv2.fillPoly(canvas, [np.round((points * 0.5 + 1.5) * _SIDE * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)


def _bend(*corners):
    """Return points along a Bezier curve of four corners."""
    t = np.linspace(0, 1, 30)[:, None]
    a, b, c, d = (np.array(corner, float) for corner in corners)
    return (1 - t) ** 3 * a + 3 * t * (1 - t) ** 2 * b + 3 * t**2 * (1 - t) * c + t**3 * d


def _heart(side, notch):
    half = np.concatenate(
        [
            _bend((0, 1), (-0.25, 0.6 - 0.2 * side), (-0.98, 0.1 + 0.6 * side), (-0.98, -0.4)),
            _bend((-0.98, -0.4), (-0.98, -1.18), (-0.1, -1.18), (0, -0.98 + notch)),
        ]
    )
    return np.concatenate([half, half[::-1] * [-1, 1]])


def _diamond(shapes):
    wide, hollow = shapes.diamond_wide, shapes.diamond_hollow
    middle = (0.5 - hollow) * np.array([wide, 1])
    side = _bend((0, -1), (middle[0], -middle[1]), (middle[0], -middle[1]), (wide, 0))
    half = np.concatenate([side, side[::-1] * [1, -1]])
    return np.concatenate([half, half[::-1] * [-1, 1]])


def _stem(foot):
    right = _bend((0.06, -0.1), (0.08, 0.5), (0.15, 0.9), (foot, 1))
    return np.concatenate([right, right[::-1] * [-1, 1]])
