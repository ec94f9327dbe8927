import contextlib
import sqlite3

import pytest

from knobeltisch.errors import Denied
from knobeltisch.recovery import journal_backup
from knobeltisch.recovery.journal_backup import JournalBackup
from knobeltisch.storage.journal import open_journal
from tests.support.sightings import lift_of


@pytest.fixture
def backup(pub):
    pub.start("Anna", "Ben", leader="Anna")
    pub.throw(1, 3, 5)
    return JournalBackup(pub.table, pub.path, clock=lambda: 0.0)


def edit(file, *statements):
    with contextlib.closing(sqlite3.connect(file)) as connection:
        for statement in statements:
            connection.execute(statement)
        connection.commit()


def names(pub):
    return sorted(file.name for file in pub.path.parent.iterdir() if "-wal" not in file.name)


def test_an_open_question_goes_with_the_game_it_was_about(backup, pub):
    copy = backup.copy()
    pub.cup_down()
    pub.see(lift_of(1, 2))
    assert pub.question is not None
    backup.restore(copy)
    assert pub.question is None


@pytest.mark.parametrize(
    "spoil",
    [
        lambda file: file.write_bytes(b""),
        lambda file: file.write_bytes(b"\xff\xd8\xff a photograph"),
        lambda file: file.write_bytes(file.read_bytes()[:5000]),
        lambda file: edit(file, "DROP TRIGGER entry_stays", "UPDATE entry SET body = '{}' WHERE id = 2"),
        lambda file: edit(file, "PRAGMA user_version = 99"),
        lambda file: edit(file, "CREATE TRIGGER x AFTER INSERT ON entry BEGIN SELECT 1; END"),
        lambda file: edit(file, "CREATE TABLE more (x)"),
    ],
    ids=["empty", "photograph", "cut", "changed", "newer", "trigger", "table"],
)
def test_a_bad_file_changes_nothing_and_is_reported_in_one_sentence(backup, pub, spoil):
    copy, shown, there = backup.copy(), pub.shown, names(pub)
    spoil(copy)
    with pytest.raises(Denied, match=r"^This copy cannot be used: [^\n]+\.$") as caught:
        backup.restore(copy)
    assert caught.value.code == "bad_copy"
    assert copy.name not in str(caught.value)
    assert pub.shown == shown
    assert names(pub) == there


def test_entries_that_the_rules_refuse_are_not_restored(backup, tmp_path):
    journal = open_journal(tmp_path / "odd.sqlite")
    journal.append(at=0.0, source="x", kind="act", body={"act": "pass"})
    journal.close()
    with pytest.raises(Denied, match="does not fit the rules"):
        backup.restore(tmp_path / "odd.sqlite")


def test_a_disk_that_refuses_leaves_the_table_going_on_as_before(backup, pub, monkeypatch, tmp_path):
    copy = backup.copy()
    monkeypatch.setattr(journal_backup, "free_name", lambda *_: tmp_path / "no such folder" / "aside.sqlite")
    with pytest.raises(Denied, match="was not taken over"):
        backup.restore(copy)
    pub.order({"do": "act", "act": {"act": "pass"}})
    assert pub.state["to_act"] == "Ben"


def test_what_an_interrupted_upload_left_is_swept_away_at_the_start(backup, pub):
    left = backup.room()
    JournalBackup(pub.table, pub.path)
    assert not left.exists()
