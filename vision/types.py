"""The public values of the vision package: immutable, for use by other packages.

Coordinates are millimetres on the board if a board was found, otherwise pixels of the picture.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:  # importers of sightings alone need not wait for numpy
    import numpy as np
    import numpy.typing as npt

Picture: TypeAlias = "npt.NDArray[np.uint8]"
"""A picture in OpenCV's form: shape (height, width, 3), BGR, 8 bits."""


class Status(StrEnum):
    """How far a reading can be trusted."""

    OK = "ok"
    UNSURE = "unsure"
    EMPTY = "empty"


class Doubt(StrEnum):
    """Why a reading is not sure; the page's catalogues have a sentence for each."""

    PIPS = "pips"  # the pips form no face, or two faces fit equally well
    COCKED = "cocked"  # a die leans or stands on something
    TOUCHING = "touching"  # dice stick together and cannot be separated
    CUT = "cut"  # a die is partly outside the picture or the board
    BLUR = "blur"  # the picture is out of focus or moved
    GLARE = "glare"  # light hides pips
    DARK = "dark"  # too little light or contrast
    FOREIGN = "foreign"  # something is there that is neither die nor cup
    HAND = "hand"  # a hand or an arm is in the picture
    DISAGREE = "disagree"  # pictures of the same dice were read differently
    COUNT = "count"  # more or fewer dice than a table has
    PUSHED = "pushed"  # without a board: the earlier values in other places, thrown again or only pushed


@dataclass(frozen=True, slots=True, kw_only=True)
class Die:
    """A die as it was read: its top face and its place.

    `x` and `y` are the centre of the top face and `size` is its edge length (all in millimetres or pixels, see the module).
    `angle` is the rotation of its edges in degrees, 0 <= angle < 90, clockwise in the picture. `confidence` is 0..1. `candidates`
    are the possible values, likeliest first; `value` is the first. `doubted` marks the dice that make a reading unsure. `shape`
    is the picture on a face that shows no pips (`vision.still.known.Sign`), otherwise empty.
    """

    value: int
    x: float
    y: float
    size: float
    angle: float
    confidence: float
    candidates: tuple[int, ...] = ()
    doubted: bool = False
    shape: bytes = field(default=b"", repr=False, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """The reading of one still picture. Status "ok" promises that all dice and values are sure, "empty" that there are no dice.

    `confidence` is the probability, 0..1, that all of it is right; None if not computed. `margin` is how far its weakest value
    is above the limit for a new table, in log odds (such a table asks if this is below 0); None if there are no dice or it was
    not computed.
    """

    status: Status
    dice: tuple[Die, ...] = ()
    doubts: tuple[Doubt, ...] = ()
    confidence: float | None = None
    margin: float | None = None

    def in_doubt(self, *doubts: Doubt) -> Reading:
        """Return the same reading as unsure, with these doubts added."""
        every = tuple(dict.fromkeys((*self.doubts, *doubts)))
        return replace(self, status=Status.UNSURE, doubts=every)


class Moment(StrEnum):
    """The event just before a sighting."""

    CUP_DOWN = "cup_down"  # the cup was put on the board: the dice outside it are held
    LIFT = "lift"  # the cup was lifted and left: the dice under it were thrown
    TOUCHED = "touched"  # a hand came and left without the cup: nothing was thrown


class Fate(StrEnum):
    """What happened to a die since the last sighting."""

    STAYED = "stayed"  # same value, same place
    MOVED = "moved"  # same value, pushed elsewhere
    TURNED = "turned"  # same place, or the only one left to match, with another value
    THROWN = "thrown"  # it came from under the cup, or was not there before


@dataclass(frozen=True, slots=True, kw_only=True)
class SeenDie:
    """A die in a sighting and its fate; `before` is its earlier value, or None if it was thrown.

    `lift` is the lift from which it came, counted from 1; None if it was there at the start or was placed by hand.
    """

    die: Die
    fate: Fate
    before: int | None = None
    lift: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Sighting:
    """A view of the table at rest, based on several pictures that agree.

    `at` is the time of the last of these pictures, in seconds. `gone` holds the dice of the last sighting that are no longer
    visible (under the cup, or taken away). `crops` are small JPEG pictures, one for each die in the order of `seen`, kept in
    memory only. If the pictures do not agree, the reading is `unsure` with the doubt `disagree`. If `without_board` is true,
    places are in pixels of the picture, and a held die that was moved by hand may be counted as thrown.
    """

    moment: Moment
    at: float
    reading: Reading
    seen: tuple[SeenDie, ...] = ()
    gone: tuple[Die, ...] = ()
    crops: tuple[bytes, ...] = field(default=(), repr=False)
    without_board: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """The state of the table, reported when it changes: whether the cup is down, a hand is over the table, and all is at rest."""

    at: float
    cup: bool
    hand: bool
    still: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardMoved:
    """An event: the camera or the board was pushed, so places in millimetres are invalid until the board is found again.

    `at` is in seconds, as in all events here.
    """

    at: float


class WhyUnread(StrEnum):
    """Why dice that were seen were not read."""

    SHORT = "lay_short"  # they were moved or covered again too soon
    MOVES = "keeps_moving"  # they lie there, and something beside them moves all the time


@dataclass(frozen=True, slots=True, kw_only=True)
class UnreadDice:
    """An event: dice were on the table, but none were reported, because no rest of them was long enough."""

    at: float
    why: WhyUnread


WatchEvent: TypeAlias = Sighting | Scene | BoardMoved | UnreadDice
