"""Games written into a real chronicle, and the pages that report them."""

from __future__ import annotations

import csv
import io
from itertools import count

import scorer
from knobeltisch.archive.chronicle import Chronicle
from knobeltisch.archive.consent import Consent
from knobeltisch.archive.known_people import People
from knobeltisch.archive.reports import Reports
from knobeltisch.game.events import Did, Start, body_of
from knobeltisch.storage.journal import Entry

MAY = 1_777_665_600.0  # 1 May 2026, noon in Greenwich
DAY = 24 * 3600.0
CHICAGO = scorer.Throw(dice=(1, 1, 1))


class Pub:
    """Writes games into a chronicle; `client` reads its pages."""

    def __init__(self, small, store) -> None:
        self._chronicle, self._ids = Chronicle(), count(1)
        self.people = People(store, self._chronicle.evenings)
        self.reports = Reports(self._chronicle, self.people)
        consent = Consent(store, self._chronicle.evenings)
        services = {"reports": self.reports, "people": self.people, "consent": consent}
        self.client = small.page(**services).test_client()

    def game(self, *acts: scorer.Act, players=("Anna", "Ben"), variant="bavarian", at=MAY) -> None:
        start = Start(variant=variant, players=tuple(players), leader=players[0])
        self.feed(start, *(Did(act=act) for act in acts), at=at)

    def feed(self, *facts, at=MAY) -> None:
        for fact in facts:
            kind, body = body_of(fact)
            self._chronicle.feed(Entry(id=next(self._ids), at=at, source="t", kind=kind, body=body))

    def page(self, address: str, language: str = "de", **asked: str) -> str:
        answer = self.client.get(address, query_string=asked or None, headers={"Accept-Language": language})
        assert answer.status_code == 200
        return answer.text

    def csv(self, address: str, language: str = "de") -> list[list[str]]:
        answer = self.client.get(address, headers={"Accept-Language": language})
        assert answer.mimetype == "text/csv"
        text = answer.data.decode("utf-8-sig")
        return list(csv.reader(io.StringIO(text), delimiter=";" if language == "de" else ","))
