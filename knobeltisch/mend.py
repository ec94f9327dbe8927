"""A table comes up even when its files are damaged: they are kept aside as they are, and it goes on with what is readable.

For the table itself only (`knobeltisch run`). Nothing is deleted, and the plug may be pulled at any step: what was
begun is ended at the next start. See docs/decisions/0022-damaged-files-are-kept-aside.md.
"""

from __future__ import annotations

import contextlib
import logging
import os
import shutil
import time
from typing import TYPE_CHECKING, Final

from knobeltisch.errors import DamagedJournal, DamagedKeep, ForeignJournal, JournalError, KeepError
from knobeltisch.journal import begins_well, journal_in_memory, open_journal, sync
from knobeltisch.keep import open_keep
from knobeltisch.salvage import fitting, is_log, numbers_in, readable
from knobeltisch.view import Notice

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from knobeltisch.journal import Entry, Journal
    from knobeltisch.keep import Keep

log = logging.getLogger(__name__)

KEPT: Final = ".kept"
MENDED: Final = ".mended"
PART: Final = ".part"


def journal_or_mended(path: Path, clock: Callable[[], float] = time.time) -> tuple[Journal, Notice | None]:
    """Open the journal; one that is damaged is mended. The notice says what happened, None when nothing did.

    Raises JournalError for what is no damage: another program's file, a newer schema, a disk that cannot be used.
    """
    try:
        _finish(path)
        suspect = _keep_log(path)
        journal = open_journal(path)
    except DamagedJournal as error:
        log.warning("%s", error)
    except ForeignJournal:
        if not readable(path):
            raise
        log.warning("The journal %s has lost its first page.", path)
    except JournalError:
        raise
    except OSError as error:
        raise _stays(path, error) from error
    else:
        if not any(number > journal.head for number in suspect):
            _let_log_go(path)
            return journal, None
        journal.close()
        log.warning("The log of the journal %s is damaged, and holds entries that the journal has not.", path)
    return mend_journal(path, clock)


def _keep_log(path: Path) -> set[int]:
    """Keep a second write-ahead log while a file that begins oddly is opened: SQLite deletes a log that it cannot use.

    Give the numbers of the entries in a log that SQLite will pass over. Raises OSError.
    """
    wal, kept = _log_of(path), _kept_log_of(path)
    if kept.exists() and not wal.exists():
        _copy(kept, wal)
    if not wal.exists() or not wal.stat().st_size:
        return set()
    raw = wal.read_bytes()
    if is_log(raw) and begins_well(path):
        return set()
    if not kept.exists():
        _copy(wal, kept)
    return set() if is_log(raw) else numbers_in(raw)


def _let_log_go(path: Path) -> None:
    if _kept_log_of(path).exists():
        _kept_log_of(path).unlink()
        sync(path.parent)


def _log_of(path: Path) -> Path:
    return path.with_name(f"{path.name}-wal")


def _kept_log_of(path: Path) -> Path:
    return path.with_name(f"{path.name}-wal{KEPT}")


def mend_journal(path: Path, clock: Callable[[], float] = time.time) -> tuple[Journal, Notice]:
    """Keep the file at `path` aside under a dated name and go on with the entries that fit. Raises JournalError."""
    aside = free_name(path, "damaged", clock)
    try:
        if _kept_log_of(path).exists():
            _copy(_kept_log_of(path), _log_of(path))
        found = readable(path)
        kept = fitting(found)
        _write(kept, aside.with_name(f"{aside.name}{MENDED}"))
        _finish(path)
    except JournalError:
        raise
    except OSError as error:
        raise _stays(path, error) from error
    count = max((entry.id for entry in found), default=0)
    told = f"The journal was damaged: {len(kept)} of {count} entries go on. The old file is kept as {aside.name}."
    log.warning("%s", told)
    return open_journal(path), Notice(key="mended", message=told)


