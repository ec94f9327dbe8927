"""The same game with another name for one of its players."""

from __future__ import annotations

from dataclasses import dataclass, fields, is_dataclass, replace
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from scorer.state import LastRound, State

_T = TypeVar("_T")
_V = TypeVar("_V")


@dataclass(frozen=True, slots=True, kw_only=True)
class Renaming:
    """Puts the name `new` in place of `old`, wherever that may stand."""

    old: str
    new: str

    def one(self, player: str | None) -> str | None:
        """Return a player's name."""
        return self.new if player == self.old else player

    def seats(self, players: Iterable[str]) -> tuple[str, ...]:
        """Return several players' names."""
        return tuple(self.new if player == self.old else player for player in players)

    def keys(self, found: Mapping[str, _V]) -> dict[str, _V]:
        """Return what there is for each player."""
        return {self.new if player == self.old else player: value for player, value in found.items()}

    def in_fields(self, value: _T, *names: str) -> _T:
        """Return a dataclass with these of its fields, as far as it has them, as names of players."""
        assert is_dataclass(value)
        assert not isinstance(value, type)
        there = {field.name for field in fields(value)}
        found = {name: self.new for name in names if name in there and getattr(value, name) == self.old}
        return replace(value, **found) if found else value

    def entries(self, found: Iterable[_T], *names: str) -> tuple[_T, ...]:
        """Return the same of several."""
        return tuple(self.in_fields(value, *names) for value in found)


def renamed_state(state: State, old: str, new: str) -> State:
    """Return the state in which the player `old` has been called `new` from the beginning."""
    names = Renaming(old=old, new=new)
    return replace(
        state,
        players=names.seats(state.players),
        rolling=names.seats(state.rolling),
        results=names.entries(state.results, "player"),
        last_round=None if state.last_round is None else _last_round(state.last_round, names),
        leader=names.one(state.leader),
        to_act=names.one(state.to_act),
        to_fill=names.one(state.to_fill),
        loser=names.one(state.loser),
        mats=names.keys(state.mats),
        out=names.keys(state.out),
        lost=names.keys(state.lost),
        rounds=names.keys(state.rounds),
        schnapps=names.keys(state.schnapps),
        glasses=names.keys(state.glasses),
    )


def renamed_act(act: _T, old: str, new: str) -> _T:
    """Return the act of any game with `new` wherever it names `old`."""
    names = Renaming(old=old, new=new)
    done = names.in_fields(act, "player", "after", "redeemed_by", "winner")
    several = getattr(done, "players", ())
    if old not in several:
        return done
    return replace(done, players=names.seats(several))  # type: ignore[type-var]  # an act is a frozen dataclass


def _last_round(last: LastRound, names: Renaming) -> LastRound:
    moves = tuple((names.one(giver), names.one(taker), count) for giver, taker, count in last.moves)
    return replace(
        names.in_fields(last, "best", "worst"), results=names.entries(last.results, "player"), moves=moves
    )
