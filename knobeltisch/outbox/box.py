"""The outbox: what has to be sent, in one SQLite file beside the journal, until it has arrived.

All of it derives from the journal: lost or damaged content is rebuilt and sent again. Each rebuild gets a name of its
own (`box`), under which entries are numbered from 1 without gaps, so that the receiver knows what is new.
"""

from __future__ import annotations

import contextlib
import hashlib
import logging
import secrets
import sqlite3
import threading
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from knobeltisch.storage.files import clear_names, keep_aside
from knobeltisch.storage.sqlite_file import connected, sane_header
from tournament.wire import MOST_ENTRIES, Entry, first_batch

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path

    from knobeltisch.outbox.outgoing_games import OutgoingGame

log = logging.getLogger(__name__)

KEPT_IN: Final = "outbox.sqlite"
"""The file's name, beside the journal."""
_CREATE: Final = """
BEGIN IMMEDIATE;
CREATE TABLE IF NOT EXISTS target (name TEXT PRIMARY KEY, url TEXT, box TEXT, last INTEGER, taken INTEGER) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS told (target TEXT, game TEXT, revision INTEGER, sum TEXT, PRIMARY KEY (target, game)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS entry (
  target TEXT, seq INTEGER, game TEXT, revision INTEGER, body TEXT, sum TEXT, PRIMARY KEY (target, seq)
) WITHOUT ROWID;
COMMIT;
"""
_LOOK: Final = (
    "SELECT name, url, box, last, taken FROM target",
    "SELECT target, game, revision, sum FROM told",
    "SELECT target, seq, game, revision, body, sum FROM entry",
)


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

_ENTRY: Final = 6
"""Columns of an entry, the last its checksum."""


class DamagedOutbox(ValueError):
    """The file does not hold what was written."""


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """A target's progress: the numbers `taken` and `last` of the box."""

    box: str
    last: int
    taken: int

    @property
    def waiting(self) -> int:
        """The number of entries that have not arrived."""
        return max(0, self.last - self.taken)


@contextlib.contextmanager
def _errors_as_damage() -> Iterator[None]:
    """Treat what cannot be read or parsed as damage, but not a disk that cannot be written now."""
    try:
        yield
    except sqlite3.Error as error:
        if getattr(error, "sqlite_errorcode", 0) & 0xFF in _NOT_NOW:
            raise
        raise DamagedOutbox(str(error)) from error
    except (TypeError, ValueError) as error:
        raise DamagedOutbox(str(error)) from error


