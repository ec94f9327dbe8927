"""Backup and restore by command, and every copy that an earlier version made."""

import contextlib
import json
import re
import sqlite3
import threading
import tracemalloc
import zipfile
from pathlib import Path

import pytest
from click.testing import CliRunner

from knobeltisch.__main__ import main
from knobeltisch.game.evening import fold
from knobeltisch.recovery import backup_zip as backup_zip_module
from knobeltisch.referee.own_confidence import TEACH, JudgedThrow
from knobeltisch.storage.journal import SCHEMA, open_journal
from knobeltisch.storage.store import KEPT_IN, SECOND, open_store
from tests.support.houses import Houses
from tests.support.service import START
from tests.support.sounds import WAV

COPIES = sorted((Path(__file__).parent / "copies").glob("schema-*.zip"))
THROW = {"do": "act", "act": {"act": "throw", "dice": [1, 3, 5]}}


@pytest.fixture
def place(tmp_path):
    """A configuration whose journal lies in the folder `state`."""
    (tmp_path / "state").mkdir()
    file = tmp_path / "knobeltisch.toml"
    file.write_text(
        f"[page]\nhost = '127.0.0.1'\nport = 0\n[journal]\npath = '{tmp_path}/state/journal.sqlite'\n"
    )
    return file


@pytest.fixture
def house(place):
    houses = Houses(place.parent / "state")
    yield houses
    houses.end()


def command(*words):
    done = CliRunner().invoke(main, [str(word) for word in words])
    assert done.exit_code in (0, 2), done.output
    return done


def played(app):
    for order in (START, THROW):
        assert app.table.commands.send(order) == {"ok": True}


def entries(path):
    journal = open_journal(path)
    found = [entry.kind for entry in journal.entries()]
    journal.close()
    return found


def test_a_copy_is_made_beside_a_running_table_and_brings_its_game_back(house, place, tmp_path):
    app = house()
    played(app)
    app.table.phones.sounds.keep("mats", WAV)
    done = command("backup", tmp_path / "copy.zip", "--config", place)
    assert "2 entries" in done.stdout
    assert app.table.commands.send({"do": "undo", "count": 2}) == {"ok": True}
    app.table.phones.sounds.remove("mats")
    house.end()
    done = command("restore", tmp_path / "copy.zip", "--config", place)
    assert re.search(r"kept: journal-before-[\d-]+\.sqlite\n", done.stdout), done.output
    table = house().table
    assert table.board.snapshot()["state"]["free"] == [1, 3, 5]
    assert table.phones.sounds.read("mats") == (WAV, "audio/wav")


def test_what_the_table_learned_of_its_dice_comes_back_with_a_copy(house, place, tmp_path):
    app = house()
    played(app)
    app.table.learn(tuple(JudgedThrow(margin=-0.4, right=True) for _ in range(TEACH)))
    app.table.drain()
    command("backup", tmp_path / "copy.zip", "--config", place)
    app.table.forget_learned()
    house.end()
    command("restore", tmp_path / "copy.zip", "--config", place)
    assert house().table.learning.own.leeway > 0


def test_copies_that_are_made_while_acts_are_written_are_whole(house, place, tmp_path):
    app, stop = house(), threading.Event()
    played(app)

    def play():
        while not stop.is_set():
            app.table.commands.send({"do": "undo", "count": 1})
            app.table.commands.send(THROW)

    player = threading.Thread(target=play)
    player.start()
    for number in range(5):
        done = command("backup", tmp_path / f"{number}.zip", "--config", place)
        assert done.exit_code == 0, done.output
    stop.set()
    player.join()


def test_the_pin_and_the_paired_tablets_are_in_a_copy_only_when_asked_for(house, place, tmp_path):
    app = house()
    played(app)
    app.store.put("regulars", {"revision": 1, "regulars": [{"name": "Anna", "seat": "here"}]})
    command("backup", tmp_path / "some.zip", "--config", place)
    command("backup", tmp_path / "all.zip", "--config", place, "--all")
    with zipfile.ZipFile(tmp_path / "some.zip") as some, zipfile.ZipFile(tmp_path / "all.zip") as everything:
        assert set(json.loads(some.read("house.json"))) == {"regulars"}
        assert set(json.loads(everything.read("house.json"))) >= {"regulars", "pin"}
    assert (tmp_path / "some.zip").stat().st_mode & 0o077 == 0


def test_a_restore_without_the_pin_keeps_the_present_one(house, place, tmp_path):
    app = house()
    played(app)
    app.store.put("regulars", {"revision": 1, "regulars": []})
    command("backup", tmp_path / "copy.zip", "--config", place)
    app.store.put("regulars", {"revision": 2, "regulars": []})
    pin = app.store.get("pin")
    house.end()
    done = command("restore", tmp_path / "copy.zip", "--config", place)
    assert "kept: house-before-" in done.stdout
    store = open_store(place.parent / "state" / KEPT_IN)
    assert store.get("pin") == pin
    assert store.get("regulars")["revision"] == 1
    store.close()


