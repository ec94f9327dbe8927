"""What there was in the rounds before, and what a draw repeats of it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

from tournament.people import in_common
from tournament.state import matches_of, player_named

if TYPE_CHECKING:
    from tournament.entries import Drawn
    from tournament.state import State


@dataclass(frozen=True, slots=True, kw_only=True)
class Clash:
    """What a draw could not avoid, or did not: `what` is `opponents`, `team`, `club` or `table`.

    `who` are two people, or one with a `table`; `times` counts this time too.
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
    """Return who met whom, and who sat where, in the rounds so far."""
    past = History(met=Counter(), tables=Counter(), seats=Counter(), byes=Counter())
    for drawn in state.rounds:
        past.byes.update(drawn.byes)
        for match in matches_of(state, drawn):
            past.met.update(frozenset(pair) for pair in combinations(match.players, 2))
            past.tables.update((name, match.table) for name in match.players)
            past.seats.update((name, seat) for seat, name in enumerate(match.players))
    return past


def clashes(state: State, drawn: Drawn) -> tuple[Clash, ...]:
    """Return the repetitions that a draw does not avoid, the worst first; `state` is the state before the draw."""
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
    """Return how many meetings again no draw of these tables could avoid: a bound that holds for certain.

    Who has fewer new people left than there are seats beside him meets somebody again; and of those who sat at one
    table some meet again where there are fewer tables than they were. The best draw may have more than that.
    Of partners, who draw as one, nothing is known for certain.
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
    """Return how many pairs of people still share a table when they are spread over tables as evenly as can be."""
    small, larger = divmod(people, tables)
    return larger * small * (small + 1) // 2 + (tables - larger) * small * (small - 1) // 2
