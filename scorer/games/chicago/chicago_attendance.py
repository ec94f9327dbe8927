"""Joining and leaving in the Chicago family, and what happens to the mats (TBL-2, TBL-4)."""

from scorer.acts import Join, Leave
from scorer.attendance import check_newcomer, leader_who_is_in, remove_player, rolls_without, seat_newcomer
from scorer.copying import copy_with
from scorer.games import mats
from scorer.games.chicago import chicago_rounds
from scorer.state import State, finish_game


def leave(state: State, act: Leave) -> State:
    """Remove a player and the player's mats; the last player left ends the game (TBL-2). Raise Refused if nobody may leave."""
    gone = remove_player(state, act)
    if len(gone.active) == 1:
        return finish_game(gone, None)
    if gone.stage == "roll_off":
        return rolls_without(copy_with(gone, stack=_stack_for_who_stays(gone)), act.player)
    if gone.rules.mats == "none" or gone.phase != 1:
        return _with_a_leader(gone)
    here = copy_with(gone, stack=_stack_for_who_stays(gone))
    if here.stack == 0:  # no mat is left to hand out (BAY-8, TSC-2, CHC-12)
        here = mats.begin_second_phase(here)
        if len(here.active) == 1:
            return chicago_rounds.end_game(here)
    return _with_a_leader(here)


def _stack_for_who_stays(state: State) -> int:
    """Return the number of mats left on the stack, at most the total for the remaining players (TBL-2)."""
    least = 0 if state.turn_begun else 1  # HCP-3: before the first turn something must be left to play for
    return min(state.stack, max(least, mats.total_mats(state) - sum(state.mats.values())))


def _with_a_leader(state: State) -> State:
    """Keep the leader if still in; otherwise the next player to the left who is in leads (CHI-11)."""
    leader = leader_who_is_in(state)
    return state if leader == state.leader else chicago_rounds.lead(state, leader)


def join(state: State, act: Join) -> State:
    """Seat a new player, with as many mats as the player with the fewest, but not the stack's last one (TBL-4).

    Raise Refused if nobody may join.
    """
    check_newcomer(state, act, too_late=state.phase != 1)
    if state.rules.mats == "none":
        return seat_newcomer(state, act, stack=state.stack, taken=0)
    players = len(state.active)
    stack = state.stack + state.rules.starting_mats(players + 1) - state.rules.starting_mats(players)
    taken = min(*(state.mats[player] for player in state.active), stack - 1)
    return seat_newcomer(state, act, stack=stack - taken, taken=taken)
