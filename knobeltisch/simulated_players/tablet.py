"""The demo's page as its simulated players use it; it distinguishes their orders from those of guests."""

import json
import threading
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future
from contextlib import closing, contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection
from typing import Any, Final

from knobeltisch.game.events import Start
from knobeltisch.simulated_players.played import TableMistake
from knobeltisch.table.commands import Order, Ordered, parse

LATE_S: Final = 60.0
"""How long an order may wait in the queue of a table on a slow machine."""


@dataclass(slots=True, kw_only=True)
class BegunGame:
    """A game that began with the journal's entry `first`. `own`: the players began it; `touched`: guests changed it."""

    start: Start
    first: int
    own: bool
    touched: bool = False


class Orders:
    """Listens to the table's orders. `head` returns the id of the journal's last entry; it is called in the table's thread."""

    def __init__(self, head: Callable[[], int]) -> None:
        self._head = head
        self._lock = threading.Lock()
        self._own: Order | None = None
        self._own_done: Future[None] | None = None
        self.games: list[BegunGame] = []
        self.by_guests = 0
        """The number of guests' orders that were taken; it only grows."""

    def note_order(self, ordered: Ordered) -> None:
        """Note an order on its way to the table."""
        with self._lock:
            own = self._own is not None and ordered.order == self._own
            if own:
                self._own, self._own_done = None, ordered.done

        def done(result: Future[None]) -> None:
            if result.cancelled() or result.exception() is not None:
                return
            if isinstance(ordered.order, Start):
                self.games.append(BegunGame(start=ordered.order, first=self._head(), own=own))
            if not own:
                self.note_guests()

        ordered.done.add_done_callback(done)

    @contextmanager
    def expecting(self, command: Mapping[str, object]) -> Iterator[None]:
        """Attribute the first matching order in this context to the simulated players."""
        with self._lock:
            self._own, self._own_done = parse(command), None
        try:
            yield
        finally:
            with self._lock:  # it may never have come; a guest's later one must not pass for it
                self._own = None

    def check_taken(self, command: Mapping[str, object], reply: Mapping[str, object]) -> None:
        """Raise TableMistake if the table refused the command of the last `expecting`.

        A page that gives up after some seconds says "busy", but the order stays in the queue.
        """
        error, done = reply.get("error"), self._own_done
        if isinstance(error, dict) and error.get("code") == "busy" and done is not None:
            error = done.exception(LATE_S)
        if error is not None:
            raise TableMistake(f"The table refused {command}: {error}")

    def note_guests(self) -> None:
        """Record that guests changed something, by an order or in another way, such as restoring a journal."""
        self.by_guests += 1
        if self.games:
            self.games[-1].touched = True


class Tablet:
    """The players' tablet, which uses the page over HTTP. `port` returns the page's port."""

    def __init__(self, port: Callable[[], int], orders: Orders) -> None:
        self._port, self.orders = port, orders
        self._token = ""

    def snapshot(self) -> dict[str, Any]:
        """Return the current snapshot of the board."""
        return self._ask("/api/board")

    def tap(self, command: Mapping[str, object]) -> None:
        """Send a command. Raise TableMistake if the table refuses it."""
        if not self._token:
            self._token = str(self._ask("/api/me")["token"])
        with self.orders.expecting(command):
            reply = self._ask("/api/commands", command)
        self.orders.check_taken(command, reply)

    def _ask(self, path: str, body: Mapping[str, object] | None = None) -> dict[str, Any]:
        port = self._port()
        headers = {
            "Content-Type": "application/json",
            "Origin": f"http://127.0.0.1:{port}",
            "X-Knobeltisch-Token": self._token,
        }
        method, data = ("GET", None) if body is None else ("POST", json.dumps(body))
        with closing(HTTPConnection("127.0.0.1", port, timeout=30)) as line:
            line.request(method, path, data, headers)
            report = json.loads(line.getresponse().read())
        assert isinstance(report, dict)
        return report
