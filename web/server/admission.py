"""Admission of connections: everybody while there is room, then the addresses with the fewest.

Nothing is known of a connection before its first request, so none is refused at the start. When it is full, a
connection of the address with the most is ended: an idle one, else a watching one, else the oldest. A device that the
house knows is never ended for a stranger.
"""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable


class ConnectionUse(IntEnum):
    """The present use of a connection, in the order in which connections are given up."""

    IDLE = 0
    STREAM = 1
    BUSY = 2


class AdmittedConnection:
    """One open connection: its owner, and how to end it."""

    __slots__ = ("address", "end", "here", "known", "use")

    def __init__(self, address: str, end: Callable[[], object]) -> None:
        self.address = address
        self.end: Callable[[], object] = end
        self.use = ConnectionUse.IDLE
        self.here, self.known = True, False


Visits: TypeAlias = tuple[dict[AdmittedConnection, None], ...]
"""The connections of one address, by use and in order of arrival."""


class Admission:
    """Count connections: at most `most` in all, and `most_each` of strangers of one address."""

    def __init__(self, *, most: int, most_each: int) -> None:
        self._most, self._most_each = most, most_each
        self._strangers: dict[str, Visits] = {}
        self.open = 0

    @property
    def crowded(self) -> bool:
        """Whether more than half of the room is taken."""
        return 2 * self.open > self._most

    def enter(self, address: str, end: Callable[[], object]) -> AdmittedConnection:
        """Admit a connection, ending another one if there is no room."""
        mine = self._strangers.get(address, ())
        if _count(mine) >= self._most_each:
            self._give_up(mine)
        elif self.open >= self._most:
            self._give_up(max(self._strangers.values(), key=_count, default=()))
        visit = AdmittedConnection(address, end)
        self._put(visit)
        self.open += 1
        return visit

    def leave(self, visit: AdmittedConnection) -> None:
        """Note that a connection has ended; a repeated call does no harm."""
        if visit.here:
            self._take_out(visit)
            visit.here = False
            self.open -= 1

    def used(self, visit: AdmittedConnection, use: ConnectionUse) -> None:
        """Note a connection's use from now on."""
        if visit.here:
            self._take_out(visit)
            visit.use = use
            self._put(visit)

    def recognise(self, visit: AdmittedConnection) -> None:
        """Note that a connection belongs to a device that the house knows: it stays whatever others do."""
        if visit.here:
            self._take_out(visit)
            visit.known = True

    def _put(self, visit: AdmittedConnection) -> None:
        if not visit.known:
            new: Visits = tuple({} for _ in ConnectionUse)
            self._strangers.setdefault(visit.address, new)[visit.use][visit] = None

    def _take_out(self, visit: AdmittedConnection) -> None:
        if not visit.known:
            mine = self._strangers[visit.address]
            del mine[visit.use][visit]
            if not any(mine):
                del self._strangers[visit.address]

    def _give_up(self, crowd: Visits) -> None:
        """End the connection that a crowd of one address needs least."""
        visit = next((next(iter(visits)) for visits in crowd if visits), None)
        if visit is not None:
            self.leave(visit)
            visit.end()


def _count(visits: Visits) -> int:
    return sum(map(len, visits))
