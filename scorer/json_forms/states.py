"""The state as JSON (ACTS.md "State"), field by field."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

from scorer.state import throwing

if TYPE_CHECKING:
    from scorer.displayed_worth import Worth
    from scorer.state import LastRound, Result, State


def state_to_json(state: State) -> dict[str, object]:
    """Return the whole state as JSON values; `teams` and `throwing` are present only if teams play."""
    written: dict[str, object] = {
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
        "declaration": None if state.declaration is None else asdict(state.declaration),
        "results": [result_to_json(result) for result in state.results],
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
    if state.teams:
        written["teams"] = {team: list(people) for team, people in state.teams.items()}
        written["throwing"] = throwing(state)
    return written


def result_to_json(result: Result) -> dict[str, object]:
    """Return a result as JSON; a covered one includes the held dice."""
    written: dict[str, object] = {
        "player": result.player,
        "dice": None if result.dice is None else list(result.dice),
        "value": result.value,
        "throws": result.throws,
        "kind": result.kind,
    }
    return written if result.held is None else {**written, "held": list(result.held)}


def _last_round(last: LastRound | None) -> dict[str, object] | None:
    if last is None:
        return None
    return {
        "round": last.round,
        "declaration": None if last.declaration is None else asdict(last.declaration),
        "results": [result_to_json(result) for result in last.results],
        "best": last.best,
        "worst": last.worst,
        "moves": [list(move) for move in last.moves],
    }


def worth_to_json(worth: Worth | None) -> dict[str, object] | None:
    """Return the worth of dice as JSON, null without dice."""
    if worth is None:
        return None
    return {
        "player": worth.player,
        "dice": None if worth.dice is None else list(worth.dice),
        "past": worth.past,
        "counts": [asdict(count) for count in worth.counts],
    }
