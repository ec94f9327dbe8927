"""The simulated regulars' decisions: when they are content, what they hold, declare, call, spill, and when they go home."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import scorer
from knobeltisch.referee import interpretations
from scorer.acts import FOULS

if TYPE_CHECKING:
    import random

    from knobeltisch.referee.interpretations import HoldPlan
    from scorer import Act, State

ROUNDS_WITHOUT_END: Final = 8  # base Chicago has no end of its own (BAS-5)
ROUNDS_BEFORE_LEAVING: Final = 4  # the drinking game ends by leaving
FALLS_OFF: Final = 0.03  # share of throws in which a die leaves the board, if that is a rule


def has_ended(state: State) -> bool:
    """Whether the regulars have had enough of this game, or it is over."""
    endless = scorer.ends_by(state.rules) is None and state.round > ROUNDS_WITHOUT_END and not state.results
    return state.stage == "over" or (endless and state.made == 0)


def is_content(state: State, chance: random.Random) -> bool:
    """Whether the player is content: with a one on the first throw, with more later; some never are."""
    if not {"hold", "turn"} & set(scorer.legal_acts(state)):
        return True
    ones = (*state.held, *state.free).count(1)
    wanted = (0, 1, 2, 2)[state.made] if state.made < 3 else 0
    return (ones >= wanted and chance.random() < 0.85) or chance.random() < 0.1


def choose_hold(state: State, chance: random.Random) -> HoldPlan:
    """Hold as people do: ones first, sixes turned, now and then something silly."""
    plans = interpretations.list_hold_plans(state)
    if chance.random() < 0.1:
        return chance.choice(plans)
    return max(plans, key=lambda plan: (plan.outside.count(1), -len(plan.outside)))


def choose_declaration(state: State, chance: random.Random) -> scorer.Declare:
    """Declare, mostly, what suits the dice on the board."""
    every = scorer.declarations(state.rules)
    if chance.random() < 0.3:
        return chance.choice(every)
    low = not {1, 6} & {*state.held, *state.free}
    return next(
        declare for declare in every if declare.direction == ("low" if low else "high") or len(every) == 1
    )


def choose_side_act(state: State, chance: random.Random) -> Act | None:
    """Return an act beside the dice before a turn: fill, spill, leave, call; mostly none."""
    if "call" in scorer.legal_acts(state) and chance.random() < 0.3:
        return scorer.Call(special=chance.choice(("jule", "flotter_dreier")), on=chance.random() < 0.7)
    if not state.rules.counts_glasses:
        return None
    thrower = state.to_act
    assert thrower is not None
    if state.stage == "play" and chance.random() < 0.05:
        foul = scorer.Foul(player=thrower, kind=chance.choice(FOULS))
        return foul if scorer.can(state, foul) else None
    if state.to_fill is not None and chance.random() < 0.8:
        return scorer.Filled()
    if state.round > ROUNDS_BEFORE_LEAVING and chance.random() < 0.25:
        player, other = chance.sample(state.active, 2)
        return scorer.Leave(player=player, redeemed_by=other if chance.random() < 0.3 else None)
    return None
