"""Pictures of things that are no dice, as large as a camera takes them: what must never be read."""

from __future__ import annotations

import cv2
import numpy as np

from vision.training import clutter, ground, standing
from vision.training.bodies import LAYOUTS
from vision.training.cameras import some_camera
from vision.training.drawing import draw, lay_ground
from vision.training.lamps import Setting, some_lights
from vision.training.placing import turned
from vision.training.solids import Solid, above
from vision.training.spoil import spoiled
from vision.training.styles import STYLES

SIDE = 200  # pixels of what is printed on a thing
CANVAS = 1200


def no_dice(kind, seed, size=(960, 720)):
    """Give a picture of one of `KINDS`, shape (height, width, 3), BGR, 8 bits; the same seed gives the same."""
    rng = np.random.default_rng(seed)
    surface, drawn, standing_ones = KINDS[kind]
    wide = max(size)
    edge = float(np.exp(rng.uniform(np.log(18), np.log(80))))
    camera = some_camera(rng, wide, edge, (0, 22) if rng.random() < 0.75 else (22, 55), (12, 60))
    solids = _laid(rng, camera, standing_ones)
    setting = Setting(camera, edge, [], solids, *some_lights(rng))
    picture = lay_ground(rng, camera, edge, lambda share: _canvas(rng, share * CANVAS, surface, drawn))
    draw(rng, picture, setting)
    taken = spoiled(picture.astype(np.float32), rng, STYLES[0])
    left, top = (wide - size[0]) // 2, (wide - size[1]) // 2
    return np.ascontiguousarray(taken[top : top + size[1], left : left + size[0]])


def _canvas(rng, cell, surface, drawn):
    canvas = ground.some_ground(rng, cell, surface, CANVAS)
    return canvas if drawn is None else clutter.strew(rng, canvas, cell, (drawn,), 12)


def _laid(rng, camera, make_one):
    """Lay a dozen or fewer of a thing where they do not run into one another."""
    solids, middles = [], []
    for _ in range(0 if make_one is None else int(rng.integers(3, 14))):
        at = camera.on_plane(*(rng.uniform(0.08, 0.92, 2) * camera.size), 0.0)
        if at is None or np.linalg.norm(at - camera.place) > 3 * camera.place[2]:
            continue
        parts = make_one(rng, at)
        reach = max(np.hypot(*(part.outline[:, :2] - at[:2]).T).max() for part in parts)
        high = max(part.height for part in parts)
        if high < 0.5 * camera.place[2] and all(
            np.hypot(*(at - other)[:2]) > reach + far for other, far in middles
        ):
            solids += parts
            middles.append((at, reach))
    return solids


def _spots(picture, places, radius, ink):
    for x, y in places:
        cv2.circle(picture, (int(x), int(y)), int(radius), ink, -1, cv2.LINE_AA)


def _colours(rng):
    """Give a ground and an ink that can be told from it, mostly white and black."""
    if rng.random() < 0.6:
        light, dark = np.full(3, rng.uniform(0.8, 0.97)), np.full(3, rng.uniform(0.02, 0.15))
        return (light, dark) if rng.random() < 0.7 else (dark, light)
    return rng.uniform(0.5, 1, 3), rng.uniform(0, 0.35, 3)


