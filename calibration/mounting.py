"""How high a camera must hang to see the whole board, and how large a die then is in its picture."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

from vision.board import BOARD_MM

MARGIN: Final = 1.1  # a tenth to spare on every side: nobody hangs a camera to the millimetre
DIE_MM: Final = 16.0


@dataclass(frozen=True, slots=True, kw_only=True)
class LensType:
    """A camera and its lens: fields of view in degrees along the long and the short side of its pictures."""

    name: str
    along: float
    across: float


LENSES: Final = (
    # Raspberry Pi documentation, "Camera": fields of view of the modules. Module 2 has 4:3 pictures (48.8 degrees the short
    # way); the table takes 16:9, which leaves 37.5.
    LensType(name="Camera Module 3", along=66.0, across=41.0),
    LensType(name="Camera Module 3 Wide", along=102.0, across=67.0),
    LensType(name="Camera Module 2", along=62.2, across=37.5),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Mounting:
    """Where a lens hangs: `height` from the board to the lens in mm, `die_px` the edge of a die in pixels."""

    lens: LensType
    height: float
    die_px: float


def mounting(lens: LensType, *, width_px: int = 1280) -> Mounting:
    """Return the least height from which a lens sees the board with its margin: side / (2 tan(view / 2)), for the worse side."""
    long, short = (side * MARGIN for side in BOARD_MM)
    half_along, half_across = (math.tan(math.radians(view) / 2) for view in (lens.along, lens.across))
    height = max(long / (2 * half_along), short / (2 * half_across))
    return Mounting(lens=lens, height=height, die_px=DIE_MM * width_px / (2 * height * half_along))
