"""How often one visitor may ask for a change: a bucket of tokens for each, of which only so many are remembered."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable

MOST_VISITORS: Final = 512


class Limiter:
    """Let each visitor do `burst` things at once and `rate` more a second. Safe to call from any thread.

    Whoever was not heard of for longest is forgotten first, and would have a full bucket by then anyway.
    """

    def __init__(self, *, burst: int, rate: float, clock: Callable[[], float] = time.monotonic) -> None:
        self.burst, self.rate = burst, rate
        self.clock = clock
        self._lock = threading.Lock()
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, visitor: str) -> float:
        """Take one token; give 0, or the seconds after which there is one again."""
        with self._lock:
            now = self.clock()
            left, then = self._buckets.pop(visitor, (float(self.burst), now))
            left = min(float(self.burst), left + (now - then) * self.rate)
            wait = 0.0 if left >= 1 else (1 - left) / self.rate
            self._buckets[visitor] = (left if wait else left - 1, now)
            while len(self._buckets) > MOST_VISITORS:
                self._buckets.popitem(last=False)
            return wait
