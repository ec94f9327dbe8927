"""The state as ACTS.md "State" writes it, field by field."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scorer.state import Declaration, LastRound, Result, State
    from scorer.worth import Count, Worth


def state_to_json(state: State) -> dict[str, object]:
    """Return the whole state in values that JSON knows."""
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
        "specials": list(state.specials),
        "lost": dict(state.lost),
        "owes": {
            "rounds": dict(state.rounds),
            "schnapps": dict(state.schnapps),
            "glasses": dict(state.glasses),
        },
        "to_fill": state.to_fill,
        "loser": state.loser,
    }


def result_to_json(one: Result) -> dict[str, object]:
    """Return a result; a covered one tells the dice that are held."""
    told: dict[str, object] = {
        "player": one.player,
        "dice": None if one.dice is None else list(one.dice),
        "value": one.value,
        "throws": one.throws,
        "kind": one.kind,
    }
    return told if one.held is None else {**told, "held": list(one.held)}


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


def worth_to_json(one: Worth | None) -> dict[str, object] | None:
    """Return what dice are worth, null when none lie."""
    if one is None:
        return None
    return {
        "player": one.player,
        "dice": None if one.dice is None else list(one.dice),
        "past": one.past,
        "counts": [_count(count) for count in one.counts],
    }


def _count(one: Count) -> dict[str, object]:
    declare = one.declare
    return {
        "declare": None
        if declare is None
        else {"ones": declare.ones, "sixes": declare.sixes, "direction": declare.direction},
        "kind": one.kind,
        "value": one.value,
        "standing": one.standing,
        "missing": one.missing,
    }
