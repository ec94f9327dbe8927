"""One picture from a camera, with the time it was taken."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

Pixels: TypeAlias = npt.NDArray[np.uint8]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Frame:
    """A camera picture: `pixels` has shape (height, width, 3), BGR, 8 bits; `at` is seconds of the camera's clock."""

    pixels: Pixels
    at: float
