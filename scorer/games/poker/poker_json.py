"""The state as JSON (POKER.md "State"), field by field."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, TypedDict

from scorer.games.poker.poker_state import Called, LastHand, Revoke, Scored, Standing, TakenTrick
from scorer.json_forms.codec import Json
from scorer.json_forms.written import write

if TYPE_CHECKING:
    from scorer.games.poker.poker_state import PokerState


class CardState(TypedDict):
    """The JSON of a card game's state."""

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


def state_to_json(state: PokerState) -> Json:
    """Return the whole state as JSON values."""
    return dict(write(CardState, state, variant=state.rules.name))
