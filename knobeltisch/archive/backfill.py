"""What the journal holds is told to the chronicle: a slice at a time between two acts, so that the page need not wait.

A pub's years are read in seconds; while they are, the score is kept as always, and only who asks for reports waits.
"""

from __future__ import annotations

import logging
import sqlite3
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable

    from knobeltisch.archive.chronicle import Chronicle
    from knobeltisch.storage.journal import Entry, Journal

log = logging.getLogger(__name__)

SLICE: Final = 500  # entries; a press waits for no longer than one slice takes


class Backfill:
    """Tell a journal to a chronicle, in the table's thread; `soon` has something done there later."""

    def __init__(
        self, chronicle: Chronicle, journal: Journal, soon: Callable[[Callable[[], None]], None]
    ) -> None:
        self._chronicle, self._journal, self._soon = chronicle, journal, soon
        self._told = 0
        if journal.head:
            chronicle.whole.clear()

    def begin(self) -> None:
        """Tell everything from the first entry on: the table starts, or another journal took the place of the one before."""
        self._told = 0
        self._chronicle.begin_anew(())
        self._on()

    def wrote(self, entry: Entry) -> None:
        """Tell an entry that was just written; one that the slices come to anyhow waits for them."""
        if self._told == entry.id - 1:
            self._tell(entry)

    def _on(self) -> None:
        """Tell the next slice."""
        try:
            for entry in self._journal.entries(after=self._told, most=SLICE):
                self._tell(entry)
        except sqlite3.Error as error:  # the disk fails, or the table was closed meanwhile
            log.warning("the chronicle ends with entry %d until the next start: %s", self._told, error)
            self._chronicle.whole.set()
            return
        if self._told < self._journal.head:
            self._chronicle.whole.clear()
            self._soon(self._on)
        else:
            self._chronicle.whole.set()

    def _tell(self, entry: Entry) -> None:
        """Tell one entry; a fault there must not stop the score."""
        self._told = entry.id
        try:
            self._chronicle.feed(entry)
        except Exception:
            log.exception("entry %d is missing in the chronicle until the next start", entry.id)
