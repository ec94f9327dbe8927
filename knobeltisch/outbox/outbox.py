"""The outbox: one log of what each target is sent, in one SQLite file beside the journal.

The log holds each version of each game under a number; `taken` is the position up to which the target has it, and only
what comes after it still has a body. All of it derives from the journal: lost or damaged content is rebuilt and sent
again, under a new name (`box`) and new numbers, so that the receiver knows what is new.
"""

from __future__ import annotations

import contextlib
import hashlib
import logging
import secrets
import sqlite3
import threading
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from knobeltisch.storage.files import clear_names, keep_aside
from knobeltisch.storage.sqlite_file import connect, sane_header
from tournament.wire import MOST_ENTRIES, Entry, first_batch

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from pathlib import Path

    from knobeltisch.outbox.outgoing_games import OutgoingGame

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
_FORGET_OLD_FORM: Final = "BEGIN IMMEDIATE; DROP TABLE told; DELETE FROM entry; DELETE FROM target; COMMIT;"
"""Versions before this one kept sums in a table of their own; everything is sent again, once."""
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
_ENTRIES: Final = "SELECT target, seq, game, revision, body, sum FROM entry"
_WAITING: Final = f"{_ENTRIES} JOIN target ON target = name WHERE seq > taken"


class DamagedOutbox(ValueError):
    """The file does not hold what was written."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
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

    def replace_damaged(self) -> None:
        """Set the file aside and start an empty one. Raise OSError too."""
        with self._lock:
            self.close()
            aside = keep_aside(self._path, "damaged")
            self._connection = _open_database(self._path)
        if aside is not None:
            self.renewed(aside)

    @_errors_as_damage()
    def progress(self, target: str, url: str) -> Progress:
        """Return a target's progress; a target that is new, or has another address, gets a new box."""
        with self._lock:
            row = self._connection.execute(
                "SELECT url, box, last, taken FROM target WHERE name = ?", (target,)
            ).fetchone()
            if row is None or row[0] != url:
                return self.start_new_box(target, url)
            _, box, last, taken = row
            if not isinstance(box, str) or not (isinstance(last, int) and isinstance(taken, int)):
                raise DamagedOutbox(target)
            return Progress(box=box, last=last, taken=taken)

    @_errors_as_damage()
    def start_new_box(self, target: str, url: str) -> Progress:
        """Forget a target's progress: everything is sent again, in a new box."""
        box = secrets.token_hex(8)
        with self._lock, self._connection as write:
            write.execute("DELETE FROM entry WHERE target = ?", (target,))
            write.execute("INSERT OR REPLACE INTO target VALUES (?, ?, ?, 0, 0)", (target, url, box))
        return Progress(box=box, last=0, taken=0)

    @_errors_as_damage()
    def add_changed(self, target: str, games: Iterable[OutgoingGame]) -> int:
        """Add the games that are new or changed for a target; return the number of entries."""
        with self._lock, self._connection as write:
            rows = write.execute(f"{_ENTRIES} WHERE target = ? ORDER BY seq", (target,))
            newest = {row[2]: row for row in rows}
            (last,) = write.execute("SELECT last FROM target WHERE name = ?", (target,)).fetchone()
            changed = enumerate(_changed_games(games, newest), last + 1)
            new = [(target, seq, game, revision, body) for seq, (game, revision, body) in changed]
            write.executemany(
                "INSERT INTO entry VALUES (?, ?, ?, ?, ?, ?)", [(*row, _checksum(*row)) for row in new]
            )
            if new:
                write.execute("UPDATE target SET last = ? WHERE name = ?", (last + len(new), target))
        return len(new)

    @_errors_as_damage()
    def waiting(self, target: str) -> list[Entry]:
        """Return the oldest entries after the target's position, as many as fit in one push."""
        with self._lock:
            rows = self._connection.execute(
                f"{_WAITING} AND target = ? ORDER BY seq LIMIT {MOST_ENTRIES}", (target,)
            ).fetchall()
        return first_batch(
            Entry(seq=seq, game=game, revision=revision, body=body)
            for _, seq, game, revision, body, _ in map(_require_unchanged, rows)
        )

    @_errors_as_damage()
    def note_arrived(self, target: str, taken: int) -> None:
        """Move a target's position to `taken`: everything up to there has arrived."""
        with self._lock, self._connection as write:
            write.execute(
                "UPDATE entry SET body = NULL WHERE target = ? AND seq <= ? AND body IS NOT NULL",
                (target, taken),
            )
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
    return connect(path, _prepare, timeout_s=5)


def _prepare(opened: sqlite3.Connection) -> None:
    opened.executescript(_CREATE)
    if opened.execute("PRAGMA quick_check").fetchone() != ("ok",):
        raise sqlite3.DatabaseError("its integrity check fails")
    if opened.execute("SELECT 1 FROM sqlite_schema WHERE name = 'told'").fetchone():
        opened.executescript(_FORGET_OLD_FORM)
    try:
        for row in opened.execute(_WAITING):
            _require_unchanged(row)
    except DamagedOutbox as damage:
        raise sqlite3.DatabaseError(str(damage)) from damage


def _require_unchanged(row: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return the row of an entry. Raise DamagedOutbox if it is not what was written."""
    if _checksum(*row[:-1]) != row[-1]:
        raise DamagedOutbox(f"entry {row[1]} is not what was written")
    return row


def _changed_games(
    games: Iterable[OutgoingGame], newest: Mapping[str, tuple[Any, ...]]
) -> Iterator[tuple[str, int, str | None]]:
    """Yield id, revision and body of each game that differs from its newest entry. What was never sent is not taken back."""
    for game in games:
        if game.id not in newest:
            if game.body is not None:
                yield game.id, 1, game.body
            continue
        target, seq, _, revision, _, checksum = newest[game.id]
        if _checksum(target, seq, game.id, revision, game.body) != checksum:
            yield game.id, revision + 1, game.body


def _checksum(*parts: object) -> str:
    """Return the checksum of an entry. It outlives the body, and shows whether a game has changed since."""
    return hashlib.blake2b(repr(parts).encode(), digest_size=12).hexdigest()
