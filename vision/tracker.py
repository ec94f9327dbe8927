"""Which die is which from one sighting to the next: stayed, moved, turned, thrown, gone."""

from __future__ import annotations

from dataclasses import dataclass
from math import hypot
from typing import TYPE_CHECKING, Final

from vision.sightings import Fate, Moment, SeenDie

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from vision.sightings import Die

SAME_PLACE: Final = 0.5  # of a die's edge: nearer than that, a die lies where it lay
PUSHED: Final = 4.0  # edges: farther than that, a cup that is lifted pushes no die


@dataclass(frozen=True, slots=True, kw_only=True)
class Tracked:
    """What became of the dice: those seen now, in their order, and those no longer to be seen."""

    seen: tuple[SeenDie, ...]
    gone: tuple[Die, ...]


def track(moment: Moment, before: Sequence[Die], now: Sequence[Die]) -> Tracked:
    """Match the dice seen now with those of the sighting before, nearest pairs first.

    After a lift, `before` are the dice that lay outside the cup: they cannot have gone far, and every other die was
    thrown. After a hand was in, a die of the same value anywhere is the same die, moved; one of another value stands
    for one that was turned.
    """
    match = _Match(before, now)
    match.pair(Fate.STAYED, lambda a, b: a.value == b.value and _near(a, b, SAME_PLACE))
    if moment is Moment.LIFT:
        match.pair(Fate.TURNED, lambda a, b: _near(a, b, SAME_PLACE))
        match.pair(Fate.MOVED, lambda a, b: a.value == b.value and _near(a, b, PUSHED))
    else:
        match.pair(Fate.MOVED, lambda a, b: a.value == b.value)
        match.pair(Fate.TURNED, lambda _a, _b: True)
    return match.result()


class _Match:
    def __init__(self, before: Sequence[Die], now: Sequence[Die]) -> None:
        self._now = now
        self._before = dict(enumerate(before))
        self._found: dict[int, SeenDie] = {}

    def pair(self, fate: Fate, fits: Callable[[Die, Die], bool]) -> None:
        """Give the fate to all pairs that fit and are still single, nearest first."""
        pairs = [
            (_distance(old, new), place, number)
            for place, old in self._before.items()
            for number, new in enumerate(self._now)
            if number not in self._found and fits(old, new)
        ]
        for _, place, number in sorted(pairs):
            if place in self._before and number not in self._found:
                old = self._before.pop(place)
                self._found[number] = SeenDie(die=self._now[number], fate=fate, before=old.value)

    def result(self) -> Tracked:
        seen = tuple(
            self._found.get(number, SeenDie(die=die, fate=Fate.THROWN))
            for number, die in enumerate(self._now)
        )
        return Tracked(seen=seen, gone=tuple(self._before.values()))


def _near(a: Die, b: Die, edges: float) -> bool:
    return _distance(a, b) < edges * max(a.size, b.size)


def _distance(a: Die, b: Die) -> float:
    return hypot(a.x - b.x, a.y - b.y)
