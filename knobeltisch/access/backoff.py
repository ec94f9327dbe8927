"""Pauses after wrong PINs: longer each time for the same sender, and kept across restarts.

Nobody waits for anybody else's errors, so a stranger cannot lock the landlord out. What bounds strangers with many addresses
is the number of first tries: five hundred, and one more a minute. Known browsers are not counted there.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from web.visitors import Limiter

if TYPE_CHECKING:
    from collections.abc import Callable

    from knobeltisch.storage.store import Store

KEY: Final = "wrong_pins"
LONGEST_S: Final = 3600.0
MOST_SOURCES: Final = 512
FIRST_TRIES: Final = 500
"""First tries of new addresses at once; one more a minute."""
HOUR_S: Final = 3600.0


@dataclass(slots=True)
class _Tries:
    """The number of wrong PINs, and the monotonic time until which nobody may try."""

    wrong: int = 0
    until: float = 0.0
    last: float = 0.0

    def fail(self, now: float) -> None:
        calm = int((now - self.last) // HOUR_S)  # each quiet hour forgives one
        self.wrong = max(0, self.wrong - calm) + 1
        self.last = now
        self.until = now + delay(self.wrong)


def delay(wrong: int) -> float:
    """Return the seconds to wait after this many wrong PINs: 2, 4, 8, ..., at most an hour."""
    return 0.0 if wrong <= 0 else min(LONGEST_S, 2.0 ** min(wrong, 30))


class Backoff:
    """Count wrong PINs. `clock` is monotonic, and restarts with the device; a pause then restarts too.

    Not safe to call from several threads at once.
    """

    def __init__(self, store: Store, clock: Callable[[], float]) -> None:
        self._store, self._clock = store, clock
        self._first_tries = Limiter(burst=FIRST_TRIES, rate=1 / 60, clock=clock)
        kept = store.get(KEY)
        sources: dict[str, int] = kept["sources"] if isinstance(kept, dict) else {}
        now = clock()
        self._sources: OrderedDict[str, _Tries] = OrderedDict(
            (source, _Tries(wrong=wrong, last=now, until=now + delay(wrong)))
            for source, wrong in sources.items()
        )

    def wait(self, source: str, *, known: bool) -> float:
        """Return the seconds that `source` has to wait; `known`: the house knows this browser."""
        tries = self._sources.get(source)
        if tries is not None:
            return max(0.0, tries.until - self._clock())
        return 0.0 if known else self._first_tries.take("everybody")

    def fail(self, source: str) -> float:
        """Count a wrong PIN, on disk if it is writable; return the seconds until the next try."""
        now = self._clock()
        tries = self._sources.pop(source, None) or _Tries(last=now)
        tries.fail(now)
        self._sources[source] = tries
        while len(self._sources) > MOST_SOURCES:
            self._sources.popitem(last=False)
        self._save()
        return tries.until - now

    def forgive(self, source: str) -> None:
        """Forget the wrong PINs of one who has entered the right one."""
        if self._sources.pop(source, None) is not None:
            self._save()

    def forgive_all(self) -> None:
        """Forget all wrong PINs: the PIN has changed."""
        self._sources.clear()
        self._save()

    def _save(self) -> None:
        # The landlord must be able to log in when the disk is full.
        self._store.try_put(
            KEY, {"sources": {source: tries.wrong for source, tries in self._sources.items()}}
        )
