"""The right answers of the finder for a picture, and crops for the face net. The inverse of `vision.still.networks`."""

from __future__ import annotations

import numpy as np
from numpy.random import Generator

from training.arrays import Array
from vision.still.networks import STRIDE, UNIT, marks, squared

LEAST_EDGE = 10.0
MOST_EDGES = (47.0, 60.0)  # up to the first a face is taught, beyond the second it is not found at this scale
IGNORED = 0.35  # a face of which less can be seen is neither taught nor forbidden


def shape_of(corners: Array) -> Array:
    """Describe four clockwise corners by ellipse and angle: two logarithms, correlation, cos and sin of 4 angles."""
    right = (corners[1] + corners[2] - corners[0] - corners[3]) / 4
    down = (corners[2] + corners[3] - corners[0] - corners[1]) / 4
    both = np.stack([right, down], 1).astype(np.float64)
    spread = both @ both.T
    x, y = np.sqrt(spread[0, 0]), np.sqrt(spread[1, 1])
    inner = np.sqrt(max(1e-9, np.linalg.det(spread)))
    root = (spread + inner * np.eye(2)) / np.sqrt(spread[0, 0] + spread[1, 1] + 2 * inner)
    turn = np.linalg.solve(root, both)
    angle = 4 * np.arctan2(turn[1, 0], turn[0, 0])
    sides = np.log(x / UNIT), np.log(y / UNIT)
    return np.array([*sides, spread[0, 1] / (x * y), np.cos(angle), np.sin(angle)])


def edge_of(corners: Array) -> float:
    """Return the mean edge."""
    return float(np.hypot(*(np.roll(corners, -1, 0) - corners).T).mean())


def maps(dice: Array, size: int) -> tuple[Array, ...]:
    """Return the target maps of a picture: heat, weight, shape (7), value 0..5, doubt, and the mask of taught cells.

    `dice` are rows of value, seen, leans, eight corner numbers.
    """
    cells = size // STRIDE
    y, x = np.mgrid[0:cells, 0:cells] + 0.5
    heat, weight = np.zeros((cells, cells), np.float32), np.ones((cells, cells), np.float32)
    shape, value = np.zeros((7, cells, cells), np.float32), np.zeros((cells, cells), np.int64)
    doubt, taught = np.zeros((cells, cells), np.float32), np.zeros((cells, cells), np.float32)
    for row in sorted(dice.tolist(), key=lambda die: die[1]):
        corners = np.array(row[3:]).reshape(4, 2)
        middle, edge = corners.mean(0) / STRIDE, edge_of(corners)
        far2 = (x - middle[0]) ** 2 + (y - middle[1]) ** 2
        if edge > MOST_EDGES[1]:
            continue
        if row[1] < IGNORED or not LEAST_EDGE < edge < MOST_EDGES[0] or not _fat(corners):
            weight[far2 < (0.6 * edge / STRIDE) ** 2] = 0
            continue
        width = np.clip(edge / STRIDE / 6, 0.6, 1.4)
        bump = np.exp(-far2 / (2 * width**2))
        column, line = np.clip(middle.astype(int), 0, cells - 1)
        if (middle >= 0).all() and (middle < cells).all():
            bump[line, column] = 1.0
        heat = np.maximum(heat, bump)
        mine = bump > 0.55
        shape[0][mine], shape[1][mine] = middle[0] - x[mine], middle[1] - y[mine]
        shape[2:, mine] = shape_of(corners)[:, None]
        value[mine], doubt[mine], taught[mine] = int(row[0]) - 1, float(row[2] or row[1] < 0.8), bump[mine]
    return heat, weight, shape, value, doubt, taught


def _fat(corners: Array) -> bool:
    """Whether a face is not seen so flatly that its pips run together."""
    right, down = corners[1] - corners[0], corners[2] - corners[1]
    area = abs(right[0] * down[1] - right[1] * down[0])
    return area > 0.2 * max(right @ right, down @ down) and area > 60


