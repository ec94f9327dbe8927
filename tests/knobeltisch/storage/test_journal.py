import sqlite3

import pytest

from knobeltisch.errors import DamagedJournal, JournalBusy, JournalError
from knobeltisch.storage.journal import JOURNAL, open_journal


@pytest.fixture
def path(tmp_path):
    return tmp_path / "deep" / "journal.sqlite"


def fill(journal, count):
    for number in range(count):
        journal.append(
            at=100.0 + number, source="camera", kind="act", body={"act": "throw", "dice": [number % 6 + 1]}
        )


def filled(path, count=5):
    journal = open_journal(path)
    fill(journal, count)
    journal.close()
    return path


def test_entries_cannot_be_changed_or_deleted(path):
    filled(path)
    with sqlite3.connect(path) as connection:
        for statement in ("UPDATE entry SET body = '{}' WHERE id = 2", "DELETE FROM entry WHERE id = 5"):
            with pytest.raises(sqlite3.IntegrityError, match="only appended"):
                connection.execute(statement)
    connection.close()


def trigger(name):
    return next(part for part in JOURNAL.parts if f"TRIGGER {name} " in part) + ";"


def test_a_journal_without_its_triggers_is_damaged(path):
    filled(path)
    connection = sqlite3.connect(path)
    connection.execute("DROP TRIGGER entry_stays")
    connection.close()
    with pytest.raises(DamagedJournal, match="tables were changed"):
        open_journal(path)


@pytest.mark.parametrize(
    ("entry", "stays", "edit"),
    [
        (2, "entry_stays", 'UPDATE entry SET body = \'{"act":"pass"}\' WHERE id = 2'),
        (3, "entry_remains", "DELETE FROM entry WHERE id = 3"),
    ],
)
def test_an_entry_that_was_edited_or_deleted_is_noticed_and_the_file_left_as_it_is(path, entry, stays, edit):
    filled(path)
    connection = sqlite3.connect(path)
    connection.executescript(f"DROP TRIGGER {stays}; {edit}; {trigger(stays)}")
    connection.close()
    before = path.read_bytes()
    with pytest.raises(DamagedJournal, match=f"entry {entry}"):
        open_journal(path)
    assert path.read_bytes() == before


def test_a_file_cut_short_is_noticed_and_left_as_it_is(path):
    filled(path, 400)
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) - 5000])
    before = path.read_bytes()
    with pytest.raises(DamagedJournal, match="left as it is"):
        open_journal(path)
    assert path.read_bytes() == before


def test_a_second_knobeltisch_on_the_same_journal_is_refused(path):
    journal = open_journal(path)
    with pytest.raises(JournalBusy, match="in use"):
        open_journal(path)
    journal.close()


def test_a_folder_is_no_journal(tmp_path):
    with pytest.raises(JournalError, match="is a folder"):
        open_journal(tmp_path)


def test_a_place_that_cannot_be_made_is_one_sentence(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(JournalError, match="name a file in a folder we may write to"):
        open_journal(tmp_path / "file" / "journal.sqlite")


def test_a_full_disk_adds_nothing_and_says_so(path, disk):
    journal = open_journal(path)
    fill(journal, 3)
    with disk.no_page_more(path), pytest.raises(JournalError, match="the disk is full; free some space"):
        journal.append(at=0.0, source="camera", kind="act", body={"text": "x" * 20_000})
    kept = tuple(journal.entries())
    journal.close()
    again = open_journal(path)
    assert tuple(again.entries()) == kept
    again.close()
