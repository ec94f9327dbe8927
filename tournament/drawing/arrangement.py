"""Table sizes, and a seating in which as few people as possible meet again. Pure, with a seed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    Costs = Sequence[Sequence[int]]

TRIES = 12
"""How often the search restarts from another deal; it ends early once nothing is left to avoid."""


GOOD: Final = 4
"""So many at a table play best: where there are tables enough nobody sits with more."""


def table_sizes(people: int, least: int, most: int, tables_there: int = 0) -> tuple[int, ...]:
    """Return the table sizes, largest first; the rest of `people` have a bye, as few as possible.

    As few tables as it takes; but of those that are there as many as leave four at each, rather than five or more at fewer.
    """
    for seated in range(people, least - 1, -1):
        fewest = -(-seated // most)
        tables = max(fewest, min(tables_there, seated // max(GOOD, least)))
        if tables * least <= seated:
            small, larger = divmod(seated, tables)
            return (small + 1,) * larger + (small,) * (tables - larger)
    return ()


@dataclass(slots=True)
class _Seating:
    """A seating under improvement: `where` each person sits, `near` the cost of each person at each table."""

    meets: Costs
    stays: Costs
    where: list[int]
    near: list[list[int]]

    def gain(self, one: int, other: int) -> int:
        """Return the gain if two people change places."""
        here, there = self.where[one], self.where[other]
        both = self.meets[one][other]
        before = self.near[one][here] + self.near[other][there]
        after = self.near[one][there] + self.near[other][here] - 2 * both
        tables = self.stays[one][here] + self.stays[other][there]
        return before - after + tables - self.stays[one][there] - self.stays[other][here]

    def swap(self, one: int, other: int) -> None:
        """Swap the tables of two people."""
        here, there = self.where[one], self.where[other]
        for person, costs in enumerate(self.near):
            shift = self.meets[person][other] - self.meets[person][one]
            costs[here] += shift
            costs[there] -= shift
        self.where[one], self.where[other] = there, here

    def cost(self) -> int:
        """Return the remaining cost, each pair counted once."""
        pairs = sum(self.near[person][table] for person, table in enumerate(self.where))
        return pairs // 2 + sum(self.stays[person][table] for person, table in enumerate(self.where))


def arranged(
    pots: Sequence[Sequence[int]], sizes: Sequence[int], *, meets: Costs, stays: Costs, chance: Random
) -> list[list[int]]:
    """Return the people of each table, at the lowest cost of meeting and staying that the search finds.

    People are numbers from 0. `pots` are dealt one after the other, so that those of one pot sit apart as far as the
    tables reach; people change places within their pot alone. `meets[a][b]` is the cost of two at one table,
    `stays[a][t]` that of somebody at a table.
    """
    best: _Seating | None = None
    for _ in range(TRIES):
        seating = _dealt(pots, sizes, meets, stays, chance)
        _improve(seating, pots)
        if best is None or seating.cost() < best.cost():
            best = seating
        if best.cost() == 0:
            break
    assert best is not None
    tables: list[list[int]] = [[] for _ in sizes]
    for person, table in enumerate(best.where):
        tables[table].append(person)
    return tables


def _dealt(
    pots: Sequence[Sequence[int]], sizes: Sequence[int], meets: Costs, stays: Costs, chance: Random
) -> _Seating:
    where = [0] * sum(map(len, pots))
    free = list(sizes)
    waiting: list[int] = []
    for pot in pots:
        people = list(pot)
        chance.shuffle(people)
        for person in people:
            if not waiting:
                waiting = [table for table, room in enumerate(free) if room]
                chance.shuffle(waiting)
            table = waiting.pop()
            where[person] = table
            free[table] -= 1
    near = [[0] * len(sizes) for _ in where]
    for person, costs in enumerate(near):
        for other, table in enumerate(where):
            if other != person:
                costs[table] += meets[person][other]
    return _Seating(meets=meets, stays=stays, where=where, near=near)


def _improve(seating: _Seating, pots: Sequence[Sequence[int]]) -> None:
    """Swap pairs as long as the cost falls; this ends because the cost falls each time."""
    better = True
    while better:
        better = False
        for pot in pots:
            for place, seed in enumerate(pot):
                for other in pot[place + 1 :]:
                    if seating.where[seed] != seating.where[other] and seating.gain(seed, other) > 0:
                        seating.swap(seed, other)
                        better = True


def seated(people: Sequence[int], before: Sequence[Sequence[int]], chance: Random) -> list[int]:
    """Return the people of a table in seat order, avoiding seats they often had.

    `before[p][s]`: how often person p had seat s.
    """
    order = list(people)
    chance.shuffle(order)

    def cost(person: int, seat: int) -> int:
        return before[person][seat] ** 2 if seat < len(before[person]) else 0

    better = True
    while better:
        better = False
        for number in range(len(order)):
            for other in range(number + 1, len(order)):
                now = cost(order[number], number) + cost(order[other], other)
                if cost(order[number], other) + cost(order[other], number) < now:
                    order[number], order[other] = order[other], order[number]
                    better = True
    return order
