"""The board that everyone sees: the latest snapshot, and a way to wait for the next.

One thread publishes; any number of page threads read. A snapshot contains only what is already on disk.
"""

import logging
import secrets
import threading
from collections.abc import Callable, Mapping
from typing import Any

from scorer.json_forms.text import to_text

log = logging.getLogger(__name__)


class Scoreboard:
    """Holds the latest snapshot, serialized once by the publishing thread for everybody who polls or follows.

    `boot` is random at each start, so that a page notices a restart. `beside` holds the initial values of the keys set by
    `publish_value`.
    """

    def __init__(self, beside: Mapping[str, object] | None = None) -> None:
        self._boot = secrets.token_hex(4)
        self._changed = threading.Condition()
        self._content: Mapping[str, object] = {}
        self._pictures: Mapping[tuple[str, int], bytes] = {}
        self._beside: Mapping[str, object] = dict(beside or {})
        self._followers: list[Callable[[bytes], None]] = []
        self._shown: dict[str, Any] = {"version": -1}
        self._written = b""
        with self._changed:
            self._show_next()

    def publish(
        self, content: Mapping[str, object], pictures: Mapping[tuple[str, int], bytes] | None = None
    ) -> None:
        """Publish new content and wake everyone who waits; equal content is not published again, even with other pictures.

        `pictures` are its JPEGs, by (id of the open question or number of a lift as a string, place of the die). Earlier
        pictures are dropped.
        """
        with self._changed:
            if content != self._content:
                self._content = dict(content)
                self._pictures = dict(pictures or {})
                self._show_next()

    def publish_value(self, key: str, value: object) -> None:
        """Publish a value beside the content; an equal value is not published again."""
        with self._changed:
            if self._beside.get(key) != value:
                self._beside = {**self._beside, key: value}
                self._show_next()

    def renew(self) -> None:
        """Begin a new boot id with the next publication, as after a restart, because the pages' data belongs to another journal."""
        with self._changed:
            self._boot = secrets.token_hex(4)
            self._content = {}

    def snapshot(self) -> dict[str, Any]:
        """Return the current snapshot."""
        with self._changed:
            return dict(self._shown)

    def snapshot_json(self) -> tuple[str, bytes]:
        """Return the current snapshot's name (BOOT:VERSION), and the snapshot as JSON."""
        with self._changed:
            return self._name(), self._written

    def wait(self, after: int, timeout: float) -> dict[str, Any] | None:
        """Block until the board is newer than `after` (a version) and return it; None after `timeout` seconds."""
        with self._changed:
            newer = self._changed.wait_for(lambda: self._shown["version"] > after, timeout)
            return dict(self._shown) if newer else None

    def follow(self, send: Callable[[bytes], None]) -> bytes:
        """Call `send` with the event of each later snapshot, in the publishing thread; return the current event.

        `send` must not block, because everybody who publishes waits for it.
        """
        with self._changed:
            self._followers.append(send)
            return self.event()

    def unfollow(self, send: Callable[[bytes], None]) -> None:
        """Stop calling `send`. Raise ValueError if it was not being called."""
        with self._changed:
            self._followers.remove(send)

    def event(self) -> bytes:
        """Return the current snapshot as a server-sent event."""
        with self._changed:
            return b"id: %b\ndata: %b\n\n" % (self._name().encode(), self._written)

    def picture(self, of: str, place: int) -> bytes | None:
        """Return the picture (JPEG) of a die of the open question or a recent lift; None if it is gone."""
        with self._changed:
            return self._pictures.get((of, place))

    def _name(self) -> str:
        return f"{self._shown['boot']}:{self._shown['version']}"

    def _show_next(self) -> None:
        version = self._shown["version"] + 1
        shown = {"version": version, "boot": self._boot, **self._beside, **self._content}
        try:
            written = to_text(shown).encode()
        except (TypeError, ValueError):
            log.exception("a board could not be written for the open pages")
            return
        self._shown, self._written = shown, written
        self._changed.notify_all()
        event = self.event() if self._followers else b""
        for send in self._followers:
            send(event)
