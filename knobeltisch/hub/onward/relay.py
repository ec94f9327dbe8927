"""Relay the games of tables that reach no league themselves: they push to the hub as they would push to the league.

Each box keeps its name and numbers, so that the league keeps each entry once, whichever way it came. The hub keeps all
entries, and sends a league that was restored from an older copy what it has lost.
"""

from __future__ import annotations

import json
import logging
import threading
from typing import TYPE_CHECKING, Any, Final

from knobeltisch.device import retry
from knobeltisch.errors import HistoryMismatch, PushTrouble
from knobeltisch.hub.push_receiver import last_kept, read_table_push, unkept_entries
from knobeltisch.outbox.target import push
from tournament.errors import SequenceConflict
from tournament.wire import MOST_ENTRIES, first_batch, read_entry

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from knobeltisch.config import TargetConfig
    from knobeltisch.hub.hall_file import HallFile
    from tournament.wire import Entry

log = logging.getLogger(__name__)

SLICE_S: Final = 0.5
_WAITING: Final = "SELECT told, box FROM relay WHERE NOT clash AND taken < last ORDER BY told, box"
_COUNT: Final = "SELECT coalesce(sum(last - taken), 0) FROM relay WHERE NOT clash"
_ALL: Final = "SELECT told, box FROM relay WHERE NOT clash ORDER BY told, box"


def count_waiting(file: HallFile) -> int:
    """Return how many entries of tables the league does not have yet. Raise StoreError."""
    ((count,),) = file.rows(_COUNT)
    return int(str(count))


class Relay(retry.RetryingThread):
    """Receive games for a league, and pass them on in a thread of its own. Safe to call from any thread."""

    def __init__(self, config: TargetConfig, file: HallFile) -> None:
        super().__init__("relay")
        self._config, self._file = config, file
        self._news = threading.Event()
        self._news.set()
        self._asked: set[tuple[str, str]] = set()

    def receive(self, sent: Mapping[str, Any]) -> int:
        """Keep a push, durably; return the number up to which everything is kept. Raise BadPush or SequenceConflict."""
        push = read_table_push(sent)
        place = push.table, push.box
        if self._file.rows("SELECT 1 FROM relay WHERE clash AND told = ? AND box = ?", *place):
            raise SequenceConflict("The league has something else under these numbers.", 0)
        if not push.entries:
            return last_kept(self._file, "relayed", push)
        with self._file.writing() as connection:
            for entry in unkept_entries(self._file, "relayed", push):
                connection.execute("INSERT INTO relayed VALUES (?, ?, ?, ?)", (*place, entry.seq, entry.text))
            last = last_kept(self._file, "relayed", push)
            connection.execute(
                "INSERT INTO relay VALUES (?, ?, ?, 0, 0) ON CONFLICT (told, box) DO UPDATE SET last = excluded.last",
                (*place, last),
            )
        self._news.set()
        return last

    def attempt(self) -> None:
        """Wait a moment for new entries, and pass them on. Raise PushTrouble."""
        if self._news.wait(SLICE_S):
            self._news.clear()
            try:
                self.send()
            except BaseException:
                self._news.set()
                raise

    def send(self) -> None:
        """Pass on what waits; after a start or a failure first ask what the league has of every box. Raise PushTrouble."""
        query = _WAITING if self._asked else _ALL
        refused = None
        for sender, box in self._file.rows(query):
            if self.stopping.is_set():
                return
            place = str(sender), str(box)
            try:
                self._send(place)
            except HistoryMismatch as error:
                log.warning("%s; the table is asked to send all its games again", str(error).rstrip("."))
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
        """Pass on what waits in a box. Raise HistoryMismatch and PushTrouble."""
        if place not in self._asked:
            self._ask_position(place)
        while entries := self._waiting(place):
            push(self._config, *place, entries)
            self._note(place, taken=entries[-1].seq)

    def _ask_position(self, place: tuple[str, str]) -> None:
        """Ask how much of a box the league has: it may have lost some, or have more than the hub knows. Raise HistoryMismatch."""
        there = push(self._config, *place, ())
        (last,) = self._file.rows("SELECT last FROM relay WHERE told = ? AND box = ?", *place)[0]
        if there > int(str(last)):
            raise HistoryMismatch(f"{self._config.url} has {there} of {last} entries")
        self._note(place, taken=there)
        self._asked.add(place)

    def _waiting(self, place: tuple[str, str]) -> Sequence[Entry]:
        """Return the oldest entries that have not arrived, as many as fit in one push."""
        rows = self._file.rows(
            "SELECT entry FROM relayed NATURAL JOIN relay WHERE told = ? AND box = ? AND seq > taken ORDER BY seq LIMIT ?",
            *place,
            MOST_ENTRIES,
        )
        return first_batch(read_entry(json.loads(str(text))) for (text,) in rows)

    def _note(self, place: tuple[str, str], *, taken: int | None = None, clash: int = 0) -> None:
        with self._file.writing() as connection:
            row = (taken, clash, *place)
            connection.execute(
                "UPDATE relay SET taken = coalesce(?, taken), clash = ? WHERE told = ? AND box = ?", row
            )
