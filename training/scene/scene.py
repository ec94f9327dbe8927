"""One rendered picture of dice on a table, with its exact truth. The same seed gives the same picture.

Diversity matters more than beauty.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.random import Generator

from training.arrays import Array
from training.render.camera_noise import photograph
from training.render.drawing import draw, lay_ground
from training.scene.cameras import Camera, some_camera
from training.scene.lamps import Setting, bright_lights, some_lights
from training.scene.placing import lay_dice
from training.scene.styles import Style, some_style
from training.scene.surfaces import CANVAS, some_ground
from training.things.clutter import strew
from training.things.rendered_die import Body
from training.things.solids import Solid
from training.things.standing import stand_things

FINE = 2  # the scene is drawn so many times larger and then shrunk
_LEVEL = np.cos(np.radians(8))


@dataclass(frozen=True)
class TrueDie:
    """The truth about one die: corners of the top face in the picture, and how much of it can be seen."""

    value: int
    corners: np.ndarray
    seen: float
    leans: bool

    @property
    def doubtful(self) -> bool:
        """Whether its value should not be believed."""
        return self.leans or self.seen < 0.8


def scene(
    seed: int,
    size: int = 192,
    edges: tuple[float, float] = (12, 46),
    *,
    physics: bool = False,
    styles: Sequence[str] = (),
) -> tuple[Array, tuple[TrueDie, ...]]:
    """Return a picture, shape (size, size, 3), BGR, and the tuple of its dice.

    With `physics` most dice are thrown (`throws`), which needs MuJoCo; without, all are placed by rule. `styles` names
    those to choose among; without, all are.
    """
    rng = np.random.default_rng(seed)
    style = some_style(rng, styles)
    edge = float(np.exp(rng.uniform(*np.log(edges) @ _part(style.sizes)))) * FINE
    camera = some_camera(rng, size * FINE, edge, style.tilt, style.distance)
    dice, solids = lay_dice(rng, camera, style, physics=physics)
    solids = solids + stand_things(rng, camera, dice, style)
    setting = _lit(rng, style, camera, edge, dice, solids)
    picture = lay_ground(rng, camera, edge, lambda share: _canvas(rng, share * CANVAS, style))
    owner = draw(rng, picture, setting)
    truth = tuple(die for die in (_truth(setting, number, owner) for number in range(len(dice))) if die)
    small = cv2.resize(picture, (size, size), interpolation=cv2.INTER_AREA)
    return photograph(small, rng, style), truth


def _lit(
    rng: Generator, style: Style, camera: Camera, edge: float, dice: list[Body], solids: list[Solid]
) -> Setting:
    if not style.bright:
        return Setting(camera, edge, dice, solids, *some_lights(rng))
    contact = (rng.uniform(0.4, 0.9), rng.uniform(0.04, 0.25))
    return Setting(camera, edge, dice, solids, *bright_lights(rng), contact)


def _canvas(rng: Generator, cell: float, style: Style) -> Array:
    canvas = some_ground(rng, cell, style.grounds)
    if style.bright and rng.random() < 0.7:  # most rooms are less colourful than chance is
        grey = canvas.mean(2, keepdims=True)
        canvas = np.clip(grey + (canvas - grey) * np.float32(rng.uniform(0.1, 0.8)), 0.005, 1)
    return strew(rng, canvas, cell) if rng.random() < style.clutter else canvas


def _part(share: tuple[float, float]) -> Array:
    """Return the matrix that narrows a range to a part of it."""
    low, high = share
    return np.array([[1 - low, 1 - high], [low, high]])


def _truth(setting: Setting, number: int, owner: Array) -> TrueDie | None:
    camera, body = setting.camera, setting.dice[number]
    face, level = body.top()
    if not (owner == number).any() or (camera.place - body.place)[2] < 0:
        return None
    corners = camera.project(body.face_corners(face))
    area = np.zeros(owner.shape, np.uint8)
    cv2.fillConvexPoly(area, np.rint(corners).astype(np.int32), 1)
    whole = cv2.contourArea(corners.astype(np.float32))
    seen = float((owner[area > 0] == number).sum()) / max(1.0, whole)
    leans = level < _LEVEL or any(_rests_on(other, body) for other in setting.dice if other is not body)
    return TrueDie(value=body.faces[face], corners=_ordered(corners) / FINE, seen=seen, leans=leans)


def _rests_on(upper: Body, body: Body) -> bool:
    gap = upper.place - body.place
    return gap[2] > 0.9 and np.hypot(*gap[:2]) < 0.8


def _ordered(corners: Array) -> Array:
    """Order corners clockwise as seen in the picture."""
    first, second = corners[1] - corners[0], corners[2] - corners[1]
    return corners if first[0] * second[1] - first[1] * second[0] > 0 else corners[::-1]
