"""A table that runs on this machine: what its page says of it. Of the standard library alone: updates use it too."""

from __future__ import annotations

import http.client
import json
import re
from dataclasses import dataclass
from typing import Any, Final

PAGE_TIMEOUT_S: Final = 3.0
HERE: Final = "127.0.0.1"


@dataclass(frozen=True, slots=True, kw_only=True)
class Neighbour:
    """What /healthz and /metrics say; `metrics` by name, without the prefix."""

    health: dict[str, Any]
    metrics: dict[str, float]
    board: dict[str, Any]


def ask(port: int) -> Neighbour | None:
    """Ask the table on this machine; None when nothing of ours answers at `port`."""
    health = health_of(port)
    if health is None:
        return None
    try:
        board = json.loads(got(port, "/api/board"))
        metrics = _measures(got(port, "/metrics"))
    except (OSError, ValueError, http.client.HTTPException):
        return None
    return Neighbour(health=health, metrics=metrics, board=board) if isinstance(board, dict) else None


def health_of(port: int, host: str = HERE) -> dict[str, Any] | None:
    """Return what a page of ours says of itself, a table's or a hub's; None when none answers."""
    try:
        health = json.loads(got(port, "/healthz", host))
    except (OSError, ValueError, http.client.HTTPException):
        return None
    return health if isinstance(health, dict) and health.get("ok") is True else None


def got(port: int, path: str, host: str = HERE) -> str:
    """Return what the page at `port` answers, of this machine or another. Raise OSError, http.client.HTTPException, ValueError for what is no text."""
    connection = http.client.HTTPConnection(host, port, timeout=PAGE_TIMEOUT_S)
    try:
        connection.request("GET", path)
        return connection.getresponse().read().decode()
    finally:
        connection.close()


def _measures(text: str) -> dict[str, float]:
    return {
        name: float(value) for name, value in re.findall(r"^knobeltisch_(\w+) (\S+)$", text, re.MULTILINE)
    }
