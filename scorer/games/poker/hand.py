"""A hand from its deal to the next one: how it begins, which phase follows which, what it ends with (POK-2, POK-13 to POK-17)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from scorer.changed import changed
from scorer.games.poker.rules import CHICAGO, LOCKED_FROM, WINS_FROM
from scorer.games.poker.state import LastHand, ask, from_left, in_turn

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scorer.games.poker.state import Names, PokerState


NOTHING_PLAYED: Final[Mapping[str, Any]] = {
    "duty": {},
    "declared": None,
    "tricks": (),
    "revokes": (),
    "scored": (),
    "begun": False,
    "claims": (),
    "exchanged_in": {},
}
"""All that comes about in a hand, as it is before one and after the last."""
NOTHING_SAID: Final[Mapping[str, Any]] = {"calls": (), "standing": None, "among": (), "shown": ()}
"""The same of a phase."""


def begin_hand(state: PokerState, hand: int, dealer: str) -> PokerState:
    """Deal: who has 46 points or more plays this hand with what he is dealt (POK-13)."""
    dealt = changed(
        state,
        hand=hand,
        dealer=dealer,
        locked=tuple(player for player in state.active if state.points[player] >= LOCKED_FROM),
        **NOTHING_PLAYED,
    )
    return begin_phase(dealt, 1)


def begin_phase(state: PokerState, phase: int) -> PokerState:
    """Begin a phase with its exchange; nobody is asked who may not exchange (POK-2, POK-17)."""
    here = changed(state, phase=phase, **NOTHING_SAID)
    may = tuple(player for player in in_turn(here) if player not in here.locked)
    return ask(here, "exchange", may) if may else after_exchange(here)


def after_exchange(state: PokerState) -> PokerState:
    """Go on to the calling, in phase 3 to the tricks (POK-2)."""
    if state.phase == 3:
        return ask_for_chicago(state, in_turn(state))
    return ask(state, "call", in_turn(state))


def ask_for_chicago(state: PokerState, players: Names) -> PokerState:
    """Ask the first of these who has enough points whether he takes all tricks; with nobody to ask they begin (POK-10, POK-17)."""
    may = tuple(player for player in players if state.points[player] >= CHICAGO)
    return ask(state, "chicago", may) if may else begin_tricks(state)


def begin_tricks(state: PokerState) -> PokerState:
    """Let the first card be led."""
    return changed(state, stage="tricks", to_act=None, waiting=())


def compare(state: PokerState, players: Names) -> PokerState:
    """Let these, in seating order, say whose hand is best (POK-5, POK-9)."""
    among = tuple(player for player in state.players if player in players)
    return changed(state, stage="compare", to_act=None, waiting=(), among=among)


def end_hand(state: PokerState) -> PokerState:
    """Pass the deal on to the left, or end the game: one alone is at the top, with 52 or more (POK-14)."""
    assert state.dealer is not None
    done = changed(
        state,
        last_hand=LastHand(
            hand=state.hand,
            dealer=state.dealer,
            scored=state.scored,
            tricks=state.tricks,
            revokes=state.revokes,
        ),
    )
    most = max(state.points[player] for player in state.active)
    top = [player for player in state.active if state.points[player] == most]
    if most >= WINS_FROM and len(top) == 1:
        return over(done, top[0])
    return begin_hand(done, state.hand + 1, from_left(state, state.dealer)[0])


def over(state: PokerState, winner: str | None) -> PokerState:
    """End the game: each other pays the winner what he has less (POK-14, POK-16)."""
    points = state.points
    settlement = (
        None
        if winner is None
        else {player: max(0, points[winner] - points[player]) for player in state.players if player != winner}
    )
    return changed(
        state,
        **NOTHING_PLAYED,
        **NOTHING_SAID,
        stage="over",
        phase=1,
        dealer=None,
        to_act=None,
        locked=(),
        settlement=settlement,
        winner=winner,
        waiting=(),
    )
