"""The service's metrics in Prometheus' format."""

from __future__ import annotations

import contextlib
import threading
import time
from collections import Counter
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

BOUNDS: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)


class Measures:
    """Counts and times. Safe to call from any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._counts: Counter[str] = Counter()
        self._buckets: Counter[tuple[str, float]] = Counter()
        self._seconds: Counter[str] = Counter()

    def count(self, name: str, more: int) -> None:
        """Add to a count."""
        with self._lock:
            self._counts[f"{name}_total"] += more

    @contextlib.contextmanager
    def timed(self, name: str) -> Iterator[None]:
        """Measure the time of the block; count failures separately."""
        began = time.perf_counter()
        try:
            yield
        except BaseException:
            self.count(f"{name}_failed", 1)
            raise
        took = time.perf_counter() - began
        with self._lock:
            self._counts[f"{name}_seconds_count"] += 1
            self._seconds[f"{name}_seconds_sum"] += took  # type: ignore[assignment]  # a counter of seconds
            for bound in BOUNDS:
                self._buckets[name, bound] += took <= bound

    def text(self, more: Mapping[str, float]) -> str:
        """Return all metrics in Prometheus' text format, with those measured elsewhere."""
        with self._lock:
            lines = [
                f"knobeltisch_league_{name} {value}"
                for name, value in sorted({**self._counts, **self._seconds, **more}.items())
            ]
            lines += [
                f'knobeltisch_league_{name}_seconds_bucket{{le="{bound}"}} {count}'
                for (name, bound), count in sorted(self._buckets.items())
            ]
            names = {name for name, _ in self._buckets}
            lines += [
                f'knobeltisch_league_{name}_seconds_bucket{{le="+Inf"}} {self._counts[f"{name}_seconds_count"]}'
                for name in sorted(names)
            ]
        return "".join(f"{line}\n" for line in lines)
