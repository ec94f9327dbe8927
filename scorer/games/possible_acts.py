"""The selections of dice, the declarations and other values that acts of the dice games can have."""

from __future__ import annotations

from itertools import combinations, product
from typing import TYPE_CHECKING, Final

from scorer.acts import Act, Declare, NameLoser, OffBoard, Reveal, RollOff, Throw

if TYPE_CHECKING:
    from collections.abc import Iterable

    from scorer.rules import Rules
    from scorer.state import Dice, State

SOME: Final = (2, 3, 5)
"""Dice of an example throw."""


def declarations(rules: Rules) -> tuple[Declare, ...]:
    """Return all declarations that a leader can make in a variant (CHI-5, CHI-6)."""
    if not rules.declares:
        return ()
    every = product((100, 1), (60, 6), ("high", "low"))
    return tuple(
        Declare(ones=ones, sixes=sixes, direction=direction)
        for ones, sixes, direction in every
        if rules.may_declare(ones, sixes, direction)
    )


def handfuls(dice: Dice) -> tuple[Dice, ...]:
    """Return all selections of these dice, including none. Dice of equal value count as the same."""
    picked = (chosen for count in range(len(dice) + 1) for chosen in combinations(dice, count))
    return tuple(dict.fromkeys(picked))


def alternatives_to(state: State, act: Act) -> Iterable[Act] | None:
    """Return the alternatives of the same kind to an act; None if it is a decision."""
    match act:
        case Throw() | RollOff() | Reveal():
            # The likely misreadings: throws that differ in at most one die.
            dice = act.dice
            thrown = dict.fromkeys(
                tuple(sorted((*dice[:place], value, *dice[place + 1 :])))
                for place in range(len(dice))
                for value in range(1, 7)
            )
            return [type(act)(dice=other) for other in thrown]
        case NameLoser():
            return [NameLoser(player=player) for player in state.active]
        case OffBoard():
            return [OffBoard(floor=not act.floor)]
        case _:
            return None
