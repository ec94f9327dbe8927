"""Rate limits for changes: a token bucket for each visitor, with a limit on their number."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable

MOST_VISITORS: Final = 512


class Limiter:
    """Allow each visitor `burst` requests at once and `rate` more a second. Safe to call from any thread.

    The least recent visitor is forgotten first, and would have a full bucket by then anyway.
    """

    def __init__(self, *, burst: int, rate: float, clock: Callable[[], float] = time.monotonic) -> None:
        self.burst, self.rate = burst, rate
        self.clock = clock
        self._lock = threading.Lock()
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, visitor: str) -> float:
        """Take one token; return 0, or the seconds until there is one."""
        with self._lock:
            now = self.clock()
            left, then = self._buckets.pop(visitor, (float(self.burst), now))
            left = min(float(self.burst), left + (now - then) * self.rate)
            wait = 0.0 if left >= 1 else (1 - left) / self.rate
            self._buckets[visitor] = (left if wait else left - 1, now)
            while len(self._buckets) > MOST_VISITORS:
                self._buckets.popitem(last=False)
            return wait
