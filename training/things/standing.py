"""Things that stand or lie among the dice on a pub table: glasses, cups, coins, keys' rings, olives, nuts, hands."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import cv2
import numpy as np
from numpy.random import Generator

from training.arrays import Array, pick
from training.scene.cameras import Camera
from training.scene.placing import spun, turned
from training.scene.styles import Style
from training.things.gadgets import rim, some_gadget
from training.things.lookalikes import some_lookalike
from training.things.rendered_die import Body
from training.things.solids import Solid, above, printed

CUPS = ((0.1, 0.2, 0.35), (0.04, 0.04, 0.05), (0.15, 0.3, 0.5), (0.1, 0.1, 0.45), (0.3, 0.2, 0.1))
FOOD = ((0.15, 0.45, 0.35), (0.3, 0.55, 0.75), (0.1, 0.15, 0.3), (0.12, 0.12, 0.65), (0.5, 0.75, 0.85))
SKINS = ((0.45, 0.55, 0.85), (0.3, 0.42, 0.66), (0.12, 0.2, 0.36), (0.5, 0.62, 0.9), (0.2, 0.3, 0.5))


def stand_things(rng: Generator, camera: Camera, dice: list[Body], style: Style) -> list[Solid]:
    """Choose what stands there; a hand may lie over the dice, everything else beside them."""
    solids = rim(rng, camera, dice) if rng.random() < style.rim else []
    kinds: list[Callable[[Generator, Array], list[Solid]]] = []
    kinds += [some_gadget] * int(rng.integers(style.gadgets[0], style.gadgets[1] + 1))
    kinds += [some_lookalike] * int(rng.integers(style.lookalikes[0], style.lookalikes[1] + 1))
    if rng.random() < 0.6 * style.clutter:
        chosen = rng.choice(len(KINDS), int(rng.integers(1, 5)), p=SHARES / SHARES.sum())
        kinds += [KINDS[int(number)] for number in chosen]
    for kind in kinds:
        at = camera.some_place(rng, (-0.05, 1.05), 0.0)
        if at is not None and np.linalg.norm(at - camera.place) < 4 * camera.place[2] + 5:
            solids += _beside_dice(kind(rng, at), [*dice, *solids], camera)
    if rng.random() < 0.06:
        solids += hand(rng, camera)
    return solids


def _beside_dice(parts: list[Solid], others: Sequence[Body | Solid], camera: Camera) -> list[Solid]:
    """Return the parts of a thing, or none if it would collide with another object or the camera."""
    for part in parts:
        wide = _reach(part)
        if any(np.hypot(*(other.place - part.place)[:2]) < wide + _reach(other) + 0.1 for other in others):
            return []
        if part.height > 0.6 * camera.place[2]:
            return []
    return parts


def _reach(thing: Body | Solid) -> float:
    """Return how far a die or a thing reaches sideways, roughly."""
    points = thing.outline if isinstance(thing, Solid) else thing.corners
    return np.ptp(points, axis=0)[:2].max() / 2


def _glass(rng: Generator, at: Array) -> list[Solid]:
    """Stand a glass of beer, of water or none."""
    radius, height = rng.uniform(1.4, 2.8), rng.uniform(1.5, 5)
    middle = above(at, height)
    filling = ((0.1, 0.5, 0.85), (0.05, 0.15, 0.3), (0.75, 0.8, 0.8), (0.08, 0.06, 0.35))
    parts = [Solid("cylinder", middle, (radius, radius, height), np.full(3, 0.85), clear=0.97, gloss=1.2)]
    if rng.random() < 0.7:
        full = height * rng.uniform(0.3, 0.9)
        tone = np.array(pick(rng, filling))
        inside = above(at, full + 0.1)
        size = (radius * 0.9, radius * 0.9, full)
        parts.insert(0, Solid("cylinder", inside, size, tone, clear=rng.uniform(0.2, 0.75), gloss=0.5))
        if rng.random() < 0.5:
            top, size = above(inside, full), (radius * 0.9, radius * 0.9, 0.15)
            parts.insert(1, Solid("cylinder", top, size, np.array([0.75, 0.85, 0.9])))
    return parts


def _cup(rng: Generator, at: Array) -> list[Solid]:
    """Stand a dice cup on its foot or its mouth, or lay it down."""
    radius, height = rng.uniform(1.8, 3), rng.uniform(1.8, 3.2)
    tone = np.array(pick(rng, CUPS)) * rng.uniform(0.7, 1.3)
    turn, rise = np.eye(3), height
    if rng.random() < 0.25:
        turn, rise = turned([1, 0, 0], np.pi / 2), radius
        turn = spun(rng) @ turn
    size, hollow = (radius, radius, height), rng.random() < 0.6
    return [Solid("cylinder", above(at, rise), size, tone, turn, hollow=hollow, gloss=0.3)]


def coin(rng: Generator, at: Array) -> list[Solid]:
    """Place a coin, a beer mat, a button or a bottle cap."""
    radius = rng.uniform(0.4, 0.9) if rng.random() < 0.7 else rng.uniform(2, 4)
    high = rng.uniform(0.03, 0.12)
    metal = ((0.3, 0.5, 0.6), (0.55, 0.6, 0.62), (0.2, 0.35, 0.55), (0.8, 0.8, 0.8))
    tone = np.array(pick(rng, metal)) if radius < 1 else rng.uniform(0.2, 0.95, 3)
    turn = spun(rng)
    shape = "cylinder" if radius < 1 or rng.random() < 0.6 else "box"
    picture = printed(rng, tone, tone * rng.uniform(0.4, 1.2))
    return [Solid(shape, above(at, high), (radius, radius, high), tone, turn, print=picture, gloss=0.4)]


def food(rng: Generator, at: Array) -> list[Solid]:
    """Place olives, peanuts, a cherry, a ladybird: balls, some of two halves."""
    parts = []
    for _ in range(int(rng.integers(1, 5))):
        here = at + np.append(rng.normal(0, 1.0, 2), 0.0)
        size, long = rng.uniform(0.2, 0.55), rng.uniform(1, 1.7)
        tone = np.clip(np.array(pick(rng, FOOD)) * rng.uniform(0.7, 1.3), 0, 1)
        turn = spun(rng)
        half, gloss = (size * long, size, size), rng.uniform(0, 1)
        parts.append(Solid("ball", above(here, size), half, tone, turn, gloss=gloss))
        if long > 1.4:
            end = here + turn[:, 0] * size + [0, 0, size]
            parts.append(Solid("ball", end, (size * 0.9,) * 3, tone, gloss=0.2))
    return parts


def block(rng: Generator, at: Array) -> list[Solid]:
    """Place a box of matches, a phone, a rubber, a book, sometimes a cube that is no die."""
    half = np.array([rng.uniform(0.5, 3.5), rng.uniform(0.5, 2.5), rng.uniform(0.1, 0.6)])
    if rng.random() < 0.2:
        half[:] = rng.uniform(0.35, 0.6)
    tone = rng.uniform(0.03, 0.95, 3) if rng.random() < 0.5 else np.full(3, rng.uniform(0.03, 0.9))
    turn = spun(rng)
    picture = printed(rng, tone, rng.uniform(0, 1, 3)) if half[2] != half[0] else None
    gloss = rng.uniform(0, 0.5)
    return [Solid("box", above(at, half[2]), tuple(half), tone, turn, print=picture, gloss=gloss)]


def rod(rng: Generator, at: Array) -> list[Solid]:
    """Place a pen, a cigarette, a straw."""
    long, thick = rng.uniform(2, 6), rng.uniform(0.12, 0.3)
    turn = spun(rng) @ turned([0, 1, 0], np.pi / 2)
    parts = [Solid("cylinder", above(at, thick), (thick, thick, long), rng.uniform(0, 0.95, 3), turn)]
    if rng.random() < 0.6:
        end = above(at, thick) + turn[:, 2] * long
        parts.append(Solid("cylinder", end, (thick * 1.02, thick * 1.02, 0.4), rng.uniform(0, 0.9, 3), turn))
    return parts


def hand(rng: Generator, camera: Camera) -> list[Solid]:
    """Reach in with a hand out of a sleeve, from the border, hovering or lying; it may cover dice."""
    way = rng.uniform(0, 2 * np.pi)
    ahead = np.array([np.cos(way), np.sin(way), 0.0])
    beside = np.array([-ahead[1], ahead[0], 0.0])
    tip = camera.some_place(rng, (0.05, 0.95), 0.0)
    if tip is None or camera.place[2] < 5:
        return []
    skin = np.array(pick(rng, SKINS)) * rng.uniform(0.8, 1.15)
    turn = turned([0, 0, 1], way)
    up = np.array([0, 0, rng.uniform(0.5, 1.6)])
    parts = []
    for finger in range(int(rng.choice([1, 2, 4], p=[0.3, 0.2, 0.5]))):
        fan = turned([0, 0, 1], 0.13 * (finger - 1.5)) @ turn
        root = tip + up + beside * (finger - 1.5) * 1.15 - ahead * 4
        here = root + fan[:, 0] * rng.uniform(1, 2)
        parts.append(Solid("ball", here, (3.0, 0.55, 0.5), skin, fan))
        parts += _nail_or_ring(rng, here, fan, skin)
    parts.append(Solid("ball", tip + up - ahead * 6, (3.6, 2.8, 0.9), skin, turn))
    arm = turn @ turned([0, 1, 0], np.pi / 2)
    sleeve = np.clip(rng.uniform(0, 0.8) * np.exp(rng.normal(0, 0.4, 3)), 0.01, 0.95)
    low = above(tip, max(up[2], 1.8)) - ahead * 16
    parts.append(Solid("cylinder", low, (1.8, 2.3, 7.5), sleeve, arm, gloss=0.0))
    return parts


def _nail_or_ring(rng: Generator, finger: Array, turn: Array, skin: Array) -> list[Solid]:
    """Paint a finger's nail, or put a ring on it, sometimes with a stone."""
    parts = []
    if rng.random() < 0.5:
        tone = np.clip(skin * 1.2, 0, 1) if rng.random() < 0.6 else rng.uniform(0, 1, 3)
        nail = finger + turn[:, 0] * 2.35 + turn[:, 2] * 0.28
        parts.append(Solid("ball", nail, (0.4, 0.3, 0.08), tone, turn, gloss=0.8))
    if rng.random() < 0.25:
        gold = np.array(pick(rng, ((0.25, 0.6, 0.8), (0.75, 0.78, 0.8))))
        across = turn @ turned([0, 1, 0], np.pi / 2)
        parts.append(Solid("cylinder", finger, (0.56, 0.61, 0.12), gold, across, gloss=1.0))
        if rng.random() < 0.5:
            stone, size = finger + turn[:, 2] * 0.6, rng.uniform(0.12, 0.3)
            parts.append(Solid("box", stone, (size, size, 0.12), rng.uniform(0, 1, 3), turn, gloss=1.0))
    return parts


