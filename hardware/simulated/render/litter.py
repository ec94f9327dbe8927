"""Things that do not belong on the board, drawn flat from above: paper, coin, peanut, beer mat, spilled beer."""

from typing import Final

import cv2
import numpy as np

from hardware.frame import Pixels
from hardware.simulated.render.optics import Array, Lamp, SimulatedLens, ellipse_points
from hardware.simulated.render.shadows import darken
from hardware.simulated.scene.die_body import PIPS
from hardware.simulated.scene.stage import Scrap, Thing

Shape = tuple[Array, tuple[int, int, int], float]

PIP_MM: Final = 1.7


def _ring(wide: float, high: float) -> Array:
    return ellipse_points(wide, high)[:, :2]


def _box(left: float, top: float, right: float, low: float) -> Array:
    return np.array([[left, top], [right, top], [right, low], [left, low]], float)


_SNIPPET: Final = np.array([[-15, -6], [-4, -8], [14, -5], [12, 7], [-2, 5], [-13, 8]], float)
_MAT: Final[list[Shape]] = [
    (_ring(47, 47), (190, 215, 225), 0.4),
    (_ring(43, 43), (60, 40, 150), 0.0),
    (_ring(39, 39), (200, 225, 232), 0.0),
]
_SHAPES: Final[dict[Thing, list[Shape]]] = {
    Thing.SNIPPET: [
        (_SNIPPET, (228, 240, 244), 0.35),
        *((_box(-9, row, 8, row + 0.7), (120, 110, 110), 0.0) for row in (-3.0, 0.5, 3.5)),
    ],
    Thing.COIN: [
        (_ring(11.6, 11.6), (70, 120, 150), 0.4),
        (_ring(8.2, 8.2), (125, 150, 165), 0.0),
        (_ring(2.2, 4.5), (90, 115, 130), 0.0),
    ],
    Thing.PEANUT: [(_ring(8.5, 4.6), (70, 130, 190), 0.5), (_ring(7.0, 1.0), (85, 150, 205), 0.0)],
    Thing.MAT: [*_MAT, (_box(-24, -7, 24, 7), (60, 40, 150), 0.0)],
    Thing.DICE_MAT: [*_MAT, *((_box(x - 8, -8, x + 8, 8), (252, 252, 252), 0.0) for x in (-13.0, 13.0))],
    Thing.PUDDLE: [],
}
_SHAPES[Thing.DICE_MAT] += [
    (_ring(PIP_MM, PIP_MM) + np.array([x + 4.3 * across, 4.3 * down]), (25, 25, 25), 0.0)
    for x, value in ((-13.0, 3), (13.0, 4))
    for across, down in PIPS[value]
]


def draw_scrap(picture: Pixels, lens: SimulatedLens, lamp: Lamp, scrap: Scrap) -> None:
    """Draw one thing into the picture, with its shadow under it."""
    c, s = np.cos(scrap.angle), np.sin(scrap.angle)
    shapes = _SHAPES[scrap.what]
    if scrap.what is Thing.PUDDLE:
        wavy = _ring(34, 26) * (1 + 0.18 * np.sin(3 * np.linspace(0, 2 * np.pi, 40))[:, None])
        darken(picture, lens.project(wavy @ np.array([[c, s], [-s, c]]) + scrap.at), 0.22, 2.0)
        glint = lamp.direction(np.array([*scrap.at, 0.0]))[:2] * 12
        shapes = [(_ring(5, 2.5) + glint, (250, 250, 250), 0.0)]
    for outline, colour, shadow in shapes:
        seen = lens.project(outline @ np.array([[c, s], [-s, c]]) + scrap.at)
        if shadow:
            darken(picture, seen, shadow, 2.5)
        cv2.fillPoly(picture, [np.round(seen * 16).astype(np.int32)], colour, cv2.LINE_AA, 4)
