"""What /healthz says about a table: it is well only while it can write down what is played."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from knobeltisch.app.house import House
    from knobeltisch.lifecycle.watchdog import Watchdog
    from knobeltisch.storage.write_probe import WriteProbe


def table_health(house: House, watchdog: Watchdog, instance: str, disk: WriteProbe) -> dict[str, object]:
    """Return the table's identity and state as JSON; `ok` is whether an act could be written down now."""
    trouble = house.trouble
    mode, reason = ("normal", "") if trouble is None else ("safe", trouble.sentence)
    notice = house.table.board.snapshot()["notice"]
    said = str(notice["message"]) if isinstance(notice, dict) and notice["key"] == "journal" else ""
    sealed = house.files.sealed is not None
    if not sealed and not said and not disk.can_write():
        said = "The journal's folder takes no more files: free some space, or make it writable."
    ok, reason = not (sealed or said), f"{reason} {said}".strip()
    return {"ok": ok, "instance": instance, "mode": mode, "reason": reason, "watchdog": watchdog.fed_by}
