"""Pauses after wrong PINs: longer each time, per address and overall, and kept across restarts.

An address that has tried before waits for its own errors and for those of all others. An address that has not tried
yet waits in a separate queue, so that strangers with many addresses cannot lock the landlord out: each of them is new
only once. At the queue's pace of three a minute a million PINs take most of a year.
"""

from __future__ import annotations

import logging
from collections import OrderedDict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from knobeltisch.errors import StoreError

if TYPE_CHECKING:
    from collections.abc import Callable

    from knobeltisch.storage.store import Store

log = logging.getLogger(__name__)

KEY: Final = "wrong_pins"
LONGEST_S: Final = 900.0
FREE_IN_ALL: Final = 10
"""Wrong PINs in all before addresses wait for each other's errors."""
LONGEST_IN_ALL_S: Final = 60.0
FREE_NEW: Final = 40
"""Wrong PINs in all before the queue of new addresses becomes slower."""
NEW_S: Final = 2.0
NEW_SLOW_S: Final = 20.0
MOST_NEW: Final = 64
TURN_S: Final = 30.0
"""Seconds for which a new address keeps its turn."""
MOST_SOURCES: Final = 512
HOUR_S: Final = 3600.0


@dataclass(slots=True)
class _Tries:
    """The number of wrong PINs, and the monotonic time until which nobody may try."""

    wrong: int = 0
    until: float = 0.0
    last: float = 0.0

    def fail(self, now: float, free: int, longest: float = LONGEST_S) -> None:
        calm = int((now - self.last) // HOUR_S)  # each quiet hour forgives one
        self.wrong = max(0, self.wrong - calm) + 1
        self.last = now
        self.until = now + min(longest, delay(self.wrong - free))


def delay(wrong: int) -> float:
    """Return the seconds to wait after this many wrong PINs: 2, 4, 8, ..., at most a quarter of an hour."""
    return 0.0 if wrong <= 0 else min(LONGEST_S, 2.0 ** min(wrong, 30))


class Backoff:
    """Count wrong PINs. `clock` is monotonic, and restarts with the device; a pause then restarts too.

    Not safe to call from several threads at once.
    """

    def __init__(self, store: Store, clock: Callable[[], float]) -> None:
        self._store, self._clock = store, clock
        self._all = _Tries()
        self._sources: OrderedDict[str, _Tries] = OrderedDict()
        self._turns: dict[str, float] = {}
        self._next_turn = 0.0
        self._load()

    def wait(self, source: str, *, known: bool) -> float:
        """Return the seconds that `source` has to wait; a new source gets its turn in the queue.

        A source that is `known` to the house waits for its own errors only.
        """
        now = self._clock()
        tries = self._sources.get(source)
        if known:
            until = 0.0 if tries is None else tries.until
        elif tries is None:
            until = self._turn(source, now)
        else:
            until = max(tries.until, self._all.until)
        return max(0.0, until - now)

    def _turn(self, source: str, now: float) -> float:
        """Return the time at which a new address may try; it stays the same however often it asks."""
        self._turns = {source: at for source, at in self._turns.items() if at + TURN_S > now}
        if source not in self._turns:
            at = max(now, self._next_turn)
            pause = (
                0.0 if self._all.wrong < FREE_IN_ALL else NEW_S if self._all.wrong < FREE_NEW else NEW_SLOW_S
            )
            if len(self._turns) >= MOST_NEW:
                return at
            self._turns[source], self._next_turn = at, at + pause
        return self._turns[source]

    def fail(self, source: str, *, known: bool) -> None:
        """Count a wrong PIN. If the disk is writable, the count is on disk before the caller learns the result."""
        now = self._clock()
        tries = self._sources.pop(source, None) or _Tries(last=now)
        tries.fail(now, 0)
        self._sources[source] = tries
        self._turns.pop(source, None)
        while len(self._sources) > MOST_SOURCES:
            self._sources.popitem(last=False)  # the overall count still holds
        if not known:
            self._all.fail(now, FREE_IN_ALL, LONGEST_IN_ALL_S)
        self._save()

    def forgive(self) -> None:
        """Forget all wrong PINs: the right one was entered, or the PIN has changed."""
        if self._sources or self._all.wrong:
            self._all, self._sources = _Tries(last=self._clock()), OrderedDict()
            self._turns, self._next_turn = {}, 0.0
            self._save()

    def _save(self) -> None:
        wrong = {source: tries.wrong for source, tries in self._sources.items()}
        try:
            self._store.put(KEY, {"all": self._all.wrong, "sources": wrong})
        except StoreError as error:
            # The landlord must be able to log in when the disk is full, so the count stays in memory until the next start.
            log.warning("wrong PINs are counted in memory only: %s", error)

    def _load(self) -> None:
        now = self._clock()
        kept = self._store.get(KEY)
        if not isinstance(kept, dict):
            self._all.last = now
            return
        self._all = _tries(kept["all"], now, FREE_IN_ALL)
        self._all.until = min(self._all.until, now + LONGEST_IN_ALL_S)
        for source, wrong in kept["sources"].items():
            self._sources[source] = _tries(wrong, now, 0)


def _tries(wrong: int, now: float, free: int) -> _Tries:
    return _Tries(wrong=wrong, last=now, until=now + delay(wrong - free))
