"""The table's counts of its own work since the start: lifts, questions, and how long items took to appear."""

from __future__ import annotations

from bisect import bisect_left
from itertools import accumulate
from typing import Final

BOUNDS: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
"""Seconds."""


class Tally:
    """The entries written, the lifts seen and the questions asked. The table's thread writes, any thread reads."""

    def __init__(self) -> None:
        self.acts = self.lifts = self.questions = 0
        self._asked: str | None = None
        self._waits = [0] * (len(BOUNDS) + 1)
        self._waited = 0.0

    def count_question(self, question: str | None) -> None:
        """Count a question by its id, once for as long as it is open."""
        self.questions += question is not None and question != self._asked
        self._asked = question

    def count_wait(self, seconds: float) -> None:
        """Count the time from the queue to the board."""
        self._waits[bisect_left(BOUNDS, seconds)] += 1
        self._waited += seconds

    def wait_histogram(self) -> tuple[dict[float, int], int, float]:
        """Return the cumulative counts by upper bound in seconds, the total count, and the sum of seconds."""
        waits = list(self._waits)
        return dict(zip(BOUNDS, accumulate(waits), strict=False)), sum(waits), self._waited
