"""How high a camera must hang to see the whole board, and how large a die then is in its picture."""

import math
from dataclasses import dataclass
from typing import Final

from vision.board import BOARD_MM

MARGIN: Final = 1.1  # a tenth to spare on every side: no camera is mounted to the millimetre
DIE_MM: Final = 16.0
SHAPE: Final = (16, 9)  # of the table's pictures, 1280x720


@dataclass(frozen=True, slots=True, kw_only=True)
class LensType:
    """A camera and its lens: the fields of view in degrees along the long and the short side of the table's pictures."""

    name: str
    along: float
    across: float


def _by_width(name: str, along: float) -> LensType:
    """Return a lens that sees `along` degrees along the long side; a taller picture loses its top and bottom."""
    half = math.tan(math.radians(along) / 2) * SHAPE[1] / SHAPE[0]
    return LensType(name=name, along=along, across=2 * math.degrees(math.atan(half)))


def _by_diagonal(name: str, diagonal: float) -> LensType:
    """Return a lens given its diagonal field of view, for a picture of the table's shape."""
    half = math.tan(math.radians(diagonal) / 2) * SHAPE[0] / math.hypot(*SHAPE)
    return _by_width(name, 2 * math.degrees(math.atan(half)))


def _by_focal_length(name: str, focal_mm: float, sensor_mm: float) -> LensType:
    """Return a lens with this focal length in front of a sensor of this width."""
    return _by_width(name, 2 * math.degrees(math.atan(sensor_mm / (2 * focal_mm))))


LENSES: Final = (
    # Raspberry Pi documentation, "Camera hardware": fields of view, and widths of the sensors. Modules 1 and 2, HQ and Global
    # Shutter have 4:3 pictures; the table takes 16:9 of them.
    LensType(name="Camera Module 3", along=66.0, across=41.0),
    LensType(name="Camera Module 3 Wide", along=102.0, across=67.0),
    _by_width("Camera Module 2", 62.2),
    _by_width("Camera Module 1", 53.5),
    _by_focal_length("HQ Camera, 6 mm lens", 6.0, 6.287),
    _by_focal_length("Global Shutter Camera, 6 mm lens", 6.0, 5.023),
    # What their makers print on the box, in degrees from corner to corner.
    _by_diagonal("USB, 55 degrees (Logitech C270)", 55.0),
    _by_diagonal("USB, 78 degrees (Logitech C920, C922)", 78.0),
    _by_diagonal("USB, 90 degrees (Logitech C930e, Brio)", 90.0),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Mounting:
    """Where a lens is mounted: `height` from the board to the lens in mm, `die_px` the edge of a die in pixels."""

    lens: LensType
    height: float
    die_px: float


def mounting(lens: LensType, *, width_px: int = 1280, field: float = 1.0) -> Mounting:
    """Return the least mounting height from which a lens sees the board with its margin.

    It is side / (2 tan(view / 2)), for the side that needs the greater height. `field` is the share of the lens's field that is
    in the picture.
    """
    long, short = (side * MARGIN for side in BOARD_MM)
    half_along, half_across = (field * math.tan(math.radians(view) / 2) for view in (lens.along, lens.across))
    height = max(long / (2 * half_along), short / (2 * half_across))
    return Mounting(lens=lens, height=height, die_px=DIE_MM * width_px / (2 * height * half_along))
