"""A disk that takes nothing more, by SQLite's own means: what it has open is noted as it is opened."""

import errno
import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest


class Disk:
    """The databases that were opened since; `full` and `no_page_more` let the one of a file run full for a while."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch):
        self._opened: list[sqlite3.Connection] = []
        self._patch = monkeypatch
        connect = sqlite3.connect

        def noted(*place: object, **options: object) -> sqlite3.Connection:
            connection = connect(*place, **options)
            self._opened.append(connection)
            return connection

        monkeypatch.setattr(sqlite3, "connect", noted)

    def connection(self, file: Path) -> sqlite3.Connection:
        for connection in reversed(self._opened):
            with suppress(sqlite3.ProgrammingError):  # closed since, or of another thread
                if connection.execute("PRAGMA database_list").fetchone()[2] == str(file):
                    return connection
        raise LookupError(f"{file} is not open")

    @contextmanager
    def full(self, file: Path) -> Iterator[None]:
        """Let the disk be full for this database or text, to the last byte."""
        if file.suffix == ".txt":
            with self._patch.context() as patch:
                patch.setattr(Path, "write_bytes", _no_room)
                yield
            return
        connection = self.connection(file)
        connection.execute("PRAGMA query_only = ON")
        yield
        connection.execute("PRAGMA query_only = OFF")

    @contextmanager
    def no_page_more(self, file: Path) -> Iterator[None]:
        """Let there be no room for another page of this file; what fits into its last page still does."""
        connection = self.connection(file)
        pages = connection.execute("PRAGMA page_count").fetchone()[0]
        connection.execute(f"PRAGMA max_page_count = {pages}")
        yield
        connection.execute("PRAGMA max_page_count = 1000000")


def _no_room(file: Path, _raw: bytes):
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(file))
