"""Evenings that a test writes, and what is reported of them."""

from itertools import count
from typing import Final

from knobeltisch.archive.chronicle import Chronicle
from knobeltisch.archive.known_people import People
from knobeltisch.archive.reports import Reports
from knobeltisch.game.events import Fact, body_of
from knobeltisch.storage.journal import Entry
from knobeltisch.storage.store import Store

MAY: Final = 1_777_665_600.0  # 1 May 2026, noon in Greenwich
DAY: Final = 24 * 3600.0


class WrittenEvenings:
    """A chronicle, the house's people, and the reports of both."""

    def __init__(self, store: Store | None = None):
        self.chronicle, self._ids = Chronicle(), count(1)
        self.people = People(store, self.chronicle.evenings)
        self.reports = Reports(self.chronicle, self.people)

    def feed(self, *facts: Fact, at: float = MAY, each_s: float = 0.0):
        for place, fact in enumerate(facts):
            kind, body = body_of(fact)
            when = at + each_s * place
            self.chronicle.feed(Entry(id=next(self._ids), at=when, source="camera", kind=kind, body=body))
