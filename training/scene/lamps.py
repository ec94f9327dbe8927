"""The light over a table: pendant lamps, a candle, the sun through a window; and what it leaves in the dark."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.random import Generator

from training.arrays import Array
from training.scene.cameras import Camera
from training.things.rendered_die import Body
from training.things.solids import Solid, cast, foot
from training.things.standing import caustic

LOW = 0.8  # a thing lower than this, in edges, shades no die


@dataclass(frozen=True)
class Light:
    """A lamp: the direction towards it, its colour and how blurred its shadows are, in edges of a die.

    `panes` are squares on the table, shape (n, 4, 3), outside which a window frame keeps its light away.
    """

    towards: np.ndarray
    colour: np.ndarray
    soft: float
    panes: np.ndarray | None = None


@dataclass(frozen=True)
class Setting:
    """A table with all objects on it, its light, and its camera; `edge` is that of a die in pixels."""

    camera: Camera
    edge: float
    dice: list[Body]
    solids: list[Solid]
    lights: list[Light]
    ambient: np.ndarray
    contact: tuple[float, float] = (0.6, 0.1)  # how dark it is close beneath things, and how far out in edges


@dataclass(frozen=True)
class Shade:
    """The light on the table, shape (size, size, 3); the share that dice leave of it; where each lamp passes tall things."""

    ground: np.ndarray
    left: np.ndarray
    clear: tuple[np.ndarray, ...]


def some_lights(rng: Generator) -> tuple[list[Light], Array]:
    """Choose the lamps and the light that comes from everywhere."""
    ambient = rng.uniform(0.25, 0.6) * np.exp(rng.normal(0, 0.06, 3))
    if rng.random() < 0.05:
        return [_lamp(rng, rng.uniform(0.7, 1.2), np.array([0.35, 0.65, 1.0]))], ambient * [0.15, 0.25, 0.35]
    lights = []
    for k in range(int(rng.choice([1, 2, 3], p=[0.6, 0.3, 0.1]))):
        tone = np.exp(rng.normal(0, 0.08, 3)) * (1 if k == 0 else 0.5)
        lights.append(_lamp(rng, min(abs(rng.normal(0, np.radians(38))), 1.25), tone))
    if rng.random() < 0.06:
        sun = _lamp(rng, rng.uniform(0.6, 1.2), np.array([0.8, 0.95, 1.0]) * rng.uniform(1.2, 2.5))
        lights.append(Light(sun.towards, sun.colour, rng.uniform(0.02, 0.1), _panes(rng)))
    return lights, ambient


def bright_lights(rng: Generator) -> tuple[list[Light], Array]:
    """Choose the light of a well-lit room: much from everywhere, a broad window or lamp, seldom a hard one."""
    ambient = rng.uniform(0.5, 0.95) * np.exp(rng.normal(0, 0.05, 3))
    lights = []
    for _ in range(int(rng.choice([1, 2], p=[0.7, 0.3]))):
        lamp = _lamp(rng, min(abs(rng.normal(0.35, 0.45)), 1.2), np.exp(rng.normal(0, 0.06, 3)))
        soft = rng.uniform(0.2, 0.7) if rng.random() < 0.7 else rng.uniform(0.02, 0.2)
        lights.append(Light(lamp.towards, lamp.colour * rng.uniform(0.4, 1.1), soft))
    return lights, ambient


def _lamp(rng: Generator, down: float, tone: Array) -> Light:
    around = rng.uniform(0, 2 * np.pi)
    towards = np.array([np.sin(down) * np.cos(around), np.sin(down) * np.sin(around), np.cos(down)])
    soft = rng.uniform(0.01, 0.12) if rng.random() < 0.5 else rng.uniform(0.12, 0.5)
    return Light(towards, rng.uniform(0.3, 0.8) * tone, soft)


def _panes(rng: Generator) -> Array:
    """Return the light of a window's panes, or of the holes of a blind, on the table."""
    wide, long = rng.uniform(0.5, 4, 2) if rng.random() < 0.6 else rng.uniform(0.25, 0.8, 2)
    gap, turn = rng.uniform(0.2, 0.8), rng.uniform(0, 2 * np.pi)
    slant = rng.normal(0, 0.4)
    square = np.array([[0, 0], [1, 0], [1, 1], [0, 1]]) * [wide, long]
    corners = np.array(
        [square + np.array([i * (wide + gap), j * (long + gap)]) for i in range(-3, 3) for j in range(-2, 3)]
    )
    corners = corners + rng.normal(0, 2, 2)
    corners = corners @ np.array([[1, slant], [0, 1]])
    c, s = np.cos(turn), np.sin(turn)
    flat = corners @ np.array([[c, s], [-s, c]])
    return np.concatenate([flat, np.zeros((*flat.shape[:2], 1))], 2)


