"""What a table stands on: its journal and what the house keeps, mended where they are damaged.

In safe mode the page comes up whatever the files say. A journal that cannot be written is sealed: what can be read of it
is shown, nothing is taken, and the page says why. Without the house's file there are no lists and no landlord.
See docs/decisions/0024-page-first.md.
"""

from __future__ import annotations

import contextlib
import logging
import os
import tempfile
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Final

from knobeltisch.access.pin import renewed_pin
from knobeltisch.archive.chronicle import Chronicle
from knobeltisch.device.service_socket import Answers, ServiceSocket
from knobeltisch.errors import KnobeltischError, StoreError, UnfitJournal
from knobeltisch.recovery.repair import journal_or_mended, mend_journal, sealed_journal, store_or_mended
from knobeltisch.status import Device, Notice, Trouble
from knobeltisch.storage.journal import JOURNAL, journal_in_memory
from knobeltisch.storage.sqlite_file import NO_ROOM
from knobeltisch.storage.store import KEPT_IN
from knobeltisch.table.table import Table

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from knobeltisch.storage.journal import Journal
    from knobeltisch.storage.store import Store
    from knobeltisch.table.recorder import Recorder

log = logging.getLogger(__name__)

HEAD: Final = "journal"
"""What the house keeps of the journal: how many entries it had."""
FORGETS: Final = Notice(
    key="memory", message="The partition for the evenings is missing; all is gone when the power goes."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenTable:
    """A table on its open files. `store` None: the house's cannot be used. `sealed`: why nothing is taken, if so."""

    table: Table
    chronicle: Chronicle
    journal: Journal
    store: Store | None
    sealed: Trouble | None = None
    folder: Path

    def writable(self) -> bool:
        """Whether the folder of these files takes another one of some size."""
        try:
            with tempfile.TemporaryFile(dir=self.folder) as tried:
                tried.write(bytes(NO_ROOM))
                tried.flush()
                os.fsync(tried.fileno())
        except OSError:
            return False
        return True

    def door(self) -> ServiceSocket | None:
        """Return what answers commands of this device; None where the table does not own its files."""
        if self.store is None or self.sealed is not None:
            return None
        answers: Answers = {
            "pin": partial(renewed_pin, self.store),
            "head": lambda: contextlib.nullcontext(self.journal.head),
        }
        return ServiceSocket(self.folder, answers)

    def close(self) -> None:
        """Close the files."""
        if self.store is not None:
            self.store.close()
        self.journal.close()


def open_table(
    path: Path,
    clock: Callable[[], float],
    camera: Device,
    *,
    safe: bool,
    ticks: Callable[[], float] | None = None,
    recorder: Recorder | None = None,
) -> OpenTable:
    """Return the table on the journal at `path` and what lies beside it; where `safe`, on what can be had of it.

    `ticks`: seconds since the device was switched on.
    Raise JournalError and StoreError where it is not in safe mode; nothing is left open then.
    """

    def laid(journal: Journal, camera: Device = camera) -> tuple[Table, Chronicle]:
        chronicle = Chronicle()
        table = Table(
            journal=journal,
            clock=clock,
            camera=camera,
            recorder=recorder,
            chronicle=chronicle,
            ticks=ticks,
        )
        return table, chronicle

    try:
        with JOURNAL.own(path):  # also while it is mended
            return _on_disk(path, clock, laid, safe=safe)
    except Exception as error:  # in safe mode the page is up whatever the files hold
        if not safe:
            raise
        log.warning(
            "What can be read of the journal is shown, and nothing is taken: %s",
            error,
            exc_info=not isinstance(error, KnobeltischError),
        )
        return _sealed(path, laid, Trouble(kind="disk", sentence=_sentence(error)))


def tell_what_is_forgotten(base: OpenTable) -> None:
    """Say at the table that its folder is gone with the power."""
    log.error("%s: %s", base.folder, FORGETS.message)
    base.table.begins_with(FORGETS)


def _sealed(
    path: Path, laid: Callable[[Journal, Device], tuple[Table, Chronicle]], trouble: Trouble
) -> OpenTable:
    """Open the table read-only, on what can be read of the journal (perhaps nothing)."""
    device = Device(status="safe", name=trouble.kind, message=trouble.sentence)
    journal = sealed_journal(path)
    try:
        table, chronicle = laid(journal, device)
    except Exception:
        log.exception("nothing of %s can be shown", path)
        journal = journal_in_memory(path, ())
        table, chronicle = laid(journal, device)
    table.rest(Notice(key="sealed", message=f"Nothing can be written down: {trouble.sentence}"))
    return OpenTable(
        table=table, chronicle=chronicle, journal=journal, store=None, sealed=trouble, folder=path.parent
    )


def _on_disk(
    path: Path,
    clock: Callable[[], float],
    laid: Callable[[Journal], tuple[Table, Chronicle]],
    *,
    safe: bool,
) -> OpenTable:
    """Open the table on files that can be written. Raise JournalError and StoreError."""
    journal, mended = journal_or_mended(path, clock)
    with contextlib.ExitStack() as undo:
        undo.callback(journal.close)
        try:
            table, chronicle = laid(journal)
        except UnfitJournal as error:
            log.warning("%s", error)
            journal.close()
            journal, mended = mend_journal(path, clock)
            undo.callback(journal.close)
            table, chronicle = laid(journal)
        if mended is not None:
            table.begins_with(mended)
        store = _open_store(path, clock, table, safe=safe)
        _tell_of_replaced(table, journal, store)
        if store is not None:
            table.learning.begin(store)
            _tell_what_is_missing(table, journal, store)
        undo.pop_all()
        return OpenTable(table=table, chronicle=chronicle, journal=journal, store=store, folder=path.parent)
    raise AssertionError  # pragma: no cover - ExitStack swallows nothing


def _open_store(path: Path, clock: Callable[[], float], table: Table, *, safe: bool) -> Store | None:
    """Open what the house keeps, or begin it anew and let the table say so. Raise StoreError."""
    try:
        store, mended = store_or_mended(path.with_name(KEPT_IN), clock)
    except Exception as error:  # in safe mode the page is up whatever the files hold
        if not safe:
            raise
        log.warning(
            "Everybody plays, and there is neither landlord nor list: %s",
            error,
            exc_info=not isinstance(error, KnobeltischError),
        )
        table.begins_with(Notice(key="house_gone", message=_sentence(error)))
        return None
    if mended is not None:
        table.begins_with(mended)
    return store


def _tell_of_replaced(table: Table, journal: Journal, store: Store | None) -> None:
    """Make the table say so when somebody deletes or replaces an open file."""

    def told(sentence: str) -> None:
        table.soon(lambda: table.begins_with(Notice(key="replaced", message=sentence)))

    journal.replaced = told
    if store is not None:
        store.replaced = told


def _tell_what_is_missing(table: Table, journal: Journal, store: Store) -> None:
    """Say how many entries are missing of those that there were at the last start; a log that is gone leaves no other trace."""
    known = store.get(HEAD)
    lost = (known["head"] if isinstance(known, dict) else 0) - journal.head
    if lost > 0:
        told = f"The journal ends at entry {journal.head}; at the last start it went on to {journal.head + lost}."
        log.warning("%s", told)
        table.begins_with(Notice(key="journal_short", message=told, values={"lost": lost}))
    note_head(store, journal)
    table.tell_of_games(lambda: note_head(store, journal))


def note_head(store: Store, journal: Journal) -> None:
    """Store how many entries the journal has: fewer at the next start are a loss that has to be reported."""
    if store.get(HEAD) != {"head": journal.head}:
        try:
            store.put(HEAD, {"head": journal.head})
        except StoreError as error:
            log.warning("how long the journal is cannot be kept: %s", error)


def _sentence(error: Exception) -> str:
    return str(error) if isinstance(error, KnobeltischError) else f"{type(error).__name__}: {error}"
