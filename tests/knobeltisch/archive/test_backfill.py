import pytest

import scorer
from knobeltisch.archive.chronicle import Backfill, Chronicle
from knobeltisch.game.evening import EVENING_GAP_S
from knobeltisch.game.events import Did, Start
from knobeltisch.status import Device
from knobeltisch.storage.journal import open_journal
from knobeltisch.table.table import Table
from knobeltisch.table.table_files import TableFiles
from tests.support.evenings.random_evenings import NOON, entries

AN_EVENING = (
    Start(variant="bavarian", players=("Anna", "Ben"), leader="Anna"),
    Did(act=scorer.Throw(dice=(1, 3, 5))),
    Did(act=scorer.Pass()),
    Did(act=scorer.Throw(dice=(2, 2, 6))),
)


@pytest.fixture
def years(tmp_path, monkeypatch):
    """A journal of some evenings, more than one slice, and a table that is laid on it."""
    monkeypatch.setattr("knobeltisch.archive.chronicle.SLICE", 7)
    journal = open_journal(tmp_path / "journal.sqlite")
    for evening in range(6):
        journal.append_all(entries(*AN_EVENING, at=NOON + 10 * EVENING_GAP_S * evening))
    yield journal
    journal.close()


def laid(journal, chronicle):
    return Table(
        files=TableFiles(journal=journal),
        clock=lambda: NOON + 60 * EVENING_GAP_S,
        camera=Device(status="absent"),
        chronicle=chronicle,
    )


def test_the_chronicle_is_read_while_the_table_already_keeps_the_score(years):
    chronicle = Chronicle()
    table = laid(years, chronicle)
    assert not chronicle.whole.is_set()
    table.start()
    start = {"do": "start", "variant": "bavarian", "players": ["Anna", "Ben"], "leader": "Anna"}
    assert table.commands.send(start) == {"ok": True}
    evenings = chronicle.evenings()  # waits until all of it was read
    table.stop()
    assert evenings == Chronicle(years.entries()).evenings()
    assert len(evenings) == 7


def test_another_journal_in_the_place_of_the_old_one_is_reported_from_its_beginning(years, tmp_path):
    chronicle = Chronicle()
    table = laid(years, chronicle)
    table.start()
    copy = tmp_path / "copy.sqlite"
    table.copy_journal(copy)
    table.take_journal(copy, tmp_path / "aside.sqlite")
    table.drain()
    evenings = chronicle.evenings()
    table.stop()
    assert evenings == Chronicle(years.entries()).evenings()


def test_a_table_that_is_closed_early_keeps_nobody_waiting(years):
    chronicle = Chronicle()
    read = Backfill(chronicle, years, schedule=lambda later: later())
    years.close()
    read.begin()
    assert chronicle.evenings() == ()
