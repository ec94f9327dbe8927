"""Mats: collected in phase 1, passed on in phase 2, and removed with players who leave.

With a handicap, stronger players take some mats (in Schocken chips) from the stack before the first throw, so that the total and
all other rules stay the same.
"""

from collections.abc import Mapping
from typing import Final

from scorer.copying import copy_with
from scorer.errors import BadPlayers, shorten
from scorer.state import Move, State, add_count

HANDICAP_OPTION: Final[dict[str, tuple[object, ...]]] = {"handicap": tuple(range(7))}
"""The most mats, or chips, that a player may begin with."""


def settle(state: State, best: str, worst: str) -> tuple[State, tuple[Move, ...]]:
    """Settle a round that has ended: move its mat. Return the new state and the moves, which are empty if no mat moves."""
    if state.phase == 1:
        given = copy_with(state, stack=state.stack - 1, mats=add_count(state.mats, worst))
        return shrink_stack(given), ((None, worst, 1),)
    if state.rules.phase2 == "high_discards":
        return _move_mats(state, best, None)
    if _leavers(state):
        return state, ()  # TSC-5, CHC-11: a player who left has already taken the mats
    too_many = sum(state.mats.values()) > total_mats(state)
    return _move_mats(state, best, None if too_many else worst)


def _move_mats(state: State, giver: str, taker: str | None) -> tuple[State, tuple[Move, ...]]:
    counts = add_count(state.mats, giver, -1)
    if taker is not None:
        counts = add_count(counts, taker)
    return copy_with(state, mats=counts), ((giver, taker, 1),)


def total_mats(state: State) -> int:
    """Return the total number of mats for the players still in (TSC-4, CHC-11)."""
    return state.rules.starting_mats(len(state.active))


def remove_mats(state: State, leaver: str) -> State:
    """Take the mats of a leaving player out of the game, or put them back on the stack (BAY-3, TSC-5, CHC-10)."""
    back = state.mats[leaver] if state.rules.leaver_mats == "to_stack" and state.phase == 1 else 0
    return copy_with(state, stack=state.stack + back, mats={**state.mats, leaver: 0})


def shrink_stack(state: State) -> State:
    """Shrink the stack for the players who left in this round (TSC-5, CHC-10); not in Bavarian (BAY-3)."""
    left = _leavers(state)
    if not left or state.phase != 1 or state.rules.phase2 != "best_gives_worst":
        return state
    if state.rules.leaver_mats == "to_stack":
        too_many = state.rules.starting_mats(len(state.active) + left) - total_mats(state)
        return copy_with(state, stack=max(0, state.stack - too_many))
    return copy_with(state, stack=min(state.stack, max(0, total_mats(state) - sum(state.mats.values()))))


def _leavers(state: State) -> int:
    """Return how many players left the game with a Chicago in this round."""
    return sum(result.kind == "chicago" and result.player in state.out for result in state.results)


def begin_second_phase(state: State) -> State:
    """Begin phase 2; players without a mat are out (BAY-8, TSC-2, CHC-11)."""
    safe = {player: "no_mats" for player in state.active if state.mats[player] == 0}
    return copy_with(state, phase=2, out={**state.out, **safe})


def most_mats(state: State) -> tuple[str, ...]:
    """Return the players with the most mats (BAY-9)."""
    most = max(state.mats[player] for player in state.active)
    return tuple(player for player in state.active if state.mats[player] == most)


def with_handicap(state: State, given: Mapping[str, int]) -> State:
    """Give players the mats in `given` before the first throw (HCP-1). Raise BadPlayers if the handicap is invalid."""
    for player, count in given.items():
        if player not in state.players:
            raise BadPlayers(f"{shorten(player)} has a handicap and does not play; name one of the players.")
        if not 0 <= count <= state.rules.handicap:
            raise BadPlayers(
                f"The handicap of {shorten(player)} is {count}; these rules allow 0 to {state.rules.handicap}."
            )
    taken = {player: count for player, count in given.items() if count}
    if sum(taken.values()) >= state.stack and taken:
        raise BadPlayers(
            f"The handicap is {sum(taken.values())} altogether, of {state.stack}; at least one must stay on the stack."
        )
    return give_handicaps(copy_with(state, handicap=taken)) if taken else state


def give_handicaps(state: State) -> State:
    """Give each player still in the game the handicap from the stack, in place of any mats held."""
    mats = {player: 0 if player in state.out else state.handicap.get(player, 0) for player in state.players}
    return copy_with(state, mats=mats, stack=state.stack - sum(mats.values()))
