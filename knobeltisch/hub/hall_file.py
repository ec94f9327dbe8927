"""The hub's SQLite file: its tables, their pushes, and the sealed log of its tournaments.

A push and the entries that follow from it are one transaction, so either all of it is on disk or nothing.
"""

import json
import sqlite3
from pathlib import Path
from typing import Any, Final

from knobeltisch.errors import DamagedStore, StoreBusy, StoreError
from knobeltisch.storage.files import takes_files
from knobeltisch.storage.journal import LOG_TABLE, SealedLog
from knobeltisch.storage.sqlite_file import FileKind

KEPT_IN: Final = "hall.sqlite"
_CREATE: Final = f"""
BEGIN IMMEDIATE;
{LOG_TABLE.strip()}
CREATE TABLE IF NOT EXISTS kept (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS tables (
  number INTEGER PRIMARY KEY, source TEXT UNIQUE, name TEXT NOT NULL DEFAULT '', told TEXT UNIQUE, address TEXT);
CREATE TABLE IF NOT EXISTS pushed (
  arrival INTEGER PRIMARY KEY, told TEXT NOT NULL, box TEXT NOT NULL, seq INTEGER NOT NULL, game TEXT NOT NULL,
  kind TEXT NOT NULL, result TEXT NOT NULL, entry TEXT NOT NULL, UNIQUE (told, box, seq));
CREATE INDEX IF NOT EXISTS pushed_game ON pushed (told, game);
CREATE TABLE IF NOT EXISTS signers (
  cup TEXT NOT NULL, role TEXT NOT NULL, name TEXT NOT NULL, hash TEXT NOT NULL, wrong INTEGER NOT NULL,
  PRIMARY KEY (cup, role)) WITHOUT ROWID;
COMMIT;
"""


HALL: Final = FileKind(
    create=_CREATE,
    name="{path}",
    failed=StoreError,
    damaged=DamagedStore,
    busy=StoreBusy,
    is_whole=False,  # which tables it has depends on the version that began it
    timeout_s=5,
)


class HallFile(SealedLog):
    """The open file. Safe to call from any thread; `writing` combines several writes in one transaction.

    Its log holds the entries of tournaments, sealed as in a table's journal.
    """

    def __init__(self, path: Path) -> None:
        """Open or create the file. Raise StoreError if it is unusable, DamagedStore if it is damaged."""
        super().__init__(path, HALL)

    def rows(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        """Return the rows of a query. Raise StoreError if the file cannot be read."""
        with self.lock:
            try:
                return list(self.connection.execute(query, values))
            except sqlite3.Error as error:
                raise StoreError(f"{self.path} cannot be read ({error}); check its disk.") from error

    def get(self, key: str) -> object | None:
        """Return the value stored under a key; None if there is none. Raise StoreError if the file cannot be read."""
        found = self.rows("SELECT value FROM kept WHERE key = ?", key)
        return json.loads(found[0][0]) if found else None

    def put(self, key: str, value: object) -> None:
        """Store a value. Raise StoreError if the disk fails."""
        with self.writing() as connection:
            connection.execute("INSERT OR REPLACE INTO kept VALUES (?, ?)", (key, json.dumps(value)))

    def try_to_write(self) -> bool:
        """Whether this file and a new one beside it can be written. Leaves nothing behind."""
        with self.lock:
            try:
                self.connection.execute("BEGIN IMMEDIATE")
                try:
                    self.connection.execute("INSERT OR REPLACE INTO kept VALUES ('tried', 'true')")
                finally:
                    self.connection.execute("ROLLBACK")
            except sqlite3.Error:
                return False
        return takes_files(self.path.parent)
