"""Follows each die from one sighting to the next, and remembers the lift from which it came."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import permutations
from math import hypot, inf
from typing import TYPE_CHECKING, Final, TypeAlias

from vision.types import Fate, Moment, SeenDie

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.types import Die


@dataclass(frozen=True, slots=True, kw_only=True)
class TrackerSettings:
    """Limits set by hand."""

    # In a die's edges: within this a die is in its old place; two dice are never so near each other.
    same_place: float = 0.5
    # Edges: a lifted cup pushes no die farther than this (64 mm; a cup is 65 to 100 wide).
    pushed: float = 4.0
    # Edges: dice with the same relative places to within this are those of before, seen by a camera that moved.
    same_shape: float = 0.35
    # Turn (radians) and scale of the camera between two rests, together: no hand that holds a phone still exceeds it.
    most_turn: float = 0.3
    most: int = 8  # Dice that are matched by trying every way (2**8 sets); more of them, nearest first.


SETTINGS: Final = TrackerSettings()

Pair: TypeAlias = tuple[float, int, int]
"""The distance, which earlier die, which present die."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tracked:
    """The fates of the dice: those seen now, in the order given, and those that are gone.

    `origins` gives the index of each seen die among the earlier dice; None for a new die.
    """

    seen: tuple[SeenDie, ...]
    gone: tuple[Die, ...]
    origins: tuple[int | None, ...] = ()


class Tracker:
    """A record of the dice in the last sighting, with a count of the lifts."""

    def __init__(self) -> None:
        self._known: tuple[SeenDie, ...] = ()
        self._lifts = 0

    @property
    def dice(self) -> tuple[Die, ...]:
        """Return the dice of the last sighting."""
        return tuple(known.die for known in self._known)

    def keep(self, dice: Sequence[Die]) -> None:
        """Forget all dice of the last sighting except these."""
        self._known = tuple(known for known in self._known if known.die in dice)

    def knows(self, dice: Sequence[Die]) -> bool:
        """Whether these are the dice of the last sighting, or what remains of them after some were taken away."""
        tracked = match_dice(Moment.LIFT, self.dice, dice)
        stayed = all(seen.fate is Fate.STAYED for seen in tracked.seen)
        return (stayed and len(dice) < len(self._known)) or lie_as_before(self.dice, dice)

    def gone(self, moment: Moment, now: Sequence[Die]) -> tuple[Die, ...]:
        """Return the dice of the last sighting that are no longer seen, without updating the tracker."""
        return match_dice(moment, self.dice, now).gone

    def follow(self, moment: Moment, now: Sequence[Die]) -> Tracked:
        """Update the tracker; return the fate of each die since the last sighting and the lift from which it came."""
        if moment is Moment.LIFT:
            self._lifts += 1
        tracked = match_dice(moment, self.dice, now)
        fresh = self._lifts if moment is Moment.LIFT else None
        self._known = tuple(
            replace(seen, lift=fresh if origin is None else self._known[origin].lift)
            for seen, origin in zip(tracked.seen, tracked.origins, strict=True)
        )
        return replace(tracked, seen=self._known)


def match_dice(moment: Moment, before: Sequence[Die], now: Sequence[Die]) -> Tracked:
    """Return how the dice seen now match those of the last sighting.

    After a lift, `before` holds the dice that lay outside the cup: they cannot have moved far, and every other die was thrown.
    After a touch by hand, a die of the same value counts as the same die, moved; one of another value as a die that was turned. As
    many dice as possible are matched, with the smallest total distance.
    """
    here, near, anywhere = SETTINGS.same_place, SETTINGS.pushed, inf
    # In this order: a fate, whether its die keeps its value, and within how many edges it is.
    fates = ((Fate.STAYED, True, here), (Fate.MOVED, True, anywhere), (Fate.TURNED, False, anywhere))
    if moment is Moment.LIFT:
        fates = ((Fate.STAYED, True, here), (Fate.TURNED, False, here), (Fate.MOVED, True, near))
    left, origins = dict(enumerate(before)), dict[int, int]()
    seen = [SeenDie(die=die, fate=Fate.THROWN) for die in now]
    for fate, keeps_value, edges in fates:
        pairs = [
            (apart, place, number)
            for place, old in left.items()
            for number, new in enumerate(now)
            if number not in origins and (old.value == new.value or not keeps_value)
            if (apart := hypot(old.x - new.x, old.y - new.y)) < edges * max(old.size, new.size)
        ]
        for _, place, number in _pick_pairs(pairs):
            origins[number] = place
            seen[number] = SeenDie(die=now[number], fate=fate, before=left.pop(place).value)
    every = tuple(origins.get(number) for number in range(len(now)))
    return Tracked(seen=tuple(seen), gone=tuple(left.values()), origins=every)


def same_dice(one: Sequence[Die], other: Sequence[Die]) -> bool:
    """Whether the same dice are in the same places."""
    tracked = match_dice(Moment.LIFT, one, other)
    return not tracked.gone and all(seen.fate is Fate.STAYED for seen in tracked.seen)


def lie_as_before(before: Sequence[Die], now: Sequence[Die]) -> bool:
    """Whether the same dice are in the same places or, after the camera moved, in the same places relative to each other."""
    if same_dice(before, now):
        return True
    if len(now) < 2 or sorted(die.value for die in before) != sorted(die.value for die in now):
        return False
    # A shift, a small rotation and a small change of scale must map each earlier die to a die of the same value now.
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


def _pick_pairs(pairs: list[Pair]) -> list[Pair]:
    """Choose pairs such that no die is in two of them: as many pairs as possible, then the smallest total distance."""
    places = sorted({place for _, place, _ in pairs})
    if max(len(places), len({number for _, _, number in pairs})) > SETTINGS.most:
        nearest: list[Pair] = []  # good enough for a heap of dice
        for pair in sorted(pairs):
            if all(pair[1] != taken[1] and pair[2] != taken[2] for taken in nearest):
                nearest.append(pair)
        return nearest
    # For each set of dice that are taken, the best way to take them: minus how many, total distance, which pairs.
    best: dict[int, tuple[int, float, list[Pair]]] = {0: (0, 0.0, [])}
    for place in places:
        single = dict(best)
        for taken, (count, total, chosen) in single.items():
            for pair in pairs:
                both = taken | 1 << pair[2]
                if pair[1] != place or both == taken:
                    continue
                better = (count - 1, total + pair[0], [*chosen, pair])
                if both not in best or better[:2] < best[both][:2]:
                    best[both] = better
    return min(best.values(), key=lambda match: match[:2])[2]
