"""The table's page before and after an update. Uses only the standard library."""

from __future__ import annotations

import http.client
import json
import time
from typing import TYPE_CHECKING, Any, Final

from knobeltisch.device.local_client import fetch_text
from knobeltisch.errors import UpdateFailed

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

WAIT_S: Final = 180.0
"""Seconds that a new version may take until its page answers; a Pi 4 with a cold card takes 90 s at most."""
HOLD_S: Final = 10.0
"""Seconds that it then has to stay, as one process."""
MANY_STARTS: Final = 6
"""The table comes up in safe mode at the fourth start; this many restarts mean failure."""


def read_page_state(port: int) -> dict[str, Any] | None:
    """Return `boot`, `mode`, `head` and the numbers of the `acts` that count; None if no page of ours answers."""
    try:
        health = json.loads(fetch_text(port, "/healthz"))
        evening = json.loads(fetch_text(port, "/api/acts?count=200"))
        if (
            health.get("ok") is not True or health.get("kind", "table") != "table"
        ):  # an older version does not say
            return None
        acts = [act["id"] for act in evening["acts"]]
        return {"boot": health["boot"], "mode": health.get("mode"), "head": health["head"], "acts": acts}
    except (OSError, ValueError, KeyError, TypeError, AttributeError, http.client.HTTPException):
        return None


def wait_for(
    port: int, seen: Mapping[str, Any] | None, *, restarts: Callable[[], int], wait_s: float, hold_s: float
) -> None:
    """Wait until the page is as well as before (`seen`) and stays so. Raise UpdateFailed if it does not.

    `restarts` counts the table's crashes. If no page answered before, none is waited for.
    """
    if seen is None:
        return
    until, since, last = time.monotonic() + wait_s, 0.0, ""
    while time.monotonic() < until:
        now = read_page_state(port)
        wrong = _permanent_fault(now, seen)
        if wrong:
            raise UpdateFailed(wrong)
        if restarts() >= MANY_STARTS:
            raise UpdateFailed(f"the table fell over {restarts()} times.")
        if now is None or now["boot"] != last:
            since, last = time.monotonic(), "" if now is None else now["boot"]
        elif time.monotonic() - since >= hold_s:
            return
        time.sleep(min(0.5, hold_s / 4 or 0.05))
    raise UpdateFailed(
        f"the page did not answer within {wait_s:g} s."
        if not last
        else f"the page did not stay for {hold_s:g} s."
    )


def _permanent_fault(now: Mapping[str, Any] | None, seen: Mapping[str, Any]) -> str:
    """Return a fault that waiting cannot repair, "" for none."""
    if now is None:
        return ""
    if now["mode"] != "normal" and seen["mode"] == "normal":
        return f"the table came up in {now['mode']} mode."
    if now["head"] < seen["head"]:
        return f"the journal had {seen['head']} entries and has {now['head']}."
    missing = set(seen["acts"]) - set(now["acts"])
    # Players may undo something meanwhile; then there are more entries.
    if missing and now["head"] == seen["head"]:
        return f"acts of the evening that are missing: {len(missing)}."
    return ""
