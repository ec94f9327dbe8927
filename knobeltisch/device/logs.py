"""The log: one line per message, suitable for journald, without endless repetition.

A camera that fails at every picture would fill the SD card, so most repetitions are counted and left out.
"""

import logging
import os
import sys
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Final

AT_ONCE: Final = 5
QUIET_S: Final = 60.0
MOST: Final = 256
"""The most distinct messages to remember; the least recent one is dropped."""
LEVELS: Final = {logging.DEBUG: 7, logging.INFO: 6, logging.WARNING: 4, logging.ERROR: 3, logging.CRITICAL: 2}


class RepeatFilter(logging.Filter):
    """Passes a message at most AT_ONCE times every QUIET_S seconds; the next one says how many were left out.

    Messages are compared before their values are filled in.
    """

    def __init__(self, ticks: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._ticks, self._lock = ticks, threading.Lock()
        self._seen: OrderedDict[tuple[str, int, str], tuple[float, int]] = OrderedDict()

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether to write the record."""
        key = (record.name, record.levelno, str(record.msg))
        with self._lock:
            since, count = self._seen.pop(key, (self._ticks(), 0))
            over = self._ticks() - since >= QUIET_S
            if over and count > AT_ONCE:
                record.msg = f"{record.getMessage()} (and {count - AT_ONCE} times before, not written)"
                record.args = ()
            since, count = (self._ticks(), 1) if over else (since, count + 1)
            self._seen[key] = since, count
            while len(self._seen) > MOST:
                self._seen.popitem(last=False)
        return count <= AT_ONCE


class OneLine(logging.Formatter):
    """Formats a record as one line; with `journald`, after a priority prefix that journald strips."""

    def __init__(self, *, journald: bool) -> None:
        super().__init__("%(levelname)s %(name)s: %(message)s")
        self._journald = journald

    def format(self, record: logging.LogRecord) -> str:
        """Return the line; a traceback follows on the same line, separated by " | "."""
        text = " | ".join(line for line in super().format(record).splitlines() if line.strip())
        return f"<{LEVELS.get(record.levelno, 6)}>{text}" if self._journald else text


def begin_logging() -> None:
    """Start logging to standard error, formatted for journald or for people."""
    to = logging.StreamHandler(sys.stderr)
    # Set by systemd for journald; a terminal shows a traceback better as it is.
    journald = "JOURNAL_STREAM" in os.environ
    to.setFormatter(
        OneLine(journald=True) if journald else logging.Formatter("%(levelname)s %(name)s: %(message)s")
    )
    to.addFilter(RepeatFilter())
    logging.basicConfig(level=logging.INFO, handlers=[to])
