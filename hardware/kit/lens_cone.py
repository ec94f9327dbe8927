"""What a lens sees: a pyramid below its front, in which nothing may hang."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    import numpy.typing as npt

    from calibration.mounting import LensType

GLASS_MM: Final = 5.0  # half the width of the widest front glass of the ribbon cameras, with its rim


@dataclass(frozen=True, slots=True, kw_only=True)
class LensCone:
    """The pyramid begins as a square of twice `glass` at the lens's front, the origin, and opens downwards to all sides."""

    lens: LensType
    glass: float = GLASS_MM

    def half_sides(self, below: float) -> tuple[float, float]:
        """Return half of its sides along x and y, `below` mm under the lens's front."""
        return (
            self.glass + below * math.tan(math.radians(self.lens.along) / 2),
            self.glass + below * math.tan(math.radians(self.lens.across) / 2),
        )

    def planes(self) -> npt.NDArray[np.float64]:
        """Return its five sides, shape (5, 4): a point p is inside where `a x + b y + c z < d` for each row a, b, c, d."""
        x, y = (math.tan(math.radians(view) / 2) for view in (self.lens.along, self.lens.across))
        return np.array(
            [
                [1, 0, x, self.glass],
                [-1, 0, x, self.glass],
                [0, 1, y, self.glass],
                [0, -1, y, self.glass],
                [0, 0, 1, 0],
            ],
            dtype=np.float64,
        )

    def enters(self, triangle: npt.NDArray[np.float64]) -> bool:
        """Whether any part of a triangle, shape (3, 3), is inside by more than a hundredth of a mm.

        The triangle is cut at one side after the other (Sutherland and Hodgman); what is left is inside.
        """
        corners = list(triangle)
        for plane in self.planes():
            normal, offset = plane[:3], plane[3] - 0.01 * np.linalg.norm(plane[:3])
            kept = []
            for corner, following in zip(corners, corners[1:] + corners[:1], strict=True):
                here, there = float(normal @ corner) - offset, float(normal @ following) - offset
                if here < 0:
                    kept.append(corner)
                if here * there < 0:
                    kept.append(corner + (following - corner) * (here / (here - there)))
            corners = kept
            if not corners:
                return False
        return True
