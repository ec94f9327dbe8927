"""What may come next: the acts that some dice could be accepted for, and what the player can decide."""

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
    act_name,
)
from scorer.engine import can

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scorer.rules import Rules
    from scorer.state import Dice, State


def legal_acts(state: State) -> tuple[str, ...]:
    """Name the acts that some dice or some player could now be accepted for, none when the game is over.

    Each is tried with an example of its own, so that this can never say anything else than `apply`.
    """
    names = dict.fromkeys(act_name(one) for one in _examples(state) if can(state, one))
    return tuple(names)


def decisions(state: State) -> tuple[Act, ...]:
    """Give every act that is the player's own to choose between two throws: hold, turn, take back, stop.

    Dice of equal value are not told apart.
    """
    offered: tuple[Act, ...] = (
        Turn(),
        *(Hold(dice=dice) for dice in handfuls(state.free)),
        *(TakeBack(dice=dice) for dice in handfuls(state.held)),
        *(Pass(declare=declare) for declare in declarations(state.rules)),
        Pass(),
        Cover(),
    )
    return tuple(one for one in offered if can(state, one))


def declarations(rules: Rules) -> tuple[Declare, ...]:
    """Give all that the leader of a declaring variant may declare (CHI-5, CHI-6)."""
    if not rules.declares:
        return ()
    every = product((100, 1), (60, 6), ("high", "low"))
    return tuple(
        Declare(ones=ones, sixes=sixes, direction=direction)
        for ones, sixes, direction in every
        if rules.may_declare(ones, sixes, direction)
    )


def handfuls(dice: Dice) -> tuple[Dice, ...]:
    """Give all selections of some dice, the empty one too."""
    picked = (chosen for count in range(len(dice) + 1) for chosen in combinations(dice, count))
    return tuple(dict.fromkeys(picked))


def dice_expected(state: State) -> int:
    """Count the dice of the throw, roll-off or reveal that is due, 0 when none is."""
    due = (one for one in _examples(state) if isinstance(one, RollOff | Throw | Reveal))
    return next((len(one.dice) for one in due if can(state, one)), 0)


def throw_act(state: State, dice: Dice) -> Act:
    """Return the act that these dice make now: of a roll-off, a reveal or a throw."""
    match state.stage:
        case "roll_off":
            return RollOff(dice=dice)
        case "reveal":
            return Reveal(dice=dice)
        case _:
            return Throw(dice=dice)


def _examples(state: State) -> Iterator[Act]:
    """Give one act of each sort, with values that fit if any do."""
    some = (2, 3, 5)
    yield RollOff(dice=some if state.rules.name == "schocken" else some[:1])
    yield Throw(dice=some[len(state.held) :])
    yield Turn()
    yield Hold(dice=())
    yield TakeBack(dice=state.held[:1])
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
        yield Join(player=_unused_name(state.players), after=player)


def _unused_name(players: tuple[str, ...]) -> str:
    return "?" * (max(map(len, players)) + 1)
