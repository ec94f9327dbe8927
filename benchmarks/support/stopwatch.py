"""Milliseconds by name, by a clock of the benchmark's choice."""

from __future__ import annotations

import time
from collections import defaultdict
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

T = TypeVar("T")


class Stopwatch:
    """Collects milliseconds by name; `clock` returns seconds, by default wall time."""

    def __init__(self, clock: Callable[[], float] = time.perf_counter) -> None:
        self.taken: dict[str, list[float]] = defaultdict(list)
        self._clock = clock

    def time(self, name: str, work: Callable[[], T]) -> T:
        """Do the work and note how long it took."""
        began = self._clock()
        done = work()
        self.taken[name].append(1000 * (self._clock() - began))
        return done
