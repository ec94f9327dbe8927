"""What a correction or an undo changes, told as single facts that the page has words for."""

from __future__ import annotations

from typing import TYPE_CHECKING

import scorer

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from scorer import State


def changes(before: State | None, after: State | None) -> list[dict[str, object]]:
    """List what differs between two states, what matters most to the table first.

    Each is {"what", "player" or null, "before", "after"}; `what` is game, worst, result, mats, stack, out, lost, rounds,
    schnapps, glasses, loser, round, leader, turn or dice.
    """
    if before is None or after is None or before.players != after.players or before.rules != after.rules:
        return [] if before == after else [_change("game", _game(before), _game(after))]
    return [
        *_worst(before, after),
        *_results(before, after),
        *_counts(before, after),
        *_course(before, after),
    ]


def _worst(before: State, after: State) -> Iterator[dict[str, object]]:
    """Return when another one lost the last round."""
    old, new = before.last_round, after.last_round
    if old is not None and new is not None and old.round == new.round and old.worst != new.worst:
        yield _change("worst", old.worst, new.worst)


def _results(before: State, after: State) -> Iterator[dict[str, object]]:
    old, new = _results_by_round(before), _results_by_round(after)
    for key in dict.fromkeys((*old, *new)):
        if old.get(key) != new.get(key):
            yield _change("result", old.get(key), new.get(key), key[1])


def _results_by_round(state: State) -> dict[tuple[int, str], object]:
    """Return the results of the last and the running round by round and player."""
    results = [(state.round, result) for result in state.results]
    if state.last_round is not None:
        results = [(state.last_round.round, result) for result in state.last_round.results] + results
    return {(number, one.player): scorer.result_to_json(one) for number, one in results}


def _counts(before: State, after: State) -> Iterator[dict[str, object]]:
    for what in ("mats", "out", "lost", "rounds", "schnapps", "glasses"):
        old: Mapping[str, object] = getattr(before, what)
        new: Mapping[str, object] = getattr(after, what)
        none = None if what == "out" else 0
        for player in before.players:
            if old.get(player, none) != new.get(player, none):
                yield _change(what, old.get(player, none), new.get(player, none), player)
    if before.stack != after.stack:
        yield _change("stack", before.stack, after.stack)


def _course(before: State, after: State) -> Iterator[dict[str, object]]:
    for what, name in (("loser", "loser"), ("round", "round"), ("leader", "leader"), ("turn", "to_act")):
        if getattr(before, name) != getattr(after, name):
            yield _change(what, getattr(before, name), getattr(after, name))
    lay, lie = (*before.held, *before.free), (*after.held, *after.free)
    if lay != lie:
        yield _change("dice", list(lay), list(lie))


def _change(what: str, before: object, after: object, player: str | None = None) -> dict[str, object]:
    return {"what": what, "player": player, "before": before, "after": after}


def _game(state: State | None) -> object:
    return None if state is None else {"variant": state.rules.name, "players": list(state.players)}
