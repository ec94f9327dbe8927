"""Pictures of things that are no dice, as large as a camera takes them: what must never be read."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np
from numpy.random import Generator

from training.arrays import Array
from training.render.camera_noise import photograph
from training.render.drawing import draw, lay_ground
from training.scene import surfaces
from training.scene.cameras import Camera, some_camera
from training.scene.lamps import Setting, some_lights
from training.scene.styles import STYLES
from training.things import clutter, gadgets, lookalikes, standing
from training.things.solids import Solid

CANVAS = 1200
SIZES = ((960, 720), (1280, 720), (640, 480), (720, 960))
"""What cameras give."""


def no_dice(kind: str, seed: int, size: tuple[int, int] = (960, 720)) -> Array:
    """Return a picture of one of `KINDS`, shape (height, width, 3), BGR, 8 bits; the same seed gives the same."""
    rng = np.random.default_rng(seed)
    surface, drawn, standing_ones = KINDS[kind]
    wide = max(size)
    edge = float(np.exp(rng.uniform(np.log(18), np.log(80))))
    camera = some_camera(rng, wide, edge, (0, 22) if rng.random() < 0.75 else (22, 55), (12, 60))
    solids = _laid(rng, camera, standing_ones)
    setting = Setting(camera, edge, [], solids, *some_lights(rng))
    picture = lay_ground(rng, camera, edge, lambda share: _canvas(rng, share * CANVAS, surface, drawn))
    draw(rng, picture, setting)
    taken = photograph(picture.astype(np.float32), rng, STYLES[0])
    left, top = (wide - size[0]) // 2, (wide - size[1]) // 2
    return np.ascontiguousarray(taken[top : top + size[1], left : left + size[0]])


def _canvas(
    rng: Generator, cell: float, surface: str, drawn: Callable[[Generator, Array, float], None] | None
) -> Array:
    canvas = surfaces.some_ground(rng, cell, surface, CANVAS)
    return canvas if drawn is None else clutter.strew(rng, canvas, cell, (drawn,), 12)


def _laid(
    rng: Generator, camera: Camera, make_one: Callable[[Generator, Array], list[Solid]] | None
) -> list[Solid]:
    """Place up to a dozen of a thing without overlaps."""
    solids: list[Solid] = []
    middles: list[tuple[Array, float]] = []
    if make_one is None:
        return solids
    for _ in range(int(rng.integers(3, 14))):
        at = camera.some_place(rng, (0.08, 0.92), 0.0)
        if at is None or np.linalg.norm(at - camera.place) > 3 * camera.place[2]:
            continue
        parts = make_one(rng, at)
        reach = max(np.hypot(*(part.outline[:, :2] - at[:2]).T).max() for part in parts)
        high = max(part.height for part in parts)
        free = all(np.hypot(*(at - other)[:2]) > reach + far for other, far in middles)
        if free and high < 0.5 * camera.place[2]:
            solids += parts
            middles.append((at, reach))
    return solids


def one_of(*among: Callable[[Generator, Array], list[Solid]]) -> Callable[[Generator, Array], list[Solid]]:
    """Return what lays any one of some gadgets."""
    return partial(gadgets.some_gadget, among=among)


# The ground, the drawing on the canvas, the objects on the table.
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
    "printed dice on mats": ("any", None, lookalikes.dice_print),
    "domino stones": ("any", None, lookalikes.domino),
    "playing cards": ("any", None, lookalikes.card),
    "buttons": ("any", None, lookalikes.button),
    "ladybirds": ("any", None, lookalikes.ladybird),
    "building bricks": ("any", None, lookalikes.brick),
    "blank cubes": ("any", None, lookalikes.cube),
    "boxes, phones, books": ("any", None, standing.block),
    "glasses and cups": ("any", None, standing.vessel),
    "pens and straws": ("any", None, standing.rod),
    "keys": ("any", clutter.draw_keys, None),
    "crumbs": ("any", clutter.draw_crumbs, None),
    "words": ("any", clutter.draw_words, None),
    "discs and rings": ("any", clutter.draw_disc, None),
    "keyboards and remote controls": ("any", None, one_of(gadgets.keyboard, gadgets.remote)),
    "hubs, plugs and circuit boards": ("any", None, one_of(*gadgets.CASES)),
    "telephones' screens": ("any", None, gadgets.screen),
    "labels and white boxes": ("any", None, gadgets.label),
    "shakers, lenses and keys": ("any", None, one_of(gadgets.shaker, gadgets.key_ring)),
}
