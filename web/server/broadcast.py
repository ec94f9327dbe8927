"""The live streams: one thread follows the board, and the loop sends to all connections. A stream needs no thread."""

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
AT_ONCE: Final = 40  # streams to send to before the loop serves others again: a millisecond or two


class Follower(Protocol):
    """A connection that receives every event."""

    address: str

    @property
    def known(self) -> bool:
        """Whether it belongs to a device that the house knows."""

    def tell(self, event: bytes) -> None:
        """Send an event, or skip it while the last ones are unread."""

    def farewell(self) -> None:
        """End the stream as its client expects it."""


class Broadcast:
    """Send the board to all followers; only from the loop's thread."""

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
        """Send it the present board, and every change from now on."""
        self._followers.setdefault(follower.address, {})[follower] = None
        follower.tell(self._first + self._latest)

    def remove(self, follower: Follower) -> None:
        """Stop sending to it."""
        mine = self._followers.get(follower.address, {})
        mine.pop(follower, None)
        self._due.pop(follower, None)
        if not mine:
            self._followers.pop(follower.address, None)

    @property
    def under_way(self) -> bool:
        """Whether some followers still wait for the last event."""
        return bool(self._due)

    def latest(self) -> bytes:
        """Return the present board, for a follower that missed events."""
        return self._latest

    def close(self) -> None:
        """Stop following the board and end all streams."""
        self._ended.set()
        self._due.clear()
        for followers in list(self._followers.values()):
            for follower in list(followers):
                follower.farewell()

    def _follow(self) -> None:
        """Follow the board to its end; a failing snapshot costs that event, not the later ones."""
        while True:
            try:
                for event in self._live.stream(gone=self._ended.is_set):
                    raw = event.encode()
                    with contextlib.suppress(RuntimeError):  # the loop has been closed
                        self._loop.call_soon_threadsafe(self.tell, raw)
            except Exception:
                log.exception("a board could not be sent to the followers")
                if self._ended.wait(AGAIN_S):
                    return
            else:
                return

    def tell(self, event: bytes) -> None:
        """Send an event to all followers, a few of them at a time."""
        if event.startswith(b"retry"):
            self._first = event
        elif event.startswith(b"id:"):
            self._latest = event
        under_way = self.under_way
        everybody = [follower for followers in self._followers.values() for follower in followers]
        for follower in sorted(everybody, key=_strangers_last):
            if event is self._latest or follower not in self._due:
                self._due[follower] = event  # a board replaces one that was not sent yet
        if not under_way:
            self._tell_some()

    def _tell_some(self) -> None:
        """Send to the next few; a command's answer must not wait for a thousand watchers."""
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
def frame_chunk(event: bytes) -> bytes:
    """Frame an event for HTTP/1.1, once for all streams."""
    return b"%x\r\n%b\r\n" % (len(event), event)
