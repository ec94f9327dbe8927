"""The board that everyone sees: the last snapshot, and a way to wait for the next.

One thread publishes; any number of page threads read. A snapshot is made only of what is already on disk.
"""

from __future__ import annotations

import secrets
import threading
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


class Scoreboard:
    """Hold the last snapshot. `boot` is random for each start, so that a page notices a restart."""

    def __init__(self) -> None:
        self._boot = secrets.token_hex(4)
        self._changed = threading.Condition()
        self._content: dict[str, object] = {}
        self._version = 0
        self._crops: tuple[str, tuple[bytes, ...]] = ("", ())

    def publish(
        self, content: Mapping[str, object], *, question: str = "", crops: Sequence[bytes] = ()
    ) -> None:
        """Show new content to everyone who waits; `crops` are the open question's pictures. Same content is not news."""
        with self._changed:
            if dict(content) == self._content:
                return
            self._content = dict(content)
            self._crops = (question, tuple(crops))
            self._version += 1
            self._changed.notify_all()

    def renew(self) -> None:
        """Begin as after a restart: what pages remember of the game so far is of another journal."""
        with self._changed:
            self._boot = secrets.token_hex(4)
            self._content = {}

    def snapshot(self) -> dict[str, object]:
        """Give what the board shows now."""
        with self._changed:
            return self._stamped()

    def wait(self, after: int, timeout: float) -> dict[str, object] | None:
        """Block until something newer than version `after` is shown; None after `timeout` seconds."""
        with self._changed:
            if self._changed.wait_for(lambda: self._version > after, timeout):
                return self._stamped()
            return None

    def crop(self, question: str, index: int) -> bytes | None:
        """Give the JPEG of one die of the open question, None when it is gone."""
        with self._changed:
            asked, crops = self._crops
            return crops[index] if asked == question and 0 <= index < len(crops) else None

    def _stamped(self) -> dict[str, object]:
        return {"version": self._version, "boot": self._boot, **self._content}
