"""Rendered pub tables for benchmarks and tests: other cameras, lamps and guests than the simulated table has by itself."""

import random
from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from hardware.frame import Pixels
from hardware.simulated import Glass, Lift, PutDown, SimulatedTable, Where

WIDTH, HEIGHT = 1280, 720
SHEET_PX_PER_MM = 6.0
DIE_MM = 16.0
LIFTED = frozenset(
    {0, 3}
)  # as the game sets it for the watcher: three dice, or none if none lay under the cup
BESIDE_CUP = frozenset(range(4))
BESIDE = ((-45.0, 90.0), (466.0, 90.0), (-45.0, 220.0), (466.0, 220.0))
"""Places for a glass on the table, in millimetres: its shadow falls on the board, it hides no die."""


@dataclass(frozen=True, kw_only=True)
class Conditions:
    """What one table's camera and light do to every picture. Angles are degrees, `light` and `tint` factors."""

    turn: float  # the camera's roll
    zoom: float
    tilt: tuple[float, float]
    light: float
    tint: tuple[float, float, float]
    shade: float  # how much darker it is where a guest leans over
    shade_at: tuple[float, float, float]  # x, y, width in pixels
    noise: float  # grey levels
    blur: float  # pixels
    jpeg: int | None
    glass: tuple[float, float] | None  # one that stands there from the start


@dataclass(frozen=True, kw_only=True)
class Shot:
    """One picture with its truth: dice that lie on the board as (value, x, y), in millimetres."""

    picture: Pixels
    dice: tuple[tuple[int, float, float], ...]
    lean: tuple[bool, ...]
    cup: bool

    @property
    def leaning(self) -> bool:
        return any(self.lean)

    @property
    def values(self) -> list[int]:
        return sorted(value for value, _, _ in self.dice)


def conditions(chance: random.Random, *, hard: bool) -> Conditions:
    """Draw a table's conditions; `hard` ones are worse than a maker who follows the guide would accept."""
    glass = chance.choice(BESIDE) if chance.random() < 0.35 else None
    return Conditions(
        turn=chance.choice((0.0, 180.0)) + chance.gauss(0, 3.0),
        zoom=chance.uniform(0.82, 1.0),
        tilt=(chance.gauss(0, 1.5), chance.gauss(0, 1.5)),
        light=chance.uniform(0.35, 0.6) if hard else chance.uniform(0.5, 1.12),
        tint=(chance.uniform(0.8, 1.1), chance.uniform(0.92, 1.04), chance.uniform(0.9, 1.12)),
        shade=chance.uniform(0.2, 0.5) if hard else chance.choice((0.0, chance.uniform(0.05, 0.35))),
        shade_at=(
            chance.uniform(0, WIDTH),
            chance.uniform(0, HEIGHT),
            chance.uniform(150, 300) if hard else chance.uniform(300, 700),
        ),
        noise=chance.choice((4.5, 6.0)) if hard else chance.choice((0.0, 1.5, 3.0, 4.5)),
        blur=chance.choice((1.1, 1.4)) if hard else chance.choice((0.0, 0.0, 0.5, 0.8)),
        jpeg=chance.choice((75, 60)) if hard else chance.choice((None, None, 90, 75)),
        glass=glass,
    )


class Lens:
    """Turns a simulated picture into what another camera under other light would have taken at the same place."""

    def __init__(self, how: Conditions, focal: float, seed: int):
        self._how = how
        self._chance = np.random.default_rng([seed, 7])
        self._view, self.centre = _view(how, focal)
        self.focal = how.zoom * focal
        self._light = _light(how)
        grain = self._chance.normal(0, max(how.noise, 1e-6), (HEIGHT + 64, WIDTH + 64, 3))
        self._grain = np.rint(grain).astype(np.int16)

    def take(self, picture: Pixels) -> Pixels:
        how = self._how
        seen = cv2.warpPerspective(
            picture, self._view, (WIDTH, HEIGHT), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
        )
        if how.blur:
            seen = cv2.GaussianBlur(seen, (0, 0), how.blur)
        seen = cv2.multiply(seen, self._light, dtype=cv2.CV_8U)
        if how.noise:
            x, y = self._chance.integers(64, size=2)
            seen = cv2.add(seen, self._grain[y : y + HEIGHT, x : x + WIDTH], dtype=cv2.CV_8U)
        if how.jpeg is not None:
            packed = cv2.imencode(".jpg", seen, [cv2.IMWRITE_JPEG_QUALITY, how.jpeg])[1]
            seen = cv2.imdecode(packed, cv2.IMREAD_COLOR)
        return np.asarray(seen, np.uint8)


