"""The live streams: one thread follows the board, and the loop tells all connections. A stream costs no thread."""

from __future__ import annotations

import contextlib
import threading
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    import asyncio

    from web.live import Live


class Follower(Protocol):
    """A connection that is told whatever happens."""

    address: str

    def tell(self, event: bytes) -> None:
        """Send an event, or leave it out when the last ones have not been read."""

    def farewell(self) -> None:
        """End the stream as its client expects it."""


class Broadcast:
    """Tell all followers of the board; only from the loop's thread."""

    def __init__(self, live: Live, loop: asyncio.AbstractEventLoop) -> None:
        self._live, self._loop = live, loop
        self._followers: dict[str, dict[Follower, None]] = {}
        self._first = b""
        self._latest = b""
        self._ended = threading.Event()
        live.give_way = self._give_way_soon
        threading.Thread(target=self._follow, name="live", daemon=True).start()

    def add(self, follower: Follower) -> None:
        """Tell it what is shown now, and from now on whatever changes."""
        self._followers.setdefault(follower.address, {})[follower] = None
        follower.tell(self._first + self._latest)

    def remove(self, follower: Follower) -> None:
        """Tell it no more."""
        mine = self._followers.get(follower.address, {})
        mine.pop(follower, None)
        if not mine:
            self._followers.pop(follower.address, None)

    def latest(self) -> bytes:
        """Give what is shown now, for one that has missed something."""
        return self._latest

    def close(self) -> None:
        """Follow the board no longer and end all streams."""
        self._ended.set()
        for followers in list(self._followers.values()):
            for one in list(followers):
                one.farewell()

    def _follow(self) -> None:
        for event in self._live.stream(gone=self._ended.is_set):
            with contextlib.suppress(RuntimeError):  # the loop has been closed
                self._loop.call_soon_threadsafe(self._tell, event.encode())

    def _tell(self, event: bytes) -> None:
        if event.startswith(b"retry"):
            self._first = event
        elif event.startswith(b"id:"):
            self._latest = event
        for followers in list(self._followers.values()):
            for one in list(followers):
                one.tell(event)

    def _give_way_soon(self, address: str) -> None:
        self._loop.call_soon_threadsafe(self._give_way, address)

    def _give_way(self, address: str) -> None:
        """End the oldest stream of an address."""
        if mine := self._followers.get(address):
            next(iter(mine)).farewell()
