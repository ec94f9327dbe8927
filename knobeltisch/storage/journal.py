"""The journal: every accepted fact is appended, and is on disk before anyone sees its effect.

A SQLite file in WAL mode with `synchronous=FULL`, so a power cut loses at most the entry being written. Triggers prevent changes
of entries, and each has a seal over itself and the one before, so that damage is noticed at the start. A file that is foreign,
newer or damaged is never written to.
"""

import contextlib
import hashlib
import json
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from knobeltisch.errors import DamagedJournal, ForeignJournal, JournalBusy, JournalError, NewerJournal
from knobeltisch.storage.checked_text import body_of
from knobeltisch.storage.files import path_beside
from knobeltisch.storage.sqlite_file import MAGIC, FileKind, SqliteFile, address_of, open_copy

APPLICATION_ID: Final = 0x4B4E4F42  # "KNOB"
SCHEMA: Final = 1

LOG_TABLE: Final = """
CREATE TABLE IF NOT EXISTS entry (
  id INTEGER PRIMARY KEY,
  at REAL NOT NULL,
  source TEXT NOT NULL,
  kind TEXT NOT NULL,
  body TEXT NOT NULL,
  seal TEXT NOT NULL
);
CREATE TRIGGER IF NOT EXISTS entry_stays BEFORE UPDATE ON entry BEGIN SELECT RAISE(ABORT, 'the journal is only appended to'); END;
CREATE TRIGGER IF NOT EXISTS entry_remains BEFORE DELETE ON entry BEGIN SELECT RAISE(ABORT, 'the journal is only appended to'); END;
"""
_CREATE: Final = f"""
BEGIN IMMEDIATE;
{LOG_TABLE.strip()}
PRAGMA application_id = {APPLICATION_ID};
PRAGMA user_version = {SCHEMA};
COMMIT;
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One entry of the journal; `at` is in seconds since 1970, `body` has JSON values."""

    id: int
    at: float
    source: str
    kind: str
    body: Mapping[str, object]


