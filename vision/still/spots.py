"""Reads the spots of a face by themselves: their number, places and shapes.

This third reading is weak: it counts too few spots if light hides pips, and too many on a card. So it only raises doubts: if the
spots cannot be the pips of a value, the face shows something else. *Ink* here is the colour of the pips, dark or light.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from vision.still.geometry.faces import PLACES, VALUES
from vision.still.networks import squared

if TYPE_CHECKING:
    from vision.image_pyramid import Halves
    from vision.still.networks import NetFace
    from vision.types import Picture

_Floats: TypeAlias = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True, kw_only=True)
class SpotLimits:
    """Limits for finding spots on a face, and for when they contradict the nets' value."""

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
    orderly: float = 0.35
    """How far a spot may be off its place in the layout of a value, both scaled to a spread of 1. Of 608 real faces one
    was off by more than 0.31; of spots strewn at random one in a hundred is off by less."""
    apart: float = 0.25
    """Edges between the two spots of a face that are farthest apart, at least: real twos have 0.38, a skull's eyes 0.2."""
    worn: int = 9
    """Pixels of the enlarged face by which spots are shrunk to part pips that touch each other."""
    hat: int = 33
    """Pixels of the enlarged face across which a raised spot is inkier than all round it by `raised`: pips are smaller."""
    raised: float = 0.35
    grain: float = 8.0
    """Grey levels that are noise: a black body in a shadow has no more."""
    tint: float = 0.2
    """Log by which a shadow may darken one colour more than the others: it does by 0.015 under rendered lamps, and by 0.32
    where a green die covers a corner of a printed one."""
    rounded: float = 0.65
    rounded_evenly: float = 0.85
    """How far a raised spot and a disc of its area cover each other, at least: `rounded`, or this where the light is evened
    out, which raises more lines of signs as well."""
    firmly_apart: float = 0.4
    """The same as `apart` for raised spots: parts of signs are nearer to each other."""
    bare: float = 0.15
    """How far the middle between the pips of a two, four or six is ink, at most: on 40 real faces 0.01, on signs 0.19.
    The same for the share of ink round a one: on 122 real faces 0.03, on a ring with a dot 0.49."""
    rim: float = 0.06
    """Edges from a one's pip, and `round_one` from its middle, between which the face shows nothing."""
    round_one: float = 0.34
    turns: tuple[float, ...] = (-0.2, -0.1, 0.0, 0.1, 0.2)
    """Radians by which the edges of a mark may be off those of its face."""
    narrow: float = 0.05
    """The least spread along an axis, in edges, that is scaled: below it they lie in a line."""
    central: float = 0.2
    """Edges from the middle of a face to the pip of a one: at most 0.16 on 115 real ones."""
    pip: tuple[float, float] = (0.12, 0.3)
    """The diameter of a one's pip in edges; real ones have 0.16 to 0.27."""
    disc: float = 0.87
    """How far a larger spot covers a disc of its area, and the disc it, 0..1: a one may be that large if it is round.
    Drawn hearts have 0.8, stars and skulls less; pips of rendered dice 0.95."""


