"""Suits drawn in several ways that have only their meaning in common: hearts, leaves, clubs, stems, diamonds.

Whole ways are reserved for choosing limits and for reporting, like families of fonts (`lettering`). Each gives polygons, y down,
about 2 high; `tastes` are numbers 0..1 by which two decks that draw the same way differ.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from training.arrays import Array

Tastes: TypeAlias = "tuple[float, ...]"

LEAVES = {
    "train": ("drawn", "cardioid", "arched", "ellipses", "balloon"),
    "choose": ("lyre",),
    "report": ("circles", "ogee"),
}
"""Hearts, and upside down the spades' leaves."""
CLUBS = {
    "train": ("drawn", "apart", "petals", "rose"),
    "choose": ("clover",),
    "report": ("unequal", "pointed"),
}
STEMS = {
    "train": ("drawn", "bar", "flared", "hollow foot"),
    "choose": ("plinth",),
    "report": ("wedge", "lily"),
}
DIAMONDS = {
    "train": ("drawn", "straight", "bulged", "blunt"),
    "choose": ("square",),
    "report": ("star", "slim"),
}
PRINTS = {
    "train": ("full", "full", "full", "full", "outline", "speckled"),
    "choose": ("full", "full", "full", "gleam"),
    "report": ("full", "full", "full", "full", "outline", "inlined"),
}
"""How the shape is inked; repeated entries are more frequent."""


def bend(*corners: tuple[float, float]) -> Array:
    """Return points along a Bezier curve of four corners."""
    t = np.linspace(0, 1, 30)[:, None]
    a, b, c, d = (np.array(corner, float) for corner in corners)
    return (1 - t) ** 3 * a + 3 * t * (1 - t) ** 2 * b + 3 * t**2 * (1 - t) * c + t**3 * d


def mirrored(half: Array) -> Array:
    """Close an outline whose left or right half is given."""
    half = np.asarray(half, float)
    return np.concatenate([half, half[::-1] * [-1, 1]])


def oval(x: float, y: float, wide: float, high: float, turn: float = 0.0) -> Array:
    """Return an ellipse turned by an angle in radians; width and height are halves."""
    t = np.linspace(0, 2 * np.pi, 72)
    c, s = np.cos(turn), np.sin(turn)
    return np.stack([np.cos(t) * wide, np.sin(t) * high], 1) @ [[c, s], [-s, c]] + [x, y]


def between(tastes: Tastes, number: int, low: float, high: float) -> float:
    """Return a number between two, by the taste."""
    return low + (high - low) * tastes[number]


def heart(way: str, tastes: Tastes) -> list[Array]:
    """Return the polygons of a heart, its point below; any size and place."""
    return _HEARTS[way](tastes)


def _drawn_heart(tastes: Tastes) -> list[Array]:
    side, notch = between(tastes, 0, 0.25, 0.65), between(tastes, 1, 0.2, 0.5)
    return [
        mirrored(
            np.concatenate(
                [
                    bend((0, 1), (-0.25, 0.6 - 0.2 * side), (-0.98, 0.1 + 0.6 * side), (-0.98, -0.4)),
                    bend((-0.98, -0.4), (-0.98, -1.18), (-0.1, -1.18), (0, -0.98 + notch)),
                ]
            )
        )
    ]


def _cardioid(tastes: Tastes) -> list[Array]:
    t = np.linspace(0, 2 * np.pi, 120)
    x = np.sign(np.sin(t)) * np.abs(np.sin(t)) ** between(tastes, 0, 2.2, 3.4)
    waves = (13, between(tastes, 1, 4.0, 6.2), between(tastes, 2, 1.2, 2.6), 1.0)
    y = waves[0] * np.cos(t) - sum(waves[k] * np.cos((k + 1) * t) for k in (1, 2, 3))
    return [np.stack([x, -y / 16], 1)]


