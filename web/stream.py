"""Live push: server-sent events from the board to every open page, and the number of pages that may stay open."""

from __future__ import annotations

import threading
import time
from collections import Counter
from typing import TYPE_CHECKING, Final

from scorer.json_forms.text import to_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from web.services import Scoreboard

BEAT_S: Final = (
    10.0  # after a longer silence the page could not distinguish a calm table from a dead connection
)
SLICE_S: Final = 0.5  # how soon a stream notices that its page or the server has gone
RETRY_MS: Final = 2000
MOST_ON_THEIR_WAY: Final = 16  # streams that were asked to end, but have not yet
DEVICES: Final = 32  # the house pairs no more


class Live:
    """Give each page its stream. `limit` streams at once; further pages poll instead."""

    def __init__(self, board: Scoreboard, *, limit: int) -> None:
        self.limit = limit
        self._board = board
        self._lock = threading.Lock()
        self._open = self._looking = 0
        self._each: Counter[str] = Counter()
        self.give_way: Callable[[str], None] | None = None
        self._closing = threading.Event()
        self._written: tuple[object, str] = (None, "")

    @property
    def open(self) -> int:
        """The number of open streams."""
        with self._lock:
            return self._open

    @property
    def watching(self) -> int:
        """The number of open streams of viewers."""
        with self._lock:
            return self._looking

    def enter(self, *, reserved: int = 0, address: str = "", looks: bool = False) -> bool:
        """Take a place for a stream; return False if only the `reserved` ones are left or the server is stopping.

        If the server can end a stream (`give_way`), an address with many gives one up for an address with few.
        """
        with self._lock:
            if self._closing.is_set():
                return False
            if self._open >= self.limit - reserved and not self._made_room(address):
                return False
            self._open += 1
            self._looking += looks
            self._each[address] += 1
            return True

    def leave(self, address: str = "", *, looks: bool = False) -> None:
        """Return the place."""
        with self._lock:
            self._open -= 1
            self._looking -= looks
            self._each[address] -= 1
            if not self._each[address]:
                del self._each[address]

    def _made_room(self, address: str) -> bool:
        """End a stream of the address with the most, if it has more than this one will have."""
        if self.give_way is None or not self._each or self._open >= self.limit + MOST_ON_THEIR_WAY:
            return False
        other, count = self._each.most_common(1)[0]
        if count <= self._each[address] + 1:
            return False
        self.give_way(other)
        return True

    def close(self) -> None:
        """End all streams within half a second; the pages will reconnect."""
        self._closing.set()

    def stream(self, *, gone: Callable[[], bool]) -> Iterator[str]:
        """Yield the board, then every change, and a beat every ten seconds, until the page has `gone`."""
        yield f"retry: {RETRY_MS}\n\n"
        shown: Mapping[str, object] | None = self._board.snapshot()
        version, last = 0, time.monotonic()
        while not self._closing.is_set() and not gone():
            if shown is not None:
                version, last = _version(shown), time.monotonic()
                yield self._event(shown)
            elif time.monotonic() - last >= BEAT_S:
                last = time.monotonic()
                yield "event: beat\ndata: 1\n\n"
            shown = self._board.wait(version, SLICE_S)

    def _event(self, snapshot: Mapping[str, object]) -> str:
        """Return a snapshot as an event, once for all streams."""
        key = (snapshot["boot"], snapshot["version"])
        with self._lock:
            if self._written[0] != key:
                self._written = (key, _as_event(snapshot))
            return self._written[1]


def reserved_places(limit: int) -> int:
    """Return how many of these places are reserved for the table's own tablet."""
    return min(DEVICES, limit // 4)


def _as_event(snapshot: Mapping[str, object]) -> str:
    return f"id: {snapshot['boot']}:{snapshot['version']}\ndata: {to_text(snapshot)}\n\n"


def _version(snapshot: Mapping[str, object]) -> int:
    version = snapshot["version"]
    assert isinstance(version, int)
    return version
