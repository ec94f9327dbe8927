"""Things with a height that are no dice: boxes, discs, glasses, balls. Lengths are edges of a die; colours BGR, 0..1."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.random import Generator

from training.arrays import Array

SIDE = 200  # pixels of what is printed on a thing
_ROUND = np.linspace(0, 2 * np.pi, 17)[:-1]
_CIRCLE = np.stack([np.cos(_ROUND), np.sin(_ROUND)], 1)


@dataclass(frozen=True)
class Solid:
    """A box, a cylinder (upright along its z) or a ball, stretched to `half` its length, width and height."""

    shape: str
    place: np.ndarray
    half: tuple[float, float, float]
    colour: np.ndarray
    turn: np.ndarray = field(default_factory=lambda: np.eye(3))
    print: np.ndarray | None = None  # a square picture on its top
    hollow: bool = False  # open on top, like a cup
    clear: float = 0.0  # 1 for clean glass
    gloss: float = 0.1
    apart: bool = True  # hides what it covers; False for what truth need not know, like a crumb

    @property
    def outline(self) -> Array:
        """Return points whose hull is the thing's, shape (n, 3)."""
        if self.shape == "box":
            unit = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], np.float64)
        elif self.shape == "cylinder":
            unit = np.concatenate([np.c_[_CIRCLE, np.full(16, z)] for z in (-1, 1)])
        else:
            flat, zero = 0.71 * _CIRCLE, np.full(16, 0.71)
            unit = np.concatenate(
                [np.c_[_CIRCLE, zero * 0], np.c_[flat, zero], np.c_[flat, -zero], [[0, 0, 1], [0, 0, -1]]]
            )
        return (unit * self.half) @ self.turn.T + self.place

    @property
    def height(self) -> float:
        """Return how far it stands above the table."""
        return float(self.outline[:, 2].max())


def meet(solid: Solid, origin: Array, rays: Array) -> tuple[Array, Array, Array]:
    """Return for each ray the distance to the thing (infinite for a miss), the normals in the world, and the points hit in units of `half`."""
    half = np.array(solid.half, np.float32)
    o = (((origin - solid.place) @ solid.turn) / half).astype(np.float32)
    d = (rays @ solid.turn.astype(np.float32)) / half
    d = np.where(np.abs(d) < 1e-6, np.float32(1e-6), d)
    way, slope = {"box": _box, "cylinder": _cylinder, "ball": _ball}[solid.shape](o, d)
    points = o + np.where(np.isfinite(way), way, 0)[:, None] * d
    normal = (slope(points) / half) @ solid.turn.T.astype(np.float32)
    normal /= np.linalg.norm(normal, axis=1, keepdims=True) + 1e-9
    return way, normal, points


def _box(o: Array, d: Array) -> tuple[Array, Callable[[Array], Array]]:
    near, far = (-1 - o) / d, (1 - o) / d
    near, far = np.minimum(near, far), np.maximum(near, far)
    enter = near.max(1)

    def normal(points: Array) -> Array:
        n = np.zeros_like(points)
        rows, axis = np.arange(len(d)), near.argmax(1)
        n[rows, axis] = -np.sign(d[rows, axis])
        return n

    return np.where((enter < far.min(1)) & (enter > 0), enter, np.inf), normal


def _quadric(o: Array, d: Array, axes: int) -> tuple[Array, Array]:
    a, b = (d[:, :axes] ** 2).sum(1), (d[:, :axes] * o[:axes]).sum(1)
    root = b * b - a * ((o[:axes] ** 2).sum() - 1)
    step = np.sqrt(np.maximum(root, 0))
    return np.where(root > 0, (-b - step) / a, np.inf), np.where(root > 0, (-b + step) / a, -np.inf)


def _ball(o: Array, d: Array) -> tuple[Array, Callable[[Array], Array]]:
    enter, _ = _quadric(o, d, 3)
    return np.where(enter > 0, enter, np.inf), lambda points: points


def _cylinder(o: Array, d: Array) -> tuple[Array, Callable[[Array], Array]]:
    near, far = _quadric(o, d, 2)
    first, second = (-1 - o[2]) / d[:, 2], (1 - o[2]) / d[:, 2]
    flat, leave = np.minimum(first, second), np.maximum(first, second)
    enter = np.maximum(near, flat)

    def normal(points: Array) -> Array:
        side = (near > flat)[:, None]
        cap = np.zeros_like(points)
        cap[:, 2] = -np.sign(d[:, 2])
        return np.where(side, points * np.array([1, 1, 0], np.float32), cap)

    return np.where((enter < np.minimum(far, leave)) & (enter > 0), enter, np.inf), normal


def above(place: Array, height: float) -> Array:
    """Return the point so far over another."""
    return np.asarray(place) + np.array([0.0, 0.0, height])


def foot(solid: Solid) -> Array:
    """Return the outline of what touches the table, a little larger, for the dark beneath it."""
    points = solid.outline
    middle = solid.place * [1, 1, 0]
    return points * [1, 1, 0] + (points * [1, 1, 0] - middle) * 0.08


def cast(points: Array, towards: Array) -> Array:
    """Return where points throw their shadow on the table from a lamp in direction `towards`."""
    return points - towards * (points[:, 2:] / towards[2])


def printed(rng: Generator, tone: Array, ink: Array) -> Array:
    """Draw the print of a mat, a coin, a book or a box: rings, words, a picture of a die."""
    picture = np.full((SIDE, SIDE, 3), tone, np.float32)
    half = SIDE // 2
    for _ in range(int(rng.integers(0, 4))):
        at = tuple(int(v) for v in half + rng.normal(0, half / 5, 2) * (rng.random() < 0.4))
        line = int(rng.choice([2, 4, 9, -1]))
        radius = int(rng.uniform(0.12, 0.95) * half)
        cv2.circle(picture, at, radius, tuple(float(v) for v in ink), line, cv2.LINE_AA)
    if rng.random() < 0.6:
        words = "".join(chr(int(c)) for c in rng.integers(48, 91, int(rng.integers(2, 7))))
        at = (int(rng.uniform(0.05, 0.4) * SIDE), int(rng.uniform(0.3, 0.8) * SIDE))
        cv2.putText(picture, words, at, cv2.FONT_HERSHEY_TRIPLEX, rng.uniform(1, 2.5), (0.1, 0.1, 0.1), 3)
    return cv2.GaussianBlur(picture, (0, 0), 1.0)
