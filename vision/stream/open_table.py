"""Watches dice on a table without a board, in pixels: each rest that shows other dice than the last one is reported.

Nothing is reported for an emptied table, or for foreign things without a likely die. A hand-held camera drifts: only movement on
the table counts as motion (`motion`).

The game says how many dice may lie on the table; their size is learned from the throws. Only the exact number is sure: a die may
lie on another, or a foreign die beside them. The camera does not see what a hand did, so a die in a new place counts as thrown, and
the same values in new places are in doubt: the dice may only have been pushed.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

import numpy as np

from vision.still.known import Known
from vision.still.leaning import doubt_leaning
from vision.still.reader import read
from vision.stream.board_reader import encode_crop
from vision.stream.motion import Motion, scale_of, square_of
from vision.stream.tracker import Tracker, lie_as_before
from vision.types import Doubt, Fate, Moment, Sighting, Status

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.still.known import Expectation
    from vision.stream.motion import Square, Still
    from vision.types import Die, Picture, Reading


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenTableSettings:
    """Limits set by hand and tested with `benchmarks.watching.handheld` and `doors`."""

    # Confidence of a die; games with other pieces give spots that look a little like dice.
    likely: float = 0.7
    numbers: int = 2  # Numbers of dice that a game may have without being loose: those held, and all.
    body: float = 1.08  # A die's edge in those of its top face.
    leans: float = -11.0  # A leaning die's least score: 11 rendered ones had -8.9, flat ones -18.9 at most.

    # --- the learned size
    throws: int = 2  # Throws before a size counts: one alone may be a single misread outline.
    # Throws that are remembered: a camera that is moved nearer is followed within so many.
    remembered: int = 5
    # The reader takes a size that is right within 15 %: sizes further apart are none.
    spread: float = 0.12


SETTINGS: Final = OpenTableSettings()


class OpenTable:
    """A table without a board; neither a cup nor a hand is looked for."""

    early = may_read = reads_twice = True
    cup_down = has_hand = check_due = lit = False
    restless_s = 0.6
    """Seconds of motion after which dice beside it are looked for."""

    def __init__(self) -> None:
        self.motion, self._tracker, self._size = Motion(), Tracker(), LearnedSize()
        self._thrown: tuple[Die, ...] = ()  # the dice that a game was last sent

    def follow(self, small: Picture, at: float, still: Still | None) -> bool:
        """Take a small picture; return whether the dice may have moved."""
        return self.motion.follow(small, at, still)

    @staticmethod
    def was_moved(_: Picture) -> bool:
        """Return False: without marks nothing shows that the camera was moved."""
        return False

    def knows(self, dice: tuple[Die, ...]) -> bool:
        """Whether these dice were already reported, or are what remains of the reported dice."""
        return self._tracker.knows(dice) or lie_as_before(self._thrown, dice)

    def read(self, picture: Picture, expectation: Expectation) -> tuple[Reading, Sequence[Square] | None]:
        """Return the reading of a picture, and the squares around the dice that count in the game.

        The squares are None if the reading is unsure, but empty if it then shows only clutter, or if no dice count.
        """
        lift = expectation.lift
        reading = read(
            picture, Known(numbers=None if lift is None else lift | {0}, die_size=self._size.die_px)
        )
        if reading.dice:
            edge = SETTINGS.body * float(np.median([die.size for die in reading.dice]))
            reading = doubt_leaning(picture, reading, edge, SETTINGS.leans)
        numbers = (lift or frozenset()) - {0}
        # One die more or less might lie there, by the numbers of the game.
        count = len(reading.dice)
        exact = len(numbers) <= SETTINGS.numbers and count in numbers and count + 1 not in numbers
        if numbers and count and not exact and reading.status is not Status.UNSURE:
            reading = reading.in_doubt(Doubt.COUNT)
        if reading.status is Status.UNSURE:
            return reading, () if is_clutter(reading) else None
        scale, dice = scale_of(picture), () if lift is None else reading.dice
        return reading, [square_of(scale * die.x, scale * die.y, scale * die.size) for die in dice]

    def report(
        self, reading: Reading, picture: Picture, at: float, expectation: Expectation
    ) -> Sighting | None:
        """Return a sighting of the dice at rest; None if they are not new, or if there are none."""
        blank = not reading.dice and reading.status is Status.UNSURE
        if lie_as_before(self._tracker.dice, reading.dice) and not blank:
            return None
        known, tracked = self.knows(reading.dice), self._tracker.follow(Moment.LIFT, reading.dice)
        if expectation.lift is not None and reading.dice:
            if known:
                return None
            # What is certain without a cup: a die lies where it lay, or it counts as thrown.
            seen = tuple(
                die if die.fate is Fate.STAYED else replace(die, fate=Fate.THROWN, before=None)
                for die in tracked.seen
            )
            tracked = replace(tracked, seen=seen)
            self._size.take(reading)
            before, now = (sorted(die.value for die in dice) for dice in (self._thrown, reading.dice))
            self._thrown = reading.dice
            reading = reading.in_doubt(Doubt.PUSHED) if before == now else reading
        if reading.status is Status.EMPTY:
            return None
        return Sighting(
            moment=Moment.LIFT,
            at=at,
            reading=reading,
            seen=tracked.seen,
            gone=tracked.gone,
            crops=tuple(encode_crop(picture, die.x, die.y, die.size) for die in reading.dice),
            without_board=True,
        )


def is_likely(die: Die) -> bool:
    """Whether the confidence in a die is high enough to take it for real."""
    return die.confidence >= SETTINGS.likely


def is_clutter(reading: Reading) -> bool:
    """Whether a reading shows foreign things and no likely die."""
    strange = reading.status is Status.UNSURE and Doubt.FOREIGN in reading.doubts
    return strange and not any(map(is_likely, reading.dice))


class LearnedSize:
    """The edge of a die in pixels, learned from throws and forgotten after a doubtful one: the camera may have moved."""

    def __init__(self) -> None:
        self._edges: deque[tuple[float, ...]] = deque(maxlen=SETTINGS.remembered)

    @property
    def die_px(self) -> float | None:
        """Return the edge of a die in pixels; None after fewer than two throws, or if their sizes differ too much."""
        if len(self._edges) < SETTINGS.throws:
            return None
        edges = [edge for throw in self._edges for edge in throw]
        middle = float(np.median(edges))
        return middle if max(abs(edge - middle) for edge in edges) <= SETTINGS.spread * middle else None

    def take(self, reading: Reading) -> None:
        """Learn from the reading of a throw; after an unsure one, forget everything learned."""
        if reading.status is Status.UNSURE:
            self._edges.clear()
        elif reading.dice:
            self._edges.append(tuple(die.size for die in reading.dice))
