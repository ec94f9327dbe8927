"""Soft shadows of everything that stands or hovers on the table."""

from typing import Final

import cv2
import numpy as np

from hardware.frame import Pixels
from hardware.simulated.render.optics import HEIGHT, WIDTH, Array, Lamp, SimulatedLens, ellipse_points
from hardware.simulated.scene.die_body import DieBody

COARSE: Final = 4  # shadows of cup and hand are soft: a quarter of the picture's resolution is plenty


class Shadows:
    """Casts the shadows of bodies given by points in space: the hull of each, blurred according to the bodies' height."""

    def __init__(self, lens: SimulatedLens, lamp: Lamp) -> None:
        self._lens, self._lamp = lens, lamp
        self._size = (HEIGHT // COARSE, WIDTH // COARSE)

    def cast(self, picture: Pixels, bodies: list[Array], strength: float) -> None:
        """Darken the picture by `strength` (0..1) where the bodies (each (n, 3) millimetres) block the lamp's light."""
        dark = np.zeros(self._size, np.uint8)
        high = 0.0
        for body in bodies:
            shadow = self._lens.project(self._lamp.shadow(body)) / COARSE
            hull = cv2.convexHull(shadow.astype(np.float32))
            cv2.fillConvexPoly(dark, np.round(hull * 16).astype(np.int32), 255, cv2.LINE_AA, 4)
            high = max(high, float(body[:, 2].mean()))
        if not dark.any():
            return
        blur = 2 * self._lamp.radius * high / (self._lamp.place[2] - high) * 0.45
        sigma = max(1.0, blur * self._lens.px_per_mm(np.array([0.0, 0, 0])) / COARSE)
        # Multiply the shadow in, around its own box only.
        edge = int(3 * sigma) + 2
        x, y, wide, high = cv2.boundingRect(dark)
        left, top = max(x - edge, 0), max(y - edge, 0)
        right, low = min(x + wide + edge, self._size[1]), min(y + high + edge, self._size[0])
        soft = cv2.GaussianBlur(dark[top:low, left:right], (0, 0), sigma)
        store = (255 - soft * strength).astype(np.uint8)
        box = picture[top * COARSE : low * COARSE, left * COARSE : right * COARSE]
        fine = cv2.resize(store, box.shape[1::-1], interpolation=cv2.INTER_LINEAR)
        cv2.multiply(box, cv2.merge([fine, fine, fine]), box, 1 / 255)


def passer_outline(place: tuple[float, float]) -> Array:
    """Return points (n, 3) around the head and shoulders of somebody who leans into the light above `place`."""
    return ellipse_points(110, 150, 420.0, place, count=24)


def cast_by_dice(picture: Pixels, lens: SimulatedLens, lamp: Lamp, die: DieBody) -> None:
    """Darken the paper around one die: the shadow it casts, and the narrow gap under it."""
    corners = die.corners()
    shadow = lamp.shadow(die.at + 0.9 * (corners - die.at))
    darken(picture, lens.project(shadow), 0.42, 2.2)
    foot = die.at + 0.94 * (corners - die.at)
    foot[:, 2] = 0
    darken(picture, lens.project(foot), 0.38, 3.4)


def darken(picture: Pixels, points: Array, strength: float, sigma: float) -> None:
    """Darken the hull of `points` (pixels) by `strength` (0..1), blurred by `sigma` pixels."""
    edge = int(3 * sigma) + 2
    left, top = np.maximum(np.floor(points.min(0)).astype(int) - edge, 0)
    right, low = np.minimum(np.ceil(points.max(0)).astype(int) + edge, (WIDTH, HEIGHT))
    if right <= left or low <= top:
        return
    mask = np.zeros((low - top, right - left), np.uint8)
    hull = cv2.convexHull((points - (left, top)).astype(np.float32))
    cv2.fillConvexPoly(mask, np.round(hull * 16).astype(np.int32), 255, cv2.LINE_AA, 4)
    store = (255 - cv2.GaussianBlur(mask, (0, 0), sigma) * strength).astype(np.uint8)
    box = picture[top:low, left:right]
    cv2.multiply(box, cv2.merge([store, store, store]), box, 1 / 255)
