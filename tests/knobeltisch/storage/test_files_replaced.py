import shutil
import time

import pytest

from knobeltisch.access import pin as pin_module
from knobeltisch.game.evening import fold
from knobeltisch.storage.journal import open_journal
from knobeltisch.storage.store import KEPT_IN, SECOND, open_store
from tests.support.service import START, THROW

PASS = {"do": "act", "act": {"act": "pass"}}
REGULARS = {"revision": 1, "regulars": [{"name": "Anna", "seat": "here"}]}


def gone(path):
    path.unlink()


def exchanged(path):
    shutil.copyfile(path, path.with_name("copy"))
    path.unlink()
    path.with_name("copy").rename(path)


def nonsense(path):
    path.unlink()
    path.write_bytes(b"beer, pretzels\n" * 999)


WAYS = pytest.mark.parametrize("way", [gone, exchanged, nonsense])


def send(app, *commands):
    for command in commands:
        assert app.table.commands.send(command) == {"ok": True}


def heads(app):
    app.table.drain()
    return app.table.board.snapshot()


@WAYS
@pytest.mark.parametrize("end", ["", "-wal"])
def test_acts_after_the_journal_was_taken_away_are_there_at_the_next_start(house, tmp_path, way, end):
    folder = tmp_path / "state"
    with house(folder, page=False) as app:
        send(app, START, THROW)
        way(folder / f"journal.sqlite{end}")
        send(app, PASS)
        shown = heads(app)
        assert shown["notice"]["key"] == "replaced"
        shutil.copytree(folder, tmp_path / "pulled")
    for place in (folder, tmp_path / "pulled"):
        with house(place, page=False) as app:
            assert app.table.board.snapshot()["head"] == 3
            assert app.table.board.snapshot()["state"] == shown["state"]


def test_acts_after_the_whole_folder_was_deleted_are_there_at_the_next_start(house, tmp_path):
    folder = tmp_path / "state"
    with house(folder, page=False) as app:
        send(app, START)
        app.store.put("regulars", REGULARS)
        shutil.rmtree(folder)
        send(app, THROW)
        app.store.put("house_rules", {"revision": 1, "house_rules": []})
    journal = open_journal(folder / "journal.sqlite")
    assert journal.head == 2
    assert fold(journal.entries()).state.free == (1, 2, 4)
    journal.close()
    store = open_store(folder / KEPT_IN)
    assert store.get("regulars") == REGULARS
    store.close()


def test_what_was_put_in_the_journals_place_is_kept_and_named(house, tmp_path):
    with house(tmp_path, page=False) as app:
        send(app, START)
        nonsense(tmp_path / "journal.sqlite")
        send(app, THROW)
        message = heads(app)["notice"]["message"]
    (aside,) = tmp_path.glob("journal-replaced-*.sqlite")
    assert aside.read_bytes().startswith(b"beer")
    assert aside.name in message


def test_an_act_is_refused_when_no_fresh_journal_can_be_written(house, tmp_path):
    folder = tmp_path / "state"
    with house(folder, page=False) as app:
        send(app, START)
        shutil.rmtree(folder)
        folder.write_text("a file where the folder was")
        refused = app.table.commands.send(THROW)
        assert refused["error"]["code"] == "journal"
        assert heads(app)["head"] == 1
        folder.unlink()
        send(app, THROW)
        assert heads(app)["head"] == 2


@WAYS
def test_lists_put_after_their_file_was_taken_away_are_there_at_the_next_start(tmp_path, way):
    store = open_store(tmp_path / KEPT_IN)
    store.put("regulars", REGULARS)
    way(tmp_path / KEPT_IN)
    store.put("house_rules", {"revision": 1, "house_rules": []})
    again = open_store(tmp_path / KEPT_IN)
    assert again.get("regulars") == REGULARS
    assert again.get("house_rules") is not None


def test_the_pin_counts_when_the_lists_file_was_deleted(tmp_path):
    store = open_store(tmp_path / KEPT_IN)
    pin_module.set_pin(store, "123456")
    pin = pin_module.Pin(store, time.monotonic)
    (tmp_path / KEPT_IN).unlink()
    (tmp_path / SECOND).unlink()
    pin.check("123456", "a", known=False)
