"""The live streams: every open page receives the board as server-sent events. A stream needs no thread.

Request threads take and return places; everything else runs in the server's loop.
"""

from __future__ import annotations

import contextlib
import threading
from collections import Counter
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING, Final, Protocol

if TYPE_CHECKING:
    import asyncio

    from web.services import Scoreboard

BEAT_S: Final = 2.0  # after five silent seconds a page says that what it shows is old
BEAT: Final = b"event: beat\ndata: 1\n\n"
RETRY: Final = b"retry: 2000\n\n"  # milliseconds until a page connects again
CLOSING: Final = 16  # streams that were asked to end, but have not yet
DEVICES: Final = 32  # a house pairs at most so many
AT_ONCE: Final = 40  # streams to send to before the loop serves others again: a millisecond or two


class Follower(Protocol):
    """A connection that receives every event."""

    address: str

    @property
    def known(self) -> bool:
        """Whether it belongs to a device that the house knows."""

    def send_event(self, event: bytes) -> None:
        """Send an event, or skip it while the last ones are unread."""

    def end_stream(self) -> None:
        """End the stream as its client expects it."""


class LiveStreams:
    """Send the board to all open pages. `limit` streams at once; further pages poll instead."""

    def __init__(self, board: Scoreboard, *, limit: int) -> None:
        self.limit = limit
        self._board = board
        self._lock = threading.Lock()
        self._open = self._viewers = 0
        self._per_address: Counter[str] = Counter()
        self._closing = False
        self._loop: asyncio.AbstractEventLoop | None = None
        self._beat: asyncio.TimerHandle | None = None
        self._followers: dict[str, dict[Follower, None]] = {}
        self._latest = b""
        self._due: dict[Follower, bytes] = {}

    # --- places; from any thread

    @property
    def open(self) -> int:
        """The number of open streams."""
        with self._lock:
            return self._open

    @property
    def watching(self) -> int:
        """The number of open streams of viewers."""
        with self._lock:
            return self._viewers

    def enter(self, address: str = "", *, viewer: bool = False) -> bool:
        """Take a place; return False if all are taken or the server is stopping.

        Some places are reserved for the table's own devices. If all others are taken, an address with many streams
        gives one up for an address with few.
        """
        reserved = min(DEVICES, self.limit // 4) if viewer else 0
        with self._lock:
            if self._closing or (self._open >= self.limit - reserved and not self._make_room(address)):
                return False
            self._open += 1
            self._viewers += viewer
            self._per_address[address] += 1
            return True

    def leave(self, address: str = "", *, viewer: bool = False) -> None:
        """Return the place."""
        with self._lock:
            self._open -= 1
            self._viewers -= viewer
            self._per_address[address] -= 1
            if not self._per_address[address]:
                del self._per_address[address]

    def _make_room(self, address: str) -> bool:
        """End a stream of the address with the most, if it has more than this one will have."""
        if self._loop is None or not self._per_address or self._open >= self.limit + CLOSING:
            return False
        other, count = self._per_address.most_common(1)[0]
        if count <= self._per_address[address] + 1:
            return False
        self._loop.call_soon_threadsafe(self._end_oldest, other)
        return True

    def admit_no_more(self) -> None:
        """Admit no further stream."""
        with self._lock:
            self._closing = True

    # --- sending; in the loop's thread

    def start(self, loop: asyncio.AbstractEventLoop) -> None:
        """Follow the board from now on."""
        self._loop = loop
        self._latest = self._board.follow(self.receive)
        self._schedule_beat()

    def receive(self, event: bytes) -> None:
        """Hand a new board to the loop; called from the thread that published it."""
        assert self._loop is not None
        with contextlib.suppress(RuntimeError):  # the loop has been closed
            self._loop.call_soon_threadsafe(self.send, event)

    def add(self, follower: Follower) -> None:
        """Send it the present board, and every change from now on."""
        self._followers.setdefault(follower.address, {})[follower] = None
        follower.send_event(RETRY + self._latest)

    def remove(self, follower: Follower) -> None:
        """Stop sending to it."""
        mine = self._followers.get(follower.address, {})
        mine.pop(follower, None)
        self._due.pop(follower, None)
        if not mine:
            self._followers.pop(follower.address, None)

    @property
    def sending(self) -> bool:
        """Whether some followers still wait for the last event."""
        return bool(self._due)

    @property
    def latest(self) -> bytes:
        """The present board, for a follower that missed events."""
        return self._latest

    def send(self, board: bytes) -> None:
        """Send a new board to all followers, a few of them at a time; a board replaces one that was not sent yet."""
        self._latest = board
        sending = self.sending
        for follower in self._everybody():
            self._due[follower] = board
        if not sending:
            self._send_some()
        self._schedule_beat()

    def close(self) -> None:
        """Stop following the board and end all streams."""
        self.admit_no_more()
        if self._beat is not None:
            self._beat.cancel()
            self._board.unfollow(self.receive)
        self._due.clear()
        for follower in self._everybody():
            follower.end_stream()

    def _everybody(self) -> list[Follower]:
        """Return all followers, devices of the house first."""
        everybody = [follower for followers in self._followers.values() for follower in followers]
        return sorted(everybody, key=lambda follower: not follower.known)

    def _send_some(self) -> None:
        """Send to the next few; a command's answer must not wait for a thousand watchers."""
        for follower in list(islice(self._due, AT_ONCE)):
            follower.send_event(self._due.pop(follower))
        if self._due and self._loop is not None:
            self._loop.call_soon(self._send_some)

    def _schedule_beat(self) -> None:
        if self._beat is not None:
            self._beat.cancel()
        if self._loop is not None:
            self._beat = self._loop.call_later(BEAT_S, self._send_beat)

    def _send_beat(self) -> None:
        """Send a beat to all who wait for no board."""
        sending = self.sending
        for follower in self._everybody():
            self._due.setdefault(follower, BEAT)
        if not sending:
            self._send_some()
        self._schedule_beat()

    def _end_oldest(self, address: str) -> None:
        """End the oldest stream of an address."""
        if mine := self._followers.get(address):
            next(iter(mine)).end_stream()


@lru_cache(maxsize=4)
def frame_chunk(event: bytes) -> bytes:
    """Frame an event for HTTP/1.1, once for all streams."""
    return b"%x\r\n%b\r\n" % (len(event), event)
