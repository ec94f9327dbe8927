"""Admission of connections: everybody while there is room, then addresses with few connections first.

A new connection is not refused, because its sender is unknown before its first request. When the server is full, a
connection of the address with the most is ended: an idle one, else a stream, else the oldest. A known device's connection is
never ended for a stranger.
"""

from collections.abc import Callable
from enum import IntEnum
from operator import attrgetter


class ConnectionUse(IntEnum):
    """The use of a connection; lower values are given up first."""

    IDLE = 0
    STREAM = 1
    BUSY = 2


class AdmittedConnection:
    """A connection: its address, use, how to end it, whether it is open (`here`) and from a known device."""

    __slots__ = ("address", "end", "here", "known", "use")

    def __init__(self, address: str, end: Callable[[], object]) -> None:
        self.address = address
        self.end: Callable[[], object] = end
        self.use = ConnectionUse.IDLE
        self.here, self.known = True, False


class Admission:
    """Limits connections to `most` in all and `most_each` from strangers at one address, by ending connections of strangers."""

    def __init__(self, *, most: int, most_each: int) -> None:
        self._most, self._most_each = most, most_each
        self._strangers: dict[str, dict[AdmittedConnection, None]] = {}  # by address, in order of arrival
        self.open = 0

    def enter(self, address: str, end: Callable[[], object]) -> AdmittedConnection:
        """Admit a connection and return it; end another one if there is no room."""
        crowd = self._strangers.get(address, {})
        if len(crowd) < self._most_each:
            full = self.open >= self._most
            crowd = max(self._strangers.values(), key=len, default={}) if full else {}
        if crowd:
            spare = min(crowd, key=attrgetter("use"))
            self.leave(spare)
            spare.end()
        visit = AdmittedConnection(address, end)
        self._strangers.setdefault(address, {})[visit] = None
        self.open += 1
        return visit

    def leave(self, visit: AdmittedConnection) -> None:
        """Note that a connection has ended; may be called repeatedly."""
        if visit.here:
            self._forget(visit)
            visit.here = False
            self.open -= 1

    def recognise(self, visit: AdmittedConnection) -> None:
        """Note that a connection belongs to a known device, so that it is never ended for others."""
        if visit.here:
            self._forget(visit)
            visit.known = True

    def _forget(self, stranger: AdmittedConnection) -> None:
        if not stranger.known:
            del self._strangers[stranger.address][stranger]
            if not self._strangers[stranger.address]:
                del self._strangers[stranger.address]
