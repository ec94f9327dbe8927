"""A picture from a camera, with the time and the exposure with which it was taken."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

# Quoted, because a table without a camera does without numpy: 12 MB.
Pixels: TypeAlias = "npt.NDArray[np.uint8]"


@dataclass(frozen=True, slots=True, kw_only=True)
class Exposure:
    """How a picture was taken, as reported by the camera; unknown values are None.

    `seconds` is the exposure time, `every` the frame interval and `gain` the amplification; `red` and `blue` (relative to green)
    and the light's `kelvin` are the white balance; `focus` is in dioptres (1 / metres). `field` is the share of the lens's field
    in the picture, by width.
    """

    seconds: float | None = None
    every: float | None = None
    gain: float | None = None
    red: float | None = None
    blue: float | None = None
    kelvin: float | None = None
    focus: float | None = None
    field: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Frame:
    """A camera picture: `pixels` has shape (height, width, 3), BGR, 8 bits; `at` is in seconds of the camera's clock.

    `small` is the same picture a few times smaller, for motion tracking; None if the camera makes only one. `exposure` is None if
    the camera does not report it. `glance`: only the small picture came, and `pixels` holds it, so the frame is good only for
    motion tracking. A camera gives such frames only if asked to.
    """

    pixels: Pixels
    at: float
    small: Pixels | None = None
    exposure: Exposure | None = None
    glance: bool = False
