"""Copies and restores the journal for the landlord."""

from __future__ import annotations

import contextlib
import sqlite3
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

from knobeltisch.errors import CommandError, Denied, JournalError
from knobeltisch.game.evening import fold
from knobeltisch.storage.files import free_name
from knobeltisch.storage.journal import check_shape, open_journal

if TYPE_CHECKING:
    from collections.abc import Callable

    from knobeltisch.table.table import Table


class JournalBackup:
    """Copies and restores the journal of a running table, in the table's own thread between two acts."""

    def __init__(self, table: Table, path: Path, clock: Callable[[], float] = time.time) -> None:
        self._table, self._path, self._clock = table, path, clock
        for old in path.parent.glob(f".{path.stem}-*.part"):
            with contextlib.suppress(OSError):
                old.unlink()  # the plug was pulled during an upload

    def copy(self) -> Path:
        """Write a consistent copy and return its path; the caller deletes it. Raise Denied if that fails."""
        file = self.room()
        try:
            self._table.copy_journal(file)
        except (CommandError, TimeoutError) as error:
            file.unlink(missing_ok=True)
            raise Denied("journal", f"The journal cannot be copied ({error}).") from error
        return file

    def room(self) -> Path:
        """Create an empty file beside the journal, on the same disk, and return its path. Raise Denied if that fails."""
        try:
            with tempfile.NamedTemporaryFile(
                prefix=f".{self._path.stem}-", suffix=".part", dir=self._path.parent, delete=False
            ) as file:
                return Path(file.name)
        except OSError as error:
            raise Denied("journal", f"There is no room for a copy ({error.strerror}).") from error

    def restore(self, file: Path) -> str:
        """Check `file` and replace the journal with it; return the name under which the old one is kept.

        Raise Denied if the file is refused or the disk fails.
        """
        try:
            require_usable_copy(file)
        except JournalError as error:
            raise Denied(
                "bad_copy", f"This copy cannot be used: {str(error).replace(str(file), 'the file')}"
            ) from error
        aside = free_name(self._path, "before", self._clock)
        try:
            self._table.take_journal(file, aside)
        except (CommandError, TimeoutError) as error:
            raise Denied("journal", f"The copy was not taken over ({error}).") from error
        return aside.name


def require_usable_copy(file: Path) -> None:
    """Open a copy as the table would. Raise JournalError if the table could not continue from it."""
    if not file.stat().st_size:
        raise JournalError(f"{file} is empty; choose a copy of the journal.")
    check_shape(file)  # before a row is read: a view in the table's place may be endless
    journal = open_journal(file)
    try:
        fold(journal.entries())
    except (ValueError, TypeError, RecursionError, sqlite3.Error) as error:
        raise JournalError(
            f"{file} has entries that cannot be read ({error}); choose another copy."
        ) from error
    finally:
        journal.close()
