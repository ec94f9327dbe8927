"""Admission of connections: everybody while there is room, then the addresses with the fewest.

Nothing is known of a connection before its first request, so none is refused at the start. When it is full, a
connection of the address with the most is ended: an idle one, else a watching one, else the oldest. A device that the
house knows is never ended for a stranger.
"""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable


class ConnectionUse(IntEnum):
    """The present use of a connection, in the order in which connections are given up."""

    IDLE = 0
    STREAM = 1
    BUSY = 2


class AdmittedConnection:
    """One open connection: its owner, and how to end it."""

    __slots__ = ("address", "end", "known", "use")

    def __init__(self, address: str, end: Callable[[], None]) -> None:
        self.address, self.end = address, end
        self.use = ConnectionUse.IDLE
        self.known = False


class _Address:
    """The connections of one address, by use and in order of arrival."""

    __slots__ = ("uses",)

    def __init__(self) -> None:
        self.uses: tuple[dict[AdmittedConnection, None], ...] = tuple({} for _ in ConnectionUse)

    def __len__(self) -> int:
        return sum(map(len, self.uses))

    def weakest(self) -> AdmittedConnection | None:
        """Return the connection to give up first."""
        return next((next(iter(visits)) for visits in self.uses if visits), None)


class Admission:
    """Count connections: at most `most` in all, and `most_each` of strangers of one address."""

    def __init__(self, *, most: int, most_each: int) -> None:
        self._most, self._most_each = most, most_each
        self._strangers: dict[str, _Address] = {}
        self._known: set[AdmittedConnection] = set()
        self._open = 0

    @property
    def open(self) -> int:
        """The number of open connections."""
        return self._open

    @property
    def crowded(self) -> bool:
        """Whether more than half of the room is taken."""
        return 2 * self._open > self._most

    def enter(self, address: str, end: Callable[[], None]) -> AdmittedConnection:
        """Admit a connection, ending another one if there is no room."""
        visit = AdmittedConnection(address, end)
        mine = self._strangers.setdefault(address, _Address())
        if len(mine) >= self._most_each:
            self._give_up(mine)
        elif self._open >= self._most:
            self._give_up(max(self._strangers.values(), key=len))
        self._strangers.setdefault(address, mine).uses[visit.use][visit] = None
        self._open += 1
        return visit

    def leave(self, visit: AdmittedConnection) -> None:
        """Note that a connection has ended; a repeated call does no harm."""
        if visit in self._known:
            self._known.discard(visit)
            self._open -= 1
        elif self._take_out(visit):
            self._open -= 1

    def used(self, visit: AdmittedConnection, use: ConnectionUse) -> None:
        """Note a connection's use from now on."""
        if visit.known:
            visit.use = use
        elif self._take_out(visit):
            visit.use = use
            self._strangers.setdefault(visit.address, _Address()).uses[use][visit] = None

    def recognise(self, visit: AdmittedConnection) -> None:
        """Note that a connection belongs to a device that the house knows: it stays whatever others do."""
        if not visit.known and self._take_out(visit):
            visit.known = True
            self._known.add(visit)

    def _take_out(self, visit: AdmittedConnection) -> bool:
        mine = self._strangers.get(visit.address)
        if mine is None or visit not in mine.uses[visit.use]:
            return False
        del mine.uses[visit.use][visit]
        if not len(mine):
            del self._strangers[visit.address]
        return True

    def _give_up(self, address: _Address) -> None:
        visit = address.weakest()
        if visit is not None:
            self.leave(visit)
            visit.end()
