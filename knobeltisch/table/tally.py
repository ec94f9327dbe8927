"""The table's counts of its own work since the start: lifts, questions, and how long items took to appear."""

from __future__ import annotations

import threading
from bisect import bisect_left
from itertools import accumulate
from typing import Final

BOUNDS: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
"""Seconds."""


class Tally:
    """Counts. The table's thread writes, any thread reads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._acts = self._lifts = self._questions = 0
        self._asked: str | None = None
        self._waits = [0] * (len(BOUNDS) + 1)
        self._waited = 0.0

    def count_act(self) -> None:
        """Count an entry of the journal."""
        with self._lock:
            self._acts += 1

    def count_lift(self) -> None:
        """Count a lift that the camera saw."""
        with self._lock:
            self._lifts += 1

    def count_question(self, question: str | None) -> None:
        """Count a question by its id, once for as long as it is open."""
        with self._lock:
            self._questions += question is not None and question != self._asked
            self._asked = question

    def count_wait(self, seconds: float) -> None:
        """Count the time from the queue to the board."""
        with self._lock:
            self._waits[bisect_left(BOUNDS, seconds)] += 1
            self._waited += seconds

    def totals(self) -> dict[str, int]:
        """Return `acts`, `lifts` and `questions`."""
        with self._lock:
            return {"acts": self._acts, "lifts": self._lifts, "questions": self._questions}

    def wait_histogram(self) -> tuple[dict[float, int], int, float]:
        """Return the cumulative counts by upper bound in seconds, the total count, and the sum of seconds."""
        with self._lock:
            below = dict(zip(BOUNDS, accumulate(self._waits), strict=False))
            return below, sum(self._waits), self._waited
