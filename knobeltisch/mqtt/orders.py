"""Orders by MQTT: checked and carried out like those of a paired tablet, one after the other, in a thread of their own."""

from __future__ import annotations

import logging
import queue
import threading
from typing import TYPE_CHECKING, Final

from scorer.json_forms.text import MOST_BYTES, TOO_LONG, read_command, refusal_to_json

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

log = logging.getLogger(__name__)

MOST_WAITING: Final = 8
LONGEST_ID: Final = 64


class Orders:
    """Take orders and reply to each.

    `send` carries one out; `barred` returns a refusal if the table may not give it, or None; `reply` gets the answer;
    `limit` returns the seconds to wait for the next order, 0 for none.
    """

    def __init__(
        self,
        send: Callable[[Mapping[str, object]], Mapping[str, object]],
        barred: Callable[[Mapping[str, object]], Mapping[str, object] | None],
        reply: Callable[[Mapping[str, object]], None],
        limit: Callable[[str], float],
    ) -> None:
        self._send, self._barred, self._reply, self._limit = send, barred, reply, limit
        self._queue: queue.Queue[dict[str, object] | None] = queue.Queue(MOST_WAITING)
        self._thread = threading.Thread(target=self._run, name="mqtt orders", daemon=True)
        self.taken = 0

    def start(self) -> None:
        """Start carrying out orders."""
        self._thread.start()

    def stop(self) -> None:
        """Carry out the accepted orders, then stop."""
        if self._thread.is_alive():
            self._queue.put(None)
            self._thread.join()

    def take(self, payload: bytes, *, kept: bool) -> None:
        """Take a message in the connection's thread without blocking. `kept`: the broker had retained it."""
        if kept:
            # It would be carried out again with each connection, whatever the table plays by then.
            self._reply(
                refusal_to_json(
                    "bad_command", "An order must not be retained; publish it without, and delete this one."
                )
            )
            return
        try:
            order = _read_order(payload)
        except ValueError as error:
            self._reply(refusal_to_json("bad_command", str(error)))
            return
        if self._limit("mqtt"):
            self._answer(
                order, refusal_to_json("slow_down", "Too many orders at once; wait a moment and try again.")
            )
            return
        try:
            self._queue.put_nowait(order)
        except queue.Full:
            self._answer(
                order, refusal_to_json("busy", "The table is busy; look at the board and try again.")
            )

    def _run(self) -> None:
        while (order := self._queue.get()) is not None:
            try:
                self._answer(order, self._barred(order) or self._send(order))
            except Exception:
                log.exception("an order by MQTT could not be handled")
                self._answer(
                    order, refusal_to_json("fault", "Something went wrong inside; the score stands as shown.")
                )

    def _answer(self, order: Mapping[str, object], reply: Mapping[str, object]) -> None:
        self.taken += 1
        name = order.get("id")
        known = isinstance(name, str | int) and len(str(name)) <= LONGEST_ID
        self._reply({"id": name, **reply} if known else reply)


def _read_order(payload: bytes) -> dict[str, object]:
    """Read an order as the page reads a command. Raise ValueError with one sentence about the fault."""
    if len(payload) > MOST_BYTES:
        raise ValueError(TOO_LONG)
    return read_command(payload)
