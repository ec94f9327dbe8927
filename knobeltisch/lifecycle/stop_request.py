"""Somebody asks the program to stop: a signal of systemd, Ctrl-C, a terminal that is closed."""

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

    def heed(self, *signals: signal.Signals) -> None:
        """Let these signals ask from now on; a hang-up only where nobody has switched it off, as nohup does."""
        for number in signals:
            if number is not signal.SIGHUP or signal.getsignal(number) is not signal.SIG_IGN:
                signal.signal(number, lambda *_: self.set())

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


class Interrupt:
    """What Ctrl-C does to a command that works: it raises KeyboardInterrupt, and is noted.

    C code that loads a module may swallow that, or raise something else in its place.
    """

    def __init__(self) -> None:
        self.came = False

    def __call__(self, *_: object) -> None:
        """Hear the signal."""
        self.came = True
        raise KeyboardInterrupt


BY_HAND: Final = (signal.SIGINT, signal.SIGHUP)


def told_to_stop(*signals: signal.Signals) -> StopRequest:
    """Return what these signals ask from now on, else all that stop a service; call it before anything is started.

    What is only being loaded may be left at once: until this is called, Ctrl-C raises KeyboardInterrupt.
    """
    request = StopRequest()
    heard = signal.getsignal(signal.SIGINT)
    if isinstance(heard, Interrupt) and heard.came:
        request.set()
    request.heed(*(signals or (signal.SIGTERM, *BY_HAND)))
    return request
