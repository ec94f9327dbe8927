"""A request to stop the program: a signal from systemd, Ctrl-C, or a closed terminal."""

import contextlib
import signal
import time
from queue import Empty, SimpleQueue
from typing import Final

LOOK_S: Final = 1.0


class StopRequest:
    """A flag that asks the program to stop.

    It uses `SimpleQueue`, whose `put` is reentrant: a signal handler may run while the main thread holds an `Event`'s lock. A
    signal may not wake the main thread, so `wait` checks every `LOOK_S` seconds.
    """

    def __init__(self) -> None:
        self._asked = False
        self._wake: SimpleQueue[None] = SimpleQueue()

    def set(self) -> None:
        """Request a stop. Safe to call from any thread or signal handler, also repeatedly."""
        self._asked = True
        self._wake.put(None)

    def is_set(self) -> bool:
        """Whether a stop was requested."""
        return self._asked

    def install_handlers(self, *signals: signal.Signals) -> None:
        """Make these signals request a stop; a hang-up does so only if it is not ignored, as it is under nohup."""
        for number in signals:
            if number is not signal.SIGHUP or signal.getsignal(number) is not signal.SIG_IGN:
                signal.signal(number, lambda *_: self.set())

    def wait(self, timeout: float | None = None) -> bool:
        """Wait for a stop request, at most `timeout` seconds if given. Return whether there was one."""
        until = None if timeout is None else time.monotonic() + timeout
        while not self._asked:
            left = LOOK_S if until is None else min(until - time.monotonic(), LOOK_S)
            if left <= 0:
                break
            with contextlib.suppress(Empty):
                self._wake.get(timeout=left)
        return self._asked


class Interrupt:
    """The handler for Ctrl-C during a command: raises KeyboardInterrupt, and remembers that it did.

    C code that loads a module may swallow or replace the exception.
    """

    def __init__(self) -> None:
        self.came = False

    def __call__(self, *_: object) -> None:
        """Raise KeyboardInterrupt."""
        self.came = True
        raise KeyboardInterrupt


BY_HAND: Final = (signal.SIGINT, signal.SIGHUP)


def install_stop_request(*signals: signal.Signals) -> StopRequest:
    """Make these signals (by default all that stop a service) request a stop, and return the request.

    Until then Ctrl-C raises KeyboardInterrupt, so a program that is still loading may exit at once.
    """
    request = StopRequest()
    heard = signal.getsignal(signal.SIGINT)
    if isinstance(heard, Interrupt) and heard.came:
        request.set()
    request.install_handlers(*(signals or (signal.SIGTERM, *BY_HAND)))
    return request