LIMITS: Final = SpotLimits()
_INSIDE: Final = slice(LIMITS.edge // 2 + LIMITS.inside, LIMITS.edge // 2 + LIMITS.edge - LIMITS.inside)
"""Rows or columns of a face set square that surely show it."""
_TURNS: Final = [
    np.array([[np.cos(a), -np.sin(a)], [np.sin(a), np.cos(a)]], np.float32) for a in LIMITS.turns
]


class Spots(NamedTuple):
    """The round spots of similar size on a face.

    For each spot: the share of its bounding box that it fills, 0..1; its place from the centre of the face, and the diameter of a
    disc of the same area, both in edges; and the overlap of the spot with that disc, 0..1.
    """

    full: _Floats
    places: _Floats
    wide: _Floats
    round: _Floats


class SquareFace:
    """A face warped to a square, with half an edge around it; its ink and its spots are computed when first used."""

    def __init__(self, picture: Picture | Halves, face: NetFace) -> None:
        corners = np.array(face.corners, np.float32)
        self.shown: Final = squared(picture, corners, side=2 * LIMITS.edge, margin=0.5).astype(np.float32)

    @cached_property
    def ink(self) -> _Floats:
        """Return how much ink each pixel has, shape (height, width): 0 in the colour of the body, 1 in that of the pips."""
        return _ink_of(self.shown)

    @cached_property
    def spots(self) -> Spots:
        """Return the round spots of ink on the face that have similar sizes."""
        return _spots_of(self.ink)

    def shows_pips(self, value: int) -> bool:
        """Whether the spots of the face can be the pips of this value.

        Large pips may touch each other or something beside the die, so the spots are also tried without their rims, and then those
        that stand out from the ink around them, which must show nearly all pips. As a shadow's edge may cross the face, each pixel
        is finally compared with the body around it.
        """
        for worn in (False, True):
            spots = _spots_of(self.ink, worn=True) if worn else self.spots
            if can_be_pips(spots, value):
                shaped = not worn or float(spots.round[0]) >= LIMITS.disc
                return value > 1 or (shaped and self._ink_round(spots) < LIMITS.bare)
        if value == 1:
            return False
        if _shows_firm_pips(self.ink, value, LIMITS.rounded):
            return True
        even = (_evenly_lit(self.shown, way) for way in (cv2.MORPH_CLOSE, cv2.MORPH_OPEN))
        return any(
            _shows_firm_pips(_ink_of(face), value, LIMITS.rounded_evenly) for face in even if face is not None
        )

    def _ink_round(self, spots: Spots) -> float:
        """Return the share of the face around its only spot that is ink."""
        x, y = LIMITS.edge * (1 + spots.places[0]) - 0.5
        down, along = np.ogrid[: len(self.ink), : len(self.ink)]
        apart = np.hypot(along - x, down - y) / LIMITS.edge
        beside = (apart > spots.wide[0] / 2 + LIMITS.rim) & (apart < LIMITS.round_one)
        return float((self.ink[beside] > LIMITS.spot).mean()) if beside.any() else 0.0


def _ink_of(shown: _Floats) -> _Floats:
    """Return how much ink each pixel has, shape (height, width): 0 in the colour of the body, 1 in that of the pips."""
    face = shown[_INSIDE, _INSIDE].reshape(-1, 3)
    body = np.median(face, axis=0)
    apart = np.abs(face - body).max(axis=1)
    towards = np.median(face[apart >= np.quantile(apart, 1 - LIMITS.ink)], axis=0) - body
    return np.asarray((shown - body) @ towards / max(1.0, float(towards @ towards)), np.float32)


def _evenly_lit(shown: _Floats, way: int) -> _Floats | None:
    """Return each pixel relative to the body around it, so that shadows vanish; None if another colour covers the body.

    `way` is the morphology that leaves only the body: MORPH_CLOSE if pips are dark, MORPH_OPEN if they are light.
    """
    hat = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (LIMITS.hat // LIMITS.enlarged,) * 2)
    body = cv2.morphologyEx(shown, way, hat) + LIMITS.grain
    light = np.log(body[_INSIDE, _INSIDE].reshape(-1, 3))
    light -= np.median(light, axis=0)
    tint = np.abs(light - light.mean(axis=1, keepdims=True)).max(axis=1)
    if np.quantile(tint, 0.95) > LIMITS.tint:
        return None
    return np.asarray(255 * (shown + LIMITS.grain) / body, np.float32)


def _shows_firm_pips(ink: _Floats, value: int, rounded: float) -> bool:
    """Whether the spots with more ink than their surroundings, at least `rounded`, surely are the pips of this value."""
    raised = _spots_of(ink, raised=True)
    if not are_firm_pips(raised, value, rounded):
        return False
    # In their middle a two, a four and a six have no pip.
    x, y = np.rint(LIMITS.edge * (1 + raised.places.mean(axis=0))).astype(int)
    return value % 2 == 1 or float(ink[y - 2 : y + 3, x - 2 : x + 3].mean()) < LIMITS.bare


def _spots_of(ink: _Floats, *, worn: bool = False, raised: bool = False) -> Spots:
    """Return the spots of ink: if `worn`, without their rims; if `raised`, only those with more ink than their surroundings."""
    start, side = LIMITS.edge // 2 - LIMITS.beyond, LIMITS.edge + 2 * LIMITS.beyond
    times = LIMITS.enlarged
    face = ink[start : start + side, start : start + side]
    large = cv2.resize(face, None, fx=times, fy=times, interpolation=cv2.INTER_CUBIC)
    if raised:
        hat = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (LIMITS.hat, LIMITS.hat))
        large = cv2.morphologyEx(np.clip(large, -0.5, 1.5), cv2.MORPH_TOPHAT, hat)
    inky = (large > (LIMITS.raised if raised else LIMITS.spot)).astype(np.uint8)
    if worn:
        disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (LIMITS.worn, LIMITS.worn))
        inky = np.asarray(cv2.erode(inky, disc), np.uint8)
    _, labels, stats, middles = cv2.connectedComponentsWithStats(inky, connectivity=4)
    left, top, across, high, area = stats[1:].T
    whole = (left > 0) & (top > 0) & (left + across < times * side) & (top + high < times * side)
    whole &= (area >= times**2 * LIMITS.least_spot) & (area >= LIMITS.full_spot * across * high)
    whole &= np.maximum(across, high) <= LIMITS.long_spot * np.minimum(across, high)
    if whole.any():
        least, most = (share * float(np.median(area[whole])) for share in LIMITS.alike)
        whole &= (area >= least) & (area <= most)
    kept = np.flatnonzero(whole) + 1
    radius = np.sqrt(area[whole] / np.pi)
    overlaps: list[float] = []
    y, x = np.ogrid[: labels.shape[0], : labels.shape[1]]
    for number, reach in zip(kept, radius, strict=True):
        spot = labels == number
        disc = (x - middles[number][0]) ** 2 + (y - middles[number][1]) ** 2 <= reach**2
        overlaps.append((spot & disc).sum() / (spot | disc).sum())
    return Spots(
        full=np.asarray((area / (across * high))[whole], np.float32),
        places=np.asarray((middles[kept] - times * side / 2) / (times * LIMITS.edge), np.float32),
        wide=np.asarray(2 * radius / (times * LIMITS.edge), np.float32),
        round=np.array(overlaps, np.float32),
    )


