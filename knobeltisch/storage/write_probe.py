"""Whether a service can still write down what it keeps, as /healthz says it."""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable

TRY_S: Final = 10.0
"""Seconds between two tries: anybody may ask for the health, and each try writes to the card."""


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