def _view(how: Conditions, focal: float) -> tuple[npt.NDArray[np.float64], tuple[float, float]]:
    """Return the homography of a camera turned about its own lens, and where the lens's middle is in its picture."""
    roll, across, down = np.deg2rad([how.turn, *how.tilt])
    turn = np.array([[np.cos(roll), -np.sin(roll), 0], [np.sin(roll), np.cos(roll), 0], [0, 0, 1]])
    pitch = np.array([[1, 0, 0], [0, np.cos(down), -np.sin(down)], [0, np.sin(down), np.cos(down)]])
    yaw = np.array([[np.cos(across), 0, np.sin(across)], [0, 1, 0], [-np.sin(across), 0, np.cos(across)]])
    old = np.array([[focal, 0, WIDTH / 2], [0, focal, HEIGHT / 2], [0, 0, 1]])
    new = np.diag([how.zoom, how.zoom, 1.0]) @ np.diag([focal, focal, 1.0])
    seen = np.array([[1, 0, WIDTH / 2], [0, 1, HEIGHT / 2], [0, 0, 1]]) @ new @ turn @ pitch @ yaw
    matrix = seen @ np.linalg.inv(old)
    # the middle of the picture stays where it was: a maker aims the camera at the board
    middle = matrix @ (WIDTH / 2, HEIGHT / 2, 1)
    x, y = (WIDTH / 2, HEIGHT / 2) - middle[:2] / middle[2]
    shift = np.array([[1, 0, x], [0, 1, y], [0, 0, 1]])
    return np.asarray(shift @ matrix), (float(WIDTH / 2 + x), float(HEIGHT / 2 + y))


def _light(how: Conditions) -> npt.NDArray[np.float32]:
    """Return the factor for each pixel: the lamp's level and colour, and a guest's shadow."""
    x, y = np.meshgrid(np.arange(WIDTH, dtype=np.float32), np.arange(HEIGHT, dtype=np.float32))
    left, top, wide = how.shade_at
    dark = how.shade * np.exp(-((x - left) ** 2 + (y - top) ** 2) / (2 * wide**2))
    return np.asarray(how.light * (1 - dark[..., None]) * np.array(how.tint), np.float32)


class PubTable:
    """One simulated table under its own conditions, all from one seed: an evening of lifts."""

    def __init__(self, seed: int, sheet: Pixels, *, cocked: float = 0.01, hard: bool = False):
        self.seed, self._chance = seed, random.Random(seed)
        self.how = conditions(self._chance, hard=hard)
        self._table = SimulatedTable(
            sheet=sheet, sheet_px_per_mm=SHEET_PX_PER_MM, seed=seed, fps=10, cocked_share=cocked, pace=50.0
        )
        self.lens = Lens(self.how, self._table.painter.lens.focal, seed)
        if self.how.glass is not None:
            self._play(Glass(at=self.how.glass))

    def bare(self) -> Pixels:
        """Take a picture of the board before anybody has thrown."""
        return self.lens.take(self._table.render())

    def lifts(self, count: int) -> Iterator[Shot]:
        """Throw this often, sometimes holding dice; after one lift in five the cup is put down first."""
        for _ in range(count):
            held = self._chance.sample(range(3), self._chance.choices((0, 1, 2), (6, 2, 2))[0])
            lying = all(die.where is Where.BOARD for die in self._table.dice)
            held = held if lying else []
            rest = tuple(die for die in range(3) if die not in held)
            self._play(PutDown(dice_in_cup=rest, held=tuple(held)))
            if held and self._chance.random() < 0.5:
                yield self._shot()
            self._play(Lift())
            yield self._shot()

    def _play(self, *moves: PutDown | Lift | Glass):
        self._table.do(*moves)
        while self._table.busy:
            self._table.advance(0.1)

    def _shot(self) -> Shot:
        free = [die for die in self._table.dice if die.where is Where.BOARD]
        dice = tuple((die.value or 0, die.x_mm or 0.0, die.y_mm or 0.0) for die in free)
        return Shot(
            picture=self.lens.take(self._table.render()),
            dice=dice,
            lean=tuple(die.leaning for die in free),
            cup=self._table.stage.cup.down,
        )
