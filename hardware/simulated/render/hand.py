"""Hands with sleeves, seen from above: bones wrapped in skin as a height field, lit once per pose and side.

A hand is drawn once, as a sprite in its own coordinates: u forward along the fingers, v to the right, both in millimetres from
its working point (fingertips, or the palm on the cup). Each picture only rotates and scales it.
"""

from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Final, TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from hardware.simulated.render.surface import smooth_noise

Shade = npt.NDArray[np.float32]

PX_PER_MM: Final = 2.2
REACH: Final = 620.0  # millimetres of arm behind the working point
AHEAD: Final = 80.0
ASIDE: Final = 92.0

Bone: TypeAlias = tuple[float, float, float, float, float, float, float, float]
"""u, v, height, radius of one end, then of the other; millimetres."""


class Pose(StrEnum):
    """The pose of the fingers."""

    PINCH = "pinch"  # fingertips together: picks dice, pushes them
    GRIP = "grip"  # spread over the cup's bottom and down its wall


@dataclass(frozen=True, slots=True, kw_only=True)
class Arm:
    """The look of a player's arm: colours are BGR 0..1 in linear light; `stripe` is how much brighter the sleeve's checks are."""

    skin: tuple[float, float, float] = (0.20, 0.31, 0.56)
    cloth: tuple[float, float, float] = (0.16, 0.08, 0.05)
    stripe: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Sprite:
    """A drawn hand: BGR with coverage as the fourth channel, and the pixel of its working point."""

    pixels: npt.NDArray[np.uint8]
    origin: tuple[float, float]


_FINGERS: Final[dict[Pose, list[Bone]]] = {
    Pose.PINCH: [
        (-62, -27, 34, 10.5, -30, -25, 40, 9.5),
        (-30, -25, 40, 9.5, -2, -7, 14, 7.5),
        (-58, -7, 36, 11, -20, -5, 44, 9.5),
        (-20, -5, 44, 9.5, 3, 2, 14, 7.8),
        (-62, 13, 34, 10.5, -26, 15, 42, 9.2),
        (-26, 15, 42, 9.2, -7, 12, 14, 7.5),
        (-70, 31, 30, 9.5, -42, 31, 36, 8),
        (-42, 31, 36, 8, -22, 24, 16, 6.8),
        (-112, -34, 26, 15, -62, -52, 26, 11.5),
        (-62, -52, 26, 11.5, -14, -20, 16, 9),
    ],
    Pose.GRIP: [
        (14, -26, 10, 11, 40, -33, 3, 9.8),
        (40, -33, 3, 9.8, 52, -37, -22, 8),
        (20, -6, 12, 11.3, 50, -8, 4, 10),
        (50, -8, 4, 10, 61, -9, -22, 8),
        (15, 15, 11, 11, 45, 20, 3, 9.6),
        (45, 20, 3, 9.6, 55, 23, -22, 7.8),
        (4, 33, 8, 9.8, 30, 41, 1, 8.4),
        (30, 41, 1, 8.4, 39, 45, -18, 7),
        (-48, -32, 8, 15, -16, -52, 2, 12),
        (-16, -52, 2, 12, 10, -54, -16, 9.5),
    ],
}
_PALM: Final[dict[Pose, list[Bone]]] = {
    Pose.PINCH: [
        (-66, -22, 30, 16, -132, -12, 26, 22),
        (-64, 0, 31, 17, -132, 2, 28, 23),
        (-72, 22, 28, 16, -132, 12, 26, 22),
        (-132, 0, 26, 25, -170, 0, 26, 24),
    ],
    Pose.GRIP: [
        (10, -22, 8, 16, -58, -12, 6, 22),
        (14, 0, 9, 17, -58, 2, 8, 23),
        (4, 24, 7, 16, -58, 12, 6, 22),
        (-58, 0, 6, 25, -100, 0, 8, 24),
    ],
}
_WRIST: Final = {Pose.PINCH: -172.0, Pose.GRIP: -98.0}


