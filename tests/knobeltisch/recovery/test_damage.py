"""Whatever the files hold, the page comes up, reports the files set aside, and shows the intact data."""

from __future__ import annotations

import contextlib
import json
import sqlite3
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from knobeltisch.access import pin as pin_module
from knobeltisch.access.sessions import Sessions
from knobeltisch.app import Host
from knobeltisch.game.saved_lists import Lists
from knobeltisch.recovery.repair import store_or_mended
from knobeltisch.status import Trouble
from knobeltisch.storage.kept_values import KEPT
from knobeltisch.storage.store import KEPT_IN, SECOND, open_store
from tests.support.paths import ROOT
from tests.support.seeds import chosen_seed, examples
from tests.support.waiting import LONGEST_S

REGULARS = {"revision": 1, "regulars": [{"name": "Anna", "seat": "here"}, {"name": "Ben", "seat": "away"}]}
SAFE = Host(safe_mode=Trouble(kind="asked", sentence="It was asked for."))
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)


def ask(app, path):
    with urllib.request.urlopen(f"http://127.0.0.1:{app.server.port}{path}", timeout=LONGEST_S) as answer:
        return json.load(answer)


def kept(folder, **values):
    """Keep values as the table does."""
    store = open_store(folder / KEPT_IN)
    for key, value in values.items():
        store.put(key, value)
    store.close()


def raw(folder, key, text):
    """Keep a text as an earlier version, or another program, would: without a checksum."""
    with contextlib.closing(sqlite3.connect(folder / KEPT_IN, isolation_level=None)) as file:
        file.execute(
            "CREATE TABLE IF NOT EXISTS kept (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID"
        )
        file.execute("INSERT OR REPLACE INTO kept VALUES (?, ?)", (key, text))
    (folder / SECOND).unlink(missing_ok=True)


def spoil(file, old, new):
    data = file.read_bytes()
    assert old in data
    file.write_bytes(data.replace(old, new))


def test_a_spoilt_letter_in_the_pin_does_not_keep_the_table_from_starting(house, tmp_path):
    with house(tmp_path) as app:
        pin_module.set_pin(app.store, "123456")
    spoil(tmp_path / KEPT_IN, b'"confirmed":true', b'"confismed":true')
    with house(tmp_path) as app:
        assert app.table.board.snapshot()["notice"]["key"] == "house_mended"
        pin = pin_module.Pin(app.store, time.monotonic)
        assert pin.is_confirmed
        pin.check("123456", "a", known=False)


def test_a_spoilt_value_that_is_nowhere_else_is_kept_aside_by_name_and_the_others_count(tmp_path):
    kept(tmp_path, regulars=REGULARS, house_rules={"revision": 1, "house_rules": []})
    spoil(tmp_path / KEPT_IN, b'"Anna"', b'"Bnna"')
    (tmp_path / SECOND).unlink()
    store, notice = store_or_mended(tmp_path / KEPT_IN)
    (aside,) = tmp_path.glob("house-damaged-*.json")
    assert notice.key == "house_lost"
    assert aside.name in notice.message
    assert "regulars" in notice.message
    assert "Bnna" in aside.read_text()
    assert store.get("regulars") is None
    assert store.get("house_rules") is not None
    store.close()


@pytest.mark.parametrize("at", range(100))
def test_a_flipped_bit_in_what_the_file_says_of_itself_costs_no_list(tmp_path, at):
    kept(tmp_path, regulars=REGULARS)
    file = tmp_path / KEPT_IN
    data = bytearray(file.read_bytes())
    data[at] ^= 1 << (at % 8)
    file.write_bytes(data)
    store, _ = store_or_mended(file)
    assert store.get("regulars") == REGULARS
    store.close()


