"""A beer glass put on the board, seen from above: rim, walls, beer with froth."""

from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from hardware.simulated.render.optics import Array, Lamp, SimulatedLens, ellipse_points
from hardware.simulated.render.painted_dice import Patch

FOOT_MM: Final = 30.0
RIM_MM: Final = 36.0
GLASS_MM: Final = 150.0
BEER_MM: Final = 110.0


def glass_outline(place: tuple[float, float]) -> Array:
    """Return points (n, 3) around a glass that stands at `place`, in millimetres."""
    return np.concatenate(
        [ellipse_points(FOOT_MM, FOOT_MM, 0.0, place), ellipse_points(RIM_MM, RIM_MM, GLASS_MM, place)]
    )


def draw_glass(lens: SimulatedLens, lamp: Lamp, place: tuple[float, float]) -> Patch:
    """Return the glass at `place` (x, y, in millimetres), with the board showing through its walls."""
    seen = lens.project(glass_outline(place))
    left, top = np.floor(seen.min(0)).astype(int) - 6
    right, low = np.ceil(seen.max(0)).astype(int) + 7
    colour = np.full((low - top, right - left, 3), (120, 160, 175), np.uint8)
    cover = np.zeros((low - top, right - left), np.float32)

    def hull_of(radius: float, height: float) -> npt.NDArray[np.int32]:
        points = lens.project(ellipse_points(radius, radius, height, place)) - (left, top)
        return np.asarray(np.round(points * 16), np.int32)

    def disc(radius: float, height: float, dye: tuple[int, int, int], share: float) -> None:
        hull = hull_of(radius, height)
        cv2.fillConvexPoly(colour, hull, dye, cv2.LINE_AA, 4)
        cv2.fillConvexPoly(cover, hull, share, cv2.LINE_8, 4)

    for k in range(12):
        part = k / 11
        disc(FOOT_MM + (RIM_MM - FOOT_MM) * part * 0.72, BEER_MM * part, (20, 110 + 4 * k, 190 + 3 * k), 0.85)
    disc(RIM_MM - 3, BEER_MM + 12, (215, 235, 242), 0.97)
    rim = hull_of(RIM_MM, GLASS_MM)
    bright = (235, 240, 240)
    cv2.polylines(colour, [rim], isClosed=True, color=bright, thickness=3, lineType=cv2.LINE_AA, shift=4)
    cv2.polylines(cover, [rim], isClosed=True, color=0.7, thickness=3, shift=4)
    glint = np.array([*place, GLASS_MM]) + lamp.direction(np.array([*place, 0.0])) * (25, 25, 0)
    x, y = np.round(lens.project(glint[None])[0] - (left, top)).astype(int)
    cv2.circle(colour, (int(x), int(y)), 4, (255, 255, 255), -1, cv2.LINE_AA)
    soft = cv2.GaussianBlur(cover, (0, 0), 1.0)
    return Patch(left=int(left), top=int(top), colour=colour, cover=np.asarray(soft, np.float32))