@lru_cache(maxsize=16)  # 2.5 MB each; independent of the camera's place
def draw_arm(pose: Pose, arm: Arm, light: tuple[float, float, float], seed: int) -> Sprite:
    """Return a hand with its sleeve; `light` is the direction to the lamp in the hand's own u, v, h."""
    rng = np.random.default_rng(seed)
    high, wide = int((REACH + AHEAD) * PX_PER_MM), int(2 * ASIDE * PX_PER_MM)
    rows, columns = np.mgrid[0:high, 0:wide].astype(np.float32)
    u, v = AHEAD - rows / PX_PER_MM, columns / PX_PER_MM - ASIDE
    wrist = _WRIST[pose]
    low = _PALM[pose][-1][6]
    # Join the parts of the palm without creases.
    parts = [_bone(u, v, bone) for bone in [*_PALM[pose], (wrist, 0, low, 24, wrist - 80, 0, low, 30)]]
    whole = parts[0]
    for part in parts[1:]:
        whole = _join(whole, part, 9.0)
    flesh = whole
    for bone in _FINGERS[pose]:
        flesh = _join(flesh, _bone(u, v, bone))
    cuff = wrist - 14
    back = np.clip((cuff - u) / 400, 0, 1)
    fold = smooth_noise(rng, (u.shape[0], u.shape[1]), (46, 5)) * 2.2
    radius = 38 + 26 * back + 0.5 * fold
    rise = radius * radius - v * v
    top = 14 + 22 * back + np.sqrt(np.maximum(rise, 0)) * 0.85 + fold * 1.1
    hem = cuff + smooth_noise(rng, (1, u.shape[1]), (1, 6)) * 1.2 - (v / 38) ** 2 * 5
    sleeve = np.where((rise > 0) & (u < hem), top, np.float32(-999)).astype(np.float32)
    cloth = sleeve > -900
    height = np.where(cloth, np.maximum(sleeve, low + 22), flesh)
    cover = (height > -900).astype(np.float32)
    # Light a height field: lamp, a warm tint in skin's shade, darker hollows.
    solid = np.where(height > -900, height, np.float32(-12))
    smooth = cv2.GaussianBlur(solid, (0, 0), 1.4)
    slope_u = -cv2.Sobel(smooth, cv2.CV_32F, 0, 1, ksize=3) * PX_PER_MM / 8
    slope_v = cv2.Sobel(smooth, cv2.CV_32F, 1, 0, ksize=3) * PX_PER_MM / 8
    length = np.sqrt(slope_u**2 + slope_v**2 + 1)
    lamp = np.maximum((-slope_u * light[0] - slope_v * light[1] + light[2]) / length, 0)
    hollow = np.clip((cv2.GaussianBlur(solid, (0, 0), 12) - smooth) / 22, 0, 0.45)
    sky = 0.36 * (0.5 + 0.5 / length) * (1 - hollow)
    bright = sky + 0.72 * lamp * (1 - 0.5 * hollow)
    gleam = 0.10 * np.maximum(lamp, 0) ** 14
    warm = np.where(cloth, 0.0, 0.10 * (1 - lamp))[..., None] * np.array([-0.4, -0.1, 1.0], np.float32)
    lit = np.asarray(bright[..., None] * (1 + warm) + np.where(cloth, 0, gleam)[..., None], np.float32)
    colour = _dye(arm, cloth, (u, v), rng) * lit
    shown = 255 * np.sqrt(np.clip(colour, 0, 1))
    soft = cv2.GaussianBlur(cover, (0, 0), 1.1)
    skin = cv2.GaussianBlur(shown, (0, 0), 0.8)
    pixels = np.dstack([skin, soft * 255]).astype(np.uint8)
    return Sprite(pixels=pixels, origin=(ASIDE * PX_PER_MM, AHEAD * PX_PER_MM))


def _bone(u: Shade, v: Shade, bone: Bone) -> Shade:
    """Return the height of a round cone over each pixel, -999 where there is none. Only the box around it is computed."""
    u0, v0, h0, r0, u1, v1, h1, r1 = bone
    box = _near(u[:, 0], u0, u1, max(r0, r1)), _near(v[0], v0, v1, max(r0, r1))
    whole, u, v = np.full(u.shape, -999, np.float32), u[box], v[box]
    du, dv = u1 - u0, v1 - v0
    along = np.clip(((u - u0) * du + (v - v0) * dv) / (du * du + dv * dv), 0, 1)
    away = (u - u0 - along * du) ** 2 + (v - v0 - along * dv) ** 2
    radius = r0 + along * (r1 - r0)
    rise = radius * radius - away
    top = h0 + along * (h1 - h0) + np.sqrt(np.maximum(rise, 0))
    whole[box] = np.where(rise > 0, top, np.float32(-999))
    return whole


def _near(places: Shade, one: float, other: float, reach: float) -> slice:
    """Return the slice of `places` between two positions, or less than `reach` and a millimetre beyond them."""
    inside = (places > min(one, other) - reach - 1) & (places < max(one, other) + reach + 1)
    found = np.flatnonzero(inside)
    return slice(int(found[0]), int(found[-1]) + 1) if found.size else slice(0)


def _join(one: Shade, other: Shade, blend: float = 3.0) -> Shade:
    """Return the greater of two heights, rounded where they meet within `blend` millimetres."""
    gap = np.maximum(blend - np.abs(one - other), 0) / blend
    return np.asarray(np.maximum(one, other) + gap * gap * blend / 4, np.float32)


def _dye(
    arm: Arm, cloth: npt.NDArray[np.bool_], place: tuple[Shade, Shade], rng: np.random.Generator
) -> Shade:
    u, v = place
    shape = (u.shape[0], u.shape[1])
    blotch = smooth_noise(rng, shape, (90, 24)) * 0.05 + smooth_noise(rng, shape, (300, 80)) * 0.03
    skin = np.array(arm.skin, np.float32) * (1 + blotch[..., None] * np.array([1.2, 1.1, 0.7], np.float32))
    weave = 1 + 0.10 * rng.normal(size=shape).astype(np.float32)
    if arm.stripe > 0:
        weave = weave * (1 + arm.stripe * (np.sin(u * 0.42) > 0.55) + arm.stripe * (np.sin(v * 0.42) > 0.55))
    fabric = np.array(arm.cloth, np.float32) * cv2.GaussianBlur(weave, (0, 0), 0.9)[..., None]
    return np.where(cloth[..., None], fabric, skin).astype(np.float32)
