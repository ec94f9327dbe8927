"""The state as JSON (POKER.md "State"), field by field; and renaming of a player."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from scorer.copying import copy_with
from scorer.naming import Renaming

if TYPE_CHECKING:
    from collections.abc import Iterable

    from scorer.games.poker.poker_state import LastHand, PokerState, Revoke, Scored, TakenTrick


def state_to_json(state: PokerState) -> dict[str, object]:
    """Return the whole state as JSON values."""
    standing = state.standing
    return {
        "variant": state.rules.name,
        "players": list(state.players),
        "stage": state.stage,
        "hand": state.hand,
        "phase": state.phase,
        "dealer": state.dealer,
        "to_act": state.to_act,
        "among": list(state.among),
        "points": dict(state.points),
        "locked": list(state.locked),
        "calls": [{"player": call.player, "category": call.category} for call in state.calls],
        "standing": None
        if standing is None
        else {"category": standing.category, "players": list(standing.players)},
        "duty": dict(state.duty),
        "declared": state.declared,
        "tricks": _tricks(state.tricks),
        "revokes": _revokes(state.revokes),
        "scored": _scored(state.scored),
        "last_hand": None if state.last_hand is None else hand_to_json(state.last_hand),
        "out": dict(state.out),
        "settlement": None if state.settlement is None else dict(state.settlement),
        "winner": state.winner,
    }


def _tricks(tricks: Iterable[TakenTrick]) -> list[dict[str, object]]:
    return [
        {
            "cards": None if trick.cards is None else [str(card) for card in trick.cards],
            "winner": trick.winner,
        }
        for trick in tricks
    ]


def _revokes(revokes: Iterable[Revoke]) -> list[dict[str, object]]:
    return [{"player": revoke.player, "trick": revoke.trick} for revoke in revokes]


def _scored(scored: Iterable[Scored]) -> list[dict[str, object]]:
    return [{"player": gain.player, "points": gain.points, "for": gain.why} for gain in scored]


def hand_to_json(last: LastHand) -> dict[str, object]:
    """Return a finished hand as JSON values."""
    return {
        "hand": last.hand,
        "dealer": last.dealer,
        "scored": _scored(last.scored),
        "tricks": _tricks(last.tricks),
        "revokes": _revokes(last.revokes),
    }


# --- renaming


def renamed_state(state: PokerState, old: str, new: str) -> PokerState:
    """Return the state in which the player `old` has been called `new` from the beginning."""
    names = Renaming(old=old, new=new)
    last, standing = state.last_hand, state.standing
    return copy_with(
        state,
        players=names.seats(state.players),
        dealer=names.rename(state.dealer),
        to_act=names.rename(state.to_act),
        among=names.seats(state.among),
        points=names.keys(state.points),
        locked=names.seats(state.locked),
        calls=names.entries(state.calls, "player"),
        standing=None if standing is None else replace(standing, players=names.seats(standing.players)),
        duty=names.keys(state.duty),
        declared=names.rename(state.declared),
        tricks=names.entries(state.tricks, "winner"),
        revokes=names.entries(state.revokes, "player"),
        scored=names.entries(state.scored, "player"),
        last_hand=None
        if last is None
        else replace(
            names.in_fields(last, "dealer"),
            scored=names.entries(last.scored, "player"),
            tricks=names.entries(last.tricks, "winner"),
            revokes=names.entries(last.revokes, "player"),
        ),
        out=names.keys(state.out),
        settlement=None if state.settlement is None else names.keys(state.settlement),
        winner=names.rename(state.winner),
        waiting=names.seats(state.waiting),
        claims=names.entries(state.claims, "player"),
        exchanged_in=names.keys(state.exchanged_in),
    )
