"""What a page may show at a moment: every state that was published within the last two seconds."""

from __future__ import annotations

import threading
import time
from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Mapping

ALLOWED_S = 2.0


@dataclass(slots=True)
class Stood:
    """A state: its numbers on a page, and from when to when they were right."""

    numbers: Hashable
    since: float
    until: float | None = None


def numbers(state: Mapping[str, Any] | None) -> Hashable:
    """Return the values of a state that a page shows: mats or points, who is to act, the free and held dice; no cards."""
    if state is None:
        return "no game"
    over = state["stage"] == "over"
    if "points" in state:
        return (
            tuple(state["points"].items()),
            None,
            () if over else ((), ()),
        )  # a sentence there says who is asked
    mats = tuple((player, state["mats"].get(player, 0)) for player in state["players"])
    dice = () if over else (tuple(sorted(state["free"])), tuple(sorted(state["held"])))
    return (mats, None if over else state["to_act"], dice)


class Truth:
    """Records which state was right when. Safe to use from several threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._stood: deque[Stood] = deque()

    def may_come(self, state: Mapping[str, Any] | None) -> None:
        """Note a requested state, which is right as soon as the table has it."""
        with self._lock:
            self._stood.append(Stood(numbers(state), time.time()))

    def stands(self, state: Mapping[str, Any] | None) -> None:
        """Note the state that is right from now on."""
        with self._lock:
            now, shown = time.time(), numbers(state)
            if not any(stood.numbers == shown and stood.until is None for stood in self._stood):
                self._stood.append(Stood(shown, now))
            for stood in self._stood:
                if stood.numbers != shown and stood.until is None:
                    stood.until = now
            while self._stood[0].until is not None and self._stood[0].until < now - 60:
                self._stood.popleft()

    def behind(self, shown: Hashable, asked: float, answered: float) -> float | None:
        """Return how many seconds ago `shown`, read between two moments, was last right; None if never, or too long ago."""
        with self._lock:
            ages = [
                0.0 if stood.until is None else max(0.0, asked - stood.until)
                for stood in self._stood
                if stood.numbers == shown and stood.since <= answered
            ]
        age = min(ages, default=None)
        return None if age is None or age > ALLOWED_S else age

    def recent(self) -> Iterable[Stood]:
        """Return the recent states, for a report of a difference."""
        with self._lock:
            return list(self._stood)[-6:]
