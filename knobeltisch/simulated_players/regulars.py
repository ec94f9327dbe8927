"""How simulated regulars decide: they hold ones, turn sixes, stop when content, and now and then do something silly."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import scorer
from scorer import Call, Filled, Foul, Hold, Leave, NameLoser, Pass, Turn
from scorer.games.families import family_of

if TYPE_CHECKING:
    import random
    from collections.abc import Sequence

    from scorer import Act, State

ROUNDS_BEFORE_LEAVING: Final = 4  # the drinking game ends by leaving
SILLY: Final = 0.1


def simulated_act(state: State, chance: random.Random) -> Act | None:
    """Return a simulated player's next act; None to throw the dice."""
    act: Act | None = (family_of(state.rules).player or _play)(state, scorer.legal(state), chance)
    return act


def _play(state: State, legal: Sequence[Any], chance: random.Random) -> Act | None:
    names = [act for act in legal if isinstance(act, NameLoser)]
    if names or not state.made:
        return chance.choice(names) if names else _beside(state, legal, chance)
    return _in_turn(state, legal, chance) if state.free or len(state.held) == 3 else None


def _in_turn(state: State, legal: Sequence[Act], chance: random.Random) -> Act:
    passes = [act for act in legal if isinstance(act, Pass)]
    turn = next((act for act in legal if isinstance(act, Turn)), None)
    holds = [act for act in legal if isinstance(act, Hold) and len(state.held) + len(act.dice) < 3]
    if passes and (not (turn or holds) or _is_content(state, chance)):
        return _declared(state, passes, chance)
    if turn is not None and (not holds or chance.random() >= SILLY):
        return turn
    if chance.random() < SILLY:
        return chance.choice(holds)
    return max(holds, key=lambda hold: (hold.dice.count(1), -len(hold.dice)))


def _is_content(state: State, chance: random.Random) -> bool:
    """Whether the player stops: with a one on the first throw, with two later; some players never do."""
    ones = (*state.held, *state.free).count(1)
    return (ones >= min(state.made, 2) and chance.random() < 0.85) or chance.random() < SILLY


def _declared(state: State, passes: Sequence[Pass], chance: random.Random) -> Pass:
    """Choose a declaration, usually one that suits the dice on the board."""
    way = "high" if {1, 6} & {*state.held, *state.free} else "low"
    suits = [act for act in passes if act.declare and act.declare.direction == way]
    return suits[0] if suits and chance.random() < 0.7 else chance.choice(passes)


def _beside(state: State, legal: Sequence[Act], chance: random.Random) -> Act | None:
    """Return an act that needs no dice, before a turn (fill, spill, leave, call), or None, which is usual."""
    calls = [act for act in legal if isinstance(act, Call)]
    if calls and chance.random() < 0.3:
        return chance.choice(calls)
    fouls = [act for act in legal if isinstance(act, Foul) and act.player == state.to_act]
    if fouls and chance.random() < 0.05:
        return chance.choice(fouls)
    filled = next((act for act in legal if isinstance(act, Filled)), None)
    if filled is not None and chance.random() < 0.8:
        return filled
    if state.rules.counts_glasses and state.round > ROUNDS_BEFORE_LEAVING and chance.random() < 0.25:
        player, other = chance.sample(state.active, 2)
        return Leave(player=player, redeemed_by=other if chance.random() < 0.3 else None)
    return None
