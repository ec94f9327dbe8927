"""The pairings of earlier rounds, and the repetitions in a draw."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

from tournament.player_list import in_common
from tournament.state import matches_of, player_named

if TYPE_CHECKING:
    from tournament.entries import Drawn
    from tournament.state import State


@dataclass(frozen=True, slots=True, kw_only=True)
class Clash:
    """A repetition in a draw: `what` is `opponents`, `team`, `club` or `table`.

    `who` are two people, or one with a `table`; `times` includes this time.
    """

    what: str
    who: tuple[str, ...]
    times: int
    table: int


@dataclass(frozen=True, slots=True, kw_only=True)
class History:
    """The history of earlier rounds."""

    met: Counter[frozenset[str]]
    tables: Counter[tuple[str, int]]
    seats: Counter[tuple[str, int]]
    byes: Counter[str]


def history(state: State) -> History:
    """Return the meetings and seats of the rounds so far."""
    past = History(met=Counter(), tables=Counter(), seats=Counter(), byes=Counter())
    for drawn in state.rounds:
        past.byes.update(drawn.byes)
        for match in matches_of(state, drawn):
            past.met.update(frozenset(pair) for pair in combinations(match.players, 2))
            past.tables.update((name, match.table) for name in match.players)
            past.seats.update((name, seat) for seat, name in enumerate(match.players))
    return past


def clashes(state: State, drawn: Drawn) -> tuple[Clash, ...]:
    """Return the repetitions in a draw, the worst first; `state` is the state before the draw."""
    past = history(state)
    found = []
    for match in drawn.matches:
        for one, other in combinations(match.players, 2):
            pair, shared = frozenset((one, other)), _shared(state, one, other)
            if state.format.partners and "team" in shared:
                continue  # they are to sit together
            if past.met[pair]:
                found.append(
                    Clash(what="opponents", who=(one, other), times=past.met[pair] + 1, table=match.table)
                )
            found += [
                Clash(what=what, who=(one, other), times=past.met[pair] + 1, table=match.table)
                for what in shared
            ]
        found += [
            Clash(what="table", who=(name,), times=past.tables[name, match.table] + 1, table=match.table)
            for name in match.players
            if past.tables[name, match.table]
        ]
    order = ("opponents", "team", "club", "table")
    return tuple(sorted(found, key=lambda clash: (order.index(clash.what), -clash.times, clash.who)))


def _shared(state: State, one: str, other: str) -> list[str]:
    first, second = player_named(state, one), player_named(state, other)
    return [] if first is None or second is None else in_common(first, second)


def fewest_repeats(state: State, drawn: Drawn) -> int:
    """Return a guaranteed lower bound on the repeated meetings in any draw of these tables.

    A person with fewer new opponents than seats at the table meets somebody again, and so do some people of a former
    table when there are fewer tables than people. The best draw may have more repetitions. Of partners, who draw as
    one, nothing is known for certain.
    """
    if state.format.partners:
        return 0
    past = history(state)
    tables = Counter(match.group for match in drawn.matches)
    playing: dict[str | None, set[str]] = {}
    for match in drawn.matches:
        playing.setdefault(match.group, set()).update(match.players)
    lacking = 0
    for match in drawn.matches:
        for name in match.players:
            new = sum(
                not past.met[frozenset((name, other))] for other in playing[match.group] if other != name
            )
            lacking += max(0, len(match.players) - 1 - new)
    spread = [
        sum(
            _pairs_left(len(people & set(match.players)), tables[group])
            for match in matches_of(state, before)
            for group, people in playing.items()
        )
        for before in state.rounds
    ]
    return max([-(-lacking // 2), *spread])


def _pairs_left(people: int, tables: int) -> int:
    """Return how many pairs of people share a table if they are spread over the tables as evenly as possible."""
    small, larger = divmod(people, tables)
    return larger * small * (small + 1) // 2 + (tables - larger) * small * (small - 1) // 2
