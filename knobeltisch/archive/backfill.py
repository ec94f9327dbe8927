"""Feeds the journal to the chronicle in slices, between acts, so that the page need not wait.

Reading several years takes seconds. Meanwhile scoring goes on, and only requests for reports wait.
"""

from __future__ import annotations

import logging
import sqlite3
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable

    from knobeltisch.archive.chronicle import Chronicle
    from knobeltisch.game.evening import Evening
    from knobeltisch.storage.journal import Entry, Journal

log = logging.getLogger(__name__)

SLICE: Final = 500  # entries; a press waits for one slice at most


class Backfill:
    """Feeds a journal to a chronicle in the table's thread, where `schedule` queues the work."""

    def __init__(
        self, chronicle: Chronicle, journal: Journal, schedule: Callable[[Callable[[], None]], None]
    ) -> None:
        self._chronicle, self._journal, self._schedule = chronicle, journal, schedule
        self._fed = 0
        if journal.head:
            chronicle.whole.clear()

    def begin(self) -> None:
        """Start feeding from the first entry; call it when the table starts or the journal was replaced."""
        self._fed = 0
        self._chronicle.restart(())
        self._feed_next_slice()

    def feed_written(self, entry: Entry, after: Evening) -> None:
        """Feed a newly written entry and the evening after it, unless a later slice will reach it."""
        if self._fed == entry.id - 1:
            self._feed_entry(entry, after)

    def _feed_next_slice(self) -> None:
        try:
            for entry in self._journal.entries(after=self._fed, most=SLICE):
                self._feed_entry(entry)
        except sqlite3.Error as error:  # the disk fails, or the table was closed meanwhile
            log.warning("the chronicle stops at entry %d until the next start: %s", self._fed, error)
            self._chronicle.whole.set()
            return
        if self._fed < self._journal.head:
            self._chronicle.whole.clear()
            self._schedule(self._feed_next_slice)
        else:
            self._chronicle.whole.set()

    def _feed_entry(self, entry: Entry, after: Evening | None = None) -> None:
        """Feed one entry; an error in the chronicle must not stop the scoring."""
        self._fed = entry.id
        try:
            self._chronicle.feed(entry, after)
        except Exception:
            log.exception("entry %d is missing from the chronicle until the next start", entry.id)
