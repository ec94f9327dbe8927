"""The body of a push as a hub sends it."""

from collections.abc import Sequence
from typing import Any


def push_body(
    sender: str, box: str, reports: Sequence[tuple[str, dict[str, Any] | None]], *, first: int = 1
) -> dict[str, Any]:
    """Return a push of these reports, each with its name; None takes one back."""
    entries = [
        {
            "seq": seq,
            "game": name,
            "revision": 1,
            "kind": "taken_back" if report is None else "finished",
            "result": report,
        }
        for seq, (name, report) in enumerate(reports, first)
    ]
    return {"table": sender, "box": box, "entries": entries}
