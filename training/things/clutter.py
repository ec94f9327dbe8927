"""Things that are no dice, drawn flat onto the ground's canvas."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import cv2
import numpy as np
from numpy.random import Generator

from training.arrays import Array, pick, px
from training.things.rendered_die import LAYOUTS


def _tone(rng: Generator) -> list[float]:
    return rng.uniform(0, 255, 3).tolist() if rng.random() < 0.6 else [float(rng.uniform(0, 255))] * 3


def _place(rng: Generator, canvas: Array) -> Array:
    return rng.uniform(0.2, 0.8, 2) * len(canvas)


def _drop(canvas: Array, shape: Callable[[Array, Array, Any], None], at: Array, rng: Generator) -> None:
    """Darken the ground beside a thing: its own shadow."""
    shadow = np.zeros(canvas.shape[:2], np.uint8)
    shape(shadow, at + rng.uniform(-5, 5, 2), 255)
    dark = cv2.GaussianBlur(shadow, (0, 0), rng.uniform(0.7, 3)).astype(np.float32) / 255
    canvas[:] = (canvas * (1 - rng.uniform(0.2, 0.7) * dark[..., None])).astype(np.uint8)


def draw_disc(rng: Generator, canvas: Array, cell: float) -> None:
    """Draw a coin, a button, a bottle cap, a beer mat or the foot of a glass."""
    radius, at = cell * rng.uniform(0.25, 0.9) * (3 if rng.random() < 0.2 else 1), _place(rng, canvas)

    def shape(on: Array, where: Array, tone: float | Sequence[float]) -> None:
        cv2.circle(on, px(where), int(radius), tone, -1, cv2.LINE_AA)

    _drop(canvas, shape, at, rng)
    tone = _tone(rng)
    shape(canvas, at, tone)
    for _ in range(int(rng.integers(0, 4))):
        line = max(1, int(radius * rng.uniform(0.02, 0.2)))
        cv2.circle(canvas, px(at), int(radius * rng.uniform(0.2, 1)), _tone(rng), line, cv2.LINE_AA)
    for _ in range(int(rng.choice([0, 0, 2, 4]))):
        spot = at + rng.uniform(-0.4, 0.4, 2) * radius
        cv2.circle(canvas, px(spot), max(1, int(radius * 0.14)), _tone(rng), -1, cv2.LINE_AA)


def _ring(rng: Generator, canvas: Array, cell: float) -> None:
    at = px(_place(rng, canvas))
    line = max(1, int(cell * rng.uniform(0.03, 0.2)))
    cv2.circle(canvas, at, int(cell * rng.uniform(0.3, 4)), _tone(rng), line, cv2.LINE_AA)


def draw_words(rng: Generator, canvas: Array, cell: float) -> None:
    """Print letters and signs."""
    text = "".join(chr(int(c)) for c in rng.integers(33, 122, int(rng.integers(1, 14))))
    at = px(_place(rng, canvas) - [cell * 2, 0])
    fonts = (cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_TRIPLEX, cv2.FONT_HERSHEY_SCRIPT_COMPLEX)
    font = int(rng.choice(fonts))
    scale = cell / 30 * rng.uniform(0.2, 1.8)
    cv2.putText(canvas, text, at, font, scale, _tone(rng), max(1, int(scale * 2)), cv2.LINE_AA)


def _turned_box(at: Array, width: float, height: float, angle: float) -> Array:
    box = (tuple(map(float, at)), (float(width), float(height)), float(angle))
    return cv2.boxPoints(box).astype(np.int32)


def _outline(canvas: Array, points: Array, tone: list[float], line: int, *, closed: bool = True) -> None:
    cv2.polylines(canvas, [points], closed, tone, line, cv2.LINE_AA)


def _box(rng: Generator, canvas: Array, cell: float) -> None:
    """Draw a card, a box, a rubber, a block of wood, or a slip of paper; sometimes as small as a die."""
    width, height = cell * rng.uniform(0.5, 4), cell * rng.uniform(0.5, 3)
    if rng.random() < 0.3:
        width = height = cell * rng.uniform(0.8, 1.2)
    angle, at = rng.uniform(0, 90), _place(rng, canvas)

    def shape(on: Array, where: Array, tone: float | Sequence[float]) -> None:
        cv2.fillConvexPoly(on, _turned_box(where, width, height, angle), tone, cv2.LINE_AA)

    _drop(canvas, shape, at, rng)
    shape(canvas, at, _tone(rng))
    if rng.random() < 0.5:
        inner = _turned_box(at, width * 0.8, height * 0.8, angle)
        _outline(canvas, inner, _tone(rng), max(1, int(cell * 0.04)))


def _pen(rng: Generator, canvas: Array, cell: float) -> None:
    """Draw a pen, a cable, a key's shank, a straw."""
    at = _place(rng, canvas)
    angle, bend = rng.uniform(0, 2 * np.pi), rng.normal(0, 0.3) * (rng.random() < 0.5)
    points = [at]
    for _ in range(8):
        points.append(points[-1] + cell * rng.uniform(0.4, 1.2) * np.array([np.cos(angle), np.sin(angle)]))
        angle += bend
    line, tone = max(1, int(cell * rng.uniform(0.08, 0.6))), np.array(_tone(rng))
    for share, shade in ((1.0, 0.6), (0.7, 1.0), (0.2, 1.4)):
        width = max(1, int(line * share))
        _outline(canvas, np.array(points, np.int32), (tone * shade).tolist(), width, closed=False)