class SealedLog(SqliteFile):
    """An append-only SQLite file of entries, each sealed together with the one before. Only one thread may write.

    `head`: the id of the last entry, 0 if there is none. Opening checks every seal; if one is wrong, it raises the kind's
    `damaged` error.
    """

    def _use(self, connection: sqlite3.Connection) -> None:
        super()._use(connection)
        try:
            self.head, self._seal = _last_entry(connection, self)
        except BaseException:
            connection.close()
            raise

    @property
    def name(self) -> str:
        """The file's name."""
        return self.path.name

    def entries(self, *, after: int = 0, most: int = -1) -> Iterator[Entry]:
        """Yield entries from the disk, oldest first: at most `most` (-1: all) of those after `after`.

        Raise sqlite3.Error if that fails.
        """
        rows = self.connection.execute(
            "SELECT id, at, source, kind, body FROM entry WHERE id > ? ORDER BY id LIMIT ?", (after, most)
        )
        for row_id, at, source, kind, body in rows:
            yield Entry(id=row_id, at=at, source=source, kind=kind, body=body_of(body))

    def append_all(self, entries: Iterable[Entry]) -> list[Entry]:
        """Append all of these entries or none, and return them with their numbers.

        Within `writing` they are part of its transaction. Raise the kind's `failed` error if they cannot be written.
        """
        rows, written = [], []
        with self.writing() as connection:
            newest = "SELECT id, seal FROM entry ORDER BY id DESC LIMIT 1"
            head, seal = connection.execute(newest).fetchone() or (0, "")
            for entry in entries:
                head += 1
                text = json.dumps(entry.body, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
                seal = seal_of(seal, head, entry.at, entry.source, entry.kind, text)
                rows.append((head, entry.at, entry.source, entry.kind, text, seal))
                written.append(replace(entry, id=head))
            connection.executemany("INSERT INTO entry VALUES (?, ?, ?, ?, ?, ?)", rows)
        self.head, self._seal = head, seal
        return written


class Journal(SealedLog):
    """An open journal. Only one process may have it open, and only one thread may write.

    If somebody deletes or replaces the file, the journal writes it again and calls `replaced` with a sentence.
    """

    def __init__(self, path: Path, in_memory: sqlite3.Connection | None = None) -> None:
        super().__init__(path, JOURNAL, in_memory)
        self.replaced: Callable[[str], None] = lambda _sentence: None

    def games(self) -> Iterator[tuple[int, float, float | None, Mapping[str, object]]]:
        """Yield each game's first entry, newest first, as (id, time, time of the previous entry, body)."""
        rows = self.connection.execute(
            "SELECT id, at, (SELECT at FROM entry AS other WHERE other.id = entry.id - 1), body "
            "FROM entry WHERE kind = 'start' ORDER BY id DESC"
        )
        for number, at, before, body in rows:
            yield number, at, before, body_of(body)

    def append(self, *, at: float, source: str, kind: str, body: Mapping[str, object]) -> Entry:
        """Write one entry and return it once it is on disk.

        Raise JournalError, with nothing added, if that fails (disk full, read-only, gone).
        """
        return self.append_all([Entry(id=0, at=at, source=source, kind=kind, body=body)])[0]

    def append_all(self, entries: Iterable[Entry]) -> list[Entry]:
        """Append all of these entries or none, and return them with their numbers. Raise JournalError if that fails."""
        replaced = self.write_again_if_replaced(self._check_copy)
        if replaced:
            self.replaced(replaced)
        return super().append_all(entries)

    def _check_copy(self, copy: sqlite3.Connection) -> None:
        if _last_entry(copy, self) != (self.head, self._seal):
            raise JournalError(f"The journal {self.path} was changed by another program; restart the table.")


def check_shape(path: Path) -> None:
    """Raise ForeignJournal if the file contains more than a journal, such as other triggers.

    It reads no rows. Raise DamagedJournal if even the tables cannot be read.
    """
    try:
        _require_readable(path)
        with contextlib.closing(sqlite3.connect(address_of(path), uri=True, timeout=0.5)) as asked:
            asked.execute("PRAGMA trusted_schema = OFF")
            found = {sql for (sql,) in asked.execute("SELECT sql FROM sqlite_master")}
    except (sqlite3.Error, UnicodeError) as error:
        raise JOURNAL.damage(path, error) from error
    if found and found != JOURNAL.parts:
        raise ForeignJournal(f"{path} contains more than a journal and is left as it is; choose another.")


def open_journal(path: Path) -> Journal:
    """Open the journal at `path`, or create it.

    Raise ForeignJournal, NewerJournal, DamagedJournal, JournalBusy, or JournalError if the path is unusable.
    """
    return Journal(path)


def copy_open_journal(path: Path, copy: Path) -> int:
    """Write the journal at `path` to `copy`; return the number of entries.

    The table keeps the journal locked, so SQLite cannot copy it. Between two acts the files do not change, and the seals show
    whether a copy is consistent. Raise JournalError if no copy is consistent, or OSError.
    """
    with contextlib.closing(open_copy(path, copy, Journal)) as journal:
        return journal.head


def journal_in_memory(path: Path, entries: Iterable[Entry]) -> Journal:
    """Return a read-only journal of these entries in memory; `path` is its name in messages."""
    connection = sqlite3.connect(":memory:", check_same_thread=False)
    connection.executescript(_CREATE)
    journal = Journal(path, connection)
    journal.append_all(entries)
    connection.execute("PRAGMA query_only = ON")
    return journal


def _require_readable(path: Path) -> None:
    if path.is_dir():
        raise JournalError(f"The journal {path} is a folder; name a file.")
    if not path.exists():
        return
    with path.open("rb") as file:
        head = file.read(len(MAGIC))
    if not head or head.startswith(MAGIC):
        return
    if any(path_beside(path, end).exists() for end in ("-wal", "-journal")):
        return  # power was lost during a write, and SQLite repairs the file
    if not head.strip(b"\0"):
        raise JOURNAL.damage(path, "it begins with nothing but zeros")
    raise ForeignJournal(
        f"{path} is not a Knobeltisch journal and is left as it is; name another file or move it away."
    )


def _needs_tables(connection: sqlite3.Connection, path: Path) -> bool:
    """Whether the file is new and empty. Raise ForeignJournal or NewerJournal if it is another program's or newer."""
    owner = connection.execute("PRAGMA application_id").fetchone()[0]
    views = connection.execute("SELECT count(*) FROM sqlite_master WHERE type = 'view'").fetchone()[0]
    schema = connection.execute("PRAGMA user_version").fetchone()[0]
    tables = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    if owner == 0 and schema == 0 and tables == 0:
        return True
    if owner != APPLICATION_ID or views:  # a view may be endless
        raise ForeignJournal(
            f"{path} is a database of another program and is left as it is; name another file or move it away."
        )
    if schema > SCHEMA:
        raise NewerJournal(
            f"The journal {path} has schema {schema}, this Knobeltisch knows up to {SCHEMA}; install the newer one again."
        )
    return False


JOURNAL: Final = FileKind(
    create=_CREATE,
    name="The journal {path}",
    failed=JournalError,
    damaged=DamagedJournal,
    busy=JournalBusy,
    is_exclusive=True,  # a second Knobeltisch on this file would mix two evenings
    look=_require_readable,
    needs_tables=_needs_tables,
)


def _last_entry(connection: sqlite3.Connection, file: SqliteFile) -> tuple[int, str]:
    head, seal = 0, ""
    try:
        rows = connection.execute("SELECT id, at, source, kind, body, seal FROM entry ORDER BY id")
        for head, (row_id, at, source, kind, body, kept) in enumerate(rows, start=1):
            seal = seal_of(seal, row_id, at, source, kind, body)
            if row_id != head or seal != kept:
                raise file.kind.damage(file.path, f"entry {head} is missing or was changed")
    except (sqlite3.DatabaseError, TypeError, UnicodeError) as error:
        raise file.kind.damage(file.path, error) from error
    return head, seal


_WRITE: Final = json.JSONEncoder(ensure_ascii=False).encode


def seal_of(before: str, *fields: object) -> str:
    """Return the seal of an entry's fields (id, at, source, kind, body as text); `before` is the previous entry's seal."""
    return hashlib.sha256(_WRITE([before, *fields]).encode()).hexdigest()[:24]
