"""Who comes and who goes, in every game: only while a round is fresh (TBL-1 to TBL-4).

The drinking game has its own way of leaving (DRK-8, in `drinking`); joining it is as here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from scorer import halves, mats, rounds
from scorer.acts import Join, Leave
from scorer.errors import Refused, short
from scorer.state import changed, from_left, one_more, over

if TYPE_CHECKING:
    from collections.abc import Callable

    from scorer.rules import Rules
    from scorer.state import State

MOST_PLAYERS: Final = 12
MOST_DRINKERS: Final = 8


def is_fresh(state: State) -> bool:
    """Whether nobody has thrown in this round, so that players may come and go (TBL-1)."""
    if state.stage == "roll_off":
        return not state.begun
    out_of_round = state.rules.chicago_reward == "out_of_round" and "chicago" in state.out.values()
    waits = state.stage == "play" and state.to_act == state.leader and state.made == 0
    return waits and not state.results and not out_of_round


def most_players(rules: Rules) -> int:
    """Count those who may be in the game at once (TBL-4); a house may seat fewer."""
    return min(MOST_DRINKERS if rules.counts_glasses else MOST_PLAYERS, rules.players_max)


def check_form(state: State, act: Leave) -> None:
    """Raise Refused `bad_act` if somebody takes glasses for a leaver where no glasses are counted."""
    if act.redeemed_by is not None and not state.rules.counts_glasses:
        raise Refused("bad_act", f"{state.rules.name} has no glasses to take for one who leaves.")


# --- leaving


def _leave(state: State, act: Leave) -> State:
    """Let a player go for good (TBL-2, TBL-3)."""
    check_form(state, act)
    if act.player not in state.players or act.player in state.out:
        raise Refused("unknown_player", f"{short(act.player)} is not in the game; name one who is.", "TBL-2")
    if not is_fresh(state):
        raise Refused("not_now", "A player leaves before a round's first throw only.", "TBL-1")
    gone = changed(state, out={**state.out, act.player: "left"}, mats={**state.mats, act.player: 0})
    if state.rules.name == "schocken":
        return _without_chips_of(gone, act.player, state.mats[act.player])
    if len(gone.active) == 1:
        return over(gone, None)
    if gone.stage == "roll_off":
        gone = changed(gone, stack=_stack_for_who_stays(gone))
        return _rolls(gone, tuple(one for one in gone.rolling if one != act.player))
    if gone.rules.mats == "none" or gone.phase != 1:
        return _led_on(gone)
    return _in_phase_1(changed(gone, stack=_stack_for_who_stays(gone)))


def _stack_for_who_stays(state: State) -> int:
    """Count the mats left on the stack, at most what those still in should have between them (TBL-2)."""
    return min(state.stack, max(0, mats.target(state) - sum(state.mats.values())))


def _in_phase_1(state: State) -> State:
    """Go on; with nothing left to hand out in phase 2, or to the end (BAY-8, TSC-2, CHC-12)."""
    if state.stack > 0:
        return _led_on(state)
    second = mats.second_phase(state)
    return rounds.end_game(second) if len(second.active) == 1 else _led_on(second)


def _led_on(state: State) -> State:
    """Keep the leader, or let the next one to his left lead who is in (CHI-11)."""
    leader = _leader(state)
    return state if leader == state.leader else rounds.lead(state, leader)


def _leader(state: State) -> str:
    assert state.leader is not None
    return state.leader if state.leader not in state.out else from_left(state, state.leader)[0]


def _rolls(state: State, rolling: tuple[str, ...]) -> State:
    return changed(state, rolling=rolling, to_act=rolling[0])


def _without_chips_of(state: State, leaver: str, chips: int) -> State:
    """Give a leaver's chips back; in the final he has lost, and the last one left has nobody to play with (TBL-3)."""
    here = changed(state, leader=None if state.stage == "roll_off" else _leader(state))
    taker = None if state.stack else _with_fewest(here)
    if taker is None:
        here = changed(here, stack=state.stack + chips)
    else:
        here = changed(here, mats=one_more(here.mats, taker, chips))
    if state.phase == "final":
        return over(here, leaver)
    if sum(here.out.get(one) != "left" for one in here.players) == 1:
        return over(here, None)
    if taker is not None and here.mats[taker] == here.rules.chips:
        return halves.half_lost(here, taker)
    if here.leader is None:
        return _rolls(here, tuple(one for one in here.rolling if one != leaver))
    return halves.lead(here, here.leader)


def _with_fewest(state: State) -> str:
    """Name the one with the fewest chips, the first of them from the leader on (TBL-3)."""
    assert state.leader is not None
    in_order = from_left(state, state.leader)
    return min((state.leader, *in_order[:-1]), key=lambda one: state.mats[one])


# --- joining


def _join(state: State, act: Join) -> State:
    """Seat a new player to the left of another (TBL-4)."""
    if act.after not in state.players or act.after in state.out:
        raise Refused("unknown_player", f"{short(act.after)} is not in the game; name one who is.", "TBL-4")
    _check_name(state, act.player)
    _check_place(state)
    place = state.players.index(act.after) + 1
    stack, taken = _share(state)
    counts = {**state.mats, act.player: taken}
    players = (*state.players[:place], act.player, *state.players[place:])
    seated = changed(state, players=players, mats={one: counts[one] for one in players}, stack=stack)
    if state.stage != "roll_off":
        return seated
    return _rolls(seated, tuple(one for one in players if one in state.rolling or one == act.player))


def _check_name(state: State, name: str) -> None:
    if not name.strip() or "," in name:
        raise Refused("bad_act", f"{short(name)} is no name: it must not be empty or have a comma.")
    if name in state.players:
        raise Refused("bad_act", f"{short(name)} has been in this game; a name is used once in a game.")


def _check_place(state: State) -> None:
    """Refuse a newcomer in the middle of a round, after the mats are handed out, and one too many."""
    if not is_fresh(state):
        raise Refused("not_now", "A player joins before a round's first throw only.", "TBL-1")
    if not _takes_newcomers(state):
        raise Refused("not_now", "It is too late to join this game: the next one is soon.", "TBL-4")
    if len(state.active) >= most_players(state.rules):
        raise Refused("not_now", f"The table is full: {len(state.active)} are in the game.", "TBL-4")


def _takes_newcomers(state: State) -> bool:
    """Whether the game is still in its first phase; in Schocken also before the second half's first throw (TBL-4)."""
    if state.rules.name != "schocken":
        return state.phase == 1
    return (state.phase == "half1" and state.stack > 0) or (state.phase == "half2" and not state.begun)


def _share(state: State) -> tuple[int, int]:
    """Give the stack, grown by what one more player brings, and the mats that he takes from it (TBL-4)."""
    if state.rules.mats == "none":
        return state.stack, 0
    seated = len(state.active)
    stack = state.stack + state.rules.mats_for(seated + 1) - state.rules.mats_for(seated)
    taken = min(*(state.mats[one] for one in state.active), stack - 1)
    return stack - taken, taken


ACTS: Final[dict[type, Callable[[State, Any], State]]] = {Leave: _leave, Join: _join}
