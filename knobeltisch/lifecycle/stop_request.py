"""Somebody asks the program to stop: a signal of systemd, Ctrl-C."""

from __future__ import annotations

import contextlib
import signal
import time
from queue import Empty, SimpleQueue
from typing import Final

LOOK_S: Final = 1.0


class StopRequest:
    """Whether somebody asked the program to stop.

    A signal's handler runs between any two steps of the main thread. An `Event` takes a lock that the main thread may hold
    just then, in `wait`: both would wait for ever, and the program could not be stopped. `SimpleQueue.put` is made for that.

    Python runs the handler only when the main thread comes back to it. A signal of the instant before that thread falls asleep, or
    one that the system gives to another thread, wakes nobody: so the main thread looks up every `LOOK_S` seconds.
    """

    def __init__(self) -> None:
        self._asked = False
        self._wake: SimpleQueue[None] = SimpleQueue()

    def set(self) -> None:
        """Ask the program to stop; from any thread or handler, as often as you like."""
        self._asked = True
        self._wake.put(None)

    def is_set(self) -> bool:
        """Whether somebody asked."""
        return self._asked

    def wait(self, timeout: float | None = None) -> bool:
        """Wait until somebody asks, at most `timeout` seconds. Return whether somebody did."""
        until = None if timeout is None else time.monotonic() + timeout
        while not self._asked:
            left = LOOK_S if until is None else min(until - time.monotonic(), LOOK_S)
            if left <= 0:
                break
            with contextlib.suppress(Empty):
                self._wake.get(timeout=left)
        return self._asked


def told_to_stop() -> StopRequest:
    """Return what SIGINT and SIGTERM ask from now on, so call it before anything is started."""
    request = StopRequest()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: request.set())
    return request
