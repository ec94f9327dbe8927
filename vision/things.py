"""What stands or reaches over the board: the cup, a hand, small things; told by size and shape in millimetres."""

from __future__ import annotations

from dataclasses import dataclass
from math import hypot, pi
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

if TYPE_CHECKING:
    from vision.ground import EmptyBoard, Ground, Mask

CUP_MM2: Final = (3200.0, 15000.0)  # cups of 65 to 100 mm, seen with some of their side
CUP_ROUND: Final = 0.62  # share of its smallest circle that a cup fills, its side and gaps included
BIG_MM2: Final = 700.0  # more than a die of 19 mm with its side faces
THICK_MM: Final = 14.0  # half as wide as that is no row or heap of dice; an arm from the edge may be thinner


@dataclass(frozen=True, slots=True, kw_only=True)
class Cup:
    """The cup on the board: centre and radius in low-resolution pixels, and its mask."""

    x: float
    y: float
    radius: float
    mask: Mask

    def moved_from(self, other: Cup | None) -> bool:
        """Tell whether it stands elsewhere than before, by more than a fifth of its width."""
        return other is None or hypot(self.x - other.x, self.y - other.y) > 0.4 * self.radius


@dataclass(frozen=True, slots=True, kw_only=True)
class Things:
    """What was found: the cup if it stands free, and whether anything else big is there, reaching in or lying."""

    cup: Cup | None
    reaching: bool
    lying: bool

    @property
    def hand(self) -> bool:
        """Tell whether something big is over the board that is not the cup."""
        return self.reaching or self.lying


def find_things(board: EmptyBoard, ground: Ground) -> Things:
    """Sort the big things of a look; dice and crumbs are too small to count here."""
    whole = cv2.morphologyEx(ground.things, cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8))
    count, labels, stats, _ = cv2.connectedComponentsWithStats(whole, connectivity=8)
    cup, reaching, lying = None, False, False
    for number in range(1, count):
        area = float(stats[number, cv2.CC_STAT_AREA]) / board.px_per_mm**2
        if area < BIG_MM2:
            continue
        mask = (labels == number).astype(np.uint8)
        touches = bool((mask.astype(bool) & board.rim).any())
        if not touches and _thickness(mask) < THICK_MM * board.px_per_mm:
            continue
        found = None if touches else _cup(mask, area)
        if found is not None and cup is None:
            cup = found
        elif touches:
            reaching = True
        else:
            lying = True
    return Things(cup=cup, reaching=reaching, lying=lying)


def _thickness(mask: Mask) -> float:
    """Give the radius of the largest circle within, in pixels."""
    return float(cv2.distanceTransform(mask, cv2.DIST_L2, 3).max())


def _cup(mask: Mask, area_mm2: float) -> Cup | None:
    if not CUP_MM2[0] < area_mm2 < CUP_MM2[1]:
        return None
    outlines, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    (x, y), radius = cv2.minEnclosingCircle(outlines[0])
    if cv2.contourArea(outlines[0]) < CUP_ROUND * pi * radius**2:
        return None
    return Cup(x=x, y=y, radius=radius, mask=mask)
