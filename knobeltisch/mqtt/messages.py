"""What goes to the broker: which topics there are, what waits for them, and what is on its way.

What a topic keeps is replaced, never queued: the broker is told the newest. Events wait in a short queue of which the oldest go.
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
"""Events on their way at once; with what is kept, fewer than the 20 that the client sends at once."""
STALE_S: Final = 60.0
"""An event that could not be told for so long is none any more: a lamp must not flash for last hour's Chicago."""
AGAIN_S: Final = 60.0
"""How often what is kept is looked at without news from the table: warmth changes by itself."""

Snapshot: TypeAlias = "Mapping[str, object]"
Kept: TypeAlias = "Callable[[Snapshot], Mapping[str, bytes]]"
"""Returns what each retained topic is to hold while the board shows this snapshot."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """Something to publish; `retain`: the broker keeps it for who comes later."""

    topic: str
    payload: bytes
    retain: bool = False


@dataclass(slots=True)
class _Waiting:
    message: Message
    since: float


class Outbox:
    """What waits to be told. Safe to call from any thread; nothing in it waits for a broker.

    `show`, `tell` and `stir` fill it; `due`, `arrived` and `begin` are the line's.
    """

    def __init__(self, kept: Kept, ticks: Callable[[], float] = time.monotonic) -> None:
        self._kept, self._ticks = kept, ticks
        self._lock = threading.Lock()
        self._shown: Snapshot | None = None
        self._stirred = False
        self._looked = 0.0
        self._held: dict[str, bytes] = {}
        self._coming: dict[str, bytes] = {}
        self._events: deque[_Waiting] = deque()
        self._told: list[_Waiting] = []
        self.published = self.dropped = 0

    def show(self, snapshot: Snapshot) -> None:
        """Keep the board for the broker; the one before is forgotten, whether it was told or not."""
        with self._lock:
            self._shown, self._stirred = snapshot, True

    def stir(self) -> None:
        """Look anew at what is to be kept: something else than the board has changed."""
        with self._lock:
            self._stirred = True

    def tell(self, events: Sequence[Message]) -> None:
        """Queue events; when too many wait, the oldest are dropped and counted."""
        with self._lock:
            now = self._ticks()
            self._events.extend(_Waiting(event, now) for event in events)
            while len(self._events) > MOST_WAITING:
                self._events.popleft()
                self.dropped += 1

    def begin(self) -> None:
        """Begin with a broker that knows nothing: what was on its way is sent again."""
        with self._lock:
            self._held, self._coming, self._stirred = {}, {}, True
            self._events.extendleft(reversed(self._told))
            self._told = []

    def due(self) -> list[Message]:
        """Return what is to be sent now, and count it as on its way."""
        return [*self._due_events(), *self._due_kept()]

    def arrived(self, message: Message) -> None:
        """Note that the broker has a message."""
        with self._lock:
            self.published += 1
            if message.retain:
                self._coming.pop(message.topic, None)
            else:
                self._told = [sent for sent in self._told if sent.message is not message]

    def _due_events(self) -> list[Message]:
        with self._lock:
            fresh = self._ticks() - STALE_S
            while self._events and self._events[0].since < fresh:
                self._events.popleft()
                self.dropped += 1
            go = [
                self._events.popleft() for _ in range(min(len(self._events), MOST_AT_ONCE - len(self._told)))
            ]
            self._told += go
            return [sent.message for sent in go]

    def _due_kept(self) -> list[Message]:
        """Return the topics whose value has changed, once all that were told before have arrived."""
        with self._lock:
            now, shown = self._ticks(), self._shown
            again = now - self._looked >= AGAIN_S
            if shown is None or self._coming or not (self._stirred or again):
                return []
            self._stirred, self._looked = False, now
        wanted = self._kept(shown)  # without the lock: the table's follower must not wait for JSON
        with self._lock:
            changed = {topic: value for topic, value in wanted.items() if self._held.get(topic) != value}
            self._coming = dict(changed)
            self._held |= changed
        return [Message(topic=topic, payload=value, retain=True) for topic, value in changed.items()]
