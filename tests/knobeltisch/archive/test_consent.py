import scorer
from knobeltisch.archive.consent import MOST, Consent
from knobeltisch.game.events import Did, Start
from tests.support.evenings.written_evenings import DAY, MAY, WrittenEvenings


def chronicle(evenings, *, began=MAY):
    """So many evenings of two entries each, a day apart."""
    start, throw = (
        Start(variant="bavarian", players=("A", "B"), leader="A"),
        Did(act=scorer.Throw(dice=(1, 1, 1))),
    )
    found = WrittenEvenings()
    for place in range(evenings):
        found.feed(start, throw, at=began + place * DAY)
    return found.chronicle


def test_names_stay_in_the_house_until_the_table_allows_them_and_again_when_it_takes_that_back(store):
    consent = Consent(store, chronicle(2).evenings)
    assert not consent.has_consent(1)
    assert consent.set_consent(1, on=True) == {"ok": True}
    assert (consent.has_consent(1), consent.has_consent(3)) == (True, False)
    assert Consent(store, chronicle(2).evenings).has_consent(1), "kept over a restart"
    assert consent.set_consent(1, on=False) == {"ok": True}
    assert not consent.has_consent(1)


def test_the_evening_of_another_journal_under_the_same_number_is_another_evening(store):
    assert Consent(store, chronicle(1).evenings).set_consent(1, on=True) == {"ok": True}
    assert not Consent(store, chronicle(1, began=MAY + 3 * DAY).evenings).has_consent(1)


def test_without_a_store_nothing_leaves_the_house_with_names():
    consent = Consent(None, chronicle(1).evenings)
    assert consent.set_consent(1, on=True)["error"]["code"] == "keep"
    assert not consent.has_consent(1)


def test_what_is_kept_does_not_grow_without_end(store):
    consent = Consent(store, chronicle(MOST + 5).evenings)
    for place in range(MOST + 5):
        consent.set_consent(2 * place + 1, on=True)
    assert len(store.get("with_names")) == MOST
    assert consent.has_consent(2 * (MOST + 4) + 1)
