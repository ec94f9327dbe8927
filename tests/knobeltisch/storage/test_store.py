import contextlib
import json
import sqlite3
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

from knobeltisch.storage.checked_text import sum_of
from knobeltisch.storage.store import EARLIER, KEPT_IN, SECOND, open_store
from tests.support.service import run_python

REGULARS = {"revision": 1, "regulars": [{"name": "Anna", "seat": "here"}]}


def test_values_that_two_processes_put_are_all_kept(tmp_path):
    """As `knobeltisch pin` beside a running table: each sees what the other has written."""
    table, command = open_store(tmp_path / KEPT_IN, alone=True), open_store(tmp_path / KEPT_IN)
    table.put("regulars", REGULARS)
    command.put("pin", {"hash": "x"})
    assert table.get("pin") == {"hash": "x", "confirmed": True, "heard": False}
    table.put("landlords", ["a"])
    assert (command.get("regulars"), command.get("landlords")) == (REGULARS, ["a"])
    table.close()


def test_a_second_table_with_these_lists_is_refused(tmp_path):
    words = "import sys, pathlib, knobeltisch.storage.store as s; s.open_store(pathlib.Path(sys.argv[1]), alone=True)"
    with contextlib.closing(open_store(tmp_path / KEPT_IN, alone=True)):
        done = run_python("-c", words, tmp_path / KEPT_IN)
    assert "house.txt is in use by another Knobeltisch" in done.stderr


EARLIER_TABLES = """
CREATE TABLE kept (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE kept_sum (key TEXT PRIMARY KEY, sum TEXT NOT NULL) WITHOUT ROWID;
INSERT INTO kept_sum VALUES ('', '7');
"""


@pytest.mark.parametrize("second", ["whole", "gone", "older", "newer"])
def test_the_lists_of_an_earlier_version_are_taken_over(tmp_path, second):
    texts = {"regulars": json.dumps(REGULARS), "landlords": '["a"]'}
    with contextlib.closing(sqlite3.connect(tmp_path / EARLIER, isolation_level=None)) as old:
        old.executescript(EARLIER_TABLES)
        for key, text in texts.items():
            old.execute("INSERT INTO kept VALUES (?, ?)", (key, text))
            old.execute("INSERT INTO kept_sum VALUES (?, ?)", (key, sum_of(key, text)))
    count = {"whole": "7", "older": "3", "newer": "8"}.get(second)
    if count is not None:
        there = {**texts, "": count}
        if second != "whole":
            there["landlords"] = '["b"]'
        lines = (f"{sum_of(key, text)} {json.dumps([key, text])}\n" for key, text in there.items())
        (tmp_path / SECOND).write_text("".join(lines))
    store = open_store(tmp_path / KEPT_IN)
    assert (store.get("regulars"), store.mended) == (REGULARS, None)
    assert store.get("landlords") == (["b"] if second == "newer" else ["a"])
    assert [file.name.split("-")[1] for file in tmp_path.glob("house-*")] == ["before"]
    assert open_store(tmp_path / KEPT_IN).values() == store.values()


def test_values_put_from_many_threads_are_all_kept(tmp_path):
    store = open_store(tmp_path / "house.txt")
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda n: store.put(f"k{n}", n), range(40)))
    assert [store.get(f"k{n}") for n in range(40)] == list(range(40))
    store.close()


@pytest.mark.parametrize("name", [[], {}, None, 3])
def test_a_list_with_an_impossible_name_in_it_can_be_replaced(tmp_path, name):
    store = open_store(tmp_path / "house.txt")
    store.put("regulars", {"revision": 1, "regulars": [{"name": name}, {"seat": "here"}]})
    wanted = {"revision": 2, "regulars": [{"name": "Anna", "seat": "here"}, {"name": name}, {}]}
    store.put("regulars", wanted)
    anna = {"name": "Anna", "seat": "here"}
    assert store.get("regulars") == {"revision": 2, "regulars": [anna]}
    store.close()


ON_A_FULL_DISK = """
from pathlib import Path
from sys import argv
from knobeltisch.errors import StoreError
from knobeltisch.storage.store import open_store
disk = Path(argv[1])
try:
    with (disk / "songs").open("wb", buffering=0) as songs:
        while True:
            songs.write(bytes(4096))
except OSError:
    pass
try:
    open_store(disk / "house.txt").put("regulars", "x" * 5000)
except StoreError as error:
    print(error)
"""


def test_a_disk_without_room_is_called_full(tmp_path):
    mount = 'mount -t tmpfs -o size=300k tmpfs "$1" || exit 77; exec "$2" -c "$3" "$1"'
    words = ["unshare", "--mount", "sh", "-c", mount, "sh", str(tmp_path), sys.executable, ON_A_FULL_DISK]
    said = subprocess.run(words, capture_output=True, text=True, check=False)
    if said.returncode == 77 or "unshare" in said.stderr:
        pytest.skip("no disk of its own may be mounted here")
    assert said.stdout == f"{tmp_path}/house.txt cannot be written: the disk is full; free some space.\n"