def can_be_pips(spots: Spots, value: int) -> bool:
    """Whether the spots can be the pips of this value; light may hide some, but at least half and at least two must show.

    Their places must match the value's layout. The pip of a one must be in the middle, and round if it is large.
    """
    count, (least, most) = len(spots.places), LIMITS.pip
    if value == 1:
        if count != 1 or float(np.linalg.norm(spots.places[0])) >= LIMITS.central:
            return False
        wide = float(spots.wide[0])
        return wide >= least and (wide <= most or float(spots.round[0]) >= LIMITS.disc)
    if not max(2, value / 2) <= count <= value or _width_of(spots.places) < LIMITS.apart:
        return False
    return _off_layout(spots.places, value) < LIMITS.orderly


def are_firm_pips(spots: Spots, value: int, rounded: float) -> bool:
    """Whether the spots surely are the pips of a value above one: round, in its layout, and complete (a six may lack one)."""
    count = len(spots.places)
    if count != value and (count, value) != (5, 6):
        return False
    if float(spots.round.min()) < rounded or _width_of(spots.places) < LIMITS.firmly_apart:
        return False
    return _off_layout(spots.places, value) < LIMITS.orderly


def _width_of(places: _Floats) -> float:
    """Return the largest distance between two spots, in edges."""
    return float(np.linalg.norm(places[:, None] - places[None], axis=2).max())


def _off_layout(places: _Floats, value: int) -> float:
    """Return how far the worst spot is from its place in the layout of a value, at any size and position."""
    spread, layouts = [_spread_evenly(places @ turn) for turn in _TURNS], _LAYOUTS[value, len(places)]
    apart = [np.linalg.norm(some[:, None] - layout, axis=2) for some in spread for layout in layouts]
    # From each spot to the nearest place, and from each place to the nearest spot.
    return min(float(max(each.min(axis=0).max(), each.min(axis=1).max())) for each in apart)


def _spread_evenly(places: npt.NDArray[np.floating]) -> _Floats:
    """Return places relative to their mean, scaled to a standard deviation of 1 along each axis on which they vary."""
    apart = places - places.mean(axis=0)
    return np.asarray(apart / np.maximum(apart.std(axis=0), LIMITS.narrow), np.float32)


_LAYOUTS: Final = {
    (value, count): [
        _spread_evenly(PLACES[list(shown)] * (side, 1))
        for filled, same in VALUES.items()
        if same == value
        for shown in combinations(sorted(filled), count)
        for side in (-1, 1)
    ]
    for value in range(2, 7)
    for count in range(2, value + 1)
}
"""Each choice of so many pips of a value, around their middle; those of a two and a three lie along either diagonal."""


def shows_lower_value(spots: Spots, value: int) -> bool:
    """Whether there are fewer spots than `value`, but at least two, and they may be all the pips of a lower value.

    Every layout is symmetric under a half turn; if light hides some pips, the others mostly are not.
    """
    if not 2 <= len(spots.places) < value:
        return False
    opposite = np.linalg.norm(spots.places[:, None] + spots.places[None], axis=2)
    return float(opposite.min(axis=1).max()) < LIMITS.even
