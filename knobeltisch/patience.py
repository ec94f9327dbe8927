"""Waiting after wrong PINs: longer each time, for each address and in all, and not ended by pulling the plug."""

from __future__ import annotations

import logging
from collections import OrderedDict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from knobeltisch.errors import KeepError

if TYPE_CHECKING:
    from collections.abc import Callable

    from knobeltisch.keep import Keep

log = logging.getLogger(__name__)

KEY: Final = "wrong_pins"
LONGEST_S: Final = 900.0
FREE_IN_ALL: Final = 10
"""Wrong PINs from everywhere before strangers wait for each other's."""
MOST_SOURCES: Final = 64
HOUR_S: Final = 3600.0


@dataclass(slots=True)
class _Tries:
    """How many were wrong, and until when nobody may try (on the clock that never jumps)."""

    wrong: int = 0
    until: float = 0.0
    last: float = 0.0

    def fail(self, now: float, free: int) -> None:
        calm = int((now - self.last) // HOUR_S)  # each quiet hour forgives one
        self.wrong = max(0, self.wrong - calm) + 1
        self.last = now
        self.until = now + delay(self.wrong - free)


def delay(wrong: int) -> float:
    """Give the seconds to wait after so many wrong PINs: 2, 4, 8, ... at most a quarter of an hour."""
    return 0.0 if wrong <= 0 else min(LONGEST_S, 2.0 ** min(wrong, 30))


class Patience:
    """Count wrong PINs. `clock` never jumps, and starts anew with the device: a wait under way then starts anew too.

    The caller lets one thread in at a time.
    """

    def __init__(self, keep: Keep, clock: Callable[[], float]) -> None:
        self._keep, self._clock = keep, clock
        self._all = _Tries()
        self._sources: OrderedDict[str, _Tries] = OrderedDict()
        self._load()

    def wait(self, source: str, *, known: bool) -> float:
        """Say how long `source` has to wait, in seconds. Who is `known` to the house waits for his own errors only."""
        mine = self._sources.get(source, _Tries()).until
        until = mine if known else max(mine, self._all.until)
        return max(0.0, until - self._clock())

    def fail(self, source: str, *, known: bool) -> None:
        """Count a wrong PIN; it is on disk before anybody hears that it was wrong, if the disk takes anything."""
        now = self._clock()
        tries = self._sources.pop(source, None) or _Tries(last=now)
        tries.fail(now, 0)
        self._sources[source] = tries
        while len(self._sources) > MOST_SOURCES:
            self._sources.popitem(last=False)  # the count in all still holds
        if not known:
            self._all.fail(now, FREE_IN_ALL)
        self._put()

    def forgive(self) -> None:
        """Forget all wrong PINs: the right one came, or there is a new one."""
        if self._sources or self._all.wrong:
            self._all, self._sources = _Tries(last=self._clock()), OrderedDict()
            self._put()

    def _put(self) -> None:
        wrong = {source: tries.wrong for source, tries in self._sources.items()}
        try:
            self._keep.put(KEY, {"all": self._all.wrong, "sources": wrong})
        except KeepError as error:
            # A full disk is when the landlord has to get in. What counts until the next start is in memory.
            log.warning("wrong PINs are counted in memory alone: %s", error)

    def _load(self) -> None:
        now = self._clock()
        kept = self._keep.get(KEY)
        if not isinstance(kept, dict):
            self._all.last = now
            return
        self._all = _tries(kept["all"], now, FREE_IN_ALL)
        for source, wrong in kept["sources"].items():
            self._sources[source] = _tries(wrong, now, 0)


def _tries(wrong: int, now: float, free: int) -> _Tries:
    return _Tries(wrong=wrong, last=now, until=now + delay(wrong - free))
