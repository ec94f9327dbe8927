"""A table's board in short, for pages that show many tables at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from knobeltisch.mqtt.public_board import standing

if TYPE_CHECKING:
    from collections.abc import Mapping

NEEDED: Final = ("boot", "version", "variant", "state", "question", "counter", "ended")
"""The keys of every board."""
HELPLESS: Final = ("missing", "no_board", "moved", "stalled", "safe")
"""The camera statuses that need somebody."""


def is_board(value: object) -> bool:
    """Whether a message can be a table's board."""
    if not isinstance(value, dict) or not all(key in value for key in NEEDED):
        return False
    return type(value["version"]) is int and isinstance(value["boot"], str)


def row_of(shown: Mapping[str, Any]) -> dict[str, Any]:
    """Return a table's row for this board. Raise LookupError, TypeError or ValueError if it is no board."""
    state, question = shown["state"], shown["question"]
    over = state is not None and state["stage"] == "over"
    row: dict[str, Any] = {
        "variant": shown["variant"],
        "counter": shown["counter"],
        "playing": state is not None and not over,
        "over": over,
        "round": None if state is None else state.get("round", state.get("hand")),
        "phase": None if state is None else state.get("phase"),
        "to_act": None if state is None or over else state["to_act"],
        "question": None if question is None else str(question["about"]),
        "players": [] if state is None else _players(state),
        "loser": state.get("loser") if over else None,
        "dice": _dice(shown),
        "last_orders": bool(shown.get("last_orders")),
        "camera": shown.get("camera", {}).get("status", "absent"),
    }
    return row


def _players(state: Mapping[str, Any]) -> list[dict[str, Any]]:
    counts, out = standing(state), state.get("out", {})
    return [
        {"name": str(player), "count": int(counts.get(player, 0)), "out": player in out}
        for player in state["players"]
    ]


def _dice(shown: Mapping[str, Any]) -> list[int]:
    """Return the visible dice."""
    worth = shown.get("worth")
    dice = None if worth is None else worth["dice"]
    return [] if dice is None else [int(die) for die in dice]


def needs_help(row: Mapping[str, Any]) -> list[str]:
    """Return why a table needs somebody, as the page's words: `question`, `camera`, `safe`, `offline`."""
    found = []
    if row["status"] in ("safe", "offline"):
        found.append(row["status"])
    if row.get("question") is not None:
        found.append("question")
    if row.get("camera") in HELPLESS and row["status"] == "online":
        found.append("camera")
    return found
