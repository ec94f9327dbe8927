"""What a round comes to: mats are handed out, then got rid of; who leads next; who has lost."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from scorer.ranking import ranked
from scorer.state import LastRound, State

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scorer.state import Move

MOST_THROWS = 3  # CHI-1


def lead(state: State, leader: str) -> State:
    """Begin a round: the leader may throw three times."""
    return replace(
        state,
        stage="play",
        leader=leader,
        to_act=leader,
        made=0,
        limit=MOST_THROWS,
        held=(),
        free=(),
        turned=False,
        declaration=None,
        results=(),
        rolling=(),
        rolled=(),
    )


def roll_for_lead(state: State, players: tuple[str, ...]) -> State:
    """Let these players roll one die each for the lead, in seating order (CHI-8)."""
    return replace(
        lead(state, players[0]), stage="roll_off", leader=None, limit=0, rolling=players, rolled=()
    )


def next_to_throw(state: State) -> State:
    """Pass the cup to the left; after the last follower the round is over."""
    follower = _next_follower(state)
    if follower is None:
        return _end_round(state)
    assert state.declaration is not None
    return replace(
        state, to_act=follower, made=0, limit=state.declaration.throws, held=(), free=(), turned=False
    )


def chicago(state: State) -> State:
    """Let the thrower of a Chicago out of the game at once, his mats with him (BAY-3)."""
    thrower = state.to_act
    assert thrower is not None
    done = replace(
        state,
        out={**state.out, thrower: "chicago"},
        mats={**state.mats, thrower: 0},
        schnapps=_one_more(state.schnapps, thrower) if state.rules.schnapps_on_chicago else state.schnapps,
    )
    if len(done.active) == 1:
        order = ranked(done)  # empty after a leader's Chicago, which has no worst
        return _over(_close(done, best=thrower, worst=order[-1].player if order else None))
    if thrower == done.leader:
        return _fresh_round(_close(done, best=thrower, worst=None), thrower)
    return next_to_throw(done)


def _next_follower(state: State) -> str | None:
    """Name the next player to the left who is in the game and has not thrown in this round."""
    thrown = {one.player for one in state.results}
    return next(
        (one for one in _from_left(state, state.to_act) if one not in thrown and one not in state.out), None
    )


def _from_left(state: State, player: str | None) -> tuple[str, ...]:
    """Name the players from the left neighbour of `player` round to himself."""
    place = state.players.index(player) + 1 if player is not None else 0
    return state.players[place:] + state.players[:place]


def _fresh_round(state: State, thrower: str) -> State:
    """Begin again after a leader's Chicago, under the same number (BAY-11, CHI-13)."""
    if state.phase == 2:
        return _most_mats_lead(state)
    return lead(state, next(one for one in _from_left(state, thrower) if one not in state.out))


def _end_round(state: State) -> State:
    """Move the round's mat and go on to the next round, the second phase, or the end (BAY-8, BAY-9)."""
    order = ranked(state)
    best, worst = order[0].player, order[-1].player
    if state.phase == 1:
        moved = _give(state, worst)
        done = _close(moved, best=best, worst=worst, moves=((None, worst, 1),))
    else:
        moved = _discard(state, best)
        done = _close(moved, best=best, worst=worst, moves=((best, None, 1),))
    done = replace(done, round=state.round + 1)
    if done.phase == 1 and done.stack > 0:
        return lead(done, worst)
    return _second_phase(done)


def _second_phase(state: State) -> State:
    """Let everybody without a mat out; the last one with mats has lost (BAY-8, BAY-10)."""
    safe = {player: "no_mats" for player in state.active if state.mats[player] == 0}
    done = replace(state, phase=2, out={**state.out, **safe})
    return _over(done) if len(done.active) == 1 else _most_mats_lead(done)


def _most_mats_lead(state: State) -> State:
    """Let the player with most mats lead; those tied for most roll off (BAY-9)."""
    most = max(state.mats[player] for player in state.active)
    tied = tuple(player for player in state.active if state.mats[player] == most)
    return lead(state, tied[0]) if len(tied) == 1 else roll_for_lead(state, tied)


def _give(state: State, player: str) -> State:
    return replace(state, stack=state.stack - 1, mats={**state.mats, player: state.mats[player] + 1})


def _discard(state: State, player: str) -> State:
    return replace(state, mats={**state.mats, player: state.mats[player] - 1})


def _close(state: State, *, best: str | None, worst: str | None, moves: tuple[Move, ...] = ()) -> State:
    """Keep the round that ends here for the page."""
    last = LastRound(
        round=state.round,
        declaration=state.declaration,
        results=state.results,
        best=best,
        worst=worst,
        moves=moves,
    )
    return replace(state, last_round=last)


def _over(state: State) -> State:
    """End the game: the last one in it has lost (CHI-12)."""
    return replace(
        state,
        stage="over",
        leader=None,
        to_act=None,
        made=0,
        limit=0,
        held=(),
        free=(),
        turned=False,
        declaration=None,
        results=(),
        loser=state.active[0],
    )


def _one_more(counts: Mapping[str, int], player: str) -> dict[str, int]:
    return {**counts, player: counts.get(player, 0) + 1}
