"""Messages to the broker: the topics, what waits for them, and what is in flight.

A retained topic's value is replaced, never queued: the broker receives the newest. Events wait in a short queue that
drops the oldest.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

MOST_WAITING: Final = 64
MOST_AT_ONCE: Final = 8
"""Events in flight at once; with the retained topics, fewer than the client's limit of 20."""
STALE_S: Final = 60.0
"""Seconds after which a waiting event expires: a lamp must not flash for last hour's Chicago."""
AGAIN_S: Final = 60.0
"""Seconds between checks of the retained topics without news from the table: temperature changes by itself."""

Snapshot: TypeAlias = "Mapping[str, object]"
Kept: TypeAlias = "Callable[[Snapshot], Mapping[str, bytes]]"
"""Returns the value of each retained topic for this snapshot."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """A message to publish; `retain`: the broker keeps it for later subscribers."""

    topic: str
    payload: bytes
    retain: bool = False


@dataclass(slots=True)
class _Waiting:
    message: Message
    since: float


class MessageQueue:
    """The messages that wait to be published. Safe to call from any thread; nothing in it blocks on a broker.

    `set_board`, `queue_events` and `check_again` fill it; the connection calls `take_due`, `note_arrived` and
    `start_connection`.
    """

    def __init__(self, kept: Kept, ticks: Callable[[], float] = time.monotonic) -> None:
        self._kept, self._ticks = kept, ticks
        self._lock = threading.Lock()
        self._shown: Snapshot | None = None
        self._changed = False
        self._looked = 0.0
        self._held: dict[str, bytes] = {}
        self._coming: dict[str, bytes] = {}
        self._events: deque[_Waiting] = deque()
        self._sent: list[_Waiting] = []
        self.published = self.dropped = 0

    def set_board(self, snapshot: Snapshot) -> None:
        """Keep the board for the broker; it replaces the last one, published or not."""
        with self._lock:
            self._shown, self._changed = snapshot, True

    def check_again(self) -> None:
        """Check the retained topics again: something other than the board has changed."""
        with self._lock:
            self._changed = True

    def queue_events(self, events: Sequence[Message]) -> None:
        """Queue events; when too many wait, drop and count the oldest."""
        with self._lock:
            now = self._ticks()
            self._events.extend(_Waiting(event, now) for event in events)
            while len(self._events) > MOST_WAITING:
                self._events.popleft()
                self.dropped += 1

    def start_connection(self) -> None:
        """Start with a broker that knows nothing: send again what was in flight."""
        with self._lock:
            self._held, self._coming, self._changed = {}, {}, True
            self._events.extendleft(reversed(self._sent))
            self._sent = []

    def take_due(self) -> list[Message]:
        """Return the messages to send now, and count them as in flight."""
        return [*self._due_events(), *self._due_kept()]

    def note_arrived(self, message: Message) -> None:
        """Note that the broker has acknowledged a message."""
        with self._lock:
            self.published += 1
            if message.retain:
                self._coming.pop(message.topic, None)
            else:
                self._sent = [sent for sent in self._sent if sent.message is not message]

    def _due_events(self) -> list[Message]:
        with self._lock:
            fresh = self._ticks() - STALE_S
            while self._events and self._events[0].since < fresh:
                self._events.popleft()
                self.dropped += 1
            go = [
                self._events.popleft() for _ in range(min(len(self._events), MOST_AT_ONCE - len(self._sent)))
            ]
            self._sent += go
            return [sent.message for sent in go]

    def _due_kept(self) -> list[Message]:
        """Return the topics whose value has changed, once all earlier ones have arrived."""
        with self._lock:
            now, shown = self._ticks(), self._shown
            again = now - self._looked >= AGAIN_S
            if shown is None or self._coming or not (self._changed or again):
                return []
            self._changed, self._looked = False, now
        wanted = self._kept(shown)  # without the lock: the table's follower must not wait for JSON
        with self._lock:
            changed = {topic: value for topic, value in wanted.items() if self._held.get(topic) != value}
            self._coming = dict(changed)
            self._held |= changed
        return [Message(topic=topic, payload=value, retain=True) for topic, value in changed.items()]
