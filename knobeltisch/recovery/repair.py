"""Repairs damaged files, so that a table always starts: they are set aside unchanged, and the readable data is used.

Only for the table itself (`knobeltisch run`). Nothing is deleted; after a power cut the next start finishes the repair. See
docs/decisions/0022-keep-damaged-files-aside-and-write-lists-twice.md.
"""

import contextlib
import logging
import os
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Generic, TypeVar

from knobeltisch.errors import DamagedJournal, ForeignJournal, JournalError, KnobeltischError, NewerJournal
from knobeltisch.recovery.sqlite_salvage import complete_evenings, highest_number, read_intact_entries
from knobeltisch.status import Notice
from knobeltisch.storage.files import (
    clear_names,
    copy_atomically,
    free_name,
    fsync,
    keep_aside,
    part_of,
    path_beside,
    put_in_place,
)
from knobeltisch.storage.journal import (
    Entry,
    Journal,
    SealedLog,
    check_shape,
    journal_in_memory,
    open_journal,
)
from knobeltisch.storage.sqlite_file import why_barred

log = logging.getLogger(__name__)

OUR_NAME: Final = "journal.sqlite"
"""The name that marks a file in the table's folder as the table's own."""
KEPT: Final = "-wal.kept"
MENDED: Final = ".mended"
Log = TypeVar("Log", bound="SealedLog")


@dataclass(frozen=True, slots=True, kw_only=True)
class LogFile(Generic[Log]):
    """A kind of file with a sealed log: how to open it, and how to rebuild it when damaged.

    `fitting` chooses from the entries with a valid seal; `carry_over` copies other content of the damaged file to the new one.
    """

    open: Callable[[Path], Log]
    fitting: Callable[[Iterable[Entry]], list[Entry]]
    carry_over: Callable[[Path, Log], None] = lambda _damaged, _new: None


JOURNAL_FILE: Final = LogFile(open=open_journal, fitting=complete_evenings)


def open_or_mend_journal(path: Path, clock: Callable[[], float] = time.time) -> tuple[Journal, Notice | None]:
    """Open the journal, repairing it if necessary; return it with a notice of the repair, or None.

    Raise JournalError for other problems: another program's file under another name, a newer schema, an unusable disk, a
    journal in use.
    """
    try:
        whole = open_undamaged(path, JOURNAL_FILE)
        return (whole, None) if whole is not None else mend_journal(path, clock)
    except DamagedJournal as error:
        log.warning("%s", error)
    except NewerJournal:
        if not _reads_like_ours(path):
            raise
        log.warning("The journal %s has a schema that no version wrote.", path)
    except ForeignJournal:
        if not read_intact_entries(path):
            return _foreign_aside(path, clock)
        log.warning("The journal %s has lost its first page.", path)
    except JournalError:
        if not os.path.isdir(path):  # noqa: PTH112 - also returns False without permission
            raise
        return _foreign_aside(path, clock)
    return mend_journal(path, clock)


def open_undamaged(path: Path, kind: LogFile[Log]) -> Log | None:
    """Open an undamaged file; None if SQLite skipped entries of its write-ahead log. Raise the errors of `kind.open`.

    SQLite deletes a log that it cannot use, so the log has a second name until all its entries are known to be in the file.
    """
    wal, kept = path_beside(path, "-wal"), path_beside(path, KEPT)
    with _disk_of(path):
        clear_names(path)
        _finish(path)
        if kept.exists() and not wal.exists():
            copy_atomically(kept, wal)
        with contextlib.suppress(OSError):  # such as no room: then the file is opened as it is
            _also_as(wal, kept)
        opened = kind.open(path)
        if not kept.exists():
            return opened
        if highest_number(kept) <= opened.head:
            kept.unlink()
            fsync(path.parent)
            return opened
    opened.close()
    log.warning("The log of %s is damaged, and holds entries that the file has not.", path)
    return None


def _reads_like_ours(path: Path) -> bool:
    try:
        check_shape(path)
    except JournalError:
        return False
    found = read_intact_entries(path)
    return bool(found) and len(found) == found[-1].id == len(complete_evenings(found))


