"""Joining and leaving in Schocken, and what happens to the chips (TBL-3, TBL-4)."""

from scorer.acts import Join, Leave
from scorer.attendance import check_newcomer, leader_who_is_in, remove_player, rolls_without, seat_newcomer
from scorer.copying import copy_with
from scorer.games.schocken import schocken_rounds
from scorer.state import State, add_count, finish_game, from_left


def leave(state: State, act: Leave) -> State:
    """Remove a player; the chips go to the stack or, if it is empty, to the player with the fewest (TBL-3).

    A player who leaves the final loses it; a single remaining player ends the game. Raise Refused if nobody may leave.
    """
    leaver, chips = act.player, state.mats.get(act.player, 0)
    here = remove_player(state, act)
    here = copy_with(here, leader=None if here.stage == "roll_off" else leader_who_is_in(here))
    taker = None
    if not here.stack and here.leader is not None:  # to the fewest chips, from the leader on
        in_order = (here.leader, *from_left(here, here.leader)[:-1])
        taker = min(in_order, key=lambda player: here.mats[player])
    if taker is None:
        here = copy_with(here, stack=here.stack + chips)
    else:
        here = copy_with(here, mats=add_count(here.mats, taker, chips))
    if here.phase == "final":
        return finish_game(here, leaver)
    if sum(here.out.get(player) != "left" for player in here.players) == 1:
        return finish_game(here, None)
    if taker is not None and here.mats[taker] == here.rules.chips:
        if here.rules.halves == "one" or (here.rules.halves == "until_two" and taker in here.lost):
            return schocken_rounds.begin_half(here, here.phase, taker, plays=here.players)  # PUB-12
        return schocken_rounds.end_half(here, taker)
    if here.leader is None:
        return rolls_without(here, leaver)
    return schocken_rounds.lead(here, here.leader)


def join(state: State, act: Join) -> State:
    """Seat a new player, with no chips, to the left of another (TBL-4). Raise Refused if nobody may join."""
    check_newcomer(state, act, too_late=joins_with(state) != "round")
    return seat_newcomer(state, act, stack=state.stack, taken=0)


def joins_with(state: State) -> str:
    """Return when a newcomer can join: "round" before a half's first turn or while half 1 has a stack, else "half" or "next"."""
    if state.phase == "final":
        return "next"
    if not state.turn_begun or (state.phase == "half1" and state.stack):
        return "round"
    follows = state.rules.halves == "until_two" or (state.rules.halves, state.phase) == ("two", "half1")
    return "half" if follows else "next"