def caustic(rng: Generator, glasses: Sequence[Solid], towards: Array, camera: Camera, edge: float) -> Array:
    """Return the light that glasses throw beside themselves, shape (size, size)."""
    shown: Array = np.zeros((camera.size, camera.size), np.float32)
    flat = np.array([towards[0], towards[1], 0.0]) / (np.hypot(*towards[:2]) + 1e-6)
    across = np.array([-flat[1], flat[0], 0.0])
    for glass in glasses:
        angle = rng.uniform(-1.4, 1.4, 1500)
        way = rng.uniform(0.9, 2.6, 1500) ** 1.3
        aside = np.sin(angle) * (1 - 0.55 * way) + 0.04 * np.sin(9 * angle + 3 * way)
        radius = glass.half[0]
        points = glass.place * [1, 1, 0] - radius * (way[:, None] * flat - aside[:, None] * across)
        u, v = camera.project(points).T
        on = (u > 0) & (u < camera.size) & (v > 0) & (v < camera.size)
        np.add.at(shown, (v[on].astype(int), u[on].astype(int)), 1.0)
    shown = cv2.GaussianBlur(shown, (0, 0), max(1.0, edge * 0.09))
    return shown / (shown.max() + 1e-6)


def vessel(rng: Generator, at: Array) -> list[Solid]:
    """Stand a glass or a cup."""
    return (_glass if rng.random() < 0.6 else _cup)(rng, at)


KINDS = (_glass, _cup, coin, food, block, rod, some_lookalike)
SHARES = np.array([4, 3, 4, 4, 4, 3, 12], float)
