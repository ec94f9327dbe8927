"""The possible meanings of a sighting under the rules: which dice may have been held or thrown."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import scorer
from knobeltisch.game.events import Did, Fact
from scorer import Act, State
from vision.types import Fate, SeenDie, Sighting

MOST_OFFERS: Final = 4  # more buttons than this cannot be seen at a glance


@dataclass(frozen=True, slots=True, kw_only=True)
class HoldPlan:
    """A legal way to continue the turn: the acts, and all dice that then lie outside the cup."""

    acts: tuple[Act, ...]
    outside: tuple[int, ...]

    @property
    def facts(self) -> tuple[Fact, ...]:
        """The acts as facts for the journal."""
        return tuple(Did(act=act) for act in self.acts)


def list_hold_plans(state: State) -> list[HoldPlan]:
    """Return every legal way to hold dice for another throw, those without a turned six first.

    Of two ways that leave the same dice outside, only the simpler is listed.
    """
    found: dict[tuple[int, ...], HoldPlan] = {}
    first = [
        decision
        for decision in scorer.decisions(state)
        if isinstance(decision, scorer.Turn | scorer.TakeBack)
    ]
    for acts in ((), *((act,) for act in first)):
        now = scorer.replay(state, acts)
        for hold in scorer.decisions(now):
            # With all three outside there is nothing to throw: that is a pass.
            if isinstance(hold, scorer.Hold) and len(now.held) + len(hold.dice) < 3:
                outside = tuple(sorted((*now.held, *hold.dice)))
                found.setdefault(outside, HoldPlan(acts=(*acts, hold), outside=outside))
    return list(found.values())


def more_may_be_held(state: State, sighting: Sighting) -> bool:
    """Whether a die that seems thrown may have been put aside, if the camera missed the cup coming down."""
    read, lying = read_values(outside_dice(sighting)), read_values(sighting.seen)
    return any(
        len(plan.outside) > len(read) and subtract_dice(lying, plan.outside) is not None
        for plan in list_hold_plans(state)
    )


def sort_by_nearness(options: Sequence[HoldPlan], values: Sequence[int]) -> list[HoldPlan]:
    """Return the plans sorted by how many dice must have been misread, fewest first."""

    def misread(plan: HoldPlan) -> int:
        left, read = Counter(plan.outside), Counter(values)
        return max((left - read).total(), (read - left).total())

    return sorted(options, key=misread)


def thrown_dice(sighting: Sighting) -> list[SeenDie]:
    """Return the dice that came from under the cup."""
    return [seen for seen in sighting.seen if seen.fate is Fate.THROWN]


def outside_dice(sighting: Sighting) -> list[SeenDie]:
    """Return the dice that already lay outside the cup."""
    return [seen for seen in sighting.seen if seen.fate is not Fate.THROWN]


def read_values(seen: Sequence[SeenDie]) -> tuple[int, ...]:
    """Return the values as read, sorted."""
    return tuple(sorted(seen_die.die.value for seen_die in seen))


def list_interpretations(seen: Sequence[SeenDie], count: int) -> list[tuple[int, ...]]:
    """Return the values that `count` dice may show, likeliest first: as read, then with one doubtful die read differently.

    Return an empty list if another number of dice was seen.
    """
    if len(seen) != count:
        return []
    offers = [read_values(seen)]
    for place, die in sorted(enumerate(seen), key=lambda item: item[1].die.confidence):
        for other in die.die.candidates[1:3]:
            changed = [die.die.value for die in seen]
            changed[place] = other
            offers.append(tuple(sorted(changed)))
    return list(dict.fromkeys(offers))[: MOST_OFFERS - 1]


def dice_not_held(seen: Sequence[SeenDie], held: Sequence[int]) -> list[SeenDie]:
    """Return the dice that are not held. Held ones are left out by value, those that stayed in place first."""
    left = sorted(seen, key=lambda die: die.fate is not Fate.STAYED)
    for value in held:
        match = next((die for die in left if die.die.value == value), None)
        if match is not None:
            left.remove(match)
    return left


def subtract_dice(dice: Sequence[int], some: Sequence[int]) -> tuple[int, ...] | None:
    """Return `dice` without `some`; None if `some` are not all among them."""
    left = list(dice)
    for die in some:
        if die not in left:
            return None
        left.remove(die)
    return tuple(sorted(left))
