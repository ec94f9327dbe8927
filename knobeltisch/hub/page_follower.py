"""A table that tells no broker: its board is read from its page's live stream, as a phone reads it."""

from __future__ import annotations

import contextlib
import json
import logging
import threading
import time
from http.client import HTTPConnection, HTTPException
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from knobeltisch.mqtt.events import RESULT, EventReader
from knobeltisch.mqtt.mqtt import OFFLINE, ONLINE

if TYPE_CHECKING:
    from http.client import HTTPResponse

    from knobeltisch.hub.hall import Hall

log = logging.getLogger(__name__)

SILENCE_S: Final = 25.0
"""A table says something every ten seconds; one that is silent for longer is not there."""
AGAIN_S: Final = 2.0
LARGEST: Final = 512 * 1024
STOP_S: Final = 1.0


class PageFollower:
    """Follow the page at `address` (http://HOST:PORT), and tell the hall what its board shows.

    `place`: where that is now, as host and port, for an address whose host is a name that this machine may not know.
    """

    def __init__(self, address: str, hall: Hall, *, place: tuple[str, int] | None = None) -> None:
        self._address, self._hall = address, hall
        there = urlsplit(address)
        self.place = place or (there.hostname or "", there.port or 80)
        self._stopping = threading.Event()
        self._connection: HTTPConnection | None = None
        self._events = EventReader()
        self._thread = threading.Thread(target=self._run, name=f"follow {address}", daemon=True)

    def start(self) -> None:
        """Begin to follow."""
        self._thread.start()

    def stop(self) -> None:
        """Follow no more."""
        self._stopping.set()
        connection = self._connection
        if connection is not None and connection.sock is not None:
            with contextlib.suppress(OSError):
                connection.sock.shutdown(2)
        if self._thread.is_alive():
            self._thread.join(STOP_S)

    def _run(self) -> None:
        while not self._stopping.is_set():
            began = time.monotonic()
            try:
                self._follow()
            except (OSError, HTTPException, ValueError):
                pass
            except Exception:
                log.exception("the page at %s cannot be followed", self._address)
            self._hall.status(self._address, OFFLINE)
            self._stopping.wait(max(0.0, AGAIN_S - (time.monotonic() - began)))

    def _follow(self) -> None:
        """Read the stream until it ends. Raise OSError, HTTPException or ValueError."""
        host, port = self.place
        self._connection = HTTPConnection(host, port, timeout=SILENCE_S)
        with contextlib.closing(self._connection) as connection:
            connection.request("GET", "/api/stream")
            answer = connection.getresponse()
            if answer.status == 200:
                self._read(answer)

    def _read(self, answer: HTTPResponse) -> None:
        while not self._stopping.is_set():
            line = answer.readline(LARGEST)
            if not line:
                return
            if line.startswith(b"data: {"):
                self._tell(json.loads(line[6:]))

    def _tell(self, board: object) -> None:
        if not self._hall.shown(self._address, board):
            return
        self._hall.status(self._address, ONLINE)
        assert isinstance(board, dict)
        for topic, event in self._events.read(board):
            if topic == RESULT:
                self._hall.event(self._address, event)
