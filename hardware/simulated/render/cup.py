"""The leather cup, upside down: a cone with its stitched bottom on top, traced with one ray per pixel."""

from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from hardware.simulated.render.optics import HEIGHT, WIDTH, Array, Lamp, SimulatedLens, above, ellipse_points
from hardware.simulated.render.painted_dice import Patch

Rays = npt.NDArray[np.float32]

CUP_MM: Final = 95.0  # height
RIM_MM: Final = 45.0  # radius of the open rim, which stands on the board
BOTTOM_MM: Final = 41.0  # radius of the closed bottom, which the camera sees
ROUND_MM: Final = 5.0  # how far the bottom's edge is rounded
LEATHER: Final = np.array([0.030, 0.085, 0.235], np.float32)
THREAD: Final = np.array([0.20, 0.36, 0.50], np.float32)
_HIDE: Final = 256  # the leather's grain is a tile of this many pixels, two a millimetre


class CupPainter:
    """Draws one cup at any place."""

    def __init__(self, lens: SimulatedLens, lamp: Lamp, rng: np.random.Generator) -> None:
        self._lens, self._lamp = lens, lamp
        grain = np.tile(rng.normal(size=(_HIDE, _HIDE)).astype(np.float32), (3, 3))
        hide = 0.22 * cv2.GaussianBlur(grain, (0, 0), 1.2) + 1.4 * cv2.GaussianBlur(grain, (0, 0), 9)
        self._hide = 1 + hide[_HIDE : 2 * _HIDE, _HIDE : 2 * _HIDE]
        self._tint = LEATHER * np.float32(rng.uniform(0.8, 1.3))

    def outline(self, at: Array) -> Array:
        """Return points (n, 3) of the rim and the bottom of a cup that stands at `at` (x, y, height of its rim)."""
        circle = ellipse_points(1.0, 1.0, count=24)
        return np.concatenate([at + circle * RIM_MM, at + circle * BOTTOM_MM + (0, 0, CUP_MM)])

    def draw(self, at: Array, coarse: int) -> Patch | None:
        """Return the cup at `at`, traced with one ray per `coarse` x `coarse` pixels; None if it is outside the picture."""
        seen = self._lens.project(self.outline(at))
        left, top = np.maximum(np.floor(seen.min(0)).astype(int) - 3, 0)
        right, low = np.minimum(np.ceil(seen.max(0)).astype(int) + 4, (WIDTH, HEIGHT))
        if right - left < 2 * coarse or low - top < 2 * coarse:
            return None
        wide, high = -(-(right - left) // coarse), -(-(low - top) // coarse)
        xs = left + (np.arange(wide) + 0.5) * coarse - 0.5
        ys = top + (np.arange(high) + 0.5) * coarse - 0.5
        colour, cover = self._trace(at, self._lens.rays(xs, ys))
        size = (wide * coarse, high * coarse)
        big = cv2.resize(colour, size, interpolation=cv2.INTER_LINEAR)[: low - top, : right - left]
        big = cv2.GaussianBlur(big, (0, 0), 0.7)
        mask = cv2.resize(cover, size, interpolation=cv2.INTER_LINEAR)[: low - top, : right - left]
        cover = np.asarray(cv2.GaussianBlur(mask, (0, 0), 0.8), np.float32)
        return Patch(left=int(left), top=int(top), colour=np.ascontiguousarray(big), cover=cover)

    def _trace(self, at: Array, rays: Rays) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.float32]]:
        eye = (self._lens.eye - at).astype(np.float32)
        far = (CUP_MM - eye[2]) / rays[..., 2]
        top = eye[:2] + rays[..., :2] * far[..., None]
        radius = np.sqrt((top * top).sum(-1))
        on_top = radius <= BOTTOM_MM
        side, hit = _side(eye, rays)
        x = np.where(on_top, top[..., 0], side[..., 0])
        y = np.where(on_top, top[..., 1], side[..., 1])
        h = np.where(on_top, np.float32(CUP_MM), side[..., 2])
        lit = self._lit(at, (x, y, h), radius, on_top)
        colour = self._dye(x, y, h, radius, on_top) * lit[..., None]
        shown = 255 * np.sqrt(np.clip(colour, 0, 1))
        return shown.astype(np.uint8), (on_top | hit).astype(np.float32)

    def _lit(
        self, at: Array, place: tuple[Rays, Rays, Rays], radius: Rays, on_top: npt.NDArray[np.bool_]
    ) -> Rays:
        x, y, h = place
        light = self._lamp.direction(at + above(CUP_MM)).astype(np.float32)
        out = np.maximum(np.sqrt(x * x + y * y), 1e-3)
        # 1 on the wall, rising over the rounded edge, 0 on the flat bottom
        steep = np.where(on_top, np.clip((radius - BOTTOM_MM + ROUND_MM) / ROUND_MM, 0, 1) ** 2 * 0.8, 0.999)
        up = np.sqrt(1 - steep * steep)
        across = (x * light[0] + y * light[1]) / out
        lamp = np.maximum(steep * across + up * light[2], 0)
        around = self._lamp.ambient * (0.45 + 0.55 * up) * (0.5 + 0.5 * np.clip(h / CUP_MM, 0, 1))
        # the bottom sinks a little towards the middle, so that the seam's ring catches light
        ridge = np.exp(-(((radius - BOTTOM_MM + 7) / 1.3) ** 2)) * np.where(on_top, 0.25, 0)
        return np.asarray(around + (1.05 - self._lamp.ambient) * lamp * (1 - ridge), np.float32)

    def _dye(self, x: Rays, y: Rays, h: Rays, radius: Rays, on_top: npt.NDArray[np.bool_]) -> Rays:
        turn = np.arctan2(y, x)
        u = np.where(on_top, x * 2 + _HIDE, turn * 90 + 2 * _HIDE).astype(np.int32) % _HIDE
        v = np.where(on_top, y * 2 + _HIDE, h * 2).astype(np.int32) % _HIDE
        colour = self._tint * self._hide[v, u][..., None]
        dash = np.sin(turn * 46) > -0.2
        stitch = on_top & (np.abs(radius - BOTTOM_MM + 9.5) < 0.6) & dash
        band = ~on_top & (np.abs(h - 12) < 0.9) & dash
        colour[stitch | band] = THREAD
        return np.asarray(colour, np.float32)


def _side(eye: Rays, rays: Rays) -> tuple[Rays, npt.NDArray[np.bool_]]:
    """Intersect the rays with the cone's wall; return the places, and whether each is between rim and bottom."""
    slope = np.float32((BOTTOM_MM - RIM_MM) / CUP_MM)
    grow = slope * rays[..., 2]
    start = np.float32(RIM_MM) + slope * eye[2]
    a = rays[..., 0] ** 2 + rays[..., 1] ** 2 - grow**2
    b = eye[0] * rays[..., 0] + eye[1] * rays[..., 1] - start * grow
    c = eye[0] ** 2 + eye[1] ** 2 - start**2
    root = b * b - a * c
    ok = root >= 0
    # c > 0 (the eye is outside) and a may have either sign: this form gives the near meeting without cancelling
    far = c / np.where(ok, -b + np.sqrt(np.maximum(root, 0)), 1)
    place = eye + rays * far[..., None]
    return place, ok & (far > 0) & (place[..., 2] >= 0) & (place[..., 2] <= CUP_MM)
