"""The course of a hand: its deal, the order of its phases, and its end (POK-2, POK-13 to POK-17)."""

from collections.abc import Mapping
from typing import Any, Final

from scorer.copying import copy_with
from scorer.games.poker.poker_rules import CHICAGO
from scorer.games.poker.poker_state import LastHand, Names, PokerState, ask_in_turn, from_left, in_turn

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
"""The initial values of everything that changes in a hand."""
NOTHING_SAID: Final[Mapping[str, Any]] = {"calls": (), "standing": None, "among": (), "shown": ()}
"""The initial values of everything that changes in a phase."""


def begin_hand(state: PokerState, hand: int, dealer: str) -> PokerState:
    """Begin a hand; a player with many points plays it without exchanging cards (POK-13)."""
    dealt = copy_with(
        state,
        hand=hand,
        dealer=dealer,
        locked=tuple(player for player in state.active if state.rules.locks(state.points[player])),
        **NOTHING_PLAYED,
    )
    return begin_phase(dealt, 1)


def begin_phase(state: PokerState, phase: int) -> PokerState:
    """Begin a phase with its exchange, skipping players who may not exchange (POK-2, POK-17)."""
    here = copy_with(state, phase=phase, **NOTHING_SAID)
    may = tuple(player for player in in_turn(here) if player not in here.locked)
    return ask_in_turn(here, "exchange", may) if may else after_exchange(here)


def after_exchange(state: PokerState) -> PokerState:
    """Continue after the exchange: with the calling, or in phase 3 with the tricks (POK-2)."""
    if state.phase == 3:
        return ask_for_chicago(state, in_turn(state))
    return ask_in_turn(state, "call", in_turn(state))


def ask_for_chicago(state: PokerState, players: Names) -> PokerState:
    """Ask the players with enough points, in turn, whether they declare Chicago; without any, begin the tricks (POK-10, POK-17)."""
    may = tuple(player for player in players if state.points[player] >= CHICAGO)
    return ask_in_turn(state, "chicago", may) if may else begin_tricks(state)


def begin_tricks(state: PokerState) -> PokerState:
    """Begin the tricks with the first lead."""
    return copy_with(state, stage="tricks", to_act=None, waiting=())


def compare(state: PokerState, players: Names) -> PokerState:
    """Begin comparing the hands of these players, in seat order (POK-5, POK-9)."""
    among = tuple(player for player in state.players if player in players)
    return copy_with(state, stage="compare", to_act=None, waiting=(), among=among)


def end_hand(state: PokerState) -> PokerState:
    """Pass the deal to the left, or end the game if one player alone leads with enough points (POK-14)."""
    assert state.dealer is not None
    done = copy_with(
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
    if most >= state.rules.goal and len(top) == 1:
        return end_game(done, top[0])
    return begin_hand(done, state.hand + 1, from_left(state, state.dealer)[0])


def end_game(state: PokerState, winner: str | None) -> PokerState:
    """End the game: each other player pays the winner, if there is one, the difference in points (POK-14, POK-16)."""
    points = state.points
    settlement = (
        None
        if winner is None
        else {player: max(0, points[winner] - points[player]) for player in state.players if player != winner}
    )
    return copy_with(
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