def shade(rng: Generator, setting: Setting) -> Shade:
    """Work out the light on the table."""
    lights, ambient = setting.lights, setting.ambient.astype(np.float32)
    near, beneath = _near(setting)
    light, left, clear = ambient * near * beneath, ambient * near, []
    tall = [solid for solid in setting.solids if solid.height > LOW]
    for lamp in lights:
        reached, strength = _reached(setting, setting.solids, lamp), _strength(lamp)
        clear.append(reached if len(tall) == len(setting.solids) else _reached(setting, tall, lamp))
        dark = _filled(setting, [cast(die.corners, lamp.towards) for die in setting.dice])
        dark = cv2.GaussianBlur(dark, (0, 0), max(0.6, setting.edge * lamp.soft))[..., None]
        light += np.minimum(1 - dark, reached[..., None]) * strength
        left += (1 - dark) * strength
        glasses = [solid for solid in setting.solids if solid.clear > 0.9]
        if glasses and lamp.towards[2] < 0.97:
            glow = caustic(rng, glasses, lamp.towards, setting.camera, setting.edge)
            light += glow[..., None] * (lamp.colour * rng.uniform(0.5, 1.6)).astype(np.float32)
    return Shade(light, left / (ambient + sum(_strength(lamp) for lamp in lights)), tuple(clear))


def _strength(lamp: Light) -> Array:
    return (lamp.colour * lamp.towards[2]).astype(np.float32)


def _near(setting: Setting) -> list[Array]:
    """Return how dark it is close to dice, and beneath things."""
    low = [die for die in setting.dice if die.place[2] < LOW]
    dice = [die.corners * [1, 1, 0] + (die.corners - die.place) * [0.06, 0.06, 0] for die in low]
    on_table = [solid for solid in setting.solids if solid.place[2] - solid.half[2] < 0.3 and not solid.clear]
    maps = (_filled(setting, dice), _filled(setting, [foot(solid) for solid in on_table]))
    much, wide = setting.contact
    return [
        1 - np.float32(much) * cv2.GaussianBlur(dark, (0, 0), setting.edge * wide)[..., None] for dark in maps
    ]


def _filled(setting: Setting, shapes: Sequence[Array], tones: Sequence[float] | None = None) -> Array:
    """Fill the hulls of points in the world, with 1 or with `tones`."""
    camera = setting.camera
    shown = np.zeros((camera.size, camera.size), np.float32)
    for points, tone in zip(shapes, tones or [1.0] * len(shapes), strict=True):
        ahead = points[(points - camera.place) @ camera.turn[2] > 0.5]
        if len(ahead) > 2:
            hull = cv2.convexHull(camera.project(ahead).clip(-4000, 4000).astype(np.int32))
            cv2.fillConvexPoly(shown, hull, tone)
    return shown


def _reached(setting: Setting, solids: list[Solid], lamp: Light) -> Array:
    """Return where the light of a lamp comes through between things, 0..1."""
    blur = max(0.6, setting.edge * lamp.soft)
    shown: Array = np.ones((setting.camera.size,) * 2, np.float32)
    if lamp.panes is not None:
        shown = cv2.GaussianBlur(_filled(setting, list(lamp.panes)), (0, 0), blur)
    if not solids:
        return shown
    tones = [max(0.3, 1 - 0.65 * solid.clear) for solid in solids]
    dark = _filled(setting, [cast(solid.outline, lamp.towards) for solid in solids], tones)
    return shown * (1 - cv2.GaussianBlur(dark, (0, 0), blur))


def lit_there(mask: Array, points: Array, towards: Array, camera: Camera) -> Array:
    """Return how much of a lamp's light reaches world points over the table, shape (n, 1)."""
    u, v = camera.project(cast(points, towards)).T
    column, row = (np.clip(a, 0, camera.size - 1).astype(int) for a in (u, v))
    return mask[row, column][:, None]
