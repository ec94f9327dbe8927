"""The outbox: a record of what each target was sent, in an SQLite file beside the journal.

It holds the number, revision and checksum of each version of each game, written before the game is sent, and `taken`, the
number up to which the target has everything. If the file is lost or damaged, everything is sent again under a new name (`box`).
"""

import contextlib
import hashlib
import logging
import secrets
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final

from knobeltisch.device import retry
from knobeltisch.device.retry import describe_failure
from knobeltisch.errors import HistoryMismatch, KnobeltischError, PushTrouble
from knobeltisch.outbox.outgoing_games import OutgoingGame
from knobeltisch.storage.files import clear_names, keep_aside
from knobeltisch.storage.sqlite_file import connect, has_sane_header
from tournament.wire import NAME, PushEntry

log = logging.getLogger(__name__)

KEPT_IN: Final = "outbox.sqlite"
"""The file's name, beside the journal."""
_CREATE: Final = """
BEGIN IMMEDIATE;
CREATE TABLE IF NOT EXISTS target (name TEXT PRIMARY KEY, url TEXT, box TEXT, last INTEGER, taken INTEGER) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS entry (
  target TEXT, seq INTEGER, game TEXT, revision INTEGER, body TEXT, sum TEXT, PRIMARY KEY (target, seq)
) WITHOUT ROWID;
COMMIT;
"""
_NOT_NOW: Final = {
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_NOMEM,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_CANTOPEN,
}
"""SQLite errors that concern the disk or the moment, not the file."""


@contextlib.contextmanager
def open_outbox(path: Path, target: str, url: str) -> Iterator["Outbox"]:
    """Open the outbox of a target.

    Raise PushTrouble if the file cannot be used, OutboxDamaged if it was damaged and is set aside.
    """
    try:
        clear_names(path)
        path.touch(mode=0o600)  # who played and lost is private
        if not (path.is_file() and has_sane_header(path)):
            raise ValueError("it is no database")  # noqa: TRY301 - handled below, as what SQLite says
        with contextlib.closing(connect(path, _prepare, timeout_s=5)) as connection:
            yield Outbox(connection, target, url)
    except KnobeltischError:
        raise
    except (sqlite3.Error, OSError, TypeError, ValueError) as error:
        if isinstance(error, OSError) or getattr(error, "sqlite_errorcode", 0) & 0xFF in _NOT_NOW:
            raise PushTrouble(
                f"{path} cannot be used ({describe_failure(error)}).", pause=retry.LATER_S
            ) from error
        aside = keep_aside(path, "damaged")
        raise OutboxDamaged(
            f"{path} was damaged, and is kept as {aside and aside.name}; everything is sent again.",
            pause=retry.SOON_S,
        ) from error


def _prepare(opened: sqlite3.Connection) -> None:
    opened.executescript(_CREATE)
    if opened.execute("PRAGMA quick_check").fetchone() != ("ok",):
        raise sqlite3.DatabaseError("its integrity check fails")


class OutboxDamaged(PushTrouble):
    """The outbox was damaged and set aside; the next attempt starts a new one."""


class Outbox:
    """The open outbox of one target: the name of its `box`, and what was sent in it.

    Raises sqlite3.Error, TypeError or ValueError if the content is damaged.
    """

    def __init__(self, connection: sqlite3.Connection, target: str, url: str) -> None:
        self._connection, self._target, self._url = connection, target, url
        query = "SELECT url, box, taken FROM target WHERE name = ?"
        row = connection.execute(query, (target,)).fetchone()
        if row is None or row[0] != url:
            self.start_new_box()
            return
        _, self.box, self._taken = row
        last = connection.execute("SELECT max(seq) FROM entry WHERE target = ?", (target,)).fetchone()[0]
        self._last = self._taken if last is None else last
        if not (NAME.fullmatch(self.box) and type(self._last) is type(self._taken) is int):
            raise ValueError(f"{target} has no position")

    def start_new_box(self) -> None:
        """Start a new box, so that everything is sent again."""
        self.box, self._last, self._taken = secrets.token_hex(8), 0, 0
        with self._connection as write:
            write.execute("DELETE FROM entry WHERE target = ?", (self._target,))
            self._write_position(0)

    def changed_entries(self, games: Iterable[OutgoingGame]) -> list[PushEntry]:
        """Return entries for new or changed games; for a game that no longer counts, only if it was sent before."""
        query = "SELECT game, seq, revision, sum FROM entry WHERE target = ? ORDER BY seq"
        newest = {row[0]: row for row in self._connection.execute(query, (self._target,))}
        found: list[PushEntry] = []
        for game in games:
            _, seq, revision, checksum = newest.get(game.id, (game.id, 0, 0, None))
            if (game.body is not None or revision) and checksum != self._checksum(
                seq, game.id, revision, game.body
            ):
                number = self._last + len(found) + 1
                found.append(PushEntry(seq=number, game=game.id, revision=revision + 1, body=game.body))
        return found

    def forget_unsent(self, taken: int) -> None:
        """Forget the entries after `taken`. Raise HistoryMismatch if the target has more than was sent, or less than before."""
        if not self._taken <= taken <= self._last:
            raise HistoryMismatch(f"{self._url} has {taken} of {self._last} entries, and had {self._taken}")
        with self._connection as write:
            write.execute("DELETE FROM entry WHERE target = ? AND seq > ?", (self._target, taken))
            self._last = self._taken = taken
            self._write_position(0)

    def note_sending(self, entries: Sequence[PushEntry]) -> None:
        """Record entries before they are sent."""
        rows = [(entry.seq, entry.game, entry.revision, entry.body) for entry in entries]
        with self._connection as write:
            write.executemany(
                "INSERT INTO entry VALUES (?, ?, ?, ?, NULL, ?)",
                [(self._target, *row[:3], self._checksum(*row)) for row in rows],
            )
        self._last = entries[-1].seq

    def note_position(self, taken: int | None = None, *, waiting: int) -> None:
        """Record how many entries are waiting and that everything up to `taken` has arrived; None leaves that number as it is."""
        self._taken = self._taken if taken is None else taken
        with self._connection:
            self._write_position(waiting)

    def _write_position(self, waiting: int) -> None:
        row = (self._target, self._url, self.box, self._taken + waiting, self._taken)
        self._connection.execute("INSERT OR REPLACE INTO target VALUES (?, ?, ?, ?, ?)", row)

    def _checksum(self, *parts: object) -> str:
        return hashlib.blake2b(repr((self._target, *parts)).encode(), digest_size=12).hexdigest()
