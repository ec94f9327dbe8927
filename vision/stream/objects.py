"""Things on or over the board: the cup, a hand, small things; by size and shape in millimetres."""

from __future__ import annotations

from dataclasses import dataclass
from math import hypot, pi
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

if TYPE_CHECKING:
    from vision.stream.background import Background, EmptyBoard, Mask


@dataclass(frozen=True, slots=True, kw_only=True)
class ObjectSettings:
    """Hand-set numbers, judged by `benchmarks.watching.sequences` (docs/decisions/0004)."""

    cup_mm2: tuple[float, float] = (3200.0, 15000.0)  # Cups of 65 to 100 mm, seen with some of their side.
    # Share of its smallest circle that a cup fills, its side and gaps included; an arm fills less.
    cup_round: float = 0.62
    cup_dark: float = 0.75  # Relative to the paper's light: leather is darker, a beer mat is lighter.
    cup_plain: float = 0.4  # The same between the dark and the light parts of a cup; print differs more.
    big_mm2: float = 700.0  # More than a die of 19 mm with its side faces (361 mm² a face).
    # Half as wide as this is no row or heap of dice; an arm from the edge may be thinner.
    thick_mm: float = 14.0


SETTINGS: Final = ObjectSettings()


@dataclass(frozen=True, slots=True, kw_only=True)
class Cup:
    """The cup on the board: centre and radius in low-resolution pixels, and its mask."""

    x: float
    y: float
    radius: float
    mask: Mask

    def moved_from(self, other: Cup | None) -> bool:
        """Whether it moved by more than a fifth of its width."""
        return other is None or hypot(self.x - other.x, self.y - other.y) > 0.4 * self.radius


@dataclass(frozen=True, slots=True, kw_only=True)
class BigThings:
    """The things found: the cup if it stands free, and whether anything else big is there, reaching in or lying."""

    cup: Cup | None
    reaching: bool
    lying: bool

    @property
    def hand(self) -> bool:
        """Whether something big is over the board that is not the cup."""
        return self.reaching or self.lying


def find_things(board: EmptyBoard, background: Background) -> BigThings:
    """Classify the big things of a look; dice and crumbs are too small to count here."""
    whole = np.asarray(
        cv2.morphologyEx(background.things, cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8)), np.uint8
    )
    cup, reaching, lying = None, False, False
    for mask in _connected_parts(whole, SETTINGS.big_mm2 * board.px_per_mm**2):
        if (mask.astype(bool) & board.rim).any():
            reaching = True
            continue
        for part in _thick_parts(board, background, mask):
            found = _cup(board, background, part) if cup is None else None
            cup, lying = found or cup, lying or found is None
    return BigThings(cup=cup, reaching=reaching, lying=lying)


def _connected_parts(whole: Mask, least: float) -> list[Mask]:
    """Return the connected parts, each as a mask of 0 and 1, without those of fewer pixels than `least`."""
    count, labels, stats, _ = cv2.connectedComponentsWithStats(whole, connectivity=8)
    big = (number for number in range(1, count) if stats[number, cv2.CC_STAT_AREA] >= least)
    return [(labels == number).astype(np.uint8) for number in big]


def _thick_parts(board: EmptyBoard, background: Background, mask: Mask) -> list[Mask]:
    """Return the thick parts of a big thing: a cup's shadow may join it with the print of a mat or with dice."""
    thick = SETTINGS.thick_mm * board.px_per_mm
    core = (cv2.distanceTransform(mask, cv2.DIST_L2, 3) >= thick).astype(np.uint8)
    if not core.any():
        return []
    if _cup(board, background, mask) is not None:
        return [mask]
    near = cv2.distanceTransform(1 - core, cv2.DIST_L2, 3)
    return _connected_parts(
        np.where(near < thick, mask, 0).astype(np.uint8), SETTINGS.big_mm2 * board.px_per_mm**2
    )


def _is_leather(board: EmptyBoard, background: Background, mask: Mask) -> bool:
    """Whether it is leather and not a beer mat, which is as round and as wide: a mat is light, or printed."""
    grey = cv2.cvtColor(background.small, cv2.COLOR_BGR2GRAY)
    bare = grey[(board.inside > 0) & (background.traces == 0)]
    inner = grey[cv2.erode(mask, np.ones((5, 5), np.uint8)) > 0]
    if not (len(bare) and len(inner)):
        return True
    darkest, middle, lightest = np.percentile(inner, (10, 50, 90)) / max(1.0, float(np.median(bare)))
    return bool(middle < SETTINGS.cup_dark and lightest - darkest < SETTINGS.cup_plain)


def _cup(board: EmptyBoard, background: Background, mask: Mask) -> Cup | None:
    area = np.count_nonzero(mask) / board.px_per_mm**2
    if not SETTINGS.cup_mm2[0] < area < SETTINGS.cup_mm2[1]:
        return None
    outlines, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    (x, y), radius = cv2.minEnclosingCircle(outlines[0])
    if cv2.contourArea(outlines[0]) < SETTINGS.cup_round * pi * radius**2 or not _is_leather(
        board, background, mask
    ):
        return None
    return Cup(x=x, y=y, radius=radius, mask=mask)