def _domino(rng, at):
    """Lay a domino stone."""
    tone, ink = _colours(rng)
    printed = np.full((SIDE, SIDE, 3), tone, np.float32)
    ink = tuple(float(v) for v in ink)
    cv2.line(printed, (SIDE // 2, 12), (SIDE // 2, SIDE - 12), ink, 2, cv2.LINE_AA)
    for half in range(2):
        for x, y in LAYOUTS.get(int(rng.integers(0, 7)), ()):
            place = (int(SIDE * (0.25 + 0.5 * half + 0.12 * x)), int(SIDE * (0.5 + 0.24 * y)))
            cv2.ellipse(printed, place, (int(SIDE * 0.04), int(SIDE * 0.08)), 0, 0, 360, ink, -1, cv2.LINE_AA)
    size, high = rng.uniform(0.45, 0.9), rng.uniform(0.12, 0.25)
    turn = turned([0, 0, 1], rng.uniform(0, 2 * np.pi))
    return [Solid("box", above(at, high), (2 * size, size, high), tone, turn, print=printed)]


def _face(picture, rng, corners, value, tone, ink):
    """Print one face of a die into four corners of a picture."""
    cv2.fillConvexPoly(picture, corners.astype(np.int32), tuple(float(v) for v in tone), cv2.LINE_AA)
    line = tuple(float(v) for v in ink)
    thick = int(rng.integers(1, 4))
    cv2.polylines(picture, [corners.astype(np.int32)], isClosed=True, color=line, thickness=thick)
    right, down = (corners[1] - corners[0]) / 2, (corners[3] - corners[0]) / 2
    middle = corners.mean(0)
    radius = 0.2 * min(np.hypot(*right), np.hypot(*down))
    _spots(picture, [middle + 0.52 * (x * right + y * down) for x, y in LAYOUTS[value]], radius, line)


def _dice_print(rng, at):
    """Lay a beer mat with printed dice: from above, or drawn with three faces each."""
    paper = np.full(3, rng.uniform(0.75, 0.97)) if rng.random() < 0.5 else rng.uniform(0.1, 0.9, 3)
    printed = np.full((SIDE, SIDE, 3), paper, np.float32)
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
    turn = turned([0, 0, 1], rng.uniform(0, 2 * np.pi))
    shape = "cylinder" if rng.random() < 0.5 else "box"
    printed = cv2.GaussianBlur(printed, (0, 0), 0.8)
    return [Solid(shape, above(at, high), (radius, radius, high), paper, turn, print=printed, gloss=0.05)]


def _card(rng, at):
    """Lay a playing card, its signs in two or three rows."""
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
    turn = turned([0, 0, 1], rng.uniform(0, 2 * np.pi))
    return [Solid("box", above(at, 0.015), (2.0, 3.0, 0.015), np.full(3, 0.9), turn, print=printed)]


def _button(rng, at):
    """Lay a button with two or four holes, or a coin with holes."""
    tone, ink = _colours(rng)
    printed = np.full((SIDE, SIDE, 3), tone, np.float32)
    holes = LAYOUTS[int(rng.choice([2, 4]))]
    _spots(printed, [(SIDE / 2 + 24 * x, SIDE / 2 + 24 * y) for x, y in holes], 12, tuple(map(float, ink)))
    cv2.circle(printed, (SIDE // 2, SIDE // 2), 80, tuple(float(v) * 0.8 for v in tone), 6, cv2.LINE_AA)
    radius = rng.uniform(0.35, 0.9)
    return [Solid("cylinder", above(at, 0.08), (radius, radius, 0.08), tone, print=printed, gloss=0.3)]


def _ladybird(rng, at):
    """Set down a ladybird, larger than life: a red ball with black spots."""
    size, tone = rng.uniform(0.3, 0.6), np.array([0.08, 0.1, 0.75]) * rng.uniform(0.6, 1.2)
    turn = turned([0, 0, 1], rng.uniform(0, 2 * np.pi))
    parts = [Solid("ball", above(at, 0.3 * size), (1.2 * size, size, 0.7 * size), tone, turn, gloss=0.6)]
    for x, y in LAYOUTS[int(rng.integers(2, 7))]:
        high = 0.3 + 0.68 * np.sqrt(1 - 0.45**2 * (x * x + y * y))
        place = at + turn @ (np.array([0.5 * x, 0.42 * y, high]) * size)
        parts.append(Solid("ball", place, (0.15 * size, 0.15 * size, 0.06 * size), np.full(3, 0.03), turn))
    head = at + turn @ (np.array([1.15, 0, 0.3]) * size)
    return [*parts, Solid("ball", head, (0.35 * size,) * 3, np.full(3, 0.04))]


def _brick(rng, at):
    """Lay a building brick: studs in two rows, of one colour with it."""
    tone, long = rng.uniform(0.05, 0.95, 3), int(rng.choice([1, 2, 3, 4]))
    unit, high = rng.uniform(0.25, 0.4), rng.uniform(0.25, 0.5)
    turn = turned([0, 0, 1], rng.uniform(0, 2 * np.pi))
    parts = [Solid("box", above(at, high), (long * unit, 2 * unit, high), tone, turn, gloss=0.4)]
    for i in range(long):
        for j in (-1, 1):
            place = at + turn @ np.array([(2 * i + 1 - long) * unit, j * unit, 2 * high])
            parts.append(Solid("cylinder", place, (0.6 * unit, 0.6 * unit, 0.1), tone, gloss=0.4))
    return parts


def _cube(rng, at):
    """Lay a cube that shows nothing: a wooden block, a lump of sugar."""
    half = rng.uniform(0.4, 0.6)
    tone = np.full(3, rng.uniform(0.1, 0.95)) * np.exp(rng.normal(0, 0.15, 3))
    turn = turned([0, 0, 1], rng.uniform(0, 2 * np.pi))
    return [Solid("box", above(at, half), (half,) * 3, tone, turn, gloss=rng.uniform(0, 0.5))]


# What it lies on, what is drawn on the canvas, what is laid on the table.
KINDS = {
    "empty wood": ("wood", None, None),
    "empty table": ("plain", None, None),
    "felt, leather, cork, tweed": ("rough", None, None),
    "chequered cloth": ("checks", None, None),
    "dotted cloth and trays": ("dots", None, None),
    "keyboards": ("keyboard", None, None),
    "lined paper": ("paper", None, None),
    "printed board": ("board", None, None),
    "wet bar": ("wet", None, None),
    "coins and beer mats": ("any", None, standing.coin),
    "olives and peanuts": ("any", None, standing.food),
    "printed dice on mats": ("any", None, _dice_print),
    "domino stones": ("any", None, _domino),
    "playing cards": ("any", None, _card),
    "buttons": ("any", None, _button),
    "ladybirds": ("any", None, _ladybird),
    "building bricks": ("any", None, _brick),
    "blank cubes": ("any", None, _cube),
    "boxes, phones, books": ("any", None, standing.block),
    "glasses and cups": ("any", None, standing.vessel),
    "pens and straws": ("any", None, standing.rod),
    "keys": ("any", clutter.draw_keys, None),
    "crumbs": ("any", clutter.draw_crumbs, None),
    "words": ("any", clutter.draw_words, None),
    "discs and rings": ("any", clutter.draw_disc, None),
}
