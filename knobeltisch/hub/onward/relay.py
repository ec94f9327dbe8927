"""What tables tell a league through the hub: a table that reaches nobody else pushes here as it would there, and the hub passes it on.

Each box of a table goes on under its own name and numbers: what the league has is never told twice, whichever way it came. What is kept
here stays, so that a league that was restored from an older copy is told again what it has lost.
"""

from __future__ import annotations

import json
import logging
import threading
from typing import TYPE_CHECKING, Any, Final

from knobeltisch.device import retry
from knobeltisch.errors import HistoryMismatch, PushTrouble
from knobeltisch.hub.push_receiver import SequenceConflict, checked
from knobeltisch.outbox.box import MOST_BYTES, MOST_ENTRIES, Entry
from knobeltisch.outbox.wire import push
from tournament.codec import canonical

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Mapping, Sequence

    from knobeltisch.config import TargetConfig
    from knobeltisch.hub.hall_file import HallFile

log = logging.getLogger(__name__)

SLICE_S: Final = 0.5
_WAITING: Final = "SELECT told, box FROM relay WHERE NOT clash AND taken < last ORDER BY told, box"
_COUNT: Final = "SELECT coalesce(sum(last - taken), 0) FROM relay WHERE NOT clash"
_ALL: Final = "SELECT told, box FROM relay WHERE NOT clash ORDER BY told, box"


def relayed(file: HallFile) -> int:
    """Return how many games of tables the league has not been told yet. Raise StoreError."""
    ((count,),) = file.rows(_COUNT)
    return int(str(count))


class Relay(retry.RetryingThread):
    """Take what tables tell a league, and pass it on. Safe to call from any thread; one of its own sends."""

    def __init__(self, config: TargetConfig, file: HallFile) -> None:
        super().__init__("relay")
        self._config, self._file = config, file
        self._news = threading.Event()
        self._news.set()
        self._asked: set[tuple[str, str]] = set()

    # --- what tables say

    def take(self, sent: Mapping[str, Any]) -> int:
        """Keep what a table sends, durably; return the number of the last word that is kept. Raise BadPush or SequenceConflict."""
        told, box, entries = checked(sent)
        with self._file.writing() as connection:
            last = self._last(told, box)
            for entry in entries:
                last = self._keep(connection, (told, box), entry, last)
            if entries:
                row = (told, box, last)
                connection.execute(
                    "INSERT INTO relay VALUES (?, ?, ?, 0, 0) ON CONFLICT (told, box) DO UPDATE SET last = excluded.last",
                    row,
                )
        if entries:
            self._news.set()
        return last

    def _last(self, told: str, box: str) -> int:
        """Return how far a box is kept. Raise SequenceConflict for one that the league does not take as it is: it is to be told anew."""
        rows = self._file.rows("SELECT last, clash FROM relay WHERE told = ? AND box = ?", told, box)
        last, clash = rows[0] if rows else (0, 0)
        if clash:
            raise SequenceConflict("The league has something else under these numbers.", 0)
        return int(str(last))

    def _keep(
        self, connection: sqlite3.Connection, place: tuple[str, str], entry: Mapping[str, Any], last: int
    ) -> int:
        """Keep an entry; return how far its box is kept then. Raise SequenceConflict where it does not follow, or was another one."""
        if entry["seq"] > last + 1:
            raise SequenceConflict(f"The entry {last + 1} is missing before {entry['seq']}.", last)
        text = canonical(entry)
        if entry["seq"] == last + 1:
            connection.execute("INSERT INTO relayed VALUES (?, ?, ?, ?)", (*place, entry["seq"], text))
            return last + 1
        rows = self._file.rows(
            "SELECT entry FROM relayed WHERE told = ? AND box = ? AND seq = ?", *place, entry["seq"]
        )
        if not rows or rows[0][0] != text:
            raise SequenceConflict(f"The entry {entry['seq']} was another one when it was taken.", last)
        return last

    # --- what the league is told

    def attempt(self) -> None:
        """Wait a moment for news, and pass it on. Raise PushTrouble."""
        if self._news.wait(SLICE_S):
            self._news.clear()
            try:
                self.send()
            except BaseException:
                self._news.set()
                raise

    def send(self) -> None:
        """Pass on what waits; after a start or a trouble ask of every box first what the league has of it. Raise PushTrouble."""
        query = _WAITING if self._asked else _ALL
        refused = None
        for told, box in self._file.rows(query):
            if self.stopping.is_set():
                return
            place = str(told), str(box)
            try:
                self._send(place)
            except HistoryMismatch as error:
                log.warning("%s; the table is asked to tell all its games anew", str(error).rstrip("."))
                self._note(place, clash=1)
            except PushTrouble as trouble:
                if trouble.pause <= retry.SOON_S:  # nobody is there, or somebody who cannot answer now
                    self._asked.clear()
                    raise
                self._asked.discard(place)
                refused = trouble  # what is not taken of one table keeps no other waiting
        if refused is not None:
            raise refused

    def _send(self, place: tuple[str, str]) -> None:
        """Pass on what waits of a box. Raise HistoryMismatch and PushTrouble."""
        if place not in self._asked:
            self._find_out(place)
        while entries := self._waiting(place):
            there = push(self._config, *place, entries)
            if there < entries[-1].seq:
                raise PushTrouble(
                    f"{self._config.url} took {there} and not {entries[-1].seq}.", pause=retry.LATER_S
                )
            self._note(place, taken=entries[-1].seq)

    def _find_out(self, place: tuple[str, str]) -> None:
        """Ask how much of a box the league has: it may have lost some, or heard of some without our knowing. Raise HistoryMismatch."""
        there = push(self._config, *place, ())
        (last,) = self._file.rows("SELECT last FROM relay WHERE told = ? AND box = ?", *place)[0]
        if there > int(str(last)):
            raise HistoryMismatch(f"{self._config.url} has {there} of {last} entries")
        self._note(place, taken=there)
        self._asked.add(place)

    def _waiting(self, place: tuple[str, str]) -> Sequence[Entry]:
        """Return the oldest entries that have not arrived, as many as one push may have."""
        rows = self._file.rows(
            "SELECT entry FROM relayed NATURAL JOIN relay WHERE told = ? AND box = ? AND seq > taken ORDER BY seq LIMIT ?",
            *place,
            MOST_ENTRIES,
        )
        found: list[Entry] = []
        size = 0
        for (text,) in rows:
            size += len(str(text).encode())
            if found and size > MOST_BYTES:
                break
            found.append(_entry(str(text)))
        return found

    def _note(self, place: tuple[str, str], *, taken: int | None = None, clash: int = 0) -> None:
        with self._file.writing() as connection:
            row = (taken, clash, *place)
            connection.execute(
                "UPDATE relay SET taken = coalesce(?, taken), clash = ? WHERE told = ? AND box = ?", row
            )


def _entry(text: str) -> Entry:
    said = json.loads(text)
    body = None if said["kind"] == "taken_back" else canonical(said["result"])
    return Entry(seq=said["seq"], game=said["game"], revision=said["revision"], body=body)
