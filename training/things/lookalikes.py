"""Things that look like dice and are none: domino stones, printed dice, cards, buttons, ladybirds, building bricks.

Each function lays one thing at a point of the table and returns its parts.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import cv2
import numpy as np
from numpy.random import Generator

from training.arrays import Array, Numbers, pick
from training.scene.placing import spun, turned
from training.things.rendered_die import LAYOUTS
from training.things.solids import SIDE, Solid, above


def _spots(picture: Array, places: Iterable[Numbers], radius: float, ink: Sequence[float]) -> None:
    for x, y in places:
        cv2.circle(picture, (int(x), int(y)), int(radius), ink, -1, cv2.LINE_AA)


def _colours(rng: Generator) -> tuple[Array, Array]:
    """Return a ground and an ink that stands out from it, mostly white and black."""
    if rng.random() < 0.6:
        light, dark = np.full(3, rng.uniform(0.8, 0.97)), np.full(3, rng.uniform(0.02, 0.15))
        return (light, dark) if rng.random() < 0.7 else (dark, light)
    return rng.uniform(0.5, 1, 3), rng.uniform(0, 0.35, 3)


def domino(rng: Generator, at: Array) -> list[Solid]:
    """Place a domino tile."""
    tone, dark = _colours(rng)
    printed = np.full((SIDE, SIDE, 3), tone, np.float32)
    ink = tuple(float(v) for v in dark)
    cv2.line(printed, (SIDE // 2, 12), (SIDE // 2, SIDE - 12), ink, 2, cv2.LINE_AA)
    for half in range(2):
        for x, y in LAYOUTS.get(int(rng.integers(0, 7)), ()):
            place = (int(SIDE * (0.25 + 0.5 * half + 0.12 * x)), int(SIDE * (0.5 + 0.24 * y)))
            cv2.ellipse(printed, place, (int(SIDE * 0.04), int(SIDE * 0.08)), 0, 0, 360, ink, -1, cv2.LINE_AA)
    size, high = rng.uniform(0.45, 0.9), rng.uniform(0.12, 0.25)
    turn = spun(rng)
    return [Solid("box", above(at, high), (2 * size, size, high), tone, turn, print=printed)]


def _face(picture: Array, rng: Generator, corners: Array, value: int, tone: Array, ink: Array) -> None:
    """Print one face of a die into four corners of a picture."""
    cv2.fillConvexPoly(picture, corners.astype(np.int32), tuple(float(v) for v in tone), cv2.LINE_AA)
    line = tuple(float(v) for v in ink)
    thick = int(rng.integers(1, 4))
    cv2.polylines(picture, [corners.astype(np.int32)], isClosed=True, color=line, thickness=thick)
    right, down = (corners[1] - corners[0]) / 2, (corners[3] - corners[0]) / 2
    middle = corners.mean(0)
    radius = 0.2 * min(np.hypot(*right), np.hypot(*down))
    _spots(picture, [middle + 0.52 * (x * right + y * down) for x, y in LAYOUTS[value]], radius, line)


def dice_print(rng: Generator, at: Array) -> list[Solid]:
    """Place a beer mat with printed dice: from above, or drawn with three faces each."""
    paper = np.full(3, rng.uniform(0.75, 0.97)) if rng.random() < 0.5 else rng.uniform(0.1, 0.9, 3)
    printed: Array = np.full((SIDE, SIDE, 3), paper, np.float32)
    tone, ink = _colours(rng)
    for number in range(int(rng.integers(1, 4))):
        side = rng.uniform(0.16, 0.26) * SIDE
        middle = np.array([[0.3, 0.3], [0.7, 0.35], [0.45, 0.7]])[number] * SIDE
        angle = rng.uniform(0, 2 * np.pi)
        along = np.array([np.cos(angle), np.sin(angle)]) * side
        across = np.array([-along[1], along[0]])
        square = np.array([middle, middle + along, middle + along + across, middle + across])
        square -= (along + across) / 2
        values = rng.permutation(6) + 1
        if rng.random() < 0.5:
            depth = (0.45 * (along + across)) @ turned([0, 0, 1], 0.1)[:2, :2]
            _face(printed, rng, np.array([square[1], square[1] + depth, square[2] + depth, square[2]]), int(values[1]), tone * 0.85, ink)  # fmt: skip
            _face(printed, rng, np.array([square[3], square[2], square[2] + depth, square[3] + depth]), int(values[2]), tone * 0.7, ink)  # fmt: skip
        _face(printed, rng, square, int(values[0]), tone, ink)
    radius, high = rng.uniform(2.0, 3.5), rng.uniform(0.02, 0.08)
    turn = spun(rng)
    shape = "cylinder" if rng.random() < 0.5 else "box"
    printed = cv2.GaussianBlur(printed, (0, 0), 0.8)
    return [Solid(shape, above(at, high), (radius, radius, high), paper, turn, print=printed, gloss=0.05)]


def card(rng: Generator, at: Array) -> list[Solid]:
    """Place a playing card, its signs in two or three rows."""
    printed = np.full((SIDE, SIDE, 3), rng.uniform(0.85, 0.97), np.float32)
    ink = (0.05, 0.05, 0.7) if rng.random() < 0.5 else (0.05, 0.05, 0.05)
    rows, middle = int(rng.integers(1, 5)), rng.random() < 0.4
    places = [(x * SIDE, (k + 1) / (rows + 1) * SIDE) for k in range(rows) for x in (0.3, 0.7)]
    if middle:
        places.append((SIDE / 2, SIDE / 2))
    sign = rng.integers(3)
    for x, y in places:
        if sign == 0:
            points = np.array([[x, y - 14], [x + 15, y], [x, y + 14], [x - 15, y]])
            cv2.fillConvexPoly(printed, points.astype(np.int32), ink, cv2.LINE_AA)
        else:
            _spots(printed, [(x - 7, y), (x + 7, y), (x, y - 7 * (sign - 1))], 8, ink)
    cv2.putText(printed, str(rng.integers(2, 11)), (6, 26), cv2.FONT_HERSHEY_TRIPLEX, 0.8, ink, 2)
    turn = spun(rng)
    return [Solid("box", above(at, 0.015), (2.0, 3.0, 0.015), np.full(3, 0.9), turn, print=printed)]


def button(rng: Generator, at: Array) -> list[Solid]:
    """Place a button with two or four holes, or a coin with holes."""
    tone, ink = _colours(rng)
    printed = np.full((SIDE, SIDE, 3), tone, np.float32)
    holes = LAYOUTS[int(rng.choice([2, 4]))]
    _spots(printed, [(SIDE / 2 + 24 * x, SIDE / 2 + 24 * y) for x, y in holes], 12, tuple(map(float, ink)))
    cv2.circle(printed, (SIDE // 2, SIDE // 2), 80, tuple(float(v) * 0.8 for v in tone), 6, cv2.LINE_AA)
    radius = rng.uniform(0.35, 0.9)
    return [Solid("cylinder", above(at, 0.08), (radius, radius, 0.08), tone, print=printed, gloss=0.3)]


def ladybird(rng: Generator, at: Array) -> list[Solid]:
    """Set down a ladybird, larger than life: a red ball with black spots."""
    size, tone = rng.uniform(0.3, 0.6), np.array([0.08, 0.1, 0.75]) * rng.uniform(0.6, 1.2)
    turn = spun(rng)
    parts = [Solid("ball", above(at, 0.3 * size), (1.2 * size, size, 0.7 * size), tone, turn, gloss=0.6)]
    for x, y in LAYOUTS[int(rng.integers(2, 7))]:
        high = 0.3 + 0.68 * np.sqrt(1 - 0.45**2 * (x * x + y * y))
        place = at + turn @ (np.array([0.5 * x, 0.42 * y, high]) * size)
        parts.append(Solid("ball", place, (0.15 * size, 0.15 * size, 0.06 * size), np.full(3, 0.03), turn))
    head = at + turn @ (np.array([1.15, 0, 0.3]) * size)
    return [*parts, Solid("ball", head, (0.35 * size,) * 3, np.full(3, 0.04))]


def brick(rng: Generator, at: Array) -> list[Solid]:
    """Place a building brick: studs in two rows, of one colour with it."""
    tone, long = rng.uniform(0.05, 0.95, 3), int(rng.choice([1, 2, 3, 4]))
    unit, high = rng.uniform(0.25, 0.4), rng.uniform(0.25, 0.5)
    turn = spun(rng)
    parts = [Solid("box", above(at, high), (long * unit, 2 * unit, high), tone, turn, gloss=0.4)]
    for i in range(long):
        for j in (-1, 1):
            place = at + turn @ np.array([(2 * i + 1 - long) * unit, j * unit, 2 * high])
            parts.append(Solid("cylinder", place, (0.6 * unit, 0.6 * unit, 0.1), tone, gloss=0.4))
    return parts


def cube(rng: Generator, at: Array) -> list[Solid]:
    """Place a cube that shows nothing: a wooden block, a lump of sugar."""
    half = rng.uniform(0.4, 0.6)
    tone = np.full(3, rng.uniform(0.1, 0.95)) * np.exp(rng.normal(0, 0.15, 3))
    turn = spun(rng)
    return [Solid("box", above(at, half), (half,) * 3, tone, turn, gloss=rng.uniform(0, 0.5))]


def some_lookalike(rng: Generator, at: Array) -> list[Solid]:
    """Place one of them."""
    kinds = (domino, domino, domino, dice_print, dice_print, card, button, ladybird, brick, cube)
    return pick(rng, kinds)(rng, at)