def sealed_journal(path: Path) -> Journal:
    """Give what can be read of the journal at `path` as one that nothing can be written to; the file is not touched.

    Whatever the file is: another's, a newer one, damaged, on a disk that is read-only or full, or not there at all.
    """
    try:
        entries = fitting(readable(path))
    except OSError as error:
        log.warning("nothing can be read of %s: %s", path, error)
        entries = []
    return journal_in_memory(path, entries)


def keep_or_anew(path: Path, clock: Callable[[], float] = time.time) -> tuple[Keep, Notice | None]:
    """Open what the house keeps; a damaged file is kept aside, and the lists begin anew. Raises KeepError."""
    try:
        return open_keep(path), None
    except DamagedKeep as error:
        log.warning("%s", error)
    aside = free_name(path, "damaged", clock)
    try:
        set_aside(path, aside)
    except OSError as error:
        raise KeepError(f"{path} is damaged and cannot be kept aside ({error.strerror}).") from error
    told = f"The lists of the house were damaged and begin anew, with a new PIN. The old file is kept as {aside.name}."
    log.warning("%s", told)
    return open_keep(path), Notice(key="house_anew", message=told)


def set_aside(path: Path, aside: Path) -> None:
    """Give a database and its log another name. Raises OSError."""
    # The log first: without its file it means nothing, but beside a new file it would be taken for that one's.
    for end in ("-wal", "-shm", ""):
        with contextlib.suppress(FileNotFoundError):
            path.with_name(f"{path.name}{end}").rename(aside.with_name(f"{aside.name}{end}"))
    sync(path.parent)


def free_name(path: Path, word: str, clock: Callable[[], float]) -> Path:
    """Give a dated name beside `path` that no file has, as journal-damaged-2026-11-21-181500.sqlite."""
    stamp = time.strftime("%Y-%m-%d-%H%M%S", time.localtime(clock()))
    number = 0
    while True:
        more = f"-{number}" if number else ""
        aside = path.with_name(f"{path.stem}-{word}-{stamp}{more}.sqlite")
        if not aside.exists():
            return aside
        number += 1


def _stays(path: Path, error: OSError) -> JournalError:
    return JournalError(
        f"The damaged journal {path} cannot be kept aside ({error.strerror}); look at its disk."
    )


def _write(entries: list[Entry], file: Path) -> None:
    """Write a journal of these entries; the name is there only when all of it is on the disk."""
    part = file.with_name(f".{file.name}{PART}")
    for end in ("", "-wal", "-journal"):
        part.with_name(f"{part.name}{end}").unlink(missing_ok=True)
    journal = open_journal(part)
    try:
        journal.append_all(entries)
    finally:
        journal.close()
    sync(part)
    part.rename(file)
    sync(file.parent)


def _finish(path: Path) -> None:
    """Put a mended journal in the damaged one's place, from whatever step the last start got to."""
    for mended in sorted(path.parent.glob(f"{path.stem}-damaged-*{MENDED}")):
        aside = mended.with_name(mended.name.removesuffix(MENDED))
        for end in ("", "-wal"):
            _also_as(path.with_name(f"{path.name}{end}"), aside.with_name(f"{aside.name}{end}"))
        sync(path.parent)
        # Gone, and known to be gone, before the new file has the name: it would be taken for that one's log.
        for end in ("-wal", f"-wal{KEPT}", "-shm", "-journal"):
            path.with_name(f"{path.name}{end}").unlink(missing_ok=True)
        sync(path.parent)
        mended.replace(path)
        sync(path.parent)


def _also_as(file: Path, aside: Path) -> None:
    """Give a file a second name; where the disk knows no second names, a copy."""
    if aside.exists() or not file.exists():
        return
    try:
        os.link(file, aside)
    except PermissionError:
        _copy(file, aside)


def _copy(file: Path, to: Path) -> None:
    """Copy a file; the name is there only when all of it is on the disk."""
    part = to.with_name(f".{to.name}{PART}")
    shutil.copyfile(file, part)
    sync(part)
    part.replace(to)
    sync(to.parent)
