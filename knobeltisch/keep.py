"""What the house keeps beside the journal: regulars, their rules, who may do what. Small, and safe from a power cut.

One SQLite file of keys and JSON values, written through to the disk like the journal. The game never depends on it:
without it the table starts anew with empty lists.
"""

from __future__ import annotations

import json
import sqlite3
import threading
from typing import TYPE_CHECKING, Final

from knobeltisch.errors import DamagedKeep, KeepError
from knobeltisch.journal import address_of, not_written

if TYPE_CHECKING:
    from pathlib import Path

KEPT_IN: Final = "house.sqlite"
"""The file's name, beside the journal."""

_CREATE: Final = "CREATE TABLE IF NOT EXISTS kept (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID"


class Keep:
    """An open store. Safe to call from any thread; the last of two writers wins."""

    def __init__(self, connection: sqlite3.Connection, path: Path) -> None:
        self._connection, self._path = connection, path
        self._lock = threading.Lock()

    def get(self, key: str) -> object | None:
        """Give what is kept under `key` as JSON values, None when nothing is."""
        with self._lock:
            row = self._connection.execute("SELECT value FROM kept WHERE key = ?", (key,)).fetchone()
        return None if row is None else json.loads(row[0])

    def everything(self) -> dict[str, object]:
        """Give all that is kept, by key."""
        with self._lock:
            rows = self._connection.execute("SELECT key, value FROM kept ORDER BY key").fetchall()
        return {key: json.loads(value) for key, value in rows}

    def put(self, key: str, value: object) -> None:
        """Keep `value` (anything JSON can say) under `key`; return when it is on disk. Raises KeepError when it is not."""
        text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
        try:
            with self._lock, self._connection:
                self._connection.execute("INSERT OR REPLACE INTO kept VALUES (?, ?)", (key, text))
        except sqlite3.Error as error:
            raise KeepError(not_written(str(self._path), self._path, error)) from error

    def close(self) -> None:
        """Let the file go."""
        with self._lock:
            self._connection.close()


def open_keep(path: Path) -> Keep:
    """Open the store at `path`, or begin a new one there. Raises KeepError for a file that cannot be used, DamagedKeep for a broken one."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch(mode=0o600)  # a PIN of six digits is found from its hash in hours: nobody else reads it
        connection = sqlite3.connect(address_of(path), uri=True, timeout=0.5, check_same_thread=False)
    except (sqlite3.Error, OSError) as error:
        raise KeepError(_unusable(path, error)) from error
    try:
        _prepare(connection, path)
    except BaseException:
        connection.close()
        raise
    return Keep(connection, path)


def _prepare(connection: sqlite3.Connection, path: Path) -> None:
    try:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute(_CREATE)
        problem = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
    except sqlite3.OperationalError as error:  # the disk's, or another program's
        busy = "locked" in str(error)
        raise KeepError(_unusable(path, error) if busy else not_written(str(path), path, error)) from error
    except sqlite3.Error as error:
        raise DamagedKeep(_unusable(path, error)) from error
    if problem != "ok":
        raise DamagedKeep(_unusable(path, problem))


def _unusable(path: Path, error: object) -> str:
    return f"{path} cannot be used ({error}); move it away, and the table starts with empty lists."
