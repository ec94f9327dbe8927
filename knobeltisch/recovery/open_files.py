"""Opens a table's journal and store, and repairs damaged ones.

In safe mode the page comes up whatever the files contain. A journal that cannot be written is sealed: its readable part is
shown and nothing is accepted. Without the store there are no lists and no landlord. See
docs/decisions/0018-the-page-comes-first-and-nobody-needs-a-keyboard.md.
"""

import contextlib
import logging
from collections.abc import Callable
from pathlib import Path
from typing import Final

from knobeltisch.errors import KnobeltischError, UnfitJournal
from knobeltisch.game.evening import Evening, fold_last_evening
from knobeltisch.recovery.repair import mend_journal, open_or_mend_journal, open_sealed_journal
from knobeltisch.status import Notice, Trouble
from knobeltisch.storage.journal import JOURNAL, Journal, journal_in_memory
from knobeltisch.storage.store import HEAD, KEPT_IN, Store, note_head, open_store
from knobeltisch.table.table_files import TableFiles

log = logging.getLogger(__name__)

FORGETS: Final = Notice(
    key="memory", message="The partition for the evenings is missing; everything is lost when the power goes."
)


def open_files(path: Path, clock: Callable[[], float], *, safe: bool) -> TableFiles:
    """Open the journal at `path` and the files beside it; with `safe`, as many as possible, raising nothing.

    Without `safe`, raise JournalError or StoreError if a file is unusable, leaving nothing open.
    """
    try:
        with JOURNAL.claim(path):  # also during a repair
            return _on_disk(path, clock, safe=safe)
    except Exception as error:  # in safe mode the page comes up whatever the files contain
        if not safe:
            raise
        log.warning(
            "The readable part of the journal is shown, and nothing is accepted: %s",
            error,
            exc_info=not isinstance(error, KnobeltischError),
        )
        trouble, journal = Trouble(kind="disk", sentence=_sentence(error)), open_sealed_journal(path)
    try:
        evening = fold_last_evening(journal)
    except Exception:
        log.exception("nothing of %s can be shown", path)
        journal, evening = journal_in_memory(path, ()), Evening()
    notice = Notice(key="sealed", message=f"Nothing can be written down: {trouble.sentence}")
    return TableFiles(journal=journal, evening=evening, store=None, sealed=trouble, notices=(notice,))


def _on_disk(path: Path, clock: Callable[[], float], *, safe: bool) -> TableFiles:
    journal, mended = open_or_mend_journal(path, clock)
    with contextlib.ExitStack() as undo:
        undo.callback(journal.close)
        try:
            evening = fold_last_evening(journal)
        except UnfitJournal as error:
            log.warning("%s", error)
            journal.close()
            journal, mended = mend_journal(path, clock)
            undo.callback(journal.close)
            evening = fold_last_evening(journal)
        store, lists_mended = _open_store(path, clock, safe=safe)
        short = None if store is None else _missing_entries(journal, store)
        undo.pop_all()
        notices = tuple(notice for notice in (mended, lists_mended, short) if notice is not None)
        return TableFiles(journal=journal, evening=evening, store=store, notices=notices)
    raise AssertionError  # pragma: no cover - ExitStack swallows nothing


def _open_store(path: Path, clock: Callable[[], float], *, safe: bool) -> tuple[Store | None, Notice | None]:
    try:
        store = open_store(path.with_name(KEPT_IN), clock, alone=True)
    except Exception as error:  # in safe mode the page comes up whatever the files contain
        if not safe:
            raise
        log.warning(
            "Everybody may play, and there is neither a landlord nor a list: %s",
            error,
            exc_info=not isinstance(error, KnobeltischError),
        )
        return None, Notice(key="house_gone", message=_sentence(error))
    return store, store.mended


def _missing_entries(journal: Journal, store: Store) -> Notice | None:
    """Report entries that are missing since the last start; nothing else shows that a log was lost."""
    known = store.get(HEAD)
    if (
        not isinstance(known, dict) or known.get("journal", journal.name) != journal.name
    ):  # another journal in this folder
        known = {"head": 0}
    lost = known["head"] - journal.head
    note_head(store, journal)
    if lost <= 0:
        return None
    sentence = (
        f"The journal ends at entry {journal.head}; at the last start it went on to {journal.head + lost}."
    )
    log.warning("%s", sentence)
    return Notice(key="journal_short", message=sentence, values={"lost": lost})


def _sentence(error: Exception) -> str:
    return str(error) if isinstance(error, KnobeltischError) else f"{type(error).__name__}: {error}"