@pytest.mark.parametrize(
    "address", ["http://anna:geheim@camera/video?pwd=hunter2", "http:\\u002F/anna:geheim@camera/"]
)
def test_a_copy_to_give_away_has_no_password_and_brings_none_out_of_the_configuration(
    house, place, tmp_path, address
):
    place.write_text(f'{place.read_text()}[camera]\ndevice = "{address}"\n')
    place.chmod(0o600)
    played(house())
    before = place.read_text()
    command("backup", tmp_path / "some.zip", "--config", place)
    command("backup", tmp_path / "all.zip", "--config", place, "--all")
    house.end()
    with zipfile.ZipFile(tmp_path / "some.zip") as some, zipfile.ZipFile(tmp_path / "all.zip") as everything:
        given = b"".join(some.read(name) for name in some.namelist())
        assert everything.read(f"config/{place.name}").decode() == before
    assert b"geheim" not in given
    assert b"hunter2" not in given
    command("restore", tmp_path / "some.zip", "--config", place)
    assert place.read_text() == before


def test_a_configuration_that_others_may_not_read_stays_so_after_a_restore(house, place, tmp_path):
    place.chmod(0o600)
    played(house())
    command("backup", tmp_path / "copy.zip", "--config", place)
    house.end()
    old = place.read_text()
    place.write_text(old.replace("port = 0", "port = 1234"))
    done = command("restore", tmp_path / "copy.zip", "--config", place)
    assert "kept: knobeltisch.toml.before-" in done.stdout
    assert place.read_text() == old
    assert place.stat().st_mode & 0o777 == 0o600
    with zipfile.ZipFile(tmp_path / "copy.zip") as copy:
        assert copy.getinfo(f"config/{place.name}").external_attr >> 16 & 0o777 == 0o600


def test_a_restore_beside_a_running_table_is_refused(house, place, tmp_path):
    played(house())
    command("backup", tmp_path / "copy.zip", "--config", place)
    done = command("restore", tmp_path / "copy.zip", "--config", place)
    assert done.exit_code == 2
    assert "systemctl stop knobeltisch" in done.stderr


def test_a_restore_puts_a_damaged_journal_aside(house, place, tmp_path):
    played(house())
    command("backup", tmp_path / "copy.zip", "--config", place)
    house.end()
    path = place.parent / "state" / "journal.sqlite"
    path.write_bytes(b"\x55" * 9000)
    done = command("restore", tmp_path / "copy.zip", "--config", place)
    assert done.exit_code == 0, done.output
    assert entries(path) == ["start", "act"]
    (aside,) = path.parent.glob("journal-before-*.sqlite")
    assert aside.read_bytes() == b"\x55" * 9000


@pytest.mark.parametrize("copy", COPIES, ids=lambda path: path.stem)
def test_a_copy_of_each_earlier_version_can_be_restored_and_played_on(copy, house, place):
    done = command("restore", copy, "--config", place)
    assert done.exit_code == 0, done.output
    journal = open_journal(place.parent / "state" / "journal.sqlite")
    with zipfile.ZipFile(copy) as opened:
        manifest = json.loads(opened.read("manifest.json"))
    assert journal.head == manifest["entries"]
    assert fold(journal.entries()).state is not None
    journal.close()
    app = house()
    assert app.table.commands.send({"do": "undo", "count": 1}) == {"ok": True}


def test_there_is_a_copy_of_each_schema():
    assert [path.stem for path in COPIES] == [f"schema-{number}" for number in range(1, SCHEMA + 1)]


@pytest.fixture
def copy(house, place, tmp_path):
    played(house())
    command("backup", tmp_path / "good.zip", "--config", place)
    house.end()
    with zipfile.ZipFile(tmp_path / "good.zip") as good:
        return {name: good.read(name) for name in good.namelist()}


def rezipped(file, parts, *, method=zipfile.ZIP_DEFLATED):
    with zipfile.ZipFile(file, "w", method) as out:
        for name, raw in parts.items():
            out.writestr(name, raw)
    return file


def refused(file, place):
    before = {file.name: file.read_bytes() for file in (place.parent / "state").iterdir()}
    done = command("restore", file, "--config", place)
    assert done.exit_code == 2
    assert re.fullmatch(r"knobeltisch restore: [^\n]+\.\n", done.stderr), done.stderr
    assert {file.name: file.read_bytes() for file in (place.parent / "state").iterdir()} == before
    return done.stderr


def with_sql(raw, folder, sql):
    file = folder / "crafted.sqlite"
    file.write_bytes(raw)
    with contextlib.closing(sqlite3.connect(file, isolation_level=None)) as crafted:
        crafted.execute("PRAGMA journal_mode = DELETE")
        crafted.executescript(sql)
    return file.read_bytes()


