"""The hub's receiver: it keeps each entry of a table once, however often the network or the power fails.

A push and its effect on the tournament are one transaction.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from tournament.errors import BadPush
from tournament.wire import new_entries, read_push

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from knobeltisch.hub.hall_file import HallFile
    from knobeltisch.hub.table_list import TableList
    from knobeltisch.hub.tournament.kept_tournament import KeptTournament
    from tournament.wire import Entry, Push

TABLE_NAME: Final = re.compile(r"[0-9a-f]{16}")
LATEST: Final = 2**40
"""Seconds since 1970 after which no game ends: it keeps numbers of hundreds of digits out."""


class PushReceiver:
    """Receive pushes. Safe to call from any thread."""

    def __init__(self, file: HallFile, tables: TableList, tournament: KeptTournament) -> None:
        self._file, self._tables, self._tournament = file, tables, tournament

    def receive(self, sent: Mapping[str, Any]) -> int:
        """Keep a push, durably; return the number up to which everything is kept. Raise BadPush or SequenceConflict."""
        push = read_push(sent)
        if not TABLE_NAME.fullmatch(push.table):
            raise BadPush(f"table is {push.table!r}; it must be 16 digits of 0 to 9 and a to f.")
        for entry in push.entries:
            if entry.body is not None:
                if not (isinstance(entry.result, dict) and isinstance(entry.result.get("game"), dict)):
                    raise BadPush("result must contain the game as it ended.")
                ended = entry.result.get("ended")
                if isinstance(ended, int | float) and not 0 <= ended < LATEST:  # NaN is in no range
                    raise BadPush("result.ended must be a time, in seconds since 1970.")
        if not push.entries:
            return self._last_kept(push)
        table = self._tables.by_sender(push.table) or self._tables.add(None, sender=push.table)
        with self._tournament.writing(), self._file.writing() as connection:
            for entry in self._unkept_entries(push):
                # A game may be known as it is, as when a table sends all its games again.
                last = self._file.rows(
                    "SELECT kind, result FROM pushed WHERE told = ? AND game = ? ORDER BY arrival DESC LIMIT 1",
                    push.table,
                    entry.game,
                )
                kind, result = entry.kind, entry.body or "null"
                connection.execute(
                    "INSERT INTO pushed (told, box, seq, game, kind, result, entry) VALUES (?, ?, ?, ?, ?, ?, ?)",
                    (push.table, push.box, entry.seq, entry.game, kind, result, entry.text),
                )
                is_new = last != [(kind, result)]
                if is_new:
                    self._tournament.take_report(push, entry, 0 if table is None else table.number)
        return self._last_kept(push)

    def _last_kept(self, push: Push) -> int:
        """Return the number up to which everything of this box is kept. Raise StoreError."""
        query = "SELECT coalesce(MAX(seq), 0) FROM pushed WHERE told = ? AND box = ?"
        return int(self._file.rows(query, push.table, push.box)[0][0])

    def _unkept_entries(self, push: Push) -> Sequence[Entry]:
        """Return the entries that are not kept yet. Raise SequenceConflict and StoreError."""
        query = "SELECT seq, entry FROM pushed WHERE told = ? AND box = ? AND seq BETWEEN ? AND ?"
        first, last = push.entries[0].seq, push.entries[-1].seq
        kept = dict(self._file.rows(query, push.table, push.box, first, last))
        return new_entries(push, self._last_kept(push), lambda entry: kept.get(entry.seq) == entry.text)
