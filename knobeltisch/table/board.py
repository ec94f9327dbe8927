"""The board that everyone sees: the last snapshot, and a way to wait for the next.

One thread publishes; any number of page threads read. A snapshot is made only of what is already on disk.
"""

from __future__ import annotations

import secrets
import threading
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping


class Scoreboard:
    """Hold the last snapshot. `boot` is random for each start, so that a page notices a restart.

    `beside`: what stands beside the content at first, and is told by others than who publishes it.
    """

    def __init__(self, beside: Mapping[str, object] | None = None) -> None:
        self._boot = secrets.token_hex(4)
        self._changed = threading.Condition()
        self._content: dict[str, object] = {}
        self._version = 0
        self._pictures: Mapping[tuple[str, int], bytes] = {}
        self._beside: Mapping[str, object] = dict(beside or {})

    def publish(
        self, content: Mapping[str, object], pictures: Mapping[tuple[str, int], bytes] | None = None
    ) -> None:
        """Show new content to everyone who waits; same content is not news.

        `pictures` are the JPEGs it speaks of, by the open question's id or a lift's number (as a word) and the
        die's place. The ones before are let go.
        """
        with self._changed:
            if dict(content) == self._content:
                return
            self._content = dict(content)
            self._pictures = dict(pictures or {})
            self._version += 1
            self._changed.notify_all()

    def tell(self, key: str, value: object) -> None:
        """Show something beside the content; what stands there already is not news."""
        with self._changed:
            if self._beside.get(key) == value:
                return
            self._beside = {**self._beside, key: value}
            self._version += 1
            self._changed.notify_all()

    def renew(self) -> None:
        """Begin as after a restart: what pages remember of the game so far is of another journal."""
        with self._changed:
            self._boot = secrets.token_hex(4)
            self._content = {}

    def snapshot(self) -> dict[str, object]:
        """Return what the board shows now."""
        with self._changed:
            return self._stamped()

    def wait(self, after: int, timeout: float) -> dict[str, object] | None:
        """Block until something newer than version `after` is shown; None after `timeout` seconds."""
        with self._changed:
            if self._changed.wait_for(lambda: self._version > after, timeout):
                return self._stamped()
            return None

    def picture(self, of: str, place: int) -> bytes | None:
        """Return the JPEG of one die of the open question or of a lift of this turn, None when it is gone."""
        with self._changed:
            return self._pictures.get((of, place))

    def _stamped(self) -> dict[str, object]:
        return {"version": self._version, "boot": self._boot, **self._beside, **self._content}
