"""What /healthz says about a table: it is well only while it can write down what is played."""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from knobeltisch.app.house import House
    from knobeltisch.lifecycle.watchdog import Watchdog

TRY_S: Final = 10.0
"""Seconds between two tries of the disk: anybody may ask for the health, and each try writes to the card."""


class TableHealth:
    """Describe the table's identity and state. Safe to call from any thread."""

    def __init__(self, house: House, watchdog: Watchdog, instance: str) -> None:
        self._house, self._watchdog, self._instance = house, watchdog, instance
        self._lock = threading.Lock()
        self._tried: tuple[float, bool] | None = None

    def describe(self) -> dict[str, object]:
        """Return the health as JSON; `ok` is whether an act could be written down now."""
        trouble = self._house.trouble
        mode, reason = ("normal", "") if trouble is None else ("safe", trouble.sentence)
        notice = self._house.table.board.snapshot()["notice"]
        said = str(notice["message"]) if isinstance(notice, dict) and notice["key"] == "journal" else ""
        sealed = self._house.files.sealed is not None
        if not sealed and not said and not self._can_write():
            said = "The journal's folder takes no more files: free some space, or make it writable."
        ok, reason = not (sealed or said), f"{reason} {said}".strip()
        state = {"mode": mode, "reason": reason, "watchdog": self._watchdog.fed_by}
        return {"ok": ok, "instance": self._instance, **state}

    def _can_write(self) -> bool:
        with self._lock:
            now = time.monotonic()
            if self._tried is None or now - self._tried[0] >= TRY_S:
                self._tried = (now, self._house.files.writable())
            return self._tried[1]
