"""Games written into a real chronicle, and the pages that report them."""

import csv
import io

import scorer
from knobeltisch.archive.consent import Consent
from knobeltisch.game.events import Did, Start
from tests.support.evenings.written_evenings import MAY, WrittenEvenings

CHICAGO = scorer.Throw(dice=(1, 1, 1))


class Pub(WrittenEvenings):
    """Writes games into a chronicle; `client` reads its pages."""

    def __init__(self, small, store):
        super().__init__(store)
        consent = Consent(store, self.chronicle.evenings)
        services = {"reports": self.reports, "people": self.people, "consent": consent}
        self.client = small.page(**services).test_client()

    def game(self, *acts: scorer.Act, players=("Anna", "Ben"), variant="bavarian", at=MAY):
        start = Start(variant=variant, players=tuple(players), leader=players[0])
        self.feed(start, *(Did(act=act) for act in acts), at=at)

    def page(self, address: str, language: str = "de", **asked: str) -> str:
        answer = self.client.get(address, query_string=asked or None, headers={"Accept-Language": language})
        assert answer.status_code == 200
        return answer.text

    def csv(self, address: str, language: str = "de") -> list[list[str]]:
        answer = self.client.get(address, headers={"Accept-Language": language})
        assert answer.mimetype == "text/csv"
        text = answer.data.decode("utf-8-sig")
        return list(csv.reader(io.StringIO(text), delimiter=";" if language == "de" else ","))
