"""The only retry loop: a thread that attempts something repeatedly, pausing longer after each failure.

attempt --returns--> attempt, at the thread's own pace
`--raises RetryLater--> pause, doubled each time up to that error's longest --> attempt
"""

import errno
import logging
import socket
import threading
import time
from abc import ABC, abstractmethod
from typing import Final

from knobeltisch.errors import RetryLater

log = logging.getLogger(__name__)

SOON_S: Final = 1.0
"""Seconds until the next attempt when the other side may be back at any moment."""
LATER_S: Final = 30.0
"""Seconds between attempts when somebody has to fix something."""
STOP_S: Final = 2.0


class RetryingThread(ABC):
    """Calls `attempt` in its own thread until `stop`: `every` seconds after the last call began, or after a failure's pause.

    An unexpected error pauses for LATER_S. A failure is logged, at `level`, only once until an attempt succeeds.
    """

    def __init__(self, name: str, *, every: float = 0.0, level: int = logging.WARNING) -> None:
        self._every, self._level = every, level
        self._logged: set[str] = set()
        self.stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)

    @abstractmethod
    def attempt(self) -> None:
        """Do the work once. Raise RetryLater if the other side cannot be reached or refuses."""

    def start(self) -> None:
        """Start without blocking."""
        self._thread.start()

    def stop(self, timeout: float = STOP_S) -> bool:
        """Stop; wait up to `timeout` seconds for the thread to end. Return whether it has."""
        self.stopping.set()
        if self._thread.is_alive():
            self._thread.join(timeout)
        return not self._thread.is_alive()

    def note_success(self) -> None:
        """Allow earlier failures to be logged again; a long attempt calls this once it has reached the other side."""
        self._logged.clear()

    def _run(self) -> None:
        pause = 0.0
        while not self.stopping.is_set():
            began = time.monotonic()
            try:
                self.attempt()
            except RetryLater as error:
                pause = min(error.longest, max(error.pause, 2 * pause))
                self._log_once(str(error))
                self.stopping.wait(pause)
            except Exception as error:  # noqa: BLE001 - logged with its traceback; the next attempt may do better
                self._log_once(repr(error), error)
                pause = LATER_S
                self.stopping.wait(pause)
            else:
                pause = 0.0
                self.note_success()
                self.stopping.wait(began + self._every - time.monotonic())

    def _log_once(self, sentence: str, error: Exception | None = None) -> None:
        """Log a sentence unless it was logged before, with the traceback of an unexpected error. Logs nothing after `stop`."""
        if sentence in self._logged or self.stopping.is_set():
            return
        self._logged.add(sentence)
        level = self._level if error is None else logging.ERROR
        log.log(level, "%s" if error is None else f"{self._thread.name}: %s", sentence, exc_info=error)


def describe_failure(error: Exception) -> str:
    """Return a short reason why something could not be reached or read."""
    match error:
        case TimeoutError():
            return "no answer in time"
        case socket.gaierror():
            return "the name is unknown"
        case OSError(errno=errno.EPERM):  # the error of the unit's IPAddressDeny=
            return "the service may connect to private addresses only; docs/network.md says how to allow more"
        case OSError(strerror=str(said)):
            return said
        case _:
            return str(error) or type(error).__name__
