"""A copy of a journal that a running table may be writing to: its files are copied until they fit together."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING, Final

from knobeltisch.errors import JournalError
from knobeltisch.storage.journal import open_journal

if TYPE_CHECKING:
    from pathlib import Path

TRIES: Final = 8


def hot_copy(path: Path, copy: Path, *, at_least: int) -> int:
    """Write the journal at `path` to `copy`, with `at_least` so many entries; return how many there are.

    The table keeps the journal locked, so that nobody can ask SQLite for it. Between two acts the files do not change;
    the seals tell whether a copy was made between two. Raise JournalError when it never was, or the journal is damaged.
    """
    last: JournalError | None = None
    for _ in range(TRIES):
        copy_with_log(path, copy)
        try:
            journal = open_journal(copy)
        except JournalError as error:
            last = error
            continue
        found = journal.head
        journal.close()
        if found >= at_least:
            return found
    told = str(last).replace(str(copy), str(path)) if last else "acts follow each other too fast; try again."
    raise JournalError(f"The journal cannot be copied: {told}")


def copy_with_log(path: Path, copy: Path) -> None:
    """Copy an SQLite file and its log as they are just now: where somebody writes, they need not fit together."""
    for end in ("", "-wal"):
        to, file = copy.with_name(f"{copy.name}{end}"), path.with_name(f"{path.name}{end}")
        to.unlink(missing_ok=True)
        if file.exists():
            shutil.copyfile(file, to)
