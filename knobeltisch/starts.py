"""Counting starts: a table that fails again and again comes up in safe mode, and says why.

systemd keeps the folder over restarts and forgets it with the power, so that switching off and on tries everything anew.
Seconds are those since the device was switched on: its clock may jump, this one does not.
"""

from __future__ import annotations

import json
import logging
import time
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypedDict

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

log = logging.getLogger(__name__)

MOST: Final = 3  # so many failures ...
WITHIN_S: Final = 600.0  # ... begun in so many seconds are enough
FILE: Final = "starts.json"


class _Start(TypedDict):
    at: float
    doing: str
    why: str


def since_power_on() -> float:
    """Give the seconds since the device was switched on, sleep included."""
    return time.clock_gettime(time.CLOCK_BOOTTIME)


class Starts:
    """The starts that came to no good end, in `folder`; None: nobody starts us anew, and nothing is counted."""

    def __init__(self, folder: Path | None, *, clock: Callable[[], float] = since_power_on) -> None:
        self._file = None if folder is None else folder / FILE
        self._clock = clock
        self._failed: list[_Start] = []
        self._this: _Start = {"at": 0.0, "doing": "starting", "why": ""}

    def begin(self) -> str:
        """Count this start. Give the sentence why it is to be in safe mode, or nothing."""
        now = self._clock()
        self._failed = [one for one in self._read() if 0 <= now - one["at"] < WITHIN_S]
        if len(self._failed) >= MOST:
            return f"It failed {len(self._failed)} times in a row. {_reason(self._failed[-1])}"
        self._this["at"] = now
        self._failed.append(self._this)
        self._write()
        return ""

    def doing(self, what: str) -> None:
        """Note what comes now, in case that it is the end."""
        self._this["doing"] = what
        self._write()

    def failed(self, why: str) -> None:
        """Note why this start comes to no good end."""
        self._this["why"] = why
        self._write()

    def ended(self) -> None:
        """Forget everything: somebody stopped the table in order."""
        if self._file is not None:
            self._file.unlink(missing_ok=True)

    def _read(self) -> list[_Start]:
        if self._file is None:
            return []
        try:
            told = json.loads(self._file.read_text(encoding="utf-8"))
            return [
                {"at": float(one["at"]), "doing": str(one["doing"]), "why": str(one["why"])} for one in told
            ]
        except FileNotFoundError:
            return []
        except (OSError, ValueError, TypeError, KeyError) as error:
            log.warning("the starts before this one cannot be read: %s", error)
            return []

    def _write(self) -> None:
        if self._file is None:
            return
        fresh = self._file.with_suffix(".new")
        try:
            fresh.write_text(json.dumps(self._failed), encoding="utf-8")
            fresh.replace(self._file)
        except OSError as error:
            log.warning("this start cannot be counted: %s", error)


def starts(environ: Mapping[str, str]) -> Starts:
    """Count in the folder that systemd made for us (RUNTIME_DIRECTORY)."""
    folder = environ.get("RUNTIME_DIRECTORY", "").split(":")[0]
    return Starts(Path(folder) if folder else None)


def _reason(last: _Start) -> str:
    return last["why"] or f"The last time it ended without a word while {last['doing']}."