def _domino(rng: Generator, canvas: Array, cell: float) -> None:
    """Draw a domino stone, or a printed picture of one or more dice."""
    at, angle = _place(rng, canvas), rng.uniform(0, 2 * np.pi)
    side = cell * rng.uniform(0.5, 1.3)
    along = np.array([np.cos(angle), np.sin(angle)])
    across = np.array([-along[1], along[0]])
    halves = 2 if rng.random() < 0.6 else 1
    tone, ink = (_tone(rng), _tone(rng))
    stone = _turned_box(at + along * side * (halves - 1) / 2, side * halves, side, np.degrees(angle))
    cv2.fillConvexPoly(canvas, stone, tone, cv2.LINE_AA)
    if halves == 1:  # printed: an outline and no shadow
        _outline(canvas, _turned_box(at, side, side, np.degrees(angle)), ink, 1)
    else:
        middle, reach = at + along * side / 2, across * side * 0.4
        cv2.line(canvas, px(middle - reach), px(middle + reach), ink, 1)
    for half in range(halves):
        for x, y in LAYOUTS[int(rng.integers(1, 7))]:
            spot = at + along * side * (half + 0.25 * x) + across * side * 0.25 * y
            cv2.circle(canvas, px(spot), max(1, int(side * 0.09)), ink, -1, cv2.LINE_AA)


def _nuts(rng: Generator, canvas: Array, cell: float) -> None:
    """Draw peanuts, olives, crumbs, screws: small lumps with a light side."""
    for _ in range(int(rng.integers(1, 9))):
        at, size = _place(rng, canvas), cell * rng.uniform(0.06, 0.5)
        tone, angle = np.array(_tone(rng)), float(rng.uniform(0, 180))
        axes = (max(1, int(size)), max(1, int(size * rng.uniform(0.5, 1))))
        for shift, shade in ((0, 0.35), (-0.1, 1.0), (-0.3, 1.3)):
            centre = px(at + shift * size)
            part = tuple(max(1, int(v * (1 + shift * 1.8))) for v in axes)
            colour = np.clip(tone * shade, 0, 255).tolist()
            cv2.ellipse(canvas, centre, part, angle, 0, 360, colour, -1, cv2.LINE_AA)


def draw_keys(rng: Generator, canvas: Array, cell: float) -> None:
    """Draw keys on a ring."""
    at, size = _place(rng, canvas), cell * rng.uniform(0.4, 0.9)
    tone = np.array([0.6, 0.65, 0.65]) * rng.uniform(120, 380)
    line = max(1, int(size * 0.12))
    for _ in range(int(rng.integers(1, 4))):
        angle = rng.uniform(0, 2 * np.pi)
        way = np.array([np.cos(angle), np.sin(angle)])
        side, head = np.array([-way[1], way[0]]), at + way * size * 1.6
        end = head + way * size * rng.uniform(2, 3.5)
        for shift, shade in ((rng.uniform(1, 4), 0.25), (0, 1.0)):
            colour = (tone * shade).tolist()
            first, last = (px(p + shift) for p in (head, end))
            cv2.circle(canvas, first, int(size * 0.7), colour, -1, cv2.LINE_AA)
            cv2.line(canvas, first, last, colour, max(2, int(size * 0.35)), cv2.LINE_AA)
            for tooth in np.linspace(0.45, 0.95, 4):
                root = head + (end - head) * tooth + shift
                tip = root + side * size * rng.uniform(0.2, 0.5)
                cv2.line(canvas, px(root), px(tip), colour, line)
        hole = px(head - way * size * 0.25)
        cv2.circle(canvas, hole, max(1, int(size * 0.2)), (20, 20, 20), -1, cv2.LINE_AA)
    cv2.circle(canvas, px(at), int(size), tone.tolist(), line, cv2.LINE_AA)


def draw_crumbs(rng: Generator, canvas: Array, cell: float) -> None:
    """Scatter crumbs, salt or confetti."""
    middle, wide, tone = _place(rng, canvas), cell * rng.uniform(0.6, 4), np.array(_tone(rng))
    for _ in range(int(rng.integers(8, 60))):
        at = px(middle + rng.normal(0, wide, 2))
        size = max(1, int(cell * abs(rng.normal(0, 0.06))))
        cv2.circle(canvas, (at[0] + 1, at[1] + 1), size, (15, 15, 15), -1)
        colour = np.clip(tone * rng.uniform(0.7, 1.3), 0, 255).tolist()
        cv2.circle(canvas, at, size, colour, -1, cv2.LINE_AA)


KINDS = (draw_disc, _ring, draw_words, _box, _pen, _domino, _nuts, draw_keys, draw_crumbs)


def strew(
    rng: Generator,
    canvas: Array,
    cell: float,
    kinds: Sequence[Callable[[Generator, Array, float], None]] = KINDS,
    most: int = 6,
) -> Array:
    """Return the canvas with fewer than `most` things on it."""
    drawn = (canvas * 255).astype(np.uint8)  # OpenCV smooths lines on 8-bit pictures only
    for _ in range(int(rng.integers(1, most))):
        pick(rng, kinds)(rng, drawn, cell)
    return drawn.astype(np.float32) / 255
