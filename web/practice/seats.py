"""The games of practice, one a browser: in memory only, deleted after an hour without a tap."""

from __future__ import annotations

import secrets
import threading
import time
from collections import OrderedDict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    import random
    from collections.abc import Callable

    from web.practice.cards import CardPractice
    from web.practice.game import PracticeTable

MOST: Final = 40
KEPT_S: Final = 3600.0


@dataclass(slots=True, kw_only=True)
class Seat:
    """One browser's game; `lock` serialises its taps."""

    table: PracticeTable | CardPractice
    used: float
    lock: threading.Lock = field(default_factory=threading.Lock)


class Seats:
    """All games of practice, at most `most`: a new one replaces the least recently used."""

    def __init__(
        self,
        *,
        most: int = MOST,
        clock: Callable[[], float] = time.monotonic,
        dice: Callable[[], random.Random] = secrets.SystemRandom,
    ) -> None:
        self.dice = dice
        self._most, self._clock = most, clock
        self._lock = threading.Lock()
        self._taken: OrderedDict[str, Seat] = OrderedDict()

    def find(self, token: str | None) -> Seat | None:
        """Return a browser's game; None if it is gone."""
        with self._lock:
            self._clear()
            seat = self._taken.get(token or "")
            if seat is not None and token is not None:
                seat.used = self._clock()
                self._taken.move_to_end(token)
            return seat

    def take(self, token: str | None, table: PracticeTable | CardPractice) -> str:
        """Give a browser this game in place of its old one; return its token, a new one if it has no seat."""
        with self._lock:
            self._clear()
            if token is None or token not in self._taken:
                token = secrets.token_urlsafe(16)
            self._taken[token] = Seat(table=table, used=self._clock())
            self._taken.move_to_end(token)
            while len(self._taken) > self._most:
                self._taken.popitem(last=False)
            return token

    def leave(self, token: str | None) -> None:
        """Forget a browser's game."""
        with self._lock:
            self._taken.pop(token or "", None)

    def __len__(self) -> int:
        with self._lock:
            self._clear()
            return len(self._taken)

    def _clear(self) -> None:
        until = self._clock() - KEPT_S
        while self._taken and next(iter(self._taken.values())).used < until:
            self._taken.popitem(last=False)
