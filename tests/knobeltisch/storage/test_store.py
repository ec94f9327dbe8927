from __future__ import annotations

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

from knobeltisch.errors import StoreError
from knobeltisch.storage.store import open_store


def test_a_file_that_is_no_store_is_refused_with_a_sentence_and_left_alone(tmp_path):
    file = tmp_path / "house.sqlite"
    file.write_text("Einkaufszettel: Bierdeckel, Kreide, noch mehr Bierdeckel" * 20, encoding="utf-8")
    before = file.read_bytes()
    with pytest.raises(StoreError, match=r"house\.sqlite cannot be used"):
        open_store(file)
    assert file.read_bytes() == before


def test_values_put_from_many_threads_are_all_kept(tmp_path):
    store = open_store(tmp_path / "house.sqlite")
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda n: store.put(f"k{n}", n), range(40)))
    assert [store.get(f"k{n}") for n in range(40)] == list(range(40))
    store.close()


@pytest.mark.parametrize("name", [[], {}, None, 3])
def test_a_list_with_an_impossible_name_in_it_can_be_replaced(tmp_path, name):
    store = open_store(tmp_path / "house.sqlite")
    store.put("regulars", {"revision": 1, "regulars": [{"name": name}, {"seat": "here"}], "later": "stays"})
    wanted = {"revision": 2, "regulars": [{"name": "Anna", "seat": "here"}, {"name": name}, {}]}
    store.put("regulars", wanted)
    anna = {"name": "Anna", "seat": "here"}
    assert store.get("regulars") == {"revision": 2, "regulars": [anna], "later": "stays"}
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
    open_store(disk / "house.sqlite")
except StoreError as error:
    print(error)
"""


def test_a_disk_without_room_is_called_full(tmp_path):
    mount = 'mount -t tmpfs -o size=300k tmpfs "$1" || exit 77; exec "$2" -c "$3" "$1"'
    words = ["unshare", "--mount", "sh", "-c", mount, "sh", str(tmp_path), sys.executable, ON_A_FULL_DISK]
    said = subprocess.run(words, capture_output=True, text=True, check=False)
    if said.returncode == 77 or "unshare" in said.stderr:
        pytest.skip("no disk of its own may be mounted here")
    assert said.stdout == f"{tmp_path}/house.sqlite cannot be written: the disk is full; free some space.\n"