@settings(max_examples=12, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(values=st.fixed_dictionaries(dict.fromkeys((*KEPT, "calibration", "lens"), JSON)))
def test_whatever_is_kept_under_a_key_the_page_is_up(house, tmp_path_factory, values):
    folder = tmp_path_factory.mktemp("any")
    for key, value in values.items():
        raw(folder, key, json.dumps(value))
    with house(folder) as app:
        assert ask(app, "/healthz")["ok"]
        assert ask(app, "/api/regulars")["regulars"] is not None
        assert ask(app, "/api/house-rules")["house_rules"] is not None
        Sessions(app.store, time.time, time.monotonic, lambda: "").devices()


@pytest.mark.parametrize("text", ["", "{", "[" * 100_000, '"\\ud800"', "NaN", '{"revision": 1e999}', "\x00"])
def test_a_value_that_nobody_can_read_does_not_keep_the_table_from_starting(house, tmp_path, text):
    for key in KEPT:
        raw(tmp_path, key, text)
    with house(tmp_path) as app:
        assert ask(app, "/api/regulars")["regulars"] == []


def test_one_entry_that_cannot_be_used_costs_that_entry_alone(tmp_path):
    raw(tmp_path, "regulars", json.dumps({"revision": 4, "regulars": [{"name": "Anna"}, {"nome": "Ben"}, 7]}))
    store, notice = store_or_mended(tmp_path / KEPT_IN)
    assert store.get("regulars") == {"revision": 4, "regulars": [{"name": "Anna", "seat": "here"}]}
    assert notice is not None
    assert "Ben" in next(tmp_path.glob("house-damaged-*.json")).read_text()
    store.close()
    store, notice = store_or_mended(tmp_path / KEPT_IN)
    store.close()
    assert notice is None


def test_what_a_later_version_adds_is_still_there_when_this_one_has_written(tmp_path):
    kept(tmp_path, regulars={**REGULARS, "order": "seat"})
    raw(
        tmp_path,
        "regulars",
        json.dumps(
            {
                "revision": 1,
                "order": "seat",
                "regulars": [{"name": "Anna", "seat": "here", "drink": "Helles"}],
            }
        ),
    )
    raw(
        tmp_path, "devices", json.dumps({"a" * 64: {"name": "x", "since": 1.0, "seen": 1.0, "colour": "red"}})
    )
    raw(tmp_path, "pin", json.dumps({"hash": "x", "confirmed": False, "words": 4}))
    store, notice = store_or_mended(tmp_path / KEPT_IN)
    assert notice is None
    assert Lists(store).change_regulars({"regulars": [{"name": "Anna"}, {"name": "Cem"}]})["ok"]
    Sessions(store, time.time, time.monotonic, lambda: "").pair(None, "new")
    pin_module.Pin(store, time.monotonic).begin()
    kept_now = store.get("regulars")
    assert kept_now["order"] == "seat"
    assert kept_now["regulars"][0] == {"name": "Anna", "seat": "here", "drink": "Helles"}
    assert store.get("devices")["a" * 64]["colour"] == "red"
    assert store.get("pin")["words"] == 4
    store.close()


def test_what_an_earlier_version_has_written_since_counts(tmp_path):
    kept(tmp_path, regulars=REGULARS)
    with contextlib.closing(sqlite3.connect(tmp_path / KEPT_IN, isolation_level=None)) as file:
        file.execute(
            "INSERT OR REPLACE INTO kept VALUES (?, ?)",
            ("regulars", '{"revision":9,"regulars":[{"name":"Zoe"}]}'),
        )
    store, notice = store_or_mended(tmp_path / KEPT_IN)
    assert (store.get("regulars")["revision"], notice) == (9, None)
    store.close()


def test_writes_that_the_file_has_lost_come_from_the_second_one(tmp_path):
    kept(tmp_path, regulars={"revision": 1, "regulars": []})
    old = (tmp_path / KEPT_IN).read_bytes()
    kept(tmp_path, regulars=REGULARS)
    (tmp_path / KEPT_IN).write_bytes(old)
    store, notice = store_or_mended(tmp_path / KEPT_IN)
    assert (store.get("regulars"), notice.key) == (REGULARS, "house_mended")
    store.close()


def without_values(file):
    """The rest of a store whose log was lost before it reached the file."""
    file.unlink()
    with contextlib.closing(sqlite3.connect(file)) as empty:
        empty.execute("VACUUM")


@pytest.mark.parametrize("first", [Path.unlink, without_values])
@pytest.mark.parametrize("second", [b"\0" * 2000, b"beer, pretzels\n" * 99, b"9 [1, 2]\n"])
def test_where_both_files_of_the_lists_are_lost_the_page_says_so_and_keeps_what_is_there(
    tmp_path, first, second
):
    """An empty store beside a second file that nobody can read is no first start: it would silently start empty."""
    kept(tmp_path, regulars=REGULARS)
    first(tmp_path / KEPT_IN)
    (tmp_path / SECOND).write_bytes(second)
    store, notice = store_or_mended(tmp_path / KEPT_IN)
    aside = next(tmp_path.glob("*-damaged-*"))
    assert notice is not None
    assert (notice.key, aside.read_bytes()) == ("house_empty", second)
    assert aside.name in notice.message
    assert store.texts == {}
    store.put("regulars", REGULARS)
    store.close()
    store, notice = store_or_mended(tmp_path / KEPT_IN)
    assert (store.get("regulars"), notice) == (REGULARS, None)
    store.close()


@pytest.mark.parametrize("name", [KEPT_IN, "journal.sqlite"])
@pytest.mark.parametrize("end", ["", "-wal", "-shm", "-journal"])
def test_a_folder_in_a_files_place_is_set_aside(house, tmp_path, name, end):
    with house(tmp_path):
        pass
    file = tmp_path / f"{name}{end}"
    file.unlink(missing_ok=True)
    file.mkdir()
    with house(tmp_path) as app:
        assert ask(app, "/healthz")["mode"] == "normal"


def test_in_safe_mode_the_page_is_up_whatever_goes_wrong_with_the_files(house, tmp_path, monkeypatch):
    def fault(*_args, **_more):
        raise RuntimeError("a fault that nobody thought of")

    with house(tmp_path):
        pass
    for name in ("journal_or_mended", "store_or_mended"):
        with monkeypatch.context() as patch:
            patch.setattr(f"knobeltisch.recovery.open_files.{name}", fault)
            with house(tmp_path, host=SAFE) as app:
                assert ask(app, "/healthz")["mode"] == "safe"
    with monkeypatch.context() as patch:
        patch.setattr("knobeltisch.access.pin.Pin.begin", fault)
        with house(tmp_path, host=SAFE) as app:
            assert ask(app, "/healthz")["mode"] == "safe"


DAMAGES = examples(20)
"""How many damages are tried; each run tries others, and KNOBELTISCH_SEED=N those of a run that found something again."""


@pytest.mark.long
def test_damages_by_chance_leave_the_page_up():
    seed = str(chosen_seed())
    words = [sys.executable, "-m", "benchmarks.robustness.damage", "--times", str(DAMAGES), "--seed", seed]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"KNOBELTISCH_SEED={seed}\n{done.stdout}\n{done.stderr}"
