"""A pinhole camera over the table. Lengths are in edges of a die; the table is z = 0, z is up."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.random import Generator

from training.arrays import Array


@dataclass(frozen=True)
class Camera:
    """Where the camera is and how it maps the table to a picture of `size` by `size` pixels."""

    size: int
    focal: tuple[float, float]
    turn: np.ndarray  # world to camera, rows are the camera's axes
    place: np.ndarray

    def project(self, points: Array) -> Array:
        """Return the picture places of points, shape (n, 3) to (n, 2)."""
        seen = (np.asarray(points, np.float64) - self.place) @ self.turn.T
        depth = np.maximum(seen[:, 2:], 1e-3)
        return seen[:, :2] / depth * np.array(self.focal) + self.size / 2

    def rays(self, u: Array, v: Array) -> Array:
        """Return unit directions in the world for picture places."""
        seen = np.stack(
            [(u - self.size / 2) / self.focal[0], (v - self.size / 2) / self.focal[1], np.ones_like(u)], -1
        )
        seen /= np.linalg.norm(seen, axis=-1, keepdims=True)
        return (seen @ self.turn).astype(np.float32)

    def on_plane(self, u: float, v: float, height: float) -> Array | None:
        """Return the point at `height` above the table that is seen at a picture place; None above the horizon."""
        ray = self.rays(np.array([float(u)]), np.array([float(v)]))[0]
        if ray[2] > -0.05:
            return None
        return self.place + ray * ((height - self.place[2]) / ray[2])

    def some_place(self, rng: Generator, within: tuple[float, float], height: float) -> Array | None:
        """Choose a point at `height` that is seen within these shares of the picture's sides; None above the horizon."""
        u, v = rng.uniform(*within, 2) * self.size
        return self.on_plane(u, v, height)

    def ground_to_picture(self) -> Array:
        """Return the homography from the table's (x, y) to the picture."""
        square = np.array([[-1, -1, 0], [1, -1, 0], [1, 1, 0], [-1, 1, 0]], np.float64)
        return cv2.getPerspectiveTransform(
            square[:, :2].astype(np.float32), self.project(square).astype(np.float32)
        )


def some_camera(
    rng: Generator,
    size: int,
    edge: float,
    tilt: tuple[float, float] | None = None,
    distance: tuple[float, float] = (7, 50),
) -> Camera:
    """Choose a camera that shows a die in the middle with about `edge` pixels a side; `tilt` and `distance` are ranges."""
    if tilt is None:
        lean = np.radians(abs(rng.normal(0, 9)) if rng.random() < 0.72 else rng.uniform(15, 62))
    else:
        lean = np.radians(rng.uniform(*tilt))
    heading, far = rng.uniform(0, 2 * np.pi), np.exp(rng.uniform(*np.log(distance)))
    back = np.array([np.sin(lean) * np.cos(heading), np.sin(lean) * np.sin(heading), np.cos(lean)])
    sideways = np.cross(-back, [np.cos(heading + 1.7), np.sin(heading + 1.7), 0.0])
    x_axis = sideways / np.linalg.norm(sideways)
    y_axis = np.cross(-back, x_axis)
    # Seen from the side, up in the world is up in the picture, which identifies the top face.
    upright = np.arctan2(x_axis[2], -y_axis[2])
    loose = rng.random() < (0.8 if lean < 0.3 else 0.08)
    roll = rng.uniform(0, 2 * np.pi) if loose else upright + rng.normal(0, 0.12)
    x_axis, y_axis = (
        np.cos(roll) * x_axis + np.sin(roll) * y_axis,
        np.cos(roll) * y_axis - np.sin(roll) * x_axis,
    )
    squeeze = np.exp(rng.uniform(-0.3, 0.3)) if rng.random() < 0.2 else 1.0
    focal = edge * far
    return Camera(
        size=size,
        focal=(focal * np.sqrt(squeeze), focal / np.sqrt(squeeze)),
        turn=np.stack([x_axis, y_axis, -back]),
        place=np.array([0, 0, 0.5]) + back * far,
    )
