"""Rounds of the Chicago family: who leads, who throws next, and how a round ends.

This module has the rules that apply with and without mats; `mats` moves the mats.
"""

from typing import Final

from scorer.copying import copy_with
from scorer.dice_rules import ROLL_OFF_ORDER
from scorer.games import mats
from scorer.games.ranking import rank_results
from scorer.games.turns import begin_round, pass_cup, rolling_for_lead
from scorer.state import State, add_count, close_round, finish_game, from_left, thrower

MOST_THROWS: Final = 3  # CHI-1


def lead(state: State, leader: str) -> State:
    """Let this leader lead a new round of up to three throws. A leader who is out passes the lead to the left (CHI-11)."""
    if leader in state.out:
        leader = from_left(state, leader)[0]
    return begin_round(state, leader, MOST_THROWS)


def roll_for_lead(state: State, players: tuple[str, ...]) -> State:
    """Have these players roll for the lead, in seat order (CHI-8); a single player leads without rolling."""
    return rolling_for_lead(lead(state, players[0]), players)


def begin_first_round(state: State, leader: str | None) -> State:
    """Begin the first round; unless a leader is named, all roll for the lead."""
    return roll_for_lead(state, state.players) if leader is None else lead(state, leader)


def roll_on(state: State) -> State:
    """Let the next player roll. After the last, the highest leads; players tied for highest roll again (CHI-8)."""
    if len(state.rolled) < len(state.rolling):
        return copy_with(state, to_act=state.rolling[len(state.rolled)])
    dice = tuple(die for (die,) in state.rolled)
    best = min(dice, key=ROLL_OFF_ORDER.index)
    tied = tuple(player for player, die in zip(state.rolling, dice, strict=True) if die == best)
    return roll_for_lead(state, tied)


def next_to_throw(state: State) -> State:
    """Pass the cup to the left; after the last follower the round is over."""
    return pass_cup(state) or end_round(state)


def end_round(state: State) -> State:
    """End a round in which all have thrown: the worst pays, and the best may be rewarded."""
    order = rank_results(state)
    best, worst = order[0].player, order[-1].player
    if state.rules.mats == "none":
        return copy_with(lose(state, worst, best=best), threw_last=state.threw_last)
    moved, moves = mats.settle(state, best, worst)
    done = copy_with(close_round(moved, best=best, worst=worst, moves=moves), round=state.round + 1)
    return _next_round(done, worst)


def lose(state: State, loser: str, *, best: str | None) -> State:
    """Record the loser of a round without mats: a lost round (BAS-5), or a glass in the drinking game (DRK-5).

    `best` is the player with the best result, None if the round was broken off.
    """
    done = copy_with(close_round(state, best=best, worst=loser), round=state.round + 1)
    if state.rules.counts_glasses:
        done = copy_with(done, glasses=add_count(done.glasses, loser), to_fill=loser)
    else:
        done = copy_with(done, lost=add_count(done.lost, loser))
    if state.rules.chicago_reward == "out_of_round":  # who was out of this round only is back (BAS-4)
        back = {player: why for player, why in done.out.items() if why != "chicago"}
        done = copy_with(done, out=back)
    return lead(done, loser)


def reward_chicago(state: State) -> State:
    """Reward a Chicago at once: its thrower leaves the round or the game, or the others drink (CHI-7).

    The result is already in `results` (BAS-4, BAY-3, TSC-5, CHC-6, DRK-4).
    """
    winner = thrower(state)
    if state.rules.schnapps_on_chicago:
        state = copy_with(state, schnapps=add_count(state.schnapps, winner))
    if state.rules.chicago_reward == "others_drink":
        # The last one who drank fills (DRK-7).
        others, glasses = from_left(state, winner)[:-1], state.glasses
        for player in others:
            glasses = add_count(glasses, player)
        done = copy_with(close_round(state, best=winner, worst=None), round=state.round + 1, glasses=glasses)
        return lead(copy_with(done, to_fill=others[-1]) if state.rules.counts_glasses else done, winner)
    # An earlier Chic in as many or fewer throws: "Mit ist Shit" (CHC-6). A leader's die off the board declares one in one throw.
    if state.rules.chic_is_played_on and any(
        (result.kind == "chicago" and result.throws <= state.results[-1].throws)
        or (result.kind == "off_board" and result.player == state.leader)
        for result in state.results[:-1]
    ):
        return next_to_throw(state)
    done = copy_with(mats.remove_mats(state, winner), out={**state.out, winner: "chicago"})
    if len(done.active) == 1:
        # In base Chicago only the round ends (BAS-5).
        last = done.active[0]
        if done.rules.chicago_reward == "out_of_round":
            return lose(done, last, best=winner)
        return end_game(close_round(done, best=winner, worst=None if winner == done.leader else last))
    if winner == state.leader and not state.rules.chic_is_played_on:
        # The round starts again, with the same number (CHI-13, BAY-11, TSC-5).
        return _next_round(mats.shrink_stack(close_round(done, best=winner, worst=None)), winner)
    return next_to_throw(done)


def end_game(state: State) -> State:
    """End the game: the last player in it has lost, except in the drinking game (CHI-12)."""
    return finish_game(state, None if state.rules.counts_glasses else state.active[0])


def _next_round(state: State, leader: str) -> State:
    """Continue with the next round, the second phase or the end (BAY-8, BAY-10, TSC-2, CHC-12)."""
    if state.rules.mats == "none" or (state.phase == 1 and state.stack > 0):
        return lead(state, leader)
    done = mats.begin_second_phase(state)
    if len(done.active) == 1:
        return end_game(done)
    if state.rules.phase2_leader == "most_mats":
        return roll_for_lead(done, mats.most_mats(done))
    return lead(done, leader)
