"""Counts failed starts: a table that fails repeatedly starts in safe mode and says why.

systemd deletes the folder at power-off, so the count then starts from zero. Times are seconds since power-on, not counting
starts that never brought the page up.
"""

import contextlib
import json
import logging
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final, Literal, TypeAlias

from knobeltisch.status import Trouble, TroubleKind

log = logging.getLogger(__name__)

MOST: Final = 3  # this many failures ...
WITHIN_S: Final = 600.0  # ... within this many seconds cause safe mode
PATIENCE_S: Final = (
    90.0  # for each step of a start, like the unit's TimeoutStartSec; doubled after two failures, and again
)
LONGEST_S: Final = 8 * PATIENCE_S
HOPELESS: Final = frozenset({"config"})
"""Failures that a restart does not fix: one is enough."""
FILE: Final = "starts.json"
NotedKind: TypeAlias = TroubleKind | Literal[""]


@dataclass(slots=True, kw_only=True)
class _Start:
    """One start, as stored; `up` says whether the page has come up since."""

    at: float = 0.0
    doing: str = "starting"
    kind: NotedKind = ""
    why: str = ""
    up: bool = False


def since_power_on() -> float:
    """Return the seconds since the device was switched on, including sleep."""
    return time.clock_gettime(time.CLOCK_BOOTTIME)


class CrashCounter:
    """Counts failed starts in `folder`. If that is None, nobody restarts the program, so nothing is counted.

    `patience_s`: how long systemd waits for each step of this start; longer after failures.
    """

    def __init__(self, folder: Path | None, *, clock: Callable[[], float] = since_power_on) -> None:
        self._file = None if folder is None else folder / FILE
        self._clock = clock
        self._lock = threading.Lock()
        self._failed: list[_Start] = []
        self._this = _Start()
        self._safe = False
        self._doing: tuple[str, NotedKind] = ("starting", "")
        self._noted: tuple[NotedKind, str] = ("", "")
        self._beside: tuple[str, TroubleKind] | None = None
        self.patience_s = PATIENCE_S

    @property
    def counting(self) -> bool:
        """Whether systemd restarts the program when it ends."""
        return self._file is not None

    def begin(self) -> Trouble | None:
        """Count this start. Return the reason for safe mode; None for a normal start."""
        now = self._clock()
        starts = self._read()
        lost = max(0.0, now - starts[-1].at) if starts and not starts[-1].up else 0.0
        for start in starts:
            start.at += lost
        self._failed = failed = [start for start in starts if 0 <= now - start.at < WITHIN_S]
        hopeless = bool(failed) and failed[-1].kind in HOPELESS
        self._safe = hopeless or len(failed) >= MOST
        trouble = None
        if self._safe:
            last, times = failed[-1], len(failed)
            why = last.why or f"The last time it ended without a word while {last.doing}."
            often = f"It failed {times} times in a row. " if times > 1 else ""
            trouble = Trouble(kind=last.kind or "stopped", sentence=often + why)
        self.patience_s = min(PATIENCE_S * 2 ** max(0, len(failed) - 1), LONGEST_S)
        self._this.at = now
        failed.append(self._this)
        self._write()
        return trouble

    def note_page_up(self) -> None:
        """Note that the page is up. A start in safe mode then does not count as failed."""
        with self._lock:
            if self._safe:
                self._failed.remove(self._this)
            for start in self._failed:
                start.up = True
        self.note_step("keeping the score")

    def note_step(self, what: str) -> None:
        """Note the next step, in case the program dies during it."""
        with self._lock:
            self._doing = what, "stopped"
            self._write()

    @contextlib.contextmanager
    def note_parallel_work(self, what: str, kind: TroubleKind) -> Iterator[None]:
        """Note what another thread does in this block: a crash meanwhile is put down to it, as a fault of this `kind`."""
        with self._lock:
            self._beside = what, kind
            self._write()
        try:
            yield
        finally:
            with self._lock:
                self._beside = None
                self._write()

    def note_failure(self, kind: TroubleKind, why: str) -> None:
        """Note why this start fails: a kind of `Trouble` and a sentence; "" clears the note."""
        with self._lock:
            self._noted = (kind, why) if why else ("", "")
            self._write()

    def reset(self) -> None:
        """Forget all failures after a normal stop."""
        if self._file is not None:
            self._file.unlink(missing_ok=True)

    def _read(self) -> list[_Start]:
        if self._file is None:
            return []
        try:
            kept = json.loads(self._file.read_text(encoding="utf-8"))
            return [_Start(**{**begun, "at": float(begun["at"])}) for begun in kept]
        except FileNotFoundError:
            return []
        except (OSError, ValueError, TypeError, KeyError) as error:
            log.warning("the starts before this one cannot be read: %s", error)
            return []

    def _write(self) -> None:
        if self._file is None:
            return
        self._this.doing, kind = self._beside or self._doing
        self._this.kind, self._this.why = self._noted[0] or kind, self._noted[1]
        fresh = self._file.with_suffix(".new")
        try:
            fresh.write_text(json.dumps([asdict(start) for start in self._failed]), encoding="utf-8")
            fresh.replace(self._file)
        except OSError as error:
            log.warning("this start cannot be counted: %s", error)


def open_crash_counter(environ: Mapping[str, str]) -> CrashCounter:
    """Return a counter in the folder that systemd provides (RUNTIME_DIRECTORY)."""
    folder = environ.get("RUNTIME_DIRECTORY", "").split(":")[0]
    return CrashCounter(Path(folder) if folder else None)
