"""The orders tapped on the demo's page, by guests and by the simulated players, in the order of application."""

from __future__ import annotations

import threading
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from knobeltisch.game.events import Start
from knobeltisch.table.commands import parse

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from concurrent.futures import Future

    from knobeltisch.table.commands import Order, Ordered


LATE_S: Final = 60.0
"""How long an order may wait in the queue of a table on a slow machine."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tapped:
    """An order that the table has dealt with: `head` is the journal's last entry right after it."""

    order: Order
    taken: bool
    head: int
    own: bool
    """Whether the simulated players tapped it."""


class Orders:
    """Listen to the table's orders. `head` returns the journal's last entry; it is called in the table's thread."""

    def __init__(self, head: Callable[[], int]) -> None:
        self._head = head
        self._lock = threading.Lock()
        self._own: Order | None = None
        self._own_done: Future[None] | None = None
        self.log: list[Tapped] = []
        self.by_guests = 0
        """The number of guests' orders that were taken; it only grows."""
        self.starts_by_guests = 0
        """The number of games that guests have begun."""

    def note_order(self, ordered: Ordered) -> None:
        """Note an order on its way to the table."""
        with self._lock:
            own = self._own is not None and ordered.order == self._own
            if own:
                self._own, self._own_done = None, ordered.done

        def done(result: Future[None]) -> None:
            taken = not result.cancelled() and result.exception() is None
            self.log.append(Tapped(order=ordered.order, taken=taken, head=self._head(), own=own))
            if taken and not own:
                self.starts_by_guests += isinstance(ordered.order, Start)
                self.by_guests += 1

        ordered.done.add_done_callback(done)

    @contextmanager
    def expecting(self, command: Mapping[str, object]) -> Iterator[None]:
        """Attribute the first matching order in this context to one of the simulated players."""
        with self._lock:
            self._own, self._own_done = parse(command), None
        try:
            yield
        finally:
            with self._lock:  # it may never have come; a guest's later one must not pass for it
                self._own = None

    def was_taken(self, reply: Mapping[str, Any]) -> bool:
        """Whether the table took the last expected order: at once according to the reply, or later.

        A page that gives up after some seconds says "busy", but the order stays in the queue.
        """
        if reply.get("ok") is True:
            return True
        error, done = reply.get("error"), self._own_done
        gave_up = isinstance(error, dict) and error.get("code") == "busy"
        return gave_up and done is not None and done.exception(LATE_S) is None

    def note_interference(self) -> None:
        """Note that somebody changed the game other than by an order, as with a restored journal."""
        self.by_guests += 1

    def guests(self) -> Iterator[Tapped]:
        """Yield the guests' orders that the table took."""
        return (entry for entry in self.log if entry.taken and not entry.own)
