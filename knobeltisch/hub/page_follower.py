"""Follow a table without a broker: read its board from its page's live stream, as a phone does."""

from __future__ import annotations

import contextlib
import json
from http.client import HTTPConnection, HTTPException
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from knobeltisch.device.retry import STOP_S, RetryingThread
from knobeltisch.mqtt.board_events import RESULT, EventReader
from knobeltisch.mqtt.mqtt import OFFLINE, ONLINE

if TYPE_CHECKING:
    from http.client import HTTPResponse

    from knobeltisch.hub.hall import Hall

SILENCE_S: Final = 25.0
"""A table sends something every ten seconds; one that is silent for longer is offline."""
AGAIN_S: Final = 2.0
LARGEST: Final = 512 * 1024


class PageFollower(RetryingThread):
    """Follow the page at `address` (http://HOST:PORT), and report its board to the hall.

    `place`: its present host and port, for an address with a host name that this machine may not know.
    """

    def __init__(self, address: str, hall: Hall, *, place: tuple[str, int] | None = None) -> None:
        super().__init__(f"follow {address}", every=AGAIN_S)
        self._address, self._hall = address, hall
        there = urlsplit(address)
        self.place = place or (there.hostname or "", there.port or 80)
        self._connection: HTTPConnection | None = None
        self._events = EventReader()

    def stop(self, timeout: float = STOP_S) -> bool:
        """Stop following."""
        self.stopping.set()
        connection = self._connection
        if connection is not None and connection.sock is not None:
            with contextlib.suppress(OSError):
                connection.sock.shutdown(2)
        return super().stop(timeout)

    def attempt(self) -> None:
        """Follow the page until its stream ends."""
        try:
            with contextlib.suppress(OSError, HTTPException, ValueError):
                # Read the stream until it ends.
                host, port = self.place
                self._connection = HTTPConnection(host, port, timeout=SILENCE_S)
                with contextlib.closing(self._connection) as connection:
                    connection.request("GET", "/api/stream")
                    answer = connection.getresponse()
                    if answer.status == 200:
                        self._read(answer)
        finally:
            self._hall.note_status(self._address, OFFLINE)

    def _read(self, answer: HTTPResponse) -> None:
        while not self.stopping.is_set():
            line = answer.readline(LARGEST)
            if not line:
                return
            if line.startswith(b"data: {"):
                board = json.loads(line[6:])
                if self._hall.note_board(self._address, board):
                    self._hall.note_status(self._address, ONLINE)
                    assert isinstance(board, dict)
                    for topic, event in self._events.read(board):
                        if topic == RESULT:
                            self._hall.note_event(self._address, event)
