"""Whether a service can still write down what it keeps, as /healthz says it."""

from __future__ import annotations

import os
import tempfile
import threading
import time
from typing import TYPE_CHECKING, Final

from knobeltisch.storage.sqlite_file import NO_ROOM

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

TRY_S: Final = 10.0
"""Seconds between two tries: anybody may ask for the health, and each try writes to the card."""


def takes_files(folder: Path) -> bool:
    """Whether a folder is writable and has room for another file."""
    try:
        with tempfile.TemporaryFile(dir=folder) as tried:
            tried.write(bytes(NO_ROOM))
            tried.flush()
            os.fsync(tried.fileno())
    except OSError:
        return False
    return True


class WriteProbe:
    """Try to write, at most every ten seconds. Safe to call from any thread."""

    def __init__(self, try_to_write: Callable[[], bool]) -> None:
        self._try, self._lock = try_to_write, threading.Lock()
        self._last: tuple[float, bool] | None = None

    def can_write(self) -> bool:
        """Return whether the last try succeeded."""
        with self._lock:
            now = time.monotonic()
            if self._last is None or now - self._last[0] >= TRY_S:
                self._last = now, self._try()
            return self._last[1]
