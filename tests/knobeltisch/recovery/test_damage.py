"""Whatever the files hold, the page comes up, reports the files set aside, and shows the intact data."""

import json
import subprocess
import sys
import time
import urllib.request

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from knobeltisch.access import pin as pin_module
from knobeltisch.access.access_control import AccessControl
from knobeltisch.app import Host
from knobeltisch.status import Trouble
from knobeltisch.storage.checked_text import sum_of
from knobeltisch.storage.kept_values import KEPT
from knobeltisch.storage.store import KEPT_IN, SECOND, open_store, read_lists
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
    """Keep a text as another version would: with its checksum, whatever it says."""
    lists, *_ = read_lists(folder / KEPT_IN)
    there = {**lists.texts, key: text, "": str(lists.count + 1)}
    lines = "".join(f"{sum_of(key, text)} {json.dumps([key, text])}\n" for key, text in there.items())
    for name in (KEPT_IN, SECOND):
        (folder / name).write_text(lines)


def spoil(file, old, new):
    data = file.read_bytes()
    assert old in data
    file.write_bytes(data.replace(old, new))


def test_a_spoilt_letter_in_the_pin_does_not_keep_the_table_from_starting(house, tmp_path):
    with house(tmp_path) as app:
        pin_module.set_pin(app.store, "123456")
    spoil(tmp_path / KEPT_IN, b"confirmed", b"confismed")
    with house(tmp_path) as app:
        assert app.table.board.snapshot()["notice"]["key"] == "house_mended"
        pin = pin_module.Pin(app.store, time.monotonic)
        assert pin.is_confirmed
        pin.check("123456", "a", known=False)


def test_a_spoilt_value_that_is_nowhere_else_is_kept_aside_and_the_others_count(tmp_path):
    kept(tmp_path, regulars=REGULARS, house_rules={"revision": 1, "house_rules": []})
    spoil(tmp_path / KEPT_IN, b"Anna", b"Bnna")
    (tmp_path / SECOND).unlink()
    store = open_store(tmp_path / KEPT_IN)
    (aside,) = tmp_path.glob("house-damaged-*.txt")
    assert store.mended.key == "house_lost"
    assert aside.name in store.mended.message
    assert "Bnna" in aside.read_text()
    assert store.get("regulars") is None
    assert store.get("house_rules") is not None
    assert open_store(tmp_path / KEPT_IN).mended is None


def test_what_is_spoilt_in_each_file_is_taken_from_the_other(tmp_path):
    kept(tmp_path, regulars=REGULARS, house_rules={"revision": 1, "house_rules": []})
    spoil(tmp_path / KEPT_IN, b"Anna", b"Bnna")
    spoil(tmp_path / SECOND, b"house_rules", b"house_rooms")
    store = open_store(tmp_path / KEPT_IN)
    assert store.get("regulars") == REGULARS
    assert store.get("house_rules") is not None


@pytest.mark.parametrize("at", range(0, 180, 3))
def test_a_flipped_bit_costs_no_list(tmp_path, at):
    kept(tmp_path, regulars=REGULARS)
    file = tmp_path / KEPT_IN
    data = bytearray(file.read_bytes())
    data[at] ^= 1 << (at % 8)
    file.write_bytes(data)
    assert open_store(file).get("regulars") == REGULARS


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
        AccessControl(app.store, everyone=False).devices()


@pytest.mark.parametrize("text", ["", "{", "[" * 100_000, '"\\ud800"', "NaN", '{"revision": 1e999}', "\x00"])
def test_a_value_that_nobody_can_read_does_not_keep_the_table_from_starting(house, tmp_path, text):
    for key in KEPT:
        raw(tmp_path, key, text)
    with house(tmp_path) as app:
        assert ask(app, "/api/regulars")["regulars"] == []


def test_writes_that_the_file_has_lost_come_from_the_second_one(tmp_path):
    kept(tmp_path, regulars={"revision": 1, "regulars": []})
    old = (tmp_path / KEPT_IN).read_bytes()
    kept(tmp_path, regulars=REGULARS)
    (tmp_path / KEPT_IN).write_bytes(old)
    store = open_store(tmp_path / KEPT_IN)
    assert (store.get("regulars"), store.mended.key) == (REGULARS, "house_mended")


@pytest.mark.parametrize("first", [None, b"", b"\0" * 900])
@pytest.mark.parametrize("second", [b"\0" * 2000, b"beer, pretzels\n" * 99, b"9 [1, 2]\n"])
def test_where_both_files_of_the_lists_are_lost_the_page_says_so_and_keeps_what_is_there(
    tmp_path, first, second
):
    """An empty store beside a second file that nobody can read is no first start: it would silently start empty."""
    kept(tmp_path, regulars=REGULARS)
    (tmp_path / KEPT_IN).unlink()
    if first is not None:
        (tmp_path / KEPT_IN).write_bytes(first)
    (tmp_path / SECOND).write_bytes(second)
    store = open_store(tmp_path / KEPT_IN)
    aside = next(tmp_path.glob("house.second-damaged-*"))
    assert (store.mended.key, aside.read_bytes()) == ("house_empty", second)
    assert aside.name in store.mended.message
    assert store.values() == {}
    store.put("regulars", REGULARS)
    store = open_store(tmp_path / KEPT_IN)
    assert (store.get("regulars"), store.mended) == (REGULARS, None)


@pytest.mark.parametrize(
    "name", [KEPT_IN, SECOND, *(f"journal.sqlite{end}" for end in ("", "-wal", "-shm", "-journal"))]
)
def test_a_folder_in_a_files_place_is_set_aside(house, tmp_path, name):
    with house(tmp_path):
        pass
    file = tmp_path / name
    file.unlink(missing_ok=True)
    file.mkdir()
    with house(tmp_path) as app:
        assert ask(app, "/healthz")["mode"] == "normal"


def test_in_safe_mode_the_page_is_up_whatever_goes_wrong_with_the_files(house, tmp_path, monkeypatch):
    def fault(*_args, **_more):
        raise RuntimeError("a fault that nobody thought of")

    with house(tmp_path):
        pass
    for name in ("open_or_mend_journal", "open_store"):
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
