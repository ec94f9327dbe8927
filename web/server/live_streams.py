"""The live streams: every open page receives the board as server-sent events, without a thread of its own."""

from __future__ import annotations

import contextlib
from collections import Counter
from functools import lru_cache
from operator import itemgetter
from typing import TYPE_CHECKING, Final, Protocol

if TYPE_CHECKING:
    import asyncio

    from flask import Flask

    from web.services import Scoreboard

BEAT_S: Final = 2.0  # after five silent seconds a page says that what it shows is old
BEAT: Final = b"event: beat\ndata: 1\n\n"
RETRY: Final = b"retry: 2000\n\n"  # milliseconds until a page connects again
LIVE: Final = "knobeltisch-live"
"""The streams' name among the application's extensions."""
DEVICES: Final = 32  # a house pairs at most so many


class Follower(Protocol):
    """A connection that receives the board's events; a slow reader skips some."""

    address: str
    viewer: bool

    @property
    def known(self) -> bool:
        """Whether the connection belongs to a known device."""

    def send_event(self, event: bytes) -> None:
        """Send an event, or skip it while earlier ones are unread."""

    def end_stream(self) -> None:
        """End the stream with the last chunk."""


class LiveStreams:
    """Sends the board to all open pages, at most `limit`; further pages poll. Use only from the loop's thread."""

    def __init__(self, board: Scoreboard, *, limit: int) -> None:
        self.limit = limit
        self._board = board
        self._closing = False
        self._loop: asyncio.AbstractEventLoop | None = None
        self._beat: asyncio.TimerHandle | None = None
        self._followers: dict[Follower, None] = {}
        self.latest = b""
        """The present board, for a follower that missed events."""

    @property
    def open(self) -> int:
        """The number of open streams; may be read from any thread."""
        return len(self._followers)

    @property
    def watching(self) -> int:
        """The number of viewers' open streams; may be read from any thread."""
        return sum(follower.viewer for follower in list(self._followers))

    def make_room(self, address: str, *, viewer: bool) -> bool:
        """Make room for one more stream if possible; return whether there is room. `viewer`: the page only watches.

        Some places are reserved for pages that may play. If all others are taken, a stream of an address with many is ended for an
        address with few.
        """
        reserved = min(DEVICES, self.limit // 4) if viewer else 0
        if self._closing:
            return False
        if len(self._followers) < self.limit - reserved:
            return True
        counts = Counter(follower.address for follower in self._followers)
        other, count = max(counts.items(), key=itemgetter(1), default=("", 0))
        if count <= counts[address] + 1:
            return False
        next(follower for follower in self._followers if follower.address == other).end_stream()
        return True

    def admit_no_more(self) -> None:
        """Admit no more streams. Safe to call from any thread."""
        self._closing = True

    def start(self, loop: asyncio.AbstractEventLoop) -> None:
        """Follow the board from now on."""
        self._loop = loop
        self.latest = self._board.follow(self.receive)
        self._schedule_beat()

    def receive(self, event: bytes) -> None:
        """Pass a new board to the loop; called by the publishing thread."""
        assert self._loop is not None
        with contextlib.suppress(RuntimeError):  # the loop has been closed
            self._loop.call_soon_threadsafe(self.send, event)

    def add(self, follower: Follower) -> None:
        """Send a follower the current board, and then its changes."""
        self._followers[follower] = None
        follower.send_event(RETRY + self.latest)

    def remove(self, follower: Follower) -> None:
        """Stop sending to a follower."""
        self._followers.pop(follower, None)

    def send(self, board: bytes) -> None:
        """Send a new board to all followers."""
        self.latest = board
        for follower in self._everybody():
            follower.send_event(board)
        self._schedule_beat()

    def close(self) -> None:
        """Stop following the board and end all streams."""
        self.admit_no_more()
        if self._beat is not None:
            self._beat.cancel()
            self._board.unfollow(self.receive)
        for follower in self._everybody():
            follower.end_stream()

    def _everybody(self) -> list[Follower]:
        return sorted(self._followers, key=lambda follower: not follower.known)

    def _schedule_beat(self) -> None:
        if self._beat is not None:
            self._beat.cancel()
        if self._loop is not None:
            self._beat = self._loop.call_later(BEAT_S, self._send_beat)

    def _send_beat(self) -> None:
        for follower in self._everybody():
            follower.send_event(BEAT)
        self._schedule_beat()


def live_of(app: Flask) -> LiveStreams:
    """Return the app's live streams."""
    live = app.extensions[LIVE]
    assert isinstance(live, LiveStreams)
    return live


@lru_cache(maxsize=4)
def frame_chunk(event: bytes) -> bytes:
    """Return an event as an HTTP/1.1 chunk, the same for all streams."""
    return b"%x\r\n%b\r\n" % (len(event), event)
