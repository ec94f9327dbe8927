"""Qualification: everybody present plays in the first stage, the qualifiers in the next ones."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from tournament.errors import Refused
from tournament.formats import Groups, Knockout
from tournament.ranking.standings import groups_of, rounds_of, rows, split_at_cut
from tournament.state import matches_of, open_games, people_in

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tournament.entries import Drawn
    from tournament.ranking.ties import Row
    from tournament.state import State


def qualified(state: State, stage: int) -> tuple[str, ...]:
    """Return the players of the next round of a stage, strongest first if there is an order.

    Raise Refused while that is open: unfinished games, or people level at the cut.
    """
    here = rounds_of(state, stage)
    if here and isinstance(state.format.stages[stage - 1], Knockout):
        return _through_knockout(state, stage, here[-1])
    if stage == 1 or here:
        return state.present if stage == 1 else _came_to(state, stage)
    return _through_stage(state, stage - 1)


def _came_to(state: State, stage: int) -> tuple[str, ...]:
    """Return the people of a stage who have not gone home."""
    there = people_in(state, rounds_of(state, stage)[0])
    return tuple(name for name in state.present if name in there)


def _check_played(state: State, rounds: Sequence[Drawn]) -> None:
    left = [
        f"table {match.table} ({match.id}): game {', '.join(map(str, games))}"
        for drawn in rounds
        for match in matches_of(state, drawn)
        if (games := open_games(state, match))
    ]
    if left:
        more = f" and {len(left) - 4} more" if len(left) > 4 else ""
        raise Refused("open_games", f"Not all is played yet: {'; '.join(left[:4])}{more}.")


def _through_knockout(state: State, stage: int, last: Drawn) -> tuple[str, ...]:
    knockout = state.format.stages[stage - 1]
    assert isinstance(knockout, Knockout)
    _check_played(state, [last])
    tables = []
    for match in matches_of(state, last):
        order = rows(state, match.players, [last])
        tables.append(_first_of(state, order, knockout.advance, f"table {match.table} ({match.id})"))
    byes = tuple(name for name in last.byes if name in state.present)
    return (*byes, *_by_rank(state, tables, [last]))


def _through_stage(state: State, stage: int) -> tuple[str, ...]:
    before = state.format.stages[stage - 1]
    drawn = rounds_of(state, stage)
    _check_played(state, drawn)
    assert isinstance(before, Groups)
    groups = [
        _first_of(state, rows(state, names, drawn), before.advance, f"group {group}")
        for group, names in groups_of(state, stage).items()
    ]
    return _by_rank(state, groups, drawn)


def _first_of(state: State, order: Sequence[Row], count: int, where: str) -> tuple[str, ...]:
    """Return the first people who are still in. Raise Refused if some are level at the cut."""
    through, level = split_at_cut(state, order, count)
    if level:
        names = " and ".join(row.name for row in level)
        raise Refused("level", f"{names} are level in {where}; let them play one more game.")
    return tuple(row.name for row in through)


def _by_rank(state: State, tables: Sequence[Sequence[str]], rounds: Sequence[Drawn]) -> tuple[str, ...]:
    """Return all firsts, then all seconds and so on, each ordered by points."""
    found: list[str] = []
    for rank in range(max(map(len, tables), default=0)):
        names = [table[rank] for table in tables if rank < len(table)]
        found += [row.name for row in rows(state, names, rounds)]
    return tuple(found)


def still_to_meet(state: State, stage: int, group: str) -> int:
    """Return how many present pairs of a group have not met yet."""
    names = [name for name in groups_of(state, stage).get(group, ()) if name in state.present]
    met = {
        frozenset(pair)
        for drawn in rounds_of(state, stage)
        for match in matches_of(state, drawn)
        for pair in combinations(match.players, 2)
    }
    if len(names) < state.format.rules.players_min:
        return 0
    return sum(frozenset(pair) not in met for pair in combinations(names, 2))
