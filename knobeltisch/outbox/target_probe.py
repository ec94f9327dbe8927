"""Probe a hub or a league for the doctor, beside a running table and without sending a game."""

from __future__ import annotations

import contextlib
import sqlite3
from typing import TYPE_CHECKING

from knobeltisch.device import retry
from knobeltisch.errors import PushTrouble
from knobeltisch.outbox.outbox import KEPT_IN
from knobeltisch.outbox.target import kind_at, push

if TYPE_CHECKING:
    from pathlib import Path

    from knobeltisch.config import TargetConfig

NOBODY = "0" * 16
"""A table and box name that no table has, for the probe."""


class TargetProbe:
    """A probe of a target, beside the journal at `path`, whose outbox is read and not changed."""

    def __init__(self, target: str, config: TargetConfig, path: Path) -> None:
        self._kind, self._config = target, config
        self._waiting: int | None = None
        file = path.with_name(KEPT_IN)
        with contextlib.suppress(sqlite3.Error):
            asked = sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True, timeout=2)
            with contextlib.closing(asked):
                row = asked.execute("SELECT last - taken FROM target WHERE name = ?", (target,)).fetchone()
                self._waiting = None if row is None or not isinstance(row[0], int) else max(0, row[0])

    def require_answer(self) -> None:
        """Ask how much it has of nobody's box. Raise PushTrouble for why it does not answer; another kind is not sent the key."""
        kind = kind_at(self._config)
        if kind not in {"", self._kind}:
            raise PushTrouble(
                f"{self._config.url} is a {kind} of Knobeltisch and not a {self._kind}; name the address of the {self._kind}",
                pause=retry.LATER_S,
            )
        push(self._config, NOBODY, NOBODY, ())

    def describe_backlog(self, what: str = "game") -> str:
        """Return a sentence on how many of `what` wait; empty if unknown."""
        return "" if self._waiting is None else waiting(self._waiting, what)


def waiting(count: int, what: str) -> str:
    """Return a sentence with the number of waiting items."""
    match count:
        case 0:
            return f"No {what} waits."
        case 1:
            return f"One {what} waits."
        case _:
            return f"{count} {what}s wait."
