"""What /healthz says about a table: it is well only while it can write down what is played."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from knobeltisch.app.house import House
    from knobeltisch.lifecycle.watchdog import Watchdog
    from knobeltisch.storage.write_probe import WriteProbe


@dataclass(frozen=True, slots=True, kw_only=True)
class TableHealth:
    """Describe the table's identity and state. Safe to call from any thread."""

    house: House
    watchdog: Watchdog
    instance: str
    disk: WriteProbe

    def describe(self) -> dict[str, object]:
        """Return the health as JSON; `ok` is whether an act could be written down now."""
        trouble = self.house.trouble
        mode, reason = ("normal", "") if trouble is None else ("safe", trouble.sentence)
        notice = self.house.table.board.snapshot()["notice"]
        said = str(notice["message"]) if isinstance(notice, dict) and notice["key"] == "journal" else ""
        sealed = self.house.files.sealed is not None
        if not sealed and not said and not self.disk.can_write():
            said = "The journal's folder takes no more files: free some space, or make it writable."
        ok, reason = not (sealed or said), f"{reason} {said}".strip()
        state = {"mode": mode, "reason": reason, "watchdog": self.watchdog.fed_by}
        return {"ok": ok, "instance": self.instance, **state}
