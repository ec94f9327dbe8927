"""The dice of one rest compared with those of earlier ones, without a board: the camera may have moved."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, replace
from itertools import permutations
from typing import TYPE_CHECKING, Final

import numpy as np

from vision.stream.tracker import same_dice
from vision.types import Doubt, Fate, Status

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.stream.tracker import Tracked
    from vision.types import Die, Reading


@dataclass(frozen=True, slots=True, kw_only=True)
class RestComparisonSettings:
    """Hand-set numbers, judged by `benchmarks.watching.handheld`."""

    # In a die's edges: dice with the same relative places to within this are the ones reported before.
    same_shape: float = 0.35
    # Turn (radians) and scale of the camera between two rests, together: no hand that holds a phone still exceeds it.
    most_turn: float = 0.3
    throws: int = 2  # Throws before a size counts: one alone may be a single misread outline.
    # Throws that are remembered: a camera that is moved nearer is followed within so many.
    remembered: int = 5
    # The reader takes a size that is right within 15 %: sizes further apart are none.
    spread: float = 0.12


SETTINGS: Final = RestComparisonSettings()


def without_guesses(tracked: Tracked) -> Tracked:
    """Return what is certain without a cup: a die lies where it lay, or it counts as thrown."""
    seen = tuple(
        die if die.fate is Fate.STAYED else replace(die, fate=Fate.THROWN, before=None)
        for die in tracked.seen
    )
    return replace(tracked, seen=seen)


def is_rest_of(before: Sequence[Die], tracked: Tracked) -> bool:
    """Whether dice were taken away, and those that lie there have not moved."""
    return len(tracked.seen) < len(before) and all(seen.fate is Fate.STAYED for seen in tracked.seen)


def doubt_pushed(before: Sequence[Die], reading: Reading) -> Reading:
    """Return the reading, in doubt if it shows all values of before elsewhere: they may only have been pushed."""
    values = sorted(die.value for die in reading.dice)
    if not values or values != sorted(die.value for die in before):
        return reading
    return reading.in_doubt(Doubt.PUSHED)


def lie_as_before(before: Sequence[Die], now: Sequence[Die]) -> bool:
    """Whether the same dice are in the same places, or in the same relative places after the camera moved."""
    if same_dice(tuple(before), tuple(now)):
        return True
    if len(now) < 2 or sorted(die.value for die in before) != sorted(die.value for die in now):
        return False
    return _same_shape(before, now)


def _same_shape(before: Sequence[Die], now: Sequence[Die]) -> bool:
    """Whether a shift, a small turn and a small scale maps each earlier die to one of the same value now."""
    old, new = ([complex(die.x, die.y) for die in dice] for dice in (before, now))
    near = SETTINGS.same_shape * max(die.size for die in now)
    for a, b in permutations(range(len(now)), 2):
        turn = (new[b] - new[a]) / (old[1] - old[0]) if old[1] != old[0] else 0
        if abs(turn - 1) > SETTINGS.most_turn:
            continue
        due = [(die.value, new[a] + turn * (place - old[0])) for die, place in zip(before, old, strict=True)]
        lying = [(die.value, place) for die, place in zip(now, new, strict=True)]
        if all(
            any(value == shown and abs(there - place) < near for shown, there in lying)
            for value, place in due
        ):
            return True
    return False


class LearnedSize:
    """Learn the edge of a die in pixels. A doubtful throw ends it: the camera may be elsewhere."""

    def __init__(self) -> None:
        self._edges: deque[tuple[float, ...]] = deque(maxlen=SETTINGS.remembered)

    @property
    def die_px(self) -> float | None:
        """Return the edge of a die in pixels; None while it is unknown."""
        if len(self._edges) < SETTINGS.throws:
            return None
        edges = [edge for throw in self._edges for edge in throw]
        middle = float(np.median(edges))
        return middle if max(abs(edge - middle) for edge in edges) <= SETTINGS.spread * middle else None

    def take(self, reading: Reading) -> None:
        """Learn from the reading of a throw."""
        if reading.status is Status.UNSURE:
            self._edges.clear()
        elif reading.dice:
            self._edges.append(tuple(die.size for die in reading.dice))
