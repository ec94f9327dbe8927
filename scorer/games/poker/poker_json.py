"""The state as POKER.md "State" writes it, field by field; and with another name for a player."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeVar

from scorer.changed import changed

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from scorer.games.poker.state import (
        Called,
        Claim,
        LastHand,
        Names,
        PokerState,
        Revoke,
        Scored,
        Standing,
        TakenTrick,
    )

_E = TypeVar("_E", "Called", "Claim", "Revoke", "Scored")
_V = TypeVar("_V")


def state_to_json(state: PokerState) -> dict[str, object]:
    """Return the whole state in values that JSON knows."""
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
        "calls": [{"player": one.player, "category": one.category} for one in state.calls],
        "standing": _standing(state.standing),
        "duty": dict(state.duty),
        "declared": state.declared,
        "tricks": _tricks(state.tricks),
        "revokes": _revokes(state.revokes),
        "scored": _scored(state.scored),
        "last_hand": _last_hand(state.last_hand),
        "out": dict(state.out),
        "settlement": None if state.settlement is None else dict(state.settlement),
        "winner": state.winner,
    }


def _standing(standing: Standing | None) -> dict[str, object] | None:
    if standing is None:
        return None
    return {"category": standing.category, "players": list(standing.players)}


def _tricks(tricks: Iterable[TakenTrick]) -> list[dict[str, object]]:
    return [
        {
            "cards": None if one.cards is None else [str(card) for card in one.cards],
            "winner": one.winner,
        }
        for one in tricks
    ]


def _revokes(revokes: Iterable[Revoke]) -> list[dict[str, object]]:
    return [{"player": one.player, "trick": one.trick} for one in revokes]


def _scored(scored: Iterable[Scored]) -> list[dict[str, object]]:
    return [{"player": one.player, "points": one.points, "for": one.why} for one in scored]


def _last_hand(last: LastHand | None) -> dict[str, object] | None:
    if last is None:
        return None
    return {
        "hand": last.hand,
        "dealer": last.dealer,
        "scored": _scored(last.scored),
        "tricks": _tricks(last.tricks),
        "revokes": _revokes(last.revokes),
    }


# --- another name


def renamed_state(state: PokerState, old: str, new: str) -> PokerState:
    """Return the state in which the player `old` has been called `new` from the beginning."""
    names = _Names(old=old, new=new)
    last, standing = state.last_hand, state.standing
    return changed(
        state,
        players=names.seats(state.players),
        dealer=names.one(state.dealer),
        to_act=names.one(state.to_act),
        among=names.seats(state.among),
        points=names.keys(state.points),
        locked=names.seats(state.locked),
        calls=names.entries(state.calls),
        standing=None if standing is None else replace(standing, players=names.seats(standing.players)),
        duty=names.keys(state.duty),
        declared=names.one(state.declared),
        tricks=names.taken(state.tricks),
        revokes=names.entries(state.revokes),
        scored=names.entries(state.scored),
        last_hand=None if last is None else names.hand(last),
        out=names.keys(state.out),
        settlement=None if state.settlement is None else names.keys(state.settlement),
        winner=names.one(state.winner),
        waiting=names.seats(state.waiting),
        claims=names.entries(state.claims),
        exchanged_in=names.keys(state.exchanged_in),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Names:
    """Puts one name in place of another, wherever it may stand."""

    old: str
    new: str

    def one(self, player: str | None) -> str | None:
        return self.new if player == self.old else player

    def seats(self, players: Names) -> Names:
        return tuple(self.new if player == self.old else player for player in players)

    def keys(self, found: Mapping[str, _V]) -> dict[str, _V]:
        return {self.new if player == self.old else player: value for player, value in found.items()}

    def entries(self, found: tuple[_E, ...]) -> tuple[_E, ...]:
        return tuple(replace(one, player=self.new) if one.player == self.old else one for one in found)

    def taken(self, found: tuple[TakenTrick, ...]) -> tuple[TakenTrick, ...]:
        return tuple(replace(one, winner=self.new) if one.winner == self.old else one for one in found)

    def hand(self, last: LastHand) -> LastHand:
        return replace(
            last,
            dealer=self.new if last.dealer == self.old else last.dealer,
            scored=self.entries(last.scored),
            tricks=self.taken(last.tricks),
            revokes=self.entries(last.revokes),
        )