def _arched(tastes: Tastes) -> list[Array]:
    x = np.linspace(0, 2, 60)
    above, below = np.sqrt(np.clip(1 - (x - 1) ** 2, 0, 1)), np.arccos(np.clip(1 - x, -1, 1)) - np.pi
    stretch = between(tastes, 0, 0.7, 1.15)
    return [mirrored(np.concatenate([np.stack([x, -above], 1), np.stack([x, -below * stretch], 1)[::-1]]))]


def _ellipses(tastes: Tastes) -> list[Array]:
    turn, wide = np.radians(between(tastes, 0, 28, 46)), between(tastes, 1, 0.42, 0.56)
    off = between(tastes, 2, 0.3, 0.42)
    lobes = [oval(side * off, -0.2, wide, 0.82, side * turn) for side in (-1, 1)]
    return [*lobes, np.array([[-0.42, 0.2], [0.42, 0.2], [0, between(tastes, 3, 0.72, 0.95)]])]


def _balloon(tastes: Tastes) -> list[Array]:
    wide, low = between(tastes, 0, 0.8, 1.1), between(tastes, 1, 0.1, 0.4)
    side = bend((0, 1), (-0.32, 0.68), (-wide, low), (-wide, -0.25))
    lobe = bend((-wide, -0.25), (-wide, -0.95), (-0.35 * wide, -1.1), (0, between(tastes, 2, -0.85, -0.6)))
    return [mirrored(np.concatenate([side, lobe]))]


def _lyre(tastes: Tastes) -> list[Array]:
    wide, deep = between(tastes, 0, 0.62, 0.85), between(tastes, 1, -0.5, -0.25)
    side = bend((0, 1), (-0.3, 0.55), (-wide, 0.15), (-wide, -0.5))
    lobe = bend((-wide, -0.5), (-wide, -1.15), (-0.16, -1.1), (0, deep))
    return [mirrored(np.concatenate([side, lobe]))]


def _circles(tastes: Tastes) -> list[Array]:
    """Two circles and the lines that touch them from the point."""
    radius = between(tastes, 0, 0.44, 0.58)
    middle = np.array([radius * between(tastes, 1, 0.82, 1.0), -0.45])
    tip = np.array([0, between(tastes, 2, 0.8, 1.1)])
    away = middle - tip
    far = np.hypot(*away)
    aside = np.arcsin(min(0.99, radius / far))
    c, s = np.cos(aside), np.sin(aside)
    touching = tip + np.array([c * away[0] - s * away[1], s * away[0] + c * away[1]]) * c
    lobes = [oval(side * middle[0], middle[1], radius, radius) for side in (-1, 1)]
    inner = [[0, middle[1] - 0.12 * radius], middle * [-1, 1], touching * [-1, 1], tip, touching, middle]
    return [*lobes, np.array(inner, float)]


def _ogee(tastes: Tastes) -> list[Array]:
    """Sides that bend in before the point, as on old cards."""
    wide, pinch = between(tastes, 0, 0.8, 1.0), between(tastes, 1, 0.06, 0.22)
    tip = bend((0, 1.1), (-pinch * 0.4, 0.75), (-pinch, 0.6), (-0.4 * wide, 0.38))
    side = bend((-0.4 * wide, 0.38), (-0.85 * wide, 0.12), (-wide, -0.1), (-wide, -0.45))
    lobe = bend((-wide, -0.45), (-wide, -1.05), (-0.2, -1.12), (0, between(tastes, 2, -0.8, -0.5)))
    return [mirrored(np.concatenate([tip, side, lobe]))]


_HEARTS = {
    "drawn": _drawn_heart, "cardioid": _cardioid, "arched": _arched, "ellipses": _ellipses, "balloon": _balloon,
    "lyre": _lyre, "circles": _circles, "ogee": _ogee,
}  # fmt: skip


