"""Disturbances around a pub table, as moves: knocks, shadows, lamps, noise, litter; the game goes on meanwhile."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias


class Thing(StrEnum):
    """Something flat or small that does not belong on the board."""

    SNIPPET = "snippet"  # a snippet of paper, as sometimes found in a cup
    COIN = "coin"
    PEANUT = "peanut"
    MAT = "mat"  # a beer mat
    DICE_MAT = "dice_mat"  # one with dice printed on it
    PUDDLE = "puddle"  # spilled beer


@dataclass(frozen=True, slots=True, kw_only=True)
class Knock:
    """Hit the table: the picture shakes by `pixels` at first and dies down; dice hop by up to `hop_mm`, values stay."""

    pixels: float = 7.0
    seconds: float = 0.4
    hop_mm: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Passer:
    """Somebody leans into the lamp's light and out again: a soft shadow crosses the board, from left or right."""

    seconds: float = 1.8
    strength: float = 0.4
    row_mm: float = 150.0
    from_left: bool = True
    stays_s: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Mains:
    """Let the lamp flicker from now on, with bands as a rolling shutter sees them; `depth` 0 ends it.

    `hz` is the flicker rate, invisible to the eye: 100 in Europe. Pictures of 1/30 s beat against it.
    """

    depth: float = 0.05
    hz: float = 100.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Candle:
    """Let the light waver from now on as a candle's does, by `depth`; 0 ends it."""

    depth: float = 0.06


@dataclass(frozen=True, slots=True, kw_only=True)
class Grain:
    """Make the camera's noise `level` times as strong from now on: little light, much gain."""

    level: float = 3.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Glow:
    """Bring another light to `level` over some seconds: a lamp of the panel, a tablet, a second pub lamp.

    It shines on (x, y) millimetres and falls off over `reach`; `colour` (BGR) is how much it adds there at level 1.
    It swings by `swing` millimetres, once in 1.6 seconds. A `name` that glows already is changed.
    """

    name: str = "tablet"
    at: tuple[float, float] = (420.0, 150.0)
    reach: float = 140.0
    colour: tuple[float, float, float] = (0.25, 0.18, 0.12)
    level: float = 1.0
    seconds: float = 0.1
    swing: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Litter:
    """Lay something on the board at (x, y) millimetres; with `in_cup` it falls out with the next throw instead."""

    what: Thing
    at: tuple[float, float] = (330.0, 90.0)
    in_cup: bool = False
    seat: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Clear:
    """Take all litter off the board."""

    seat: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Peek:
    """Lift the cup a little by hand, look at the dice for some seconds, set it down again: nothing is thrown."""

    seat: int = 0
    seconds: float = 0.6
    height_mm: float = 70.0


Trouble: TypeAlias = Knock | Passer | Mains | Candle | Grain | Glow | Litter | Clear
"""The moves that do not change cup and dice."""
