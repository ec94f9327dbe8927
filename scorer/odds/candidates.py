"""Candidate acts of the dice games; the engine decides whether they are allowed."""

from __future__ import annotations

from itertools import combinations, product
from typing import TYPE_CHECKING

from scorer.acts import (
    SPECIALS,
    Act,
    Call,
    Cover,
    Declare,
    Filled,
    Foul,
    Hold,
    Join,
    Leave,
    NameLoser,
    OffBoard,
    Pass,
    Reveal,
    RollOff,
    TakeBack,
    Throw,
    Turn,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from scorer.rules import Rules
    from scorer.state import Dice, State


def declarations(rules: Rules) -> tuple[Declare, ...]:
    """Return all possible declarations of a variant's leader (CHI-5, CHI-6)."""
    if not rules.declares:
        return ()
    every = product((100, 1), (60, 6), ("high", "low"))
    return tuple(
        Declare(ones=ones, sixes=sixes, direction=direction)
        for ones, sixes, direction in every
        if rules.may_declare(ones, sixes, direction)
    )


def handfuls(dice: Dice) -> tuple[Dice, ...]:
    """Return all selections of some dice, the empty one too. Dice of equal value count as the same."""
    picked = (chosen for count in range(len(dice) + 1) for chosen in combinations(dice, count))
    return tuple(dict.fromkeys(picked))


def decisions(state: State) -> Iterator[Act]:
    """Yield all possible acts between two throws: hold, turn, take back, stop."""
    yield Turn()
    yield from (Hold(dice=dice) for dice in handfuls(state.free))
    yield from (TakeBack(dice=dice) for dice in handfuls(state.held))
    yield from (Pass(declare=declare) for declare in declarations(state.rules))
    yield Pass()
    yield Cover()


def alternatives_to(state: State, act: Act) -> Iterable[Act] | None:
    """Return the alternatives to an act, of its kind; None for a decision."""
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


def examples(state: State, roll_off_dice: int) -> Iterator[Act]:
    """Yield one example of each act, with values that fit if any do."""
    some = (2, 3, 5)
    yield RollOff(dice=some[:roll_off_dice])
    yield Throw(dice=some[len(state.held) :])
    yield Turn()
    yield Hold(dice=())
    yield from (TakeBack(dice=dice) for dice in handfuls(state.held)[1:])
    yield Pass(declare=next(iter(declarations(state.rules)), None))
    yield Pass()
    yield Cover()
    yield Reveal(dice=some[len(state.held) :])
    yield OffBoard(floor=False)
    yield from (Call(special=special, on=True) for special in SPECIALS)
    yield Filled()
    for player in state.active[:1]:
        yield NameLoser(player=player)
        yield Foul(player=player, kind="spill")
        yield Leave(player=player)
        unused_name = "?" * (max(map(len, state.players)) + 1)
        yield Join(player=unused_name, after=player)