def _foreign_aside(path: Path, clock: Callable[[], float]) -> tuple[Journal, Notice]:
    """Set aside a foreign file that has the journal's name, and start a new journal.

    Raise ForeignJournal if the file has another name.
    """
    if path.name != OUR_NAME:
        raise ForeignJournal(f"{path} is not a Knobeltisch journal and is left as it is; name another file.")
    with _disk_of(path):
        aside = keep_aside(path, "foreign", clock)
    sentence = f"{path.name} was not a journal and is kept as {aside.name if aside else 'nothing'}; a new one is begun."
    log.warning("%s", sentence)
    return open_journal(path), Notice(key="journal_foreign", message=sentence)


def mend_journal(path: Path, clock: Callable[[], float] = time.time) -> tuple[Journal, Notice]:
    """Rename the journal at `path` to a dated name and continue with the intact entries. Raise JournalError if that fails."""
    journal, found, aside = mend(path, JOURNAL_FILE, clock)
    known = max((entry.id for entry in found), default=0)
    lost = known - journal.head
    sentence = f"The journal was damaged: of its {known} entries {journal.head} can be used"
    sentence += f", {lost} cannot" if lost else ""
    sentence += f". The old file is kept as {aside.name}."
    log.warning("%s", sentence)
    return journal, Notice(key="mended", message=sentence, values={"kept": journal.head, "lost": lost})


def mend(
    path: Path, kind: LogFile[Log], clock: Callable[[], float] = time.time
) -> tuple[Log, list[Entry], Path]:
    """Rename a damaged file to a dated name, and continue with a new one built from the intact parts.

    Return the new file, all entries with a valid seal, and the dated name. Raise JournalError, or an error of `kind.open`.
    """
    aside = free_name(path, "damaged", clock)
    with _disk_of(path):
        if path_beside(path, KEPT).exists():
            copy_atomically(path_beside(path, KEPT), path_beside(path, "-wal"))
        found = read_intact_entries(path)
        # The new file gets its name once all of it is on disk.
        entries = kind.fitting(found)
        file = aside.with_name(f"{aside.name}{MENDED}")
        part = part_of(file)
        for end in ("", "-wal", "-journal"):
            path_beside(part, end).unlink(missing_ok=True)
        opened = kind.open(part)
        try:
            opened.append_all(entries)
            kind.carry_over(path, opened)
        finally:
            opened.close()
        put_in_place(part, file)
        _finish(path)
    return kind.open(path), found, aside


def open_sealed_journal(path: Path) -> Journal:
    """Return the readable part of the journal at `path`, read-only; the file is not touched.

    The file may be foreign, newer, damaged, on a read-only or full disk, or missing.
    """
    try:
        entries = complete_evenings(read_intact_entries(path))
    except Exception:  # the page comes up whatever the file contains
        log.exception("nothing can be read of %s", path)
        entries = []
    return journal_in_memory(path, entries)


@contextlib.contextmanager
def _disk_of(path: Path) -> Iterator[None]:
    try:
        yield
    except KnobeltischError:
        raise
    except OSError as error:
        barred = why_barred(path)
        raise JournalError(
            f"The journal {path} cannot be opened: {barred}."
            if barred
            else f"The damaged journal {path} cannot be kept aside ({error.strerror}); look at its disk."
        ) from error


def _finish(path: Path) -> None:
    """Put the repaired journal in place, from whichever step the last start reached."""
    for mended in sorted(path.parent.glob(f"{path.stem}-damaged-*{MENDED}")):
        aside = mended.with_name(mended.name.removesuffix(MENDED))
        for end in ("", "-wal"):
            _also_as(path_beside(path, end), path_beside(aside, end))
        fsync(path.parent)
        # The old log must be gone first: it would be taken for the new file's.
        for end in ("-wal", KEPT, "-shm", "-journal"):
            path_beside(path, end).unlink(missing_ok=True)
        fsync(path.parent)
        mended.replace(path)
        fsync(path.parent)


def _also_as(file: Path, aside: Path) -> None:
    if aside.exists() or not file.exists():
        return
    try:
        os.link(file, aside)
    except PermissionError:
        copy_atomically(file, aside)
