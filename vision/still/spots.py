"""The spots of a face by themselves: their number, places and squareness.

A third, weak reading beside the nets and the geometry: where light hides pips it counts too few, and a card has too
many. Its value is only used as a doubt.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from vision.still.networks import squared

if TYPE_CHECKING:
    from vision.image_pyramid import Halves
    from vision.still.networks import NetFace
    from vision.types import Picture

_Floats: TypeAlias = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True, kw_only=True)
class SpotLimits:
    """How spots are searched on a face, and when they contradict the nets' value."""

    edge: int = 48
    """Pixels of the face's edge in the look: a printed line is one to four wide then."""
    inside: int = 5
    """Pixels at the rim that do not belong to the face's colours: corners are rounded, marks are a pixel or two off."""
    ink: float = 0.03
    """Share of a face that is ink: one small pip is more."""
    spot: float = 0.5
    """The threshold of ink: half-way from the body."""
    beyond: int = 3
    """Pixels round the face in which spots are counted as well: a mark on a card cuts through some of its spots."""
    least_spot: int = 15
    """Pixels of a spot: pips have 30 and more, a shadow's remains at a corner 10."""
    long_spot: float = 2.2
    """The largest ratio of a spot's length to width, and `full_spot` the least filling of its box: anything not round
    is no pip."""
    full_spot: float = 0.45
    enlarged: int = 3
    """Enlargement of the face for the shape of spots."""
    alike: tuple[float, float] = (0.7, 1.4)
    """The largest size relative to the usual spot; the pips of a side, seen obliquely, are smaller."""
    unsure: float = 0.985
    """Above this belief in a value the spots are ignored. Values read wrong in the light of a lamp on tinted bodies
    had up to 0.98."""
    even: float = 0.1
    """Edges by which the spots are off a layout that looks the same upside down, as all faces of a die do. For hidden
    pips the least of 22 readings of real dice is 0.119; the two rendered ones that were read wrong had 0.06 and
    0.084."""


LIMITS: Final = SpotLimits()


class Spots(NamedTuple):
    """The round, similar spots of a face: how full each one's box is, 0..1, and its place, in edges from the face's middle."""

    full: _Floats
    places: _Floats


class SquareFace:
    """A face set square, with half an edge round it; its ink and its spots are computed on first use."""

    def __init__(self, picture: Picture | Halves, face: NetFace) -> None:
        corners = np.array(face.corners, np.float32)
        self.shown: Final = squared(picture, corners, side=2 * LIMITS.edge, margin=0.5).astype(np.float32)

    @cached_property
    def ink(self) -> _Floats:
        """Return how far each pixel is ink: 0 as the face's body, 1 as its pips."""
        low, high = LIMITS.edge // 2 + LIMITS.inside, LIMITS.edge // 2 + LIMITS.edge - LIMITS.inside
        face = self.shown[low:high, low:high].reshape(-1, 3)
        body = np.median(face, axis=0)
        apart = np.abs(face - body).max(axis=1)
        towards = np.median(face[apart >= np.quantile(apart, 1 - LIMITS.ink)], axis=0) - body
        return np.asarray((self.shown - body) @ towards / max(1.0, float(towards @ towards)), np.float32)

    @cached_property
    def spots(self) -> Spots:
        """Return the round spots of ink on the face that are about as large as the others."""
        return _spots_of(self.ink)


def _spots_of(ink: _Floats) -> Spots:
    start, side = LIMITS.edge // 2 - LIMITS.beyond, LIMITS.edge + 2 * LIMITS.beyond
    times = LIMITS.enlarged
    face = ink[start : start + side, start : start + side]
    large = cv2.resize(face, None, fx=times, fy=times, interpolation=cv2.INTER_CUBIC)
    inky = (large > LIMITS.spot).astype(np.uint8)
    _, _, stats, middles = cv2.connectedComponentsWithStats(inky, connectivity=4)
    left, top, wide, high, area = stats[1:].T
    whole = (left > 0) & (top > 0) & (left + wide < times * side) & (top + high < times * side)
    whole &= (area >= times**2 * LIMITS.least_spot) & (area >= LIMITS.full_spot * wide * high)
    whole &= np.maximum(wide, high) <= LIMITS.long_spot * np.minimum(wide, high)
    if whole.any():
        least, most = (share * float(np.median(area[whole])) for share in LIMITS.alike)
        whole &= (area >= least) & (area <= most)
    places = (middles[1:][whole] - times * side / 2) / (times * LIMITS.edge)
    return Spots(
        full=np.asarray((area / (wide * high))[whole], np.float32), places=np.asarray(places, np.float32)
    )


def says_another(spots: Spots, value: int) -> bool:
    """Whether there are fewer spots than that, two at least, in the layout of a lower value.

    The layouts of all values look the same upside down; the rest of one with pips hidden by light mostly does not.
    """
    if not 2 <= len(spots.places) < value:
        return False
    opposite = np.linalg.norm(spots.places[:, None] + spots.places[None], axis=2)
    return float(opposite.min(axis=1).max()) < LIMITS.even
