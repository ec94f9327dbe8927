"""The live streams: one thread follows the board, and the loop tells all connections. A stream costs no thread."""

from __future__ import annotations

import contextlib
import logging
import threading
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING, Final, Protocol

if TYPE_CHECKING:
    import asyncio

    from web.stream import Live


log = logging.getLogger(__name__)

AGAIN_S: Final = 1.0
AT_ONCE: Final = 40  # streams that are told before the loop looks after others again: a millisecond or two


class Follower(Protocol):
    """A connection that is told whatever happens."""

    address: str

    @property
    def known(self) -> bool:
        """Whether it is that of a device which the house knows."""

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
        self._due: dict[Follower, bytes] = {}
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
        self._due.pop(follower, None)
        if not mine:
            self._followers.pop(follower.address, None)

    @property
    def under_way(self) -> bool:
        """Whether somebody has still to be told of the last event."""
        return bool(self._due)

    def latest(self) -> bytes:
        """Return what is shown now, for one that has missed something."""
        return self._latest

    def close(self) -> None:
        """Follow the board no longer and end all streams."""
        self._ended.set()
        self._due.clear()
        for followers in list(self._followers.values()):
            for follower in list(followers):
                follower.farewell()

    def _follow(self) -> None:
        """Follow the board to its end; what cannot be told costs that news, not all that come after it."""
        while True:
            try:
                for event in self._live.stream(gone=self._ended.is_set):
                    raw = event.encode()
                    with contextlib.suppress(RuntimeError):  # the loop has been closed
                        self._loop.call_soon_threadsafe(self.tell, raw)
            except Exception:
                log.exception("a board could not be told to those who look on")
                if self._ended.wait(AGAIN_S):
                    return
            else:
                return

    def tell(self, event: bytes) -> None:
        """Tell all followers of an event, a few of them at a time."""
        if event.startswith(b"retry"):
            self._first = event
        elif event.startswith(b"id:"):
            self._latest = event
        under_way = self.under_way
        everybody = [follower for followers in self._followers.values() for follower in followers]
        for follower in sorted(everybody, key=_strangers_last):
            if event is self._latest or follower not in self._due:
                self._due[follower] = event  # a board takes the place of one that has not been told yet
        if not under_way:
            self._tell_some()

    def _tell_some(self) -> None:
        """Tell the next few; a command's answer must not wait until a thousand watchers have been told."""
        for follower in list(islice(self._due, AT_ONCE)):
            follower.tell(self._due.pop(follower))
        if self._due:
            self._loop.call_soon(self._tell_some)

    def _give_way_soon(self, address: str) -> None:
        self._loop.call_soon_threadsafe(self._give_way, address)

    def _give_way(self, address: str) -> None:
        """End the oldest stream of an address."""
        if mine := self._followers.get(address):
            next(iter(mine)).farewell()


def _strangers_last(follower: Follower) -> bool:
    return not follower.known


@lru_cache(maxsize=4)
def chunk(event: bytes) -> bytes:
    """Frame an event for HTTP/1.1: once for all streams that hear it."""
    return b"%x\r\n%b\r\n" % (len(event), event)
