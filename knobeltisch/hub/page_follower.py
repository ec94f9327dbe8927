"""Follows the listed tables: reads each board from its page's live stream, as a phone does."""

import contextlib
from http.client import HTTPConnection, HTTPException, HTTPResponse
from typing import Final
from urllib.parse import urlsplit

from knobeltisch.device.retry import STOP_S, RetryingThread
from knobeltisch.hub.hall import Hall
from knobeltisch.hub.table_list import TableList
from knobeltisch.mqtt.board_events import RESULT, EventReader
from scorer.json_forms.text import read_foreign

SILENCE_S: Final = 25.0
"""A table sends something every ten seconds; one that is silent for longer is offline."""
AGAIN_S: Final = 2.0
LOOK_S: Final = 0.5
LARGEST: Final = 512 * 1024
"""The most bytes of a board; a table that sends more is not followed for REST_S."""
REST_S: Final = 0.2
DEEPEST: Final = 16


class Followers(RetryingThread):
    """Keeps a `PageFollower` running for the current address of each listed table."""

    def __init__(self, tables: TableList, hall: Hall) -> None:
        super().__init__("follow the tables", every=LOOK_S)
        self._tables, self._hall = tables, hall
        self._following: dict[str, PageFollower] = {}

    def attempt(self) -> None:
        """Follow new addresses, and stop following those that no table has."""
        pages = {table.page for table in self._tables.all() if table.page is not None}
        for page in self._following.keys() - pages:
            self._following.pop(page).stop()
        for page in pages - self._following.keys():
            self._following[page] = PageFollower(page, self._hall)
            self._following[page].start()

    def stop(self, timeout: float = STOP_S) -> bool:
        """Stop following all tables. Return whether this thread has ended."""
        ended = super().stop(timeout)
        for follower in self._following.values():
            follower.stop(timeout)
        return ended


class PageFollower(RetryingThread):
    """Follows the page at `address` (http://HOST:PORT), and reports its board to the hall."""

    def __init__(self, address: str, hall: Hall) -> None:
        super().__init__(f"follow {address}", every=AGAIN_S)
        self._address, self._hall = address, hall
        self._connection: HTTPConnection | None = None
        self._events = EventReader()

    def stop(self, timeout: float = STOP_S) -> bool:
        """Close the connection and stop following. Return whether the thread has ended."""
        self.stopping.set()
        connection = self._connection
        if connection is not None and connection.sock is not None:
            with contextlib.suppress(OSError):
                connection.sock.shutdown(2)
        return super().stop(timeout)

    def attempt(self) -> None:
        """Follow the page until its stream ends or it sends something unusable, and report its status to the hall."""
        status = "offline"
        try:
            with contextlib.suppress(OSError, HTTPException):
                there = urlsplit(self._address)
                self._connection = HTTPConnection(there.hostname or "", there.port or 80, timeout=SILENCE_S)
                with contextlib.closing(self._connection) as connection:
                    connection.request("GET", "/api/stream")
                    answer = connection.getresponse()
                    if answer.status == 200:
                        self._read(answer)
        except (ValueError, LookupError, TypeError, AttributeError):  # no board, or none of this version
            status = "refused"
        finally:
            self._hall.note_status(self._address, status)

    def _read(self, answer: HTTPResponse) -> None:
        read = 0
        while not self.stopping.is_set():
            line = answer.readline(LARGEST)
            if not line:
                return
            read += len(line)
            if read > LARGEST:
                self.stopping.wait(REST_S)
                read = 0
            if line.startswith(b"data: {"):
                board = read_foreign(line[6:], deepest=DEEPEST)
                is_safe = board["camera"]["status"] == "safe"
                if self._hall.note_board(self._address, board):
                    self._hall.note_status(self._address, "safe" if is_safe else "online")
                    for topic, event in self._events.read(board):
                        if topic == RESULT:
                            self._hall.note_event(self._address, event)
