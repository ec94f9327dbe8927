"""The state as JSON (POKER.md "State"), field by field; and renaming of a player."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, TypedDict

from scorer.copying import copy_with
from scorer.games.poker.poker_state import Called, LastHand, Revoke, Scored, Standing, TakenTrick
from scorer.json_forms.codec import Json
from scorer.json_forms.written import write
from scorer.naming import Renaming

if TYPE_CHECKING:
    from scorer.games.poker.poker_state import PokerState


class CardState(TypedDict):
    """The state of a game of cards."""

    variant: str
    players: list[str]
    stage: str
    hand: int
    phase: int
    dealer: str | None
    to_act: str | None
    among: list[str]
    points: dict[str, int]
    locked: list[str]
    calls: list[Annotated[Json, Called]]
    standing: Annotated[Json, Standing] | None
    duty: dict[str, str]
    declared: str | None
    tricks: list[Annotated[Json, TakenTrick]]
    revokes: list[Annotated[Json, Revoke]]
    scored: list[Annotated[Json, Scored]]
    last_hand: Annotated[Json, LastHand] | None
    out: dict[str, str]
    settlement: dict[str, int] | None
    winner: str | None


def state_to_json(state: PokerState) -> CardState:
    """Return the whole state as JSON values."""
    return write(CardState, state, variant=state.rules.name)


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