ENDLESS = """
DROP TRIGGER entry_stays; DROP TRIGGER entry_remains; DROP TABLE entry;
CREATE VIEW entry AS WITH RECURSIVE n(id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM n)
  SELECT id, 0.0 AS at, 's' AS source, 'act' AS kind, '{}' AS body, '' AS seal FROM n;
"""


def test_an_endless_view_in_the_journals_place_does_not_hang_the_table(copy, house, place, tmp_path):
    (place.parent / "state/journal.sqlite").write_bytes(with_sql(copy["journal.sqlite"], tmp_path, ENDLESS))
    assert house().table.board.snapshot()["notice"] is not None


PYTHONS = re.compile(r"<|codec|set_int_max|Expecting|NoneType|object is not")


USELESS = (b'{"pin": 7}', b'{"pin": {"hash": "\\ud800"}}', b'{"regulars": {"regulars": "Anna"}}')
NO_LISTS = (b"[" * 99_999, b"9" * 9_999, b"\xff\xfe\xfa", b"", b"{", b"3", b"null", b"[]")


@pytest.mark.parametrize("text", [*NO_LISTS, *USELESS])
def test_what_is_wrong_with_a_copy_is_reported_in_no_words_of_pythons(copy, place, tmp_path, text):
    file = rezipped(tmp_path / "x.zip", {**copy, "house.json": text})
    sentence = refused(file, place)
    assert not PYTHONS.search(sentence), sentence


def overwrite(file, mark, at, raw, *, most=0):
    """Write over what lies `at` bytes behind a mark, wherever that is in a file or in the first places."""
    pattern = b"(?s)(%s.{%d}).{%d}" % (re.escape(mark), at, len(raw))
    file.write_bytes(re.sub(pattern, lambda found: found[1] + raw, file.read_bytes(), count=most))


def packed_otherwise(file, at, value):
    overwrite(file, b"PK\x03\x04", at, bytes([value]))
    overwrite(file, b"PK\x01\x02", at + 2, bytes([value]))


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (lambda file, _: file.write_bytes(b"a photograph"), "not a complete zip file"),
        (lambda file, _: file.write_bytes(file.read_bytes()[:-200]), "not a complete zip file"),
        (lambda file, _: file.unlink(), "No such file"),
        (lambda file, parts: rezipped(file, {"manifest.json": parts["manifest.json"]}), "is missing"),
        (lambda file, parts: rezipped(file, {**parts, "journal.sqlite": b"SQLite format 3\0" + bytes(5000)}), ""),
        (
            lambda file, parts: rezipped(
                file, {**parts, "journal.sqlite": with_sql(parts["journal.sqlite"], file.parent, ENDLESS)}
            ),
            "more than a journal",
        ),
        (lambda file, _: overwrite(file, b"journal.sqlite", 0, b"\xff" * 40, most=1), "not a complete zip file"),
        (lambda file, _: packed_otherwise(file, 2, 1), "it is encrypted"),
        (lambda file, _: packed_otherwise(file, 4, 99), "not a complete zip file"),
    ],
    ids=["no zip", "cut", "missing", "no journal", "other journal", "endless view", "spoilt", "encrypted", "unknown"],
)  # fmt: skip
def test_a_copy_that_is_not_whole_is_refused(copy, place, tmp_path, spoil, said):
    file = rezipped(tmp_path / "x.zip", copy)
    spoil(file, copy)
    assert said in refused(file, place)


def test_a_member_of_a_gigabyte_is_refused_and_costs_no_memory(copy, place, tmp_path, monkeypatch):
    monkeypatch.setattr(backup_zip_module, "LARGEST", 3 << 20)
    huge = rezipped(tmp_path / "x.zip", {**copy, "journal.sqlite": bytes(64 << 20)})
    tracemalloc.start()
    sentence = refused(huge, place)
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert "unpacks to more than 3 MB" in sentence
    assert most < 24 << 20


def test_a_backup_of_damaged_lists_holds_the_others_and_says_so(house, place, tmp_path):
    app = house()
    played(app)
    app.store.put("regulars", {"revision": 1, "regulars": [{"name": "Anna", "seat": "here"}]})
    app.store.put("house_rules", {"revision": 1, "house_rules": []})
    house.end()
    for name in (KEPT_IN, SECOND):
        file = place.parent / "state" / name
        file.write_bytes(file.read_bytes().replace(b"Anna", b"Bnna"))
    done = command("backup", tmp_path / "copy.zip", "--config", place)
    assert done.exit_code == 0
    assert "Not all of the lists could be read" in done.stderr
    with zipfile.ZipFile(tmp_path / "copy.zip") as held:
        assert set(json.loads(held.read("house.json"))) == {"house_rules"}
