"""Things of a desk that are no dice and that a reader may take for dice: electronics, keys, labels, white boxes, screens.

Each function lays one thing at a point of the table and returns its parts. Lengths are edges of a die, about 16 mm.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import cv2
import numpy as np
from numpy.random import Generator

from training.arrays import Array, Numbers, pick
from training.scene.cameras import Camera
from training.scene.placing import spun, turned
from training.things.rendered_die import Body
from training.things.solids import Solid, above

FINE = 24  # printed pixels for an edge of a die
METAL = ((0.75, 0.78, 0.78), (0.5, 0.52, 0.53), (0.3, 0.6, 0.75))
LIT = ((0.2, 1.5, 0.3), (0.2, 0.2, 1.6), (1.6, 0.9, 0.3), (0.2, 1.0, 1.6), (1.5, 1.5, 1.5))


def _grey(rng: Generator, *, light: bool | None = None) -> Array:
    """Return what cases are made of: white, silver, black."""
    if light is None:
        light = rng.random() < 0.5
    tone = rng.uniform(0.65, 0.97) if light else rng.uniform(0.02, 0.15)
    return np.full(3, tone) * np.exp(rng.normal(0, 0.03, 3))


def _sheet(size: Numbers, tone: Numbers) -> Array:
    """Return an empty print for a top of so many edges, shape (rows, columns, 3)."""
    return np.full((int(size[1] * FINE), int(size[0] * FINE), 3), tone, np.float32)


def _rect(picture: Array, low: Numbers, high: Numbers, tone: Numbers) -> None:
    cv2.rectangle(picture, _px(low), _px(high), tuple(map(float, tone)), -1, cv2.LINE_AA)


def _px(place: Numbers) -> tuple[int, int]:
    x, y = (int(v * FINE) for v in place)
    return x, y


def _disc(picture: Array, place: Numbers, radius: float, tone: Numbers, *, line: int = -1) -> None:
    cv2.circle(picture, _px(place), max(1, int(radius * FINE)), tuple(map(float, tone)), line, cv2.LINE_AA)


def _words(
    rng: Generator, picture: Array, place: Numbers, size: float, tone: Numbers, count: int | None = None
) -> None:
    text = "".join(chr(int(c)) for c in rng.integers(48, 91, count or int(rng.integers(1, 9))))
    font = int(rng.choice([cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_DUPLEX, cv2.FONT_HERSHEY_TRIPLEX]))
    scale, ink = size * FINE / 22, tuple(map(float, tone))
    cv2.putText(picture, text, _px(place), font, scale, ink, max(1, int(scale * 2)), cv2.LINE_AA)


def _lying(
    rng: Generator, at: Array, size: Numbers, high: float, tone: Array, sheet: Array, gloss: float
) -> tuple[Solid, Array]:
    """Place a box whose top shows the sheet; `size` is its length and width."""
    turn = spun(rng)
    square = cv2.resize(sheet, (max(sheet.shape[:2]),) * 2, interpolation=cv2.INTER_LINEAR)
    half = (size[0] / 2, size[1] / 2, high / 2)
    return Solid("box", above(at, high / 2), half, tone, turn, print=square, gloss=gloss), turn


def keys_of(rng: Generator, size: Numbers, tone: Array) -> Array:
    """Print a keyboard: rows of keys, dark or white, the signs on them dark, pale or lit."""
    sheet, pitch = _sheet(size, tone), rng.uniform(0.7, 1.25)
    cap = _grey(rng)
    lit = rng.random() < 0.4
    ink = np.array(pick(rng, LIT)) if lit else np.full(3, 0.05 if cap.mean() > 0.4 else 0.9)
    gap = rng.uniform(0.05, 0.2)
    for row in range(int(size[1] / pitch)):
        along = rng.uniform(0, 0.5) * pitch
        while along < size[0] - pitch:
            wide = pitch * (1 if rng.random() < 0.85 else rng.uniform(1.2, 3))
            low = np.array([along + gap / 2, row * pitch + gap / 2])
            face = ink * 0.8 if rng.random() < 0.05 else cap * rng.uniform(0.93, 1.05)
            _rect(sheet, low, low + np.array([wide - gap, pitch - gap]), face)
            sign = rng.random()
            if sign < 0.6:
                _words(rng, sheet, low + np.array([0.25, 0.65]) * pitch, 0.4 * pitch, ink, 1)
            elif sign < 0.75:
                _disc(sheet, low + (pitch - gap) * rng.uniform(0.25, 0.75, 2), rng.uniform(0.05, 0.16), ink)
            along += wide
    return cv2.GaussianBlur(sheet, (0, 0), 1.0)


def keyboard(rng: Generator, at: Array) -> list[Solid]:
    """Place a keyboard, or a part of one."""
    size, tone = (rng.uniform(5, 14), rng.uniform(3, 7)), _grey(rng)
    part, _ = _lying(rng, at, size, rng.uniform(0.3, 1.0), tone, keys_of(rng, size, tone), 0.1)
    return [part]


def remote(rng: Generator, at: Array) -> list[Solid]:
    """Place a remote control or a calculator: buttons in a grid, some coloured, some round."""
    size = np.array([rng.uniform(2.4, 5), rng.uniform(4, 9)])
    tone = _grey(rng, light=rng.random() < 0.3)
    sheet, round_ones = _sheet(size, tone), rng.random() < 0.6
    columns, pitch = int(rng.integers(2, 5)), rng.uniform(0.7, 1.3)
    keys = np.clip(_grey(rng), 0.08, 1)
    for row in range(int((size[1] - 0.6) / pitch)):
        for column in range(columns):
            place = np.array([size[0] * (column + 0.5) / columns, 0.5 + row * pitch])
            cap = rng.uniform(0, 1, 3) if rng.random() < 0.15 else keys
            if round_ones:
                _disc(sheet, place, 0.3 * pitch, cap)
            else:
                _rect(sheet, place - 0.33 * pitch, place + 0.33 * pitch, cap)
            if rng.random() < 0.5:
                _words(rng, sheet, place + np.array([-0.14, 0.13]), 0.3, 1 - np.round(cap), 1)
    part, _ = _lying(rng, at, size, rng.uniform(0.5, 1.3), tone, cv2.GaussianBlur(sheet, (0, 0), 1.0), 0.2)
    return [part]


def hub(rng: Generator, at: Array) -> list[Solid]:
    """Place a hub, a charger or a power strip: ports or sockets in a row, little lights, a cable."""
    count, sockets = int(rng.integers(1, 6)), rng.random() < 0.35
    pitch = rng.uniform(2.2, 3) if sockets else rng.uniform(0.8, 1.5)
    size = np.array([pitch * count + 0.6, rng.uniform(1.2, 3) if not sockets else pitch])
    tone = _grey(rng)
    sheet, dark = _sheet(size, tone), np.full(3, rng.uniform(0.02, 0.1))
    for port in range(count):
        place = np.array([0.3 + pitch * (port + 0.5), size[1] / 2])
        if sockets:
            _disc(sheet, place, 0.42 * pitch, tone * 0.8)
            for side in (-1, 1):
                _disc(sheet, place + np.array([0.2 * pitch * side, 0]), 0.07 * pitch, dark)
        else:
            half = np.array([rng.uniform(0.25, 0.42) * pitch, rng.uniform(0.12, 0.25)])
            _rect(sheet, place - half - 0.06, place + half + 0.06, METAL[0])
            _rect(sheet, place - half, place + half, dark)
            if rng.random() < 0.5:
                tongue = (0.7, 0.4, 0.1) if rng.random() < 0.3 else METAL[1]
                _rect(sheet, place - half * [0.8, 0.1], place + half * [0.8, 0.5], tongue)
        if rng.random() < 0.5:
            radius, light = rng.uniform(0.04, 0.1), pick(rng, LIT)
            _disc(sheet, place + np.array([0, 0.36 * size[1]]), radius, light)
    part, turn = _lying(rng, at, size, rng.uniform(0.5, 2.0), tone, cv2.GaussianBlur(sheet, (0, 0), 0.8), 0.3)
    return [part, *_cable(rng, at + turn[:, 0] * size[0] / 2, turn)]


def _cable(rng: Generator, start: Array, turn: Array) -> list[Solid]:
    """Place a cable that winds away from a point."""
    parts, way, here = [], rng.normal(0, 0.3), start.astype(float)
    thick, tone = rng.uniform(0.08, 0.2), _grey(rng)
    bend = rng.normal(0, 0.25)
    for _ in range(int(rng.integers(3, 9))):
        to = turn @ turned([0, 0, 1], way)
        middle = here + to[:, 0] * 0.55
        lie = to @ turned([0, 1, 0], np.pi / 2)
        place = middle * [1, 1, 0] + [0, 0, thick]
        parts.append(Solid("cylinder", place, (thick, thick, 0.62), tone, lie, gloss=0.2))
        here, way = here + to[:, 0] * 1.1, way + bend + rng.normal(0, 0.12)
    return parts


def connector(rng: Generator, at: Array) -> list[Solid]:
    """Place a plug: a bright metal end with two or four holes out of a dark or white body, and its cable."""
    turn = spun(rng)
    long, wide, high = rng.uniform(0.35, 0.6), rng.uniform(0.25, 0.5), rng.uniform(0.12, 0.3)
    sheet = np.full((96, 96, 3), pick(rng, METAL), np.float32)
    for x in (30, 66)[: int(rng.integers(1, 3))]:
        for y in (30, 66):
            if rng.random() < 0.8:
                cv2.rectangle(sheet, (x - 9, y - 9), (x + 9, y + 9), (0.05, 0.05, 0.05), -1)
    metal = np.array(pick(rng, METAL))
    end = Solid("box", above(at, high), (long, wide, high), metal, turn, print=sheet, gloss=0.9)
    behind = at - turn[:, 0] * (long + 0.9)
    body = Solid("box", above(behind, high * 1.4), (0.9, wide * 1.3, high * 1.4), _grey(rng), turn, gloss=0.3)
    return [end, body, *_cable(rng, behind - turn[:, 0] * 0.9, turn @ turned([0, 0, 1], np.pi))]


def circuit(rng: Generator, at: Array) -> list[Solid]:
    """Place a circuit board: chips, rows of pads, white and metal connectors, lights."""
    size = np.array([rng.uniform(2.5, 6), rng.uniform(2, 4.5)])
    lacquers = ((0.2, 0.35, 0.06), (0.3, 0.12, 0.05), (0.06, 0.06, 0.06), (0.12, 0.08, 0.5))
    tone = np.array(pick(rng, lacquers)) * rng.uniform(0.7, 1.4)
    sheet, gold = _sheet(size, tone), (0.35, 0.7, 0.8)
    for _ in range(int(rng.integers(2, 6))):
        low, count, step = rng.uniform(0, 0.8, 2) * size, int(rng.integers(2, 14)), rng.uniform(0.14, 0.28)
        for k in range(count):
            for line in range(int(rng.integers(1, 3))):
                _disc(sheet, low + np.array([k, line]) * step, 0.3 * step, gold)
    for _ in range(int(rng.integers(2, 9))):
        low, wide = rng.uniform(0, 0.85, 2) * size, rng.uniform(0.15, 1.0, 2)
        _rect(sheet, low, low + wide, (0.05, 0.05, 0.05) if rng.random() < 0.6 else (0.8, 0.82, 0.82))
        if rng.random() < 0.4:
            _disc(sheet, low + 0.2 * wide, 0.05, (0.6, 0.6, 0.6))
    for _ in range(int(rng.integers(0, 4))):
        _disc(sheet, rng.uniform(0.1, 0.9, 2) * size, rng.uniform(0.05, 0.12), pick(rng, LIT))
    board, turn = _lying(rng, at, size, 0.15, tone, sheet, 0.3)
    parts = [board]
    for _ in range(int(rng.integers(0, 4))):
        half = np.array([*rng.uniform(0.15, 0.5, 2), rng.uniform(0.1, 0.4)])
        here = at + turn @ np.append(rng.uniform(-0.4, 0.4, 2) * size, 0.15 + half[2])
        dark = rng.random() < 0.4
        colour = np.full(3, rng.uniform(0.02, 0.1)) if dark else np.array(pick(rng, METAL[:2]))
        parts.append(Solid("box", here, tuple(half), colour, turn, gloss=0.6))
    return parts


def screen(rng: Generator, at: Array) -> list[Solid]:
    """Place a phone or a small display: bright squares with signs in rows on black glass."""
    size, tone = np.array([rng.uniform(3.5, 5), rng.uniform(7, 10)]), np.full(3, 0.03)
    sheet, glow = _sheet(size, tone), rng.uniform(0.7, 1.5)
    _rect(sheet, (0.2, 0.4), size - [0.2, 0.4], rng.uniform(0, 1, 3) * glow * rng.uniform(0.1, 1))
    columns, rows = int(rng.integers(3, 6)), int(rng.integers(3, 8))
    for row in range(rows):
        for column in range(columns):
            if rng.random() < 0.75:
                place = np.array([(column + 0.5) / columns, (row + 0.5) / rows]) * size
                side = 0.32 * size[0] / columns
                _rect(sheet, place - side, place + side, rng.uniform(0, 1.1, 3) * glow)
                sign = rng.uniform(0, 1.2, 3) * glow
                if rng.random() < 0.5:
                    _disc(sheet, place, side * rng.uniform(0.2, 0.6), sign)
                else:
                    _words(rng, sheet, place + np.array([-0.2, 0.15]), 0.4, sign, 1)
    part, _ = _lying(rng, at, size, 0.5, tone, cv2.GaussianBlur(sheet, (0, 0), 0.7), 0.5)
    return [part]


def label(rng: Generator, at: Array) -> list[Solid]:
    """Place a white box, a packet or a slip with print: bars, squares of dots, words, one sign."""
    size = np.array([rng.uniform(1.2, 6), rng.uniform(1.0, 5)])
    tone = _grey(rng, light=True) if rng.random() < 0.7 else rng.uniform(0.1, 1, 3)
    ink = np.full(3, rng.uniform(0.02, 0.2)) if rng.random() < 0.7 else rng.uniform(0, 0.7, 3)
    sheet = _sheet(size, tone)
    kind = rng.integers(4)
    if kind == 0:
        for x in np.arange(0.15 * size[0], 0.8 * size[0], 0.09):
            if rng.random() < 0.55:
                _rect(sheet, (x, 0.2 * size[1]), (x + 0.05, 0.6 * size[1]), ink)
    elif kind == 1:
        cells = (rng.random((int(rng.integers(8, 22)),) * 2) < 0.5).astype(np.float32)
        side = int(min(size) * 0.6 * FINE)
        dots = cv2.resize(cells, (side, side), interpolation=cv2.INTER_NEAREST)[..., None]
        part = sheet[4 : 4 + side, 4 : 4 + side]
        part[:] = part * (1 - dots) + ink.astype(np.float32) * dots
    elif kind == 2:
        for row in np.arange(0.3, size[1] - 0.2, 0.35):
            _words(rng, sheet, (0.15, row), 0.22, ink, int(rng.integers(3, 14)))
    else:
        place, radius = size * rng.uniform(0.3, 0.7, 2), rng.uniform(0.08, 0.4)
        _disc(sheet, place, radius, ink, line=int(rng.choice([-1, 2])))
    high = rng.uniform(0.02, 0.1) if rng.random() < 0.4 else rng.uniform(0.3, 2)
    box, _ = _lying(rng, at, size, high, tone, cv2.GaussianBlur(sheet, (0, 0), 0.8), 0.15)
    return [box]


def spotted_cube(rng: Generator, at: Array) -> list[Solid]:
    """Place a white or dark cube-like case with one light, one hole or one knob: a charger, a webcam, a case for plugs."""
    half = np.array([*rng.uniform(0.4, 1.2, 2), rng.uniform(0.3, 0.8)])
    if rng.random() < 0.5:
        half[1] = half[0]
    tone, turn = _grey(rng), spun(rng)
    parts = [Solid("box", above(at, half[2]), tuple(half), tone, turn, gloss=rng.uniform(0, 0.5))]
    place = at + turn @ np.append(rng.uniform(-0.6, 0.6, 2) * half[:2] * (rng.random() < 0.7), 2 * half[2])
    for _ in range(int(rng.integers(1, 4))):
        radius = rng.uniform(0.05, 0.14)
        colour = np.array(pick(rng, LIT)) if rng.random() < 0.5 else np.full(3, 0.04)
        parts.append(Solid("cylinder", place, (radius, radius, 0.03), colour, turn, gloss=0.2, apart=False))
        place = place + turn[:, 0] * rng.uniform(0.3, 0.6)
    return parts


def shaker(rng: Generator, at: Array) -> list[Solid]:
    """Stand a shaker or lay a plug of a drain: a disc with holes in its top; a lens with rings."""
    radius, high = rng.uniform(0.6, 1.4), rng.uniform(0.2, 1.5)
    side = 160
    metal = np.array(pick(rng, METAL)) if rng.random() < 0.6 else _grey(rng)
    sheet = np.full((side, side, 3), metal, np.float32)
    if rng.random() < 0.5:
        for _ in range(int(rng.integers(2, 6))):
            line, grey = int(rng.uniform(0.1, 0.9) * side / 2), float(rng.uniform(0, 0.9))
            cv2.circle(sheet, (side // 2,) * 2, line, (grey,) * 3, int(rng.choice([-1, 3])), cv2.LINE_AA)
    else:
        count, ring = int(rng.integers(1, 9)), rng.uniform(0.3, 0.6) * side / 2
        for k in range(count):
            angle = 2 * np.pi * k / count
            place = (int(side / 2 + ring * np.cos(angle)), int(side / 2 + ring * np.sin(angle)))
            cv2.circle(sheet, place, int(rng.uniform(5, 10)), (0.03, 0.03, 0.03), -1, cv2.LINE_AA)
    return [Solid("cylinder", above(at, high), (radius, radius, high), metal, print=sheet, gloss=0.7)]


def key_ring(rng: Generator, at: Array) -> list[Solid]:
    """Place keys: bright shanks with heads that have a hole."""
    parts, metal = [], np.array(pick(rng, METAL))
    for _ in range(int(rng.integers(1, 4))):
        turn = spun(rng)
        head = np.full((64, 64, 3), metal if rng.random() < 0.7 else _grey(rng), np.float32)
        cv2.circle(head, (20, 32), 8, (0.1, 0.1, 0.1), -1, cv2.LINE_AA)
        radius, tone = rng.uniform(0.5, 0.8), head[0, 0]
        size = (radius, radius, 0.08)
        parts.append(Solid("cylinder", above(at, 0.1), size, tone, turn, print=head, gloss=0.6))
        shank, size = at + turn[:, 0] * (radius + 0.9), (1.0, rng.uniform(0.15, 0.28), 0.06)
        parts.append(Solid("box", above(shank, 0.07), size, metal, turn, gloss=0.8))
        at = at + np.append(rng.normal(0, 0.6, 2), 0.0)
    return parts


CASES = (hub, connector, circuit, spotted_cube)
KINDS = (*CASES, keyboard, remote, screen, label, label, spotted_cube, shaker, key_ring)


def some_gadget(
    rng: Generator, at: Array, among: Sequence[Callable[[Generator, Array], list[Solid]]] = KINDS
) -> list[Solid]:
    """Place one of them."""
    return pick(rng, among)(rng, at)


def rim(rng: Generator, camera: Camera, dice: list[Body]) -> list[Solid]:
    """Place a large bright or dark body that the frame cuts: a laptop, a tray, a box, a book, beside all dice."""
    way = rng.uniform(0, 2 * np.pi)
    turn = turned([0, 0, 1], way)
    ends = [camera.some_place(rng, (0, 1), 0.0) for _ in range(6)]
    reach = [float(end @ turn[:, 0]) for end in ends if end is not None]
    if not reach:
        return []
    near = float(np.quantile(reach, rng.uniform(0.5, 1.0)))
    near = max([near, *(float((die.corners @ turn[:, 0]).max()) + rng.uniform(0.1, 2) for die in dice)])
    half = np.array([rng.uniform(1, 8), rng.uniform(2, 14), rng.uniform(0.1, 0.9)])
    tone, aside = _grey(rng, light=rng.random() < 0.75), float(rng.normal(0, 3))
    sheet = None
    if rng.random() < 0.45:
        keyed = keys_of(rng, 2 * half[:2], tone)
        sheet = cv2.resize(keyed, (max(keyed.shape[:2]),) * 2)
    place = turn @ np.array([near + half[0], aside, 0.0])
    gloss = rng.uniform(0, 0.6)
    return [Solid("box", above(place, half[2]), tuple(half), tone, turn, print=sheet, gloss=gloss)]
