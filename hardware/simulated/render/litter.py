"""Things that do not belong on the board, flat from above: paper, coin, peanut, beer mat, spilled beer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from hardware.simulated.render.shadows import darken
from hardware.simulated.scene.stage import Thing

if TYPE_CHECKING:
    from hardware.frame import Pixels
    from hardware.simulated.render.optics import Array, Lamp, SimulatedLens
    from hardware.simulated.scene.stage import Scrap

    Colour = tuple[int, int, int]

PIP_MM: Final = 1.7


def draw_scrap(picture: Pixels, lens: SimulatedLens, lamp: Lamp, scrap: Scrap) -> None:
    """Draw one thing into the picture, its shadow first."""
    match scrap.what:
        case Thing.SNIPPET:
            outline = np.array([[-15, -6], [-4, -8], [14, -5], [12, 7], [-2, 5], [-13, 8]], float)
            _lay(picture, lens, scrap, outline, (228, 240, 244), shadow=0.35)
            for row in (-3.0, 0.5, 3.5):
                _lay(picture, lens, scrap, _box(-9, row, 8, row + 0.7), (120, 110, 110))
        case Thing.COIN:
            _lay(picture, lens, scrap, _ring(11.6, 11.6), (70, 120, 150), shadow=0.4)
            _lay(picture, lens, scrap, _ring(8.2, 8.2), (125, 150, 165))
            _lay(picture, lens, scrap, _ring(2.2, 4.5), (90, 115, 130))
        case Thing.PEANUT:
            _lay(picture, lens, scrap, _ring(8.5, 4.6), (70, 130, 190), shadow=0.5)
            _lay(picture, lens, scrap, _ring(7.0, 1.0), (85, 150, 205))
        case Thing.MAT | Thing.DICE_MAT:
            _lay(picture, lens, scrap, _ring(47, 47), (190, 215, 225), shadow=0.4)
            _lay(picture, lens, scrap, _ring(43, 43), (60, 40, 150))
            _lay(picture, lens, scrap, _ring(39, 39), (200, 225, 232))
            if scrap.what is Thing.MAT:
                _lay(picture, lens, scrap, _box(-24, -7, 24, 7), (60, 40, 150))
            else:
                for x, pips in (
                    (-13.0, [(-1, -1), (0, 0), (1, 1)]),
                    (13.0, [(-1, -1), (1, -1), (-1, 1), (1, 1)]),
                ):
                    _lay(picture, lens, scrap, _box(x - 8, -8, x + 8, 8), (252, 252, 252))
                    for across, down in pips:
                        _lay(
                            picture,
                            lens,
                            scrap,
                            _ring(PIP_MM, PIP_MM) + np.array([x + 4.3 * across, 4.3 * down]),
                            (25, 25, 25),
                        )
        case Thing.PUDDLE:
            wavy = _ring(34, 26) * (1 + 0.18 * np.sin(3 * np.linspace(0, 2 * np.pi, 40))[:, None])
            darken(picture, lens.project(_placed(scrap, wavy)), 0.22, 2.0)
            glint = lamp.direction(np.array([*scrap.at, 0.0]))[:2] * 12
            _lay(picture, lens, scrap, _ring(5, 2.5) + glint, (250, 250, 250))


def _lay(
    picture: Pixels, lens: SimulatedLens, scrap: Scrap, outline: Array, colour: Colour, *, shadow: float = 0.0
) -> None:
    seen = lens.project(_placed(scrap, outline))
    if shadow:
        darken(picture, seen, shadow, 2.5)
    cv2.fillPoly(picture, [np.round(seen * 16).astype(np.int32)], colour, cv2.LINE_AA, 4)


def _placed(scrap: Scrap, outline: Array) -> Array:
    """Turn an outline (n, 2) about the thing's middle and lay it on the table: (n, 3)."""
    c, s = np.cos(scrap.angle), np.sin(scrap.angle)
    flat = outline @ np.array([[c, s], [-s, c]]) + scrap.at
    return np.column_stack([flat, np.zeros(len(flat))])


def _ring(wide: float, high: float) -> Array:
    turn = np.linspace(0, 2 * np.pi, 40, endpoint=False)
    return np.stack([wide * np.cos(turn), high * np.sin(turn)], axis=1)


def _box(left: float, top: float, right: float, low: float) -> Array:
    return np.array([[left, top], [right, top], [right, low], [left, low]], float)
