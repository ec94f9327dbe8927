"""The state of a game, as frozen values and as JSON (ACTS.md "State")."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scorer.rules import Rules

Dice: TypeAlias = tuple[int, ...]
Move: TypeAlias = tuple[str | None, str | None, int]
"""Mats that went [from, to, count]; None for the stack or for out of the game."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Declaration:
    """What the leader has fixed for the round, and the value to beat."""

    throws: int
    ones: int
    sixes: int
    direction: str
    value: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """What a player's turn came to; `value` None for a Chicago, 0 for a Fish."""

    player: str
    dice: Dice
    value: int | None
    throws: int
    kind: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LastRound:
    """The round that ended last, for a page that shows its last throw."""

    round: int
    declaration: Declaration | None
    results: tuple[Result, ...]
    best: str | None
    worst: str | None
    moves: tuple[Move, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """A game as it stands. Names are those of ACTS.md; what is not in its JSON is said here.

    `rolling` are the players of the running roll-off in seating order and `rolled` their dice so far; `turned` says
    that a six of this throw was turned, so that another lies ready for the cup.
    """

    rules: Rules
    players: tuple[str, ...]
    stage: str
    phase: int
    round: int
    leader: str | None
    to_act: str | None
    made: int = 0
    limit: int = 0
    held: Dice = ()
    free: Dice = ()
    turned: bool = False
    declaration: Declaration | None = None
    results: tuple[Result, ...] = ()
    last_round: LastRound | None = None
    stack: int = 0
    mats: Mapping[str, int]
    out: Mapping[str, str] = field(default_factory=dict)
    schnapps: Mapping[str, int] = field(default_factory=dict)
    rolling: tuple[str, ...] = ()
    rolled: tuple[int, ...] = ()
    loser: str | None = None

    @property
    def active(self) -> tuple[str, ...]:
        """Name the players still in the game, in seating order."""
        return tuple(player for player in self.players if player not in self.out)


def state_to_json(state: State) -> dict[str, object]:
    """Give the state field by field as ACTS.md writes it."""
    return {
        "variant": state.rules.name,
        "players": list(state.players),
        "stage": state.stage,
        "phase": state.phase,
        "round": state.round,
        "leader": state.leader,
        "to_act": state.to_act,
        "throws": {"made": state.made, "limit": state.limit},
        "held": list(state.held),
        "free": list(state.free),
        "declaration": _declaration(state.declaration),
        "results": [result_to_json(one) for one in state.results],
        "last_round": _last_round(state.last_round),
        "stack": state.stack,
        "mats": dict(state.mats),
        "out": dict(state.out),
        "specials": [],
        "lost": {},
        "owes": {"rounds": {}, "schnapps": dict(state.schnapps), "glasses": {}},
        "to_fill": None,
        "loser": state.loser,
    }


def _declaration(one: Declaration | None) -> dict[str, object] | None:
    if one is None:
        return None
    return {
        "throws": one.throws,
        "ones": one.ones,
        "sixes": one.sixes,
        "direction": one.direction,
        "value": one.value,
    }


def result_to_json(one: Result) -> dict[str, object]:
    """Give a result as ACTS.md writes it."""
    return {
        "player": one.player,
        "dice": list(one.dice),
        "value": one.value,
        "throws": one.throws,
        "kind": one.kind,
    }


def _last_round(one: LastRound | None) -> dict[str, object] | None:
    if one is None:
        return None
    return {
        "round": one.round,
        "declaration": _declaration(one.declaration),
        "results": [result_to_json(result) for result in one.results],
        "best": one.best,
        "worst": one.worst,
        "moves": [list(move) for move in one.moves],
    }