def leaf(way: str, tastes: Tastes) -> list[Array]:
    """Return the polygons of a spade without its stem: a heart upside down, from -1 to a little below the middle."""
    upright = heart(way, tastes)
    dots = np.concatenate(upright)
    low, high = dots.min(0), dots.max(0)
    wide, bottom = between(tastes, 3, 0.8, 1.0), between(tastes, 4, 0.42, 0.72)
    scale = np.array([2 * wide, -(bottom + 1)]) / (high - low)
    return [(part - [(low[0] + high[0]) / 2, high[1]]) * scale + [0, -1] for part in upright]


def stem(way: str, tastes: Tastes) -> Array:
    """Return the polygon of a stem, from about the middle to 1."""
    foot = between(tastes, 5, 0.2, 0.5)
    thin = between(tastes, 6, 0.05, 0.13)
    match way:
        case "drawn":
            half = bend((0.06, -0.1), (0.08, 0.5), (0.15, 0.9), (foot, 1))
        case "bar":
            half = np.array([[thin + 0.03, -0.1], [thin + 0.03, 1]])
        case "flared":
            half = np.concatenate(
                [[[thin, -0.1]], bend((thin, 0.3), (thin, 0.8), (foot, 0.7), (foot + 0.1, 1))]
            )
        case "hollow foot":
            side = bend((thin, -0.1), (thin, 0.5), (0.5 * foot, 0.8), (foot + 0.05, 1))
            half = np.concatenate(
                [side, bend((foot + 0.05, 1), (0.6 * foot, 0.85), (0.3 * foot, 0.82), (0, 0.82))]
            )
        case "plinth":
            half = np.array([[thin, -0.1], [thin, 0.84], [foot, 0.84], [foot, 1]])
        case "wedge":
            half = np.array([[0.02, -0.3], [foot + 0.05, 1]])
        case _:  # a lily's: narrow in the middle, with a pointed foot
            half = np.concatenate(
                [bend((2.2 * thin, 0.1), (0.4 * thin, 0.5), (0.4 * thin, 0.7), (foot, 0.93)), [[0, 1]]]
            )
    return mirrored(half)


def club(way: str, tastes: Tastes) -> list[Array]:
    """Return the polygons of a club without its stem."""
    size, out, low = (
        between(tastes, 0, 0.38, 0.5),
        between(tastes, 1, 0.44, 0.58),
        between(tastes, 2, 0.02, 0.24),
    )
    return _CLUBS[way](tastes, size, [np.array(place) for place in ((0, -1 + size), (-out, low), (out, low))])


_HUB = np.array([0, -0.12])  # where a club's leaves meet


def _discs(_tastes: Tastes, size: float, places: Sequence[Array]) -> list[Array]:
    body = np.array([[-0.2, -0.4], [0.2, -0.4], [0.3, 0.2], [-0.3, 0.2]])
    return [*(oval(x, y, size, size) for x, y in places), body]


def _discs_apart(_tastes: Tastes, size: float, places: Sequence[Array]) -> list[Array]:
    small = 0.82 * size
    return [*(oval(x, y, small, small) for x, y in places), *(_stalk(_HUB, place, 0.09) for place in places)]


def _rose(tastes: Tastes, _size: float, _places: Sequence[Array]) -> list[Array]:
    t = np.linspace(0, 2 * np.pi, 150)
    far = 0.52 + between(tastes, 0, 0.22, 0.42) * np.cos(3 * (t + np.pi / 2))
    return [np.stack([np.cos(t), np.sin(t)], 1) * far[:, None] + _HUB]


def _clover(tastes: Tastes, _size: float, places: Sequence[Array]) -> list[Array]:
    return [_placed(part, place) for place in places for part in heart("balloon", tastes)]


