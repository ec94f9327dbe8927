"""The dice of one rest compared with those of an earlier one, where no board says where they lie.

Nobody sees what a hand did between the two, and the camera may have moved.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import permutations
from typing import TYPE_CHECKING, Final

from vision.stream.consensus import same_dice
from vision.types import Doubt, Fate, Status

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.stream.tracker import Tracked
    from vision.types import Die, Reading


@dataclass(frozen=True, slots=True, kw_only=True)
class RestComparisonSettings:
    """Hand-set numbers; `python -m benchmarks.watching.handheld` judges them together."""

    # In a die's edges: dice with the same relative places to within this are the ones reported before.
    same_shape: float = 0.35
    # Turn (radians) and scale of the camera between two rests, together: no hand that holds a telephone still
    # exceeds it.
    most_turn: float = 0.3


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
    return replace(reading, status=Status.UNSURE, doubts=(*reading.doubts, Doubt.PUSHED))


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