def face_crops(picture: Array, dice: Array, rng: Generator) -> tuple[list[Array], list[int]]:
    """Return crops and classes 0..7 (value - 1, 6 no face, 7 doubtful) from one picture, corners shaken."""
    crops, classes = [], []
    quads = [np.array(row[3:]).reshape(4, 2) for row in dice.tolist()]
    for row, corners in zip(dice.tolist(), quads, strict=True):
        if edge_of(corners) < LEAST_EDGE or not _fat(corners):
            continue
        if 0.55 < row[1] < 0.75:
            continue
        crops.append(squared(picture, shaken(corners, rng)))
        classes.append(7 if row[2] or row[1] < 0.6 else int(row[0]) - 1)
        if rng.random() < 0.25:
            crops.append(squared(picture, _spoiled(corners, rng)))
            classes.append(6)
    for _ in range(2):
        quad = _anywhere(len(picture), rng)
        if all(np.hypot(*(quad.mean(0) - other.mean(0))) > 0.45 * edge_of(other) for other in quads):
            crops.append(squared(picture, quad))
            classes.append(6)
    return crops, classes


def mined_crops(picture: Array, dice: Array) -> tuple[list[Array], list[int]]:
    """Return crops and classes of what the finder itself takes for faces: right ones, and the three likeliest wrong."""
    crops: list[Array] = []
    classes: list[int] = []
    for mark in sorted(marks(picture, 0.08), key=lambda mark: -mark.score):
        corners, kind = mark.corners, _class_of(mark.corners, dice.tolist())
        if kind is not None and (kind != 6 or classes.count(6) < 3):
            crops.append(squared(picture, corners))
            classes.append(kind)
    return crops, classes


def _class_of(corners: Array, dice: list[list[float]]) -> int | None:
    """Return the true class of a found face: 0..5, 6 no face, 7 doubtful, or None if undecidable."""
    edge, middle = edge_of(corners), corners.mean(0)
    for row in dice:
        true = np.array(row[3:]).reshape(4, 2)
        size = edge_of(true)
        away = float(np.hypot(*(true.mean(0) - middle))) / size
        if away < 0.3 and 0.75 < edge / size < 1.33:
            if 0.55 < row[1] < 0.75:
                return None
            return 7 if row[2] or row[1] < 0.6 else int(row[0]) - 1
        if away < 0.35:
            return None
    return 6


def shaken(corners: Array, rng: Generator) -> Array:
    """Move corners as an imperfect finder would, and begin at any of the four."""
    middle, edge = corners.mean(0), edge_of(corners)
    angle, size = rng.normal(0, 0.07), np.exp(rng.normal(0, 0.07))
    c, s = np.cos(angle) * size, np.sin(angle) * size
    turned = (corners - middle) @ np.array([[c, s], [-s, c]]) + middle
    turned = turned + rng.normal(0, 0.035, 2) * edge + rng.normal(0, 0.015, (4, 2)) * edge
    turned = np.roll(turned, int(rng.integers(4)), 0)
    return (turned[::-1] if rng.random() < 0.5 else turned).astype(np.float32)


def _spoiled(corners: Array, rng: Generator) -> Array:
    """Return a quad that holds no one face: shifted by half a die, twice as large, or a corner of it."""
    middle, edge = corners.mean(0), edge_of(corners)
    angle = rng.uniform(0, 2 * np.pi)
    way = np.array([np.cos(angle), np.sin(angle)])
    if rng.random() < 0.6:
        return (corners + edge * rng.uniform(0.45, 0.9) * way).astype(np.float32)
    size = rng.choice([rng.uniform(1.7, 2.6), rng.uniform(0.25, 0.5)])
    shift = rng.uniform(0, 0.3) * edge * way
    return ((corners - middle) * size + middle + shift).astype(np.float32)


def _anywhere(size: int, rng: Generator) -> Array:
    middle, half, angle = rng.uniform(0.1, 0.9, 2) * size, rng.uniform(6, 26), rng.uniform(0, np.pi)
    c, s = np.cos(angle), np.sin(angle)
    square = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * half
    return (square @ np.array([[c, s], [-s, c]]) + middle).astype(np.float32)
