"""The changes that a correction or an undo makes, as single facts that the page has words for."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypedDict

import scorer

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

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
    return [*_throw_changes(scorer.dice_state(before), scorer.dice_state(after)), *_summed_up(before, after)]


def _throw_changes(before: State | None, after: State | None) -> Iterator[Change]:
    if before is not None and after is not None:
        yield from _worst_changes(before, after)
        yield from _result_changes(before, after)


def _worst_changes(before: State, after: State) -> Iterator[Change]:
    """Yield a change if another player lost the last round."""
    old, new = before.last_round, after.last_round
    if old is not None and new is not None and old.round == new.round and old.worst != new.worst:
        yield _change("worst", old.worst, new.worst)


def _result_changes(before: State, after: State) -> Iterator[Change]:
    old, new = _results_by_round(before), _results_by_round(after)
    for key in dict.fromkeys((*old, *new)):
        if old.get(key) != new.get(key):
            yield _change("result", old.get(key), new.get(key), key[1])


def _results_by_round(state: State) -> dict[tuple[int, str], object]:
    """Return the results of the last and the running round by round and player."""
    results = [(state.round, result) for result in state.results]
    if state.last_round is not None:
        results = [(state.last_round.round, result) for result in state.last_round.results] + results
    return {(number, result.player): scorer.result_to_json(result) for number, result in results}


def _summed_up(before: GameState, after: GameState) -> Iterator[Change]:
    """Yield the differences in the summaries that all games share."""
    old, new = scorer.summary(before), scorer.summary(after)
    counted = [(what, had, new.count(what), 0) for what, had in old.counts.items()]
    for what, had, has, none in (*counted[:1], ("out", before.out, after.out, None), *counted[1:]):
        yield from _by_player(what, before.players, had, has, none)
    for what, was in old.course.items():
        if was != new.course[what]:
            yield _change(what, was, new.course[what])


def _by_player(
    what: str, players: Sequence[str], old: Mapping[str, object], new: Mapping[str, object], none: object
) -> Iterator[Change]:
    for player in players:
        if old.get(player, none) != new.get(player, none):
            yield _change(what, old.get(player, none), new.get(player, none), player)


def _change(what: str, before: object, after: object, player: str | None = None) -> Change:
    return {"what": what, "player": player, "before": before, "after": after}


def _describe_game(state: GameState | None) -> object:
    return None if state is None else {"variant": state.rules.name, "players": list(state.players)}
