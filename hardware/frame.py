"""One picture from a camera, with the time it was taken and how long it was exposed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

Pixels: TypeAlias = npt.NDArray[np.uint8]


@dataclass(frozen=True, slots=True, kw_only=True)
class Exposure:
    """How a picture was taken, as far as its camera says; None where it does not.

    `seconds` the light was gathered, and `every` so many a picture came; `gain` times it was amplified since; `red` and
    `blue` against green, and the light's `kelvin`, that the white balance goes by; `focus` in dioptres (1 / metres). `field`: the share of
    what its lens sees that the picture shows, in width.
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
    """A camera picture: `pixels` has shape (height, width, 3), BGR, 8 bits; `at` is seconds of the camera's clock.

    `small` is the same picture a few times smaller, for following motion, of a camera that makes both. `exposure` is
    None where the camera tells nothing of it. `glance`: only the small picture came, and `pixels` is that one: good for following
    motion alone. A camera that is not asked for it never gives one.
    """

    pixels: Pixels
    at: float
    small: Pixels | None = None
    exposure: Exposure | None = None
    glance: bool = False
