"""What the rules allow now: the acts by name, and the player's decisions."""

from __future__ import annotations

from typing import TYPE_CHECKING, overload

from scorer.acts import FOULS, Act, Foul, Join, Leave, Reveal, RollOff, Throw, act_name
from scorer.engine import can
from scorer.games.families import family_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from scorer.games.family import AnyState
    from scorer.games.poker.poker_acts import PokerAct
    from scorer.games.poker.poker_state import PokerState
    from scorer.state import Dice, State


def legal_acts(state: AnyState) -> tuple[str, ...]:
    """Return the names of the acts that are now allowed for some dice or some player; none when the game is over.

    Each is tried with an example, so that the result always agrees with `apply`.
    """
    names = dict.fromkeys(act_name(act) for act in _examples(state) if can(state, act))
    return tuple(names)


@overload
def decisions(state: State) -> tuple[Act, ...]: ...


@overload
def decisions(state: PokerState) -> tuple[PokerAct, ...]: ...


def decisions(state: State | PokerState) -> tuple[Act, ...] | tuple[PokerAct, ...]:
    """Return every act that the player may choose between two throws: hold, turn, take back, stop.

    Dice of equal value count as the same.
    """
    return tuple(act for act in family_of(state.rules).decisions(state) if can(state, act))


def alternatives_to(state: State | PokerState, act: Act | PokerAct) -> tuple[Act | PokerAct, ...]:
    """Return the alternatives to an act: acts of its kind, or for a decision any other decision."""
    if isinstance(act, Join | Leave):
        return ()
    others = family_of(state.rules).instead(state, act)
    return decisions(state) if others is None else tuple(others)


def possible_fouls(state: AnyState) -> dict[str, list[str]]:
    """Return who may be charged with a foul now, by its kind; kinds that fit nobody are left out (DRK-6, PUB-8, PUB-9)."""
    if "foul" not in legal_acts(state):
        return {}
    may = {
        kind: [name for name in state.players if can(state, Foul(player=name, kind=kind))] for kind in FOULS
    }
    return {kind: players for kind, players in may.items() if players}


def dice_expected(state: AnyState) -> int:
    """Return the number of dice of the throw, roll-off or reveal that is due; 0 if none is."""
    due = (act for act in _examples(state) if isinstance(act, RollOff | Throw | Reveal))
    return next((len(act.dice) for act in due if can(state, act)), 0)


def throw_act(state: State, dice: Dice) -> Act:
    """Return the act that these dice make now: a roll-off, a reveal or a throw."""
    match state.stage:
        case "roll_off":
            return RollOff(dice=dice)
        case "reveal":
            return Reveal(dice=dice)
        case _:
            return Throw(dice=dice)


def _examples(state: AnyState) -> Iterable[Act]:
    examples: Iterable[Act] = family_of(state.rules).examples(state)
    return examples
