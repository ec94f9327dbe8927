"""The state as JSON (ACTS.md "State"), field by field."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, NotRequired, TypedDict

from scorer.acts import Declare
from scorer.json_forms.codec import Json
from scorer.json_forms.written import write
from scorer.state import Declaration, Move, throwing

if TYPE_CHECKING:
    from scorer.displayed_worth import Worth
    from scorer.state import Result, State


class ResultJson(TypedDict):
    """A result; a covered one includes the held dice."""

    player: str
    dice: list[int] | None
    value: int | None
    throws: int
    kind: str
    held: NotRequired[list[int]]


class LastRoundJson(TypedDict):
    """The round that ended last."""

    round: int
    declaration: Annotated[Json, Declaration] | None
    results: list[ResultJson]
    best: str | None
    worst: str | None
    moves: list[Annotated[list[Any], Move]]


class ThrowsJson(TypedDict):
    """The throws of the running turn."""

    made: int
    limit: int


class OwesJson(TypedDict):
    """What players owe, by name."""

    rounds: dict[str, int]
    schnapps: dict[str, int]
    glasses: dict[str, int]


class DiceState(TypedDict):
    """The state of a game of dice; `teams` and `throwing` are present only if teams play."""

    variant: str
    players: list[str]
    stage: str
    phase: int | str
    round: int
    leader: str | None
    to_act: str | None
    throws: ThrowsJson
    held: list[int]
    free: list[int]
    declaration: Annotated[Json, Declaration] | None
    results: list[ResultJson]
    last_round: LastRoundJson | None
    stack: int
    mats: dict[str, int]
    out: dict[str, str]
    specials: list[str]
    lost: dict[str, int]
    owes: OwesJson
    to_fill: str | None
    loser: str | None
    teams: NotRequired[dict[str, list[str]]]
    throwing: NotRequired[str | None]


class CountJson(TypedDict):
    """What dice are worth, with a declaration while that is open."""

    declare: Annotated[Json, Declare] | None
    kind: str
    value: int | None
    standing: str | None
    missing: int | None


class WorthJson(TypedDict):
    """What the dice that lie on the board are worth."""

    player: str
    dice: list[int] | None
    past: bool
    counts: list[CountJson]


def state_to_json(state: State) -> DiceState:
    """Return the whole state as JSON values."""
    written = write(
        DiceState,
        state,
        variant=state.rules.name,
        throws=write(ThrowsJson, state),
        owes=write(OwesJson, state),
        throwing=throwing(state),
    )
    if not state.teams:
        del written["teams"], written["throwing"]
    return written


def result_to_json(result: Result) -> ResultJson:
    """Return a result as JSON."""
    return write(ResultJson, result)


def worth_to_json(worth: Worth | None) -> WorthJson | None:
    """Return the worth of dice as JSON, null without dice."""
    return None if worth is None else write(WorthJson, worth)
