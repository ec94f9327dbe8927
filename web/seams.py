"""What the page needs of the table: a board to read, and somebody who takes commands (docs/board-json.md)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Mapping


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


class Lists(Protocol):
    """What the house keeps for starting games. Safe to call from any thread."""

    def regulars(self) -> Mapping[str, object]:
        """Give `revision` and `regulars`, each with `name` and `seat`."""

    def change_regulars(self, asked: dict[str, object]) -> Mapping[str, object]:
        """Keep another list; return it with {"ok": true}, or {"ok": false, "error": {...}}."""

    def houses(self) -> Mapping[str, object]:
        """Give `revision` and `house_rules`, each with `name`, `base` and `options`."""

    def change_houses(self, asked: dict[str, object]) -> Mapping[str, object]:
        """Keep another list; return it with {"ok": true}, or {"ok": false, "error": {...}}."""
