"""The changes that a correction or an undo makes, as single facts that the page has words for."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypedDict

import scorer

if TYPE_CHECKING:
    from scorer import GameState, State


class Change(TypedDict):
    """A difference; `what` is game, worst, result, out, or a key of the game's summary."""

    what: str
    player: str | None
    before: object
    after: object


def list_changes(before: GameState | None, after: GameState | None) -> list[Change]:
    """List the differences between two states, the most important to the table first."""
    if before is None or after is None or before.players != after.players or before.rules != after.rules:
        return [] if before == after else [_change("game", _describe_game(before), _describe_game(after))]
    changes: list[Change] = []
    was, now = scorer.dice_state(before), scorer.dice_state(after)
    if was is not None and now is not None:
        lost, loses = was.last_round, now.last_round
        if lost is not None and loses is not None and lost.round == loses.round and lost.worst != loses.worst:
            changes.append(_change("worst", lost.worst, loses.worst))
        had, has = _results_by_round(was), _results_by_round(now)
        changes += [
            _change("result", had.get(key), has.get(key), key[1])
            for key in dict.fromkeys((*had, *has))
            if had.get(key) != has.get(key)
        ]
    # The summaries that all games share.
    old, new = scorer.summary(before), scorer.summary(after)
    counted = [(what, counts, new.count(what), 0) for what, counts in old.counts.items()]
    for what, counts, count, none in (*counted[:1], ("out", before.out, after.out, None), *counted[1:]):
        changes += [
            _change(what, counts.get(player, none), count.get(player, none), player)
            for player in before.players
            if counts.get(player, none) != count.get(player, none)
        ]
    changes += [
        _change(what, course, new.course[what])
        for what, course in old.course.items()
        if course != new.course[what]
    ]
    return changes


def _results_by_round(state: State) -> dict[tuple[int, str], object]:
    """Return the results of the last and the running round by round and player."""
    results = [(state.round, result) for result in state.results]
    if state.last_round is not None:
        results = [(state.last_round.round, result) for result in state.last_round.results] + results
    return {(number, result.player): scorer.result_to_json(result) for number, result in results}


def _change(what: str, before: object, after: object, player: str | None = None) -> Change:
    return {"what": what, "player": player, "before": before, "after": after}


def _describe_game(state: GameState | None) -> object:
    return None if state is None else {"variant": state.rules.name, "players": list(state.players)}
