"""Who comes and who goes in the Chicago family, and what becomes of the mats (TBL-2, TBL-4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorer.attendance import check_newcomer, leader_who_is_in, rolls_without, seated, without
from scorer.changed import changed
from scorer.games import chicago_rounds, mats
from scorer.state import over

if TYPE_CHECKING:
    from scorer.acts import Join, Leave
    from scorer.state import State


def leave(state: State, act: Leave) -> State:
    """Let a player go for good, his mats with him (TBL-2)."""
    gone = without(state, act)
    if len(gone.active) == 1:
        return over(gone, None)
    if gone.stage == "roll_off":
        return rolls_without(changed(gone, stack=_stack_for_who_stays(gone)), act.player)
    if gone.rules.mats == "none" or gone.phase != 1:
        return _with_a_leader(gone)
    return _in_phase_1(changed(gone, stack=_stack_for_who_stays(gone)))


def _stack_for_who_stays(state: State) -> int:
    """Return the mats left on the stack, at most what those still in should have between them (TBL-2)."""
    least = 0 if state.begun else 1  # HCP-3: before the first throw something is left to be played for
    return min(state.stack, max(least, mats.target(state) - sum(state.mats.values())))


def _in_phase_1(state: State) -> State:
    """Go on; with nothing left to hand out in phase 2, or to the end (BAY-8, TSC-2, CHC-12)."""
    if state.stack > 0:
        return _with_a_leader(state)
    second = mats.second_phase(state)
    return chicago_rounds.end_game(second) if len(second.active) == 1 else _with_a_leader(second)


def _with_a_leader(state: State) -> State:
    """Keep the leader, or let the next one to his left lead who is in (CHI-11)."""
    leader = leader_who_is_in(state)
    return state if leader == state.leader else chicago_rounds.lead(state, leader)


def join(state: State, act: Join) -> State:
    """Seat a new player to the left of another (TBL-4)."""
    check_newcomer(state, act, too_late=state.phase != 1)
    stack, taken = _share(state)
    return seated(state, act, stack=stack, taken=taken)


def _share(state: State) -> tuple[int, int]:
    """Return the stack, grown by what one more player brings, and the mats that he takes from it (TBL-4)."""
    if state.rules.mats == "none":
        return state.stack, 0
    players = len(state.active)
    stack = state.stack + state.rules.mats_for(players + 1) - state.rules.mats_for(players)
    taken = min(*(state.mats[player] for player in state.active), stack - 1)
    return stack - taken, taken


def joins_with(state: State) -> str:
    """Return what a newcomer waits for: the next round, or after the first phase the next game (TBL-4)."""
    return "round" if state.phase == 1 else "next"
