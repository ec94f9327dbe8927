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
from typing import TYPE_CHECKING, Final

from knobeltisch.chronicle import Chronicle
from knobeltisch.errors import JournalError, KeepError, UnfitJournal
from knobeltisch.journal import NO_ROOM
from knobeltisch.keep import KEPT_IN
from knobeltisch.mend import journal_or_mended, keep_or_anew, mend_journal, sealed_journal
from knobeltisch.starts import Trouble
from knobeltisch.table import Table
from knobeltisch.view import Device, Notice

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from knobeltisch.app import Site
    from knobeltisch.journal import Journal
    from knobeltisch.keep import Keep
    from knobeltisch.record import Recorder

log = logging.getLogger(__name__)

FORGETS: Final = Notice(
    key="memory", message="The partition for the evenings is missing; all is gone when the power goes."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ground:
    """A table on its open files. `keep` None: the house's cannot be used. `sealed`: why nothing is taken, if so."""

    table: Table
    chronicle: Chronicle
    journal: Journal
    keep: Keep | None
    sealed: Trouble | None = None
    folder: Path

    def writable(self) -> bool:
        """Tell whether the folder of these files takes another one of some size."""
        try:
            with tempfile.TemporaryFile(dir=self.folder) as tried:
                tried.write(bytes(NO_ROOM))
                tried.flush()
                os.fsync(tried.fileno())
        except OSError:
            return False
        return True

    def close(self) -> None:
        """Let the files go."""
        if self.keep is not None:
            self.keep.close()
        self.journal.close()


def ground(
    path: Path, clock: Callable[[], float], camera: Device, recorder: Recorder | None, site: Site
) -> Ground:
    """Lay the table on the journal at `path` and what lies beside it; where `site` is in safe mode, on what can be had of it.

    Raises JournalError and KeepError where it is not in safe mode; nothing is left open then.
    """
    safe = site.safe_mode is not None

    def laid(journal: Journal, camera: Device = camera) -> tuple[Table, Chronicle]:
        chronicle = Chronicle()
        table = Table(journal=journal, clock=clock, camera=camera, recorder=recorder, chronicle=chronicle)
        return table, chronicle

    try:
        found = _on_disk(path, clock, laid, safe=safe)
    except JournalError as error:
        if not safe:
            raise
        log.warning("What can be read of the journal is shown, and nothing is taken: %s", error)
        trouble = Trouble(kind="disk", sentence=str(error))
    else:
        if site.forgets(path.parent):
            log.error("%s: %s", path.parent, FORGETS.message)
            found.table.begins_with(FORGETS)
        return found
    journal = sealed_journal(path)
    table, chronicle = laid(journal, Device(status="safe", name=trouble.kind, message=trouble.sentence))
    table.rest(Notice(key="sealed", message=f"Nothing can be written down: {trouble.sentence}"))
    return Ground(
        table=table, chronicle=chronicle, journal=journal, keep=None, sealed=trouble, folder=path.parent
    )


def _on_disk(
    path: Path,
    clock: Callable[[], float],
    laid: Callable[[Journal], tuple[Table, Chronicle]],
    *,
    safe: bool,
) -> Ground:
    """Lay the table on files that can be written. Raises JournalError and KeepError."""
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
        keep = _keep(path, clock, table, safe=safe)
        undo.pop_all()
        return Ground(table=table, chronicle=chronicle, journal=journal, keep=keep, folder=path.parent)
    raise AssertionError  # pragma: no cover - ExitStack swallows nothing


def _keep(path: Path, clock: Callable[[], float], table: Table, *, safe: bool) -> Keep | None:
    """Open what the house keeps, or begin it anew and let the table say so. Raises KeepError."""
    try:
        keep, house_anew = keep_or_anew(path.with_name(KEPT_IN), clock)
    except KeepError as error:
        if not safe:
            raise
        log.warning("Everybody plays, and there is neither landlord nor list: %s", error)
        return None
    if house_anew is not None:
        table.begins_with(house_anew)
    return keep
