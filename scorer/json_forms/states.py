"""The state as JSON (ACTS.md "State"), field by field."""

from typing import Annotated, NotRequired, TypedDict, cast

from scorer.json_forms.codec import Json
from scorer.json_forms.written import to_json, write
from scorer.state import Declaration, LastRound, Result, State, throwing_member


class ThrowsJson(TypedDict):
    """The throws of the current turn: how many were made, and the most allowed."""

    made: int
    limit: int


class OwesJson(TypedDict):
    """What each player owes."""

    rounds: dict[str, int]
    schnapps: dict[str, int]
    glasses: dict[str, int]


class DiceState(TypedDict):
    """The JSON of a dice game's state; null stands for none. `teams` and `throwing` are present only if teams play."""

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
    results: list[Annotated[Json, Result]]
    last_round: Annotated[Json, LastRound] | None
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


def state_to_json(state: State) -> Json:
    """Return the whole state as JSON values."""
    written = write(
        DiceState,
        state,
        variant=state.rules.name,
        throws=write(ThrowsJson, state),
        owes=write(OwesJson, state),
        throwing=throwing_member(state),
    )
    if not state.teams:
        del written["teams"], written["throwing"]
    return dict(written)


def result_to_json(result: Result) -> Json:
    """Return a result as JSON; a covered one includes the held dice."""
    return cast("Json", to_json(result))
