"""Table sizes, and a seating in which as few people as possible meet again. The same seed gives the same seating."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Final

TRIES = 12
"""How often the search restarts from another deal; it ends early once nothing is left to avoid."""

GOOD: Final = 4
"""The best number of people at a table, not exceeded while there are enough tables."""


def table_sizes(people: int, least: int, most: int, tables_there: int = 0) -> tuple[int, ...]:
    """Return the sizes of tables of `least` to `most` people, largest first; as few people as possible have a bye.

    As few tables as possible are used, or up to `tables_there` while at least four people sit at each. Empty if none can be filled.
    """
    for seated in range(people, least - 1, -1):
        fewest = -(-seated // most)
        tables = max(fewest, min(tables_there, seated // max(GOOD, least)))
        if tables * least <= seated:
            small, larger = divmod(seated, tables)
            return (small + 1,) * larger + (small,) * (tables - larger)
    return ()


class _Arrangement:
    """An arrangement being improved: `where` each person sits, and `near`, the cost of each person at each table."""

    def __init__(self, meets: Sequence[Sequence[int]], where: list[int], tables: int) -> None:
        self.meets, self.where = meets, where
        self.near = [[0] * tables for _ in where]
        for person, costs in enumerate(self.near):
            for other, table in enumerate(where):
                costs[table] += meets[person][other]

    def gain(self, one: int, other: int) -> int:
        """Return how much the cost of all pairs at one table falls if two people swap tables."""
        here, there = self.where[one], self.where[other]
        before = self.near[one][here] + self.near[other][there]
        return before - self.near[one][there] - self.near[other][here] + 2 * self.meets[one][other]

    def swap(self, one: int, other: int) -> None:
        """Swap the tables of two people."""
        here, there = self.where[one], self.where[other]
        for person, costs in enumerate(self.near):
            shift = self.meets[person][other] - self.meets[person][one]
            costs[here] += shift
            costs[there] -= shift
        self.where[one], self.where[other] = there, here

    def improve(self, pots: Sequence[range]) -> None:
        """Swap people of the same pot between tables until no swap lowers the cost."""
        better = True
        while better:
            better = False
            for pot in pots:
                for person in pot:
                    for other in range(person + 1, pot.stop):
                        if self.where[person] != self.where[other] and self.gain(person, other) > 0:
                            self.swap(person, other)
                            better = True

    def cost(self) -> int:
        """Return the total cost, counting each pair at one table twice."""
        return sum(self.near[person][place] for person, place in enumerate(self.where))


def arrange_tables(
    pots: Sequence[Sequence[str]], sizes: Sequence[int], cost: Callable[[str, str], int], chance: Random
) -> list[list[str]]:
    """Return the people at each table, with the lowest cost of meetings that the search finds.

    `pots` are dealt one after another, to spread each over as many tables as possible; only people of the same pot are swapped.
    `sizes` are the table sizes and add up to the people. `cost(a, b)` is the cost of two people at one table.
    """
    people = [name for pot in pots for name in pot]
    meets = [[cost(name, other) if name != other else 0 for other in people] for name in people]
    ends = [sum(map(len, pots[: place + 1])) for place in range(len(pots))]
    ranges = [range(end - len(pot), end) for pot, end in zip(pots, ends, strict=True)]
    best: _Arrangement | None = None
    for _ in range(TRIES):
        where = [0] * len(people)
        free = list(sizes)
        waiting: list[int] = []
        for pot in ranges:  # one person of each pot at every table, as far as they suffice
            for person in chance.sample(pot, len(pot)):
                if not waiting:
                    waiting = [table for table, room in enumerate(free) if room]
                    chance.shuffle(waiting)
                where[person] = waiting.pop()
                free[where[person]] -= 1
        found = _Arrangement(meets, where, len(sizes))
        found.improve(ranges)
        if best is None or found.cost() < best.cost():
            best = found
        if best.cost() == 0:
            break
    assert best is not None
    tables: list[list[str]] = [[] for _ in sizes]
    for name, table in zip(people, best.where, strict=True):
        tables[table].append(name)
    return tables
