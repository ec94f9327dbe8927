"""What the page needs of the table: a board to read, and somebody who takes commands (docs/board-json.md)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scorer.hindsight import EndedTurn


class Board(Protocol):
    """What everybody sees. Safe to call from any thread."""

    def snapshot(self) -> Mapping[str, object]:
        """Give what is shown now, with its `boot` and `version`."""

    def wait(self, after: int, timeout: float) -> Mapping[str, object] | None:
        """Block until something newer than version `after` is shown; None after `timeout` seconds."""

    def crop(self, question: str, index: int) -> bytes | None:
        """Give the JPEG of one die of the open question; None when it is gone."""


class Commands(Protocol):
    """Who carries out what the tablet asks for. Safe to call from any thread."""

    def send(self, command: Mapping[str, object]) -> Mapping[str, object]:
        """Do it and return {"ok": true} once it is on disk, or {"ok": false, "error": {...}}."""


class Hindsight(Protocol):
    """What has been played, for a look back. Safe to call from any thread."""

    def ended(self) -> tuple[EndedTurn, ...]:
        """Give the turns of the last rounds that have ended, oldest first; never one that still runs.

        As long as nothing has happened, the very same tuple.
        """