class Outbox:
    """The open file. Safe to call from any thread.

    Raise DamagedOutbox for corrupt content, sqlite3.Error for a disk that cannot be written now. `renewed` is called
    with the name under which a file damaged in use is kept.
    """

    def __init__(self, path: Path) -> None:
        self._path, self._lock = path, threading.RLock()
        self.renewed: Callable[[Path], None] = lambda _aside: None
        self._connection = _open_database(path)

    def close(self) -> None:
        """Close the file."""
        with self._lock, contextlib.suppress(sqlite3.Error):
            self._connection.close()

    def renew(self) -> None:
        """Set the file aside and start an empty one. Raise OSError too."""
        with self._lock:
            self.close()
            aside = keep_aside(self._path, "damaged")
            self._connection = _open_database(self._path)
        if aside is not None:
            self.renewed(aside)

    @_errors_as_damage()
    def state(self, target: str, url: str) -> State:
        """Return a target's progress; a target that is new, or has another address, gets a new box."""
        with self._lock:
            row = self._connection.execute(
                "SELECT url, box, last, taken FROM target WHERE name = ?", (target,)
            ).fetchone()
            if row is None or row[0] != url:
                return self.begin_anew(target, url)
            _, box, last, taken = row
            if not isinstance(box, str) or not (isinstance(last, int) and isinstance(taken, int)):
                raise DamagedOutbox(target)
            return State(box=box, last=last, taken=taken)

    @_errors_as_damage()
    def begin_anew(self, target: str, url: str) -> State:
        """Forget a target's progress: everything is sent again, in a new box."""
        with self._lock, self._connection as write:
            for table in ("told", "entry"):
                write.execute(f"DELETE FROM {table} WHERE target = ?", (target,))  # noqa: S608 - names of our own
            box = secrets.token_hex(8)
            write.execute("INSERT OR REPLACE INTO target VALUES (?, ?, ?, 0, 0)", (target, url, box))
        return State(box=box, last=0, taken=0)

    @_errors_as_damage()
    def add(self, target: str, games: Iterable[OutgoingGame]) -> int:
        """Add the games that are new or changed for a target; return the number of entries."""
        with self._lock:
            rows = self._connection.execute(
                "SELECT game, revision, sum FROM told WHERE target = ?", (target,)
            ).fetchall()
            known = {game: (revision, told) for game, revision, told in rows}
            new = list(_changed_games(games, known))
            if new:
                with self._connection as write:
                    (last,) = write.execute("SELECT last FROM target WHERE name = ?", (target,)).fetchone()
                    for seq, (game, revision, body, told) in enumerate(new, last + 1):
                        row = (target, seq, game, revision, body)
                        write.execute("INSERT INTO entry VALUES (?, ?, ?, ?, ?, ?)", (*row, _checksum(*row)))
                        write.execute(
                            "INSERT OR REPLACE INTO told VALUES (?, ?, ?, ?)", (target, game, revision, told)
                        )
                    write.execute("UPDATE target SET last = ? WHERE name = ?", (last + len(new), target))
            return len(new)

    @_errors_as_damage()
    def waiting(self, target: str) -> list[Entry]:
        """Return the oldest entries that have not arrived, as many as fit in one push."""
        with self._lock:
            rows = self._connection.execute(
                "SELECT target, seq, game, revision, body, sum FROM entry WHERE target = ? ORDER BY seq LIMIT ?",
                (target, MOST_ENTRIES),
            ).fetchall()
        for *row, told in rows:
            if _checksum(*row) != told:
                raise DamagedOutbox(f"entry {row[1]}")
        return first_batch(
            Entry(seq=seq, game=game, revision=revision, body=body)
            for _, seq, game, revision, body, _ in rows
        )

    @_errors_as_damage()
    def arrived(self, target: str, taken: int) -> None:
        """Note that everything up to `taken` has arrived."""
        with self._lock, self._connection as write:
            write.execute("DELETE FROM entry WHERE target = ? AND seq <= ?", (target, taken))
            write.execute("UPDATE target SET taken = ? WHERE name = ?", (taken, target))


def open_outbox(path: Path) -> tuple[Outbox, Path | None]:
    """Open the outbox, setting a damaged one aside; return it and the name of the one set aside.

    Raise sqlite3.Error and OSError.
    """
    aside = None
    clear_names(path)
    if path.exists() and not (path.is_file() and sane_header(path)):
        aside = keep_aside(path, "damaged")
    try:
        return Outbox(path), aside
    except sqlite3.Error as error:
        if aside is not None:
            raise
        log.warning("%s cannot be used (%s)", path, error)
        aside = keep_aside(path, "damaged")
        return Outbox(path), aside


def _open_database(path: Path) -> sqlite3.Connection:
    path.touch(mode=0o600)  # who played and lost is private
    return connected(path, _prepare, timeout_s=5)


def _prepare(opened: sqlite3.Connection) -> None:
    opened.executescript(_CREATE)
    if opened.execute("PRAGMA quick_check").fetchone() != ("ok",):
        raise sqlite3.DatabaseError("its integrity check fails")
    for look in _LOOK:
        for row in opened.execute(look):
            if len(row) == _ENTRY and _checksum(*row[:-1]) != row[-1]:
                raise sqlite3.DatabaseError(f"entry {row[1]} is not what was written")


def _changed_games(
    games: Iterable[OutgoingGame], known: dict[str, tuple[int, str]]
) -> Iterator[tuple[str, int, str | None, str]]:
    """Yield the new or changed games: id, revision, body and its sum. A target that never got a game gets no removal of it."""
    for told in games:
        summed = _checksum(told.body)
        before = known.get(told.game)
        if before is None and told.body is not None:
            yield told.game, 1, told.body, summed
        elif before is not None and before[1] != summed:
            yield told.game, before[0] + 1, told.body, summed


def _checksum(*parts: object) -> str:
    return hashlib.blake2b(repr(parts).encode(), digest_size=12).hexdigest()