def _unequal(tastes: Tastes, size: float, places: Sequence[Array]) -> list[Array]:
    """One disc above of another size than those beside, which hang low."""
    top, low, out = size * between(tastes, 3, 0.72, 1.15), between(tastes, 4, 0.1, 0.35), places[2][0] + 0.03
    sides = [oval(side * out, low, size, size * 0.94) for side in (-1, 1)]
    return [oval(0, -1 + top, top, top), *sides, _stalk(np.array([0, -0.6]), np.array([0, 0.4]), 0.14)]


_CLUBS = {
    "drawn": _discs,
    "apart": _discs_apart,
    "petals": lambda _tastes, size, places: [_petal(place, size, blunt=True) for place in places],
    "pointed": lambda _tastes, size, places: [_petal(place, size, blunt=False) for place in places],
    "rose": _rose,
    "clover": _clover,
    "unequal": _unequal,
}


def _stalk(start: Array, end: Array, half: float) -> Array:
    along = (end - start) / max(1e-6, np.hypot(*(end - start)))
    across = np.array([-along[1], along[0]]) * half
    return np.array([start + across, end + across, end - across, start - across])


def _petal(place: Array, size: float, *, blunt: bool) -> Array:
    """Return a leaf that grows from the middle through a place: an ellipse, perhaps with a pointed tip."""
    along = place - _HUB
    far = np.hypot(*along)
    turn = np.arctan2(along[1], along[0])
    if blunt:
        x, y = _HUB + along * 0.85
        return oval(x, y, 0.5 * (far + size), size * 0.85, turn)
    end = far + size
    side = np.concatenate(
        [
            bend((0, 0.05), (0.3 * end, 0.3 * size), (0.35 * end, size), (0.6 * end, 0.95 * size)),
            bend((0.6 * end, 0.95 * size), (0.85 * end, 0.85 * size), (0.9 * end, 0.2 * size), (end, 0)),
        ]
    )
    whole = np.concatenate([side, side[::-1] * [1, -1]])
    c, s = np.cos(turn), np.sin(turn)
    return whole @ [[c, s], [-s, c]] + _HUB


def _placed(part: Array, place: Array) -> Array:
    """Place a heart with its point at the middle and its lobes outwards."""
    along = place - _HUB
    turn = np.arctan2(along[0], -along[1])
    c, s = np.cos(turn), np.sin(turn)
    return (part * [0.46, 0.44] - [0, 0.42]) @ [[c, s], [-s, c]] + _HUB


def diamond(way: str, tastes: Tastes) -> list[Array]:
    """Return the polygon of a diamond."""
    ranges = {
        "straight": ((0.66, 0.95), (1.0, 1.0)), "bulged": ((0.66, 0.95), (1.12, 1.45)), "blunt": ((0.7, 0.95), (1.0, 1.0)),
        "square": ((0.96, 1.06), (0.95, 1.05)), "star": ((0.72, 0.98), (0.58, 0.74)), "slim": ((0.5, 0.63), (0.92, 1.08)),
    }  # fmt: skip
    if way == "drawn":
        return [_drawn_diamond(between(tastes, 0, 0.66, 0.92), between(tastes, 1, 0, 0.2))]
    (narrow, broad), (hollow, full) = ranges[way]
    wide, power = between(tastes, 0, narrow, broad), between(tastes, 1, hollow, full)
    t = np.linspace(0, 2 * np.pi, 121)
    x, y = (np.sign(v) * np.abs(v) ** (2 / power) for v in (np.cos(t), np.sin(t)))
    if way == "blunt":  # its corners are cut off
        return [np.stack([np.clip(x, -0.88, 0.88) * wide, np.clip(y, -0.9, 0.9)], 1)]
    return [np.stack([x * wide, y], 1)]


def _drawn_diamond(wide: float, hollow: float) -> Array:
    middle = (0.5 - hollow) * np.array([wide, 1])
    side = bend((0, -1), (middle[0], -middle[1]), (middle[0], -middle[1]), (wide, 0))
    return mirrored(np.concatenate([side, side[::-1] * [1, -1]]))
