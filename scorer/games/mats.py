"""Mats: handed out in phase 1, got rid of in phase 2, taken along by who leaves.

By a handicap stronger players take some before the first throw, Schocken's chips too. They come from the stack, so that as many are
in the game as always, and all other rules stay as they are.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from scorer.changed import changed
from scorer.errors import BadPlayers, short
from scorer.state import one_more

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scorer.state import Move, State

HANDICAP_OPTION: Final[dict[str, tuple[object, ...]]] = {"handicap": tuple(range(7))}
"""The most mats, or chips, that a player may begin with."""


def settle(state: State, best: str, worst: str) -> tuple[State, tuple[Move, ...]]:
    """Move the mat of a round that has ended; return the moves too."""
    if state.phase == 1:
        given = changed(state, stack=state.stack - 1, mats=one_more(state.mats, worst))
        return adjusted(given), ((None, worst, 1),)
    if state.rules.phase2 == "high_discards":
        return _moved(state, best, None)
    if _leavers(state):
        return state, ()  # TSC-5, CHC-11: the one who left has taken his mats along; that is all
    too_many = sum(state.mats.values()) > target(state)
    return _moved(state, best, None if too_many else worst)


def _moved(state: State, giver: str, taker: str | None) -> tuple[State, tuple[Move, ...]]:
    counts = one_more(state.mats, giver, -1)
    if taker is not None:
        counts = one_more(counts, taker)
    return changed(state, mats=counts), ((giver, taker, 1),)


def target(state: State) -> int:
    """Return how many mats those still in should have between them (TSC-4, CHC-11)."""
    return state.rules.mats_for(len(state.active))


def taken_along(state: State, leaver: str) -> State:
    """Take the mats of a player who leaves out of the game, or back to the stack (BAY-3, TSC-5, CHC-10)."""
    back = state.mats[leaver] if state.rules.leaver_mats == "to_stack" and state.phase == 1 else 0
    return changed(state, stack=state.stack + back, mats={**state.mats, leaver: 0})


def adjusted(state: State) -> State:
    """Shrink the stack for those who left in this round (TSC-5, CHC-10); Bavarian's stays as it is (BAY-3)."""
    left = _leavers(state)
    if not left or state.phase != 1 or state.rules.phase2 != "best_gives_worst":
        return state
    if state.rules.leaver_mats == "to_stack":
        too_many = state.rules.mats_for(len(state.active) + left) - target(state)
        return changed(state, stack=max(0, state.stack - too_many))
    return changed(state, stack=min(state.stack, max(0, target(state) - sum(state.mats.values()))))


def _leavers(state: State) -> int:
    """Return how many left the game by a Chicago in this round."""
    return sum(result.kind == "chicago" and result.player in state.out for result in state.results)


def second_phase(state: State) -> State:
    """Go on in phase 2, where nobody stays who has no mat (BAY-8, TSC-2, CHC-11)."""
    safe = {player: "no_mats" for player in state.active if state.mats[player] == 0}
    return changed(state, phase=2, out={**state.out, **safe})


def most_mats(state: State) -> tuple[str, ...]:
    """Return the players with most mats (BAY-9)."""
    most = max(state.mats[player] for player in state.active)
    return tuple(player for player in state.active if state.mats[player] == most)


def with_handicap(state: State, given: Mapping[str, int]) -> State:
    """Hand out mats before the first throw (HCP-1). Raises BadPlayers for what cannot be given."""
    for player, count in given.items():
        _check(state, player, count)
    taken = {player: count for player, count in given.items() if count}
    if sum(taken.values()) >= state.stack and taken:
        raise BadPlayers(
            f"The handicap is {sum(taken.values())} altogether, of {state.stack}; at least one must stay on the stack."
        )
    return handed_out(changed(state, handicap=taken)) if taken else state


def _check(state: State, player: str, count: int) -> None:
    if player not in state.players:
        raise BadPlayers(f"{short(player)} has a handicap and does not play; name one of the players.")
    if not 0 <= count <= state.rules.handicap:
        raise BadPlayers(
            f"The handicap of {short(player)} is {count}; these rules allow 0 to {state.rules.handicap}."
        )


def handed_out(state: State) -> State:
    """Give everybody who plays what he begins with, from the stack."""
    mats = {player: 0 if player in state.out else state.handicap.get(player, 0) for player in state.players}
    return changed(state, mats=mats, stack=state.stack - sum(mats.values()))
