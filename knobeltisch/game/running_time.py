"""Running time, kept beside the time of day: a Pi has no clock of its own, and network time may jump by hours.

The entry of each game's start records in `clock` what is known about the pause before it: `boot` (the device's boot), `ran`
(seconds since then), `quiet` (the longest pause since the last start, or an upper bound), `unset` (the clock was not set) and
`unsure` (the device was off, nobody knows how long). If `unsure`, the evening goes on only if somebody says so (`goes_on`).
"""

import math
from collections.abc import Callable, Mapping
from typing import Final

from knobeltisch.device.boot import boot_id, clock_is_set

CLOCK: Final = "clock"


def quiet_before(body: Mapping[str, object]) -> float | None:
    """Return the longest pause before a game's start, in seconds of running time; None if the start does not record it."""
    quiet = _clock_in(body).get("quiet")
    known = isinstance(quiet, int | float) and not isinstance(quiet, bool) and math.isfinite(quiet)
    return float(quiet) if known and quiet >= 0 else None  # type: ignore[operator,arg-type]  # a number, asked above


def goes_on(body: Mapping[str, object]) -> bool | None:
    """Return whether people said that the evening goes on with this start; None if nobody had to be asked."""
    return body.get("goes_on") is True if _clock_in(body).get("unsure") is True else None


class RunningTime:
    """Measures the pauses between journal entries in running time.

    `ticks` returns seconds since power-on; None if they are unknown. `last_start` is the body of the last game's start in the
    journal, `last_at` the time of day of the last entry.
    """

    def __init__(
        self,
        ticks: Callable[[], float] | None,
        last_start: Mapping[str, object] | None,
        last_at: float | None = None,
    ) -> None:
        self._ticks, self._boot = ticks, boot_id()
        self._start, self._at = _clock_in(last_start or {}), last_at
        self._wrote: float | None = None
        self._rested = 0.0

    def note_entry(self, at: float, body: Mapping[str, object]) -> None:
        """Note that an entry with this body is being written; `at` is the time of day."""
        if self._ticks is None:
            return
        now, since, start = self._ticks(), self._last_entry_at(), _clock_in(body)
        if start:
            self._rested = 0.0
        elif since is not None:
            self._rested = max(self._rested, now - since)
        elif self._at is not None and not self.is_unsure:
            self._rested = max(self._rested, at - self._at)
        self._wrote, self._at, self._start = now, at, start or self._start

    def forget(self) -> None:
        """Forget earlier entries because another journal has replaced this one."""
        self._wrote, self._start, self._at, self._rested = None, {}, None, 0.0

    @property
    def is_unsure(self) -> bool:
        """Whether the time off is unknown: a restart since the last game began, with the clock unset then or now."""
        if self._ticks is None or not self._start or self._start.get("boot") == self._boot:
            return False
        return self._start.get("unset") is True or not clock_is_set()

    def with_running_time(self, body: dict[str, object]) -> dict[str, object]:
        """Return the body of a game's start with the running time added; unchanged if running time is unknown."""
        if self._ticks is None:
            return body
        now = self._ticks()
        since = self._last_entry_at()
        start: dict[str, object] = {"boot": self._boot, "ran": round(now, 1)}
        if not clock_is_set():
            start["unset"] = True
        if self.is_unsure:
            start["unsure"] = True
        elif since is not None and now >= since:
            start["quiet"] = round(max(now - since, self._rested), 1)
        return {**body, CLOCK: start}

    def _last_entry_at(self) -> float | None:
        """Return when the last entry was written, or a lower bound: the last game's start since power-on."""
        if self._wrote is not None:
            return self._wrote
        ran = self._start.get("ran")
        if self._boot and self._start.get("boot") == self._boot and isinstance(ran, int | float):
            assert self._ticks is not None
            # Later entries may be hours younger, so a long rest proves nothing; a short one does.
            return float(ran) if self._ticks() - ran < _SHORT_S else None
        return None


def _clock_in(body: Mapping[str, object]) -> Mapping[str, object]:
    clock = body.get(CLOCK)
    return clock if isinstance(clock, dict) else {}


_SHORT_S: Final = 6 * 3600.0
