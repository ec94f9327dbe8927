"""The same game with another name for one of its players."""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from scorer.state import LastRound, Result, State

_T = TypeVar("_T")


def renamed_state(state: State, old: str, new: str) -> State:
    """Return the state in which the player `old` has been called `new` from the beginning."""

    def name(player: str | None) -> str | None:
        return new if player == old else player

    def counts(found: Any) -> dict[str, Any]:  # noqa: ANN401 - counts or reasons, by player
        return {new if player == old else player: value for player, value in found.items()}

    def seats(found: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(new if player == old else player for player in found)

    return replace(
        state,
        players=seats(state.players),
        rolling=seats(state.rolling),
        results=_results(state.results, old, new),
        last_round=None if state.last_round is None else _last_round(state.last_round, old, new),
        leader=name(state.leader),
        to_act=name(state.to_act),
        to_fill=name(state.to_fill),
        loser=name(state.loser),
        mats=counts(state.mats),
        out=counts(state.out),
        lost=counts(state.lost),
        rounds=counts(state.rounds),
        schnapps=counts(state.schnapps),
        glasses=counts(state.glasses),
    )


def renamed_act(act: _T, old: str, new: str) -> _T:
    """Return the act of any game with `new` wherever it names `old`."""
    done = _fields_renamed(act, ("player", "after", "redeemed_by", "winner"), old, new)
    several = getattr(done, "players", ())
    if old not in several:
        return done
    names = tuple(new if player == old else player for player in several)
    return replace(done, players=names)  # type: ignore[type-var]  # an act is a frozen dataclass


def _results(results: tuple[Result, ...], old: str, new: str) -> tuple[Result, ...]:
    return tuple(_fields_renamed(result, ("player",), old, new) for result in results)


def _last_round(last: LastRound, old: str, new: str) -> LastRound:
    moves = tuple(
        (new if giver == old else giver, new if taker == old else taker, count)
        for giver, taker, count in last.moves
    )
    with_names = _fields_renamed(last, ("best", "worst"), old, new)
    return replace(with_names, results=_results(last.results, old, new), moves=moves)


def _fields_renamed(value: _T, names: tuple[str, ...], old: str, new: str) -> _T:
    assert is_dataclass(value)
    assert not isinstance(value, type)
    there = {field.name for field in fields(value)}
    found = {name: new for name in names if name in there and getattr(value, name) == old}
    return replace(value, **found) if found else value
