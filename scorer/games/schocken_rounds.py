"""The end of a round of Schocken: what each throw is worth in chips (a Jule 7), two halves, the final."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from scorer.copying import copy_with
from scorer.dice_rules import THREE_ONES
from scorer.games.mats import handed_out
from scorer.games.turns import begin_round
from scorer.state import close_round, finish_game, one_more

if TYPE_CHECKING:
    from scorer.state import Dice, Move, Result, State

MOST_THROWS: Final = 3  # SCH-2
JULE: Final = (1, 2, 4)
FLOTTER_DREIER: Final = (3, 3, 3)
_WORTH: Final = {"house": 1, "straight": 2, "general": 3, "jule": 7, "flotter_dreier": 9, "schock_out": None}
_ORDER: Final = ("house", "straight", "general", "schock", "jule", "flotter_dreier", "schock_out")


def kind_of(dice: Dice, specials: tuple[str, ...] = ()) -> str:
    """Return the kind of three sorted dice, with these specials called (SCH-3, SCH-11)."""
    if dice == THREE_ONES:
        return "schock_out"
    if dice == FLOTTER_DREIER and "flotter_dreier" in specials:
        return "flotter_dreier"
    if dice == JULE and "jule" in specials:
        return "jule"
    low, middle, high = dice
    if (low, middle) == (1, 1):
        return "schock"
    if low == high:
        return "general"
    return "straight" if (middle, high) == (low + 1, low + 2) else "house"


def kind_and_worth(dice: Dice, specials: tuple[str, ...] = ()) -> tuple[str, int | None]:
    """Return the kind of three sorted dice and their worth in chips, None for all chips (SCH-3)."""
    kind = kind_of(dice, specials)
    return kind, dice[2] if kind == "schock" else _WORTH[kind]


@lru_cache(maxsize=1024)
def strength(dice: Dice, specials: tuple[str, ...] = ()) -> tuple[int, int]:
    """Return the sort key of three sorted dice: the higher, the better (SCH-3)."""
    kind = kind_of(dice, specials)
    low, middle, high = dice
    return _ORDER.index(kind), 100 * high + 10 * middle + low


def rank_results(state: State) -> tuple[Result, ...]:
    """Return the open results, best first; of two equal ones the earlier is higher (SCH-3)."""
    shown = [result for result in state.results if result.dice is not None]
    return tuple(sorted(shown, key=lambda result: strength(result.dice or (), state.specials), reverse=True))


def lead(state: State, leader: str) -> State:
    """Begin a round: the leader may throw three times."""
    return begin_round(state, leader, MOST_THROWS)


def end_round(state: State) -> State:
    """Move the chips; the lowest leads the next round, unless that ended a half (SCH-4 to SCH-7)."""
    order = rank_results(state)
    best, worst = order[0], order[-1]
    moves = _moves(state, best, worst.player)
    done = copy_with(
        close_round(_move_chips(state, moves), best=best.player, worst=worst.player, moves=moves),
        round=state.round + 1,
    )
    if done.stack == 0:
        done = _without_chips_out(done)
    if done.mats[worst.player] == done.rules.chips:
        return half_lost(done, worst.player)
    return lead(done, worst.player)


def _moves(state: State, best: Result, worst: str) -> tuple[Move, ...]:
    """Return the moves of chips to the lowest: as many as the highest is worth, all after Schock out (SCH-4 to SCH-6)."""
    if best.value is None:
        stack: tuple[Move, ...] = ((None, worst, state.stack),) if state.stack else ()
        others = ((player, worst, state.mats[player]) for player in state.active if player != worst)
        return stack + tuple(move for move in others if move[2])
    if state.stack:
        return ((None, worst, min(best.value, state.stack)),)
    return ((best.player, worst, min(best.value, state.mats[best.player])),)


def _move_chips(state: State, moves: tuple[Move, ...]) -> State:
    stack, chips = state.stack, state.mats
    for giver, taker, count in moves:
        if giver is None:
            stack -= count
        else:
            chips = one_more(chips, giver, -count)
        assert taker is not None  # chips do not leave the game (SCH-1)
        chips = one_more(chips, taker, count)
    return copy_with(state, stack=stack, mats=chips)


def _without_chips_out(state: State) -> State:
    safe = {player: "no_chips" for player in state.active if state.mats[player] == 0}
    return copy_with(state, out={**state.out, **safe})


def half_lost(state: State, loser: str) -> State:
    """Continue with the next half, the final or the end (SCH-6, SCH-7); there is no final with a leaver (TBL-3)."""
    if state.phase == "final":
        return finish_game(state, loser)
    done = copy_with(state, lost=one_more(state.lost, loser))
    if state.phase == "half1":
        return _half_begun(done, "half2", loser, plays=done.players)
    if done.lost[loser] == 2:
        return finish_game(done, loser)
    if not state.rules.final:
        return finish_game(done, None)
    if any(done.out.get(player) == "left" for player in done.lost):
        return finish_game(done, loser)
    return _half_begun(done, "final", loser, plays=tuple(done.lost))


def _half_begun(state: State, phase: str, leader: str, *, plays: tuple[str, ...]) -> State:
    """Begin a half with only the handicaps handed out (HCP-2); players who left stay out (TBL-2)."""
    left = {player: why for player, why in state.out.items() if why == "left"}
    watching = {
        player: "not_in_final" for player in state.players if player not in plays and player not in left
    }
    fresh = copy_with(
        state,
        phase=phase,
        stack=state.rules.chips,
        mats=dict.fromkeys(state.players, 0),
        out={**left, **watching},
        begun=False,
    )
    return lead(handed_out(fresh), leader)
