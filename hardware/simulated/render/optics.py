"""The camera's lens, the lamp, and where things appear: from millimetres on the table to pixels.

World coordinates are millimetres: x to the right and y down on the board as the camera shows it, h upwards from it. This frame is
left-handed; converting it to the camera's right-handed one mirrors nothing in the picture.
"""

from dataclasses import dataclass
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

Array: TypeAlias = npt.NDArray[np.float64]

WIDTH: Final = 1280
HEIGHT: Final = 720


def ellipse_points(
    wide: float, high: float, height: float = 0.0, at: tuple[float, float] = (0.0, 0.0), count: int = 40
) -> Array:
    """Return points (n, 3) of a horizontal ellipse about `at`, with half-axes `wide` and `high`; all lengths in millimetres."""
    turn = np.linspace(0, 2 * np.pi, count, endpoint=False)
    return np.stack(
        [at[0] + wide * np.cos(turn), at[1] + high * np.sin(turn), np.full_like(turn, height)], axis=1
    )


def above(height: float) -> Array:
    """Return the vector (x, y, h) of `height` millimetres straight up."""
    return np.array([0.0, 0.0, height])


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class SimulatedLens:
    """A pinhole camera: its place `eye` in millimetres, `axes` with the rows right, down, forward, and `focal` in pixels."""

    eye: Array
    axes: Array
    focal: float

    def project(self, points: Array) -> Array:
        """Project points in millimetres, (n, 3) or (n, 2) on the table, to pixels (n, 2)."""
        if points.shape[1] == 2:
            points = np.column_stack([points, np.zeros(len(points))])
        seen = (points - self.eye) @ self.axes.T
        return np.asarray(seen[:, :2] / seen[:, 2:] * self.focal + (WIDTH / 2, HEIGHT / 2))

    def plane(self, h: float = 0.0) -> Array:
        """Return the homography from (x, y) in millimetres at height `h` to pixels."""
        flat = np.array([[1, 0, -self.eye[0]], [0, 1, -self.eye[1]], [0, 0, h - self.eye[2]]], dtype=float)
        camera = np.array([[self.focal, 0, WIDTH / 2], [0, self.focal, HEIGHT / 2], [0, 0, 1]])
        return np.asarray(camera @ self.axes @ flat)

    def rays(self, xs: Array, ys: Array) -> npt.NDArray[np.float32]:
        """Return directions (len(ys), len(xs), 3) from the eye through pixels, with a forward component of 1."""
        across = (xs - WIDTH / 2) / self.focal
        down = (ys - HEIGHT / 2) / self.focal
        x, y = np.meshgrid(across, down)
        return np.stack([x, y, np.ones_like(x)], axis=-1).astype(np.float32) @ self.axes.astype(np.float32)

    def px_per_mm(self, point: Array) -> float:
        """Return how many pixels a millimetre covers at a place."""
        depth = float((point - self.eye) @ self.axes[2])
        return self.focal / depth


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Lamp:
    """The lamp above the table: its place and radius in millimetres; `ambient` is the share of light from elsewhere."""

    place: Array
    radius: float
    ambient: float

    def shadow(self, points: Array) -> Array:
        """Return where on the table (n, 2) the shadows of points (n, 3) fall."""
        x, y, h = points.T
        left, top, high = self.place
        grow = high / (high - h)
        return np.stack([left + (x - left) * grow, top + (y - top) * grow], axis=1)

    def direction(self, point: Array) -> Array:
        """Return the unit vector (x, y, h) from a place to the lamp."""
        away = self.place - point
        return np.asarray(away / np.linalg.norm(away))


def look_down(
    eye: tuple[float, float, float], target: tuple[float, float], roll: float, px_per_mm: float
) -> SimulatedLens:
    """Return the lens of a camera at `eye` that looks at `target` on the table, both in millimetres, rotated by `roll` degrees.

    `px_per_mm` is the scale at the target.
    """
    place = np.array(eye, dtype=float)
    forward = np.array([target[0], target[1], 0.0]) - place
    distance = float(np.linalg.norm(forward))
    forward /= distance
    right = np.array([1.0, 0.0, 0.0]) - forward[0] * forward
    right /= np.linalg.norm(right)
    down = np.array([0.0, 1.0, 0.0]) - forward[1] * forward
    down -= (down @ right) * right
    down /= np.linalg.norm(down)
    turn = np.radians(roll)
    right, down = np.cos(turn) * right + np.sin(turn) * down, np.cos(turn) * down - np.sin(turn) * right
    return SimulatedLens(eye=place, axes=np.stack([right, down, forward]), focal=px_per_mm * distance)


def hang_camera(board_mm: tuple[float, float], rng: np.random.Generator) -> SimulatedLens:
    """Return the lens of a camera hung as in a pub: almost centred, looking almost straight down, the board almost filling the picture."""
    middle = np.array(board_mm) / 2
    x, y = (middle + rng.uniform(-45, 45, 2)).tolist()
    eye = (x, y, float(rng.uniform(740, 860)))
    fit = 0.9 * min(WIDTH / board_mm[0], HEIGHT / board_mm[1])
    x, y = (middle + rng.uniform(-4, 4, 2)).tolist()
    return look_down(eye, (x, y), roll=float(rng.uniform(-2.5, 2.5)), px_per_mm=fit)


def hang_lamp(board_mm: tuple[float, float], rng: np.random.Generator) -> Lamp:
    """Return a pub lamp at a random place to one side of the camera, about a metre above the table."""
    turn = rng.uniform(0, 2 * np.pi)
    reach = rng.uniform(300, 480)
    x, y = board_mm[0] / 2 + reach * np.cos(turn), board_mm[1] / 2 + 0.8 * reach * np.sin(turn)
    place = np.array([x, y, rng.uniform(900, 1150)])
    return Lamp(place=place, radius=float(rng.uniform(50, 90)), ambient=float(rng.uniform(0.38, 0.5)))
