"""Power cuts, bad disks, a clock that jumps: nothing that was shown is lost, and the box comes back up by itself."""

import contextlib
import errno
import os
import random
import shutil
import sqlite3
import tempfile
import time
from pathlib import Path

import pytest

from knobeltisch.errors import ForeignJournal, NewerJournal
from knobeltisch.recovery.open_files import open_files
from knobeltisch.recovery.repair import open_or_mend_journal
from knobeltisch.storage.journal import open_journal
from tests.support.faults import faulty_disk, writers
from tests.support.faults.faulty_disk import Cut
from tests.support.houses import opened_house
from tests.support.programs import not_installed

# The kindest disk and the worst; benchmarks/robustness/power_cuts.py tries those between, and each cut more often.
HOW = pytest.mark.parametrize(
    "how",
    [
        pytest.param(Cut(sector=512), id="whole sectors", marks=pytest.mark.long),
        pytest.param(Cut(sector=4096, nonsense=True), id="nonsense"),
    ],
)


@pytest.fixture
def memory(tmp_path):
    """A folder in memory where that can be: hundreds of small disks are made, and none has to last."""
    shared = Path("/dev/shm")
    folder = tempfile.mkdtemp(dir=shared if os.access(shared, os.W_OK) else tmp_path)
    yield Path(folder)
    shutil.rmtree(folder)


@pytest.fixture
def bench(memory):
    if faulty_disk.compiler() is None:
        pytest.skip(not_installed("gcc"))
    return writers.Bench(memory)


@pytest.fixture(scope="module")
def written_book(tmp_path_factory):
    """A journal of two evenings over several pages, closed: each of its 402 entries waits for the disk, so it is written once."""
    path = tmp_path_factory.mktemp("book") / "journal.sqlite"
    journal = open_journal(path)
    for evening in range(2):
        at = 1e6 + evening * 1e5
        journal.append(at=at, source="tablet", kind="start", body=start("Anna", "Ben"))
        for number in range(200):
            body = {"act": "throw", "dice": [1, 3, 5]}
            if number % 2:
                journal.append(at=at + number, source="panel", kind="undo", body={"to": journal.head})
            else:
                journal.append(at=at + number, source="camera", kind="act", body=body)
    journal.close()
    return path


@pytest.fixture
def book(written_book, tmp_path):
    return Path(shutil.copy(written_book, tmp_path / "journal.sqlite"))


def start(*players):
    return {"variant": "bavarian", "players": list(players), "leader": players[0]}


def spoil(path, page):
    """Let one page of a file hold nonsense."""
    raw = bytearray(path.read_bytes())
    raw[page * 4096 : (page + 1) * 4096] = b"\x55" * 4096
    path.write_bytes(raw)
    return bytes(raw)


def reopened(path):
    journal, notice = open_or_mend_journal(path, lambda: 0.0)
    entries = list(journal.entries())
    journal.close()
    return entries, notice


# --- the plug, at every write


@HOW
@pytest.mark.parametrize(
    ("program", "look"), [(writers.EVENING, writers.entries_in), (writers.HOUSE, writers.guests_in)]
)
def test_whatever_was_shown_is_there_after_a_cut_at_any_write(bench, how, program, look):
    tally = writers.Tally()
    bench.cut_everywhere(bench.recorded(program, "2"), how, random.Random(7), tally, look)
    assert tally.tried > 60
    assert tally.complaints == []


@HOW
def test_a_cut_while_a_copy_is_restored_leaves_the_old_journal_or_the_new_one(bench, how):
    tally = writers.Tally()
    ops = bench.recorded(writers.RESTORE)
    bench.cut_everywhere(ops, how, random.Random(7), tally, want=writers.wanted_of_restore)
    assert tally.complaints == []


@HOW
def test_a_cut_while_a_damaged_journal_is_mended_loses_nothing_that_was_readable(bench, how):
    first = writers.damaged(bench)
    tally, count = writers.Tally(), writers.entries_in(bench.disk(first))
    assert count == 18, "all entries are on pages that are whole"
    bench.cut_everywhere(
        bench.recorded(writers.MEND, first=first),
        how,
        random.Random(7),
        tally,
        first=first,
        want=lambda ops, at: count + max(0, faulty_disk.shown(ops, at) - 1),
    )
    assert tally.complaints == []


# --- a disk that refuses


@pytest.mark.parametrize(
    ("number", "count"),
    [(errno.EIO, 1), (errno.EROFS, 4), (errno.ENOSPC, 10**6)],
    ids=["fails once", "is read-only four times", "stays full"],
)
def test_a_disk_that_refuses_is_reported_in_a_sentence_and_loses_nothing_that_was_shown(bench, number, count):
    for at in (9, 27):
        disk, outcome = bench.failing(writers.STUBBORN, "6", fail=(at, count, number))
        assert all(line.startswith("The journal ") and line.endswith(".") for line in outcome[1:] if line), (
            outcome
        )
        assert writers.entries_in(disk) >= writers.lines_in(disk)


# --- pages that hold nonsense


def test_with_any_one_page_spoilt_the_table_comes_up_and_the_file_is_kept_as_it_was(book, tmp_path):
    pages = book.stat().st_size // 4096
    whole = open_journal(book)
    count = whole.head
    whole.close()
    assert pages > 5
    for page in range(pages):
        folder = tmp_path / f"page{page}"
        folder.mkdir()
        path = Path(shutil.copy(book, folder / "journal.sqlite"))
        spoilt = spoil(path, page)
        entries, notice = reopened(path)
        assert notice is not None
        assert notice.key == "mended"
        (aside,) = folder.glob("journal-damaged-*.sqlite")
        assert aside.read_bytes() == spoilt
        assert [entry.id for entry in entries] == list(range(1, len(entries) + 1))
        assert len(entries) >= count - 262, "what is before the hole, and each game begun after it"
        assert sorted(file.name for file in folder.iterdir() if file.name.startswith(".")) == []


def test_tonight_is_there_when_a_page_of_long_ago_is_spoilt(book):
    spoil(book, 4)
    entries, notice = reopened(book)
    tonight = [entry for entry in entries if entry.at >= 1.1e6]
    assert len(tonight) == 201
    assert notice is not None
    assert f"of its 402 entries {len(entries)} can be used" in notice.message


def test_entries_in_a_log_that_is_gone_are_counted_since_the_last_game(tmp_path):
    shown_by_a_house(tmp_path)
    pulled = tmp_path / "pulled"
    pulled.mkdir()
    with opened_house(tmp_path, page=False) as app:
        for _ in range(3):
            assert app.table.commands.send({"do": "start", **start("Anna", "Ben")}) == {"ok": True}
        for name in ("journal.sqlite", "house.txt"):
            shutil.copyfile(tmp_path / name, pulled / name)
    notice = shown_by_a_house(pulled)["notice"]
    assert (notice["key"], notice["values"]) == ("journal_short", {"lost": 3})
    assert shown_by_a_house(pulled)["notice"] is None


def test_a_second_journal_in_a_folder_has_lost_nothing(tmp_path):
    path = tmp_path / "journal.sqlite"
    journal = open_journal(path)
    for number in range(11):
        journal.append(at=float(number), source="tablet", kind="start", body=start("Anna", "Ben"))
    journal.close()
    with contextlib.closing(open_files(path, time.time, safe=False)) as files:
        assert files.notices == ()
    other = tmp_path / "other.sqlite"
    with contextlib.closing(open_files(other, time.time, safe=False)) as files:
        assert files.notices == ()


def test_a_spoilt_page_in_the_middle_of_the_log_costs_no_act_behind_it(tmp_path):
    path = tmp_path / "journal.sqlite"
    journal = open_journal(path)
    journal.append(at=1.0, source="tablet", kind="start", body=start("Anna", "Ben"))
    for number in range(30):
        journal.append(at=2.0 + number, source="tablet", kind="start", body=start("Anna", "Ben"))
    pulled = tmp_path / "pulled"
    pulled.mkdir()
    for end in ("", "-wal"):
        shutil.copyfile(tmp_path / f"journal.sqlite{end}", pulled / f"journal.sqlite{end}")
    journal.close()
    wal = pulled / "journal.sqlite-wal"
    data = bytearray(wal.read_bytes())
    data[len(data) // 2] ^= 1
    wal.write_bytes(data)
    entries, notice = reopened(pulled / "journal.sqlite")
    assert len(entries) == 31
    assert notice.key == "mended"


def test_undo_names_its_entry_by_the_new_number_where_entries_were_lost(book):
    spoil(book, 4)
    entries, _ = reopened(book)
    undone = [entry for entry in entries if entry.kind == "undo"]
    assert all(entry.body["to"] == entry.id - 1 for entry in undone)
    assert undone


def test_a_journal_of_nothing_but_zeros_does_not_keep_the_table_from_starting(tmp_path):
    (tmp_path / "journal.sqlite").write_bytes(bytes(8192))
    assert shown_by_a_house(tmp_path)["notice"]["key"] == "mended"


def test_what_is_no_damage_is_refused_and_left_alone(tmp_path):
    shopping = tmp_path / "shopping.txt"
    shopping.write_text("beer, pretzels\n" * 999)
    with pytest.raises(ForeignJournal):
        open_or_mend_journal(shopping)
    with contextlib.closing(sqlite3.connect(tmp_path / "other.sqlite")) as other:
        other.execute("CREATE TABLE photographs (x)")
    with pytest.raises(ForeignJournal):
        open_or_mend_journal(tmp_path / "other.sqlite")
    open_journal(tmp_path / "newer.sqlite").close()
    with contextlib.closing(sqlite3.connect(tmp_path / "newer.sqlite")) as newer:
        newer.execute("PRAGMA user_version = 99")
    with pytest.raises(NewerJournal):
        open_or_mend_journal(tmp_path / "newer.sqlite")
    assert list(tmp_path.glob("*damaged*")) == []


def shown_by_a_house(folder):
    """Start the whole house in `folder` and stop it; give what its page showed."""
    with opened_house(folder) as app:
        return app.table.board.snapshot()


# --- growth


def test_the_log_beside_the_journal_stays_small(memory):
    journal = open_journal(memory / "journal.sqlite")
    most = 0
    for _ in range(700):
        journal.append(at=1.0, source="tablet", kind="act", body={"act": "throw", "dice": [1, 2, 3]})
        most = max(most, (memory / "journal.sqlite-wal").stat().st_size)
    journal.close()
    assert most < 5 * 2**20
    assert not (memory / "journal.sqlite-wal").exists()
    assert (memory / "journal.sqlite").stat().st_size < 300 * 700


# --- a clock that jumps: a Pi has none of its own

YEAR_S = 365 * 24 * 3600.0


@pytest.mark.parametrize("jump", [-YEAR_S, YEAR_S, -1.7e9], ids=["back", "forward", "to 1970"])
def test_a_game_goes_on_through_a_clock_that_jumps_and_through_the_restart_after(tmp_path, jump):
    now = [1.7e9]
    orders = [
        {"do": "start", **start("Anna", "Ben")},
        {"do": "act", "act": {"act": "throw", "dice": [1, 3, 5]}},
        {"do": "act", "act": {"act": "pass"}},
    ]
    with opened_house(tmp_path, page=False, clock=lambda: now[0]) as app:
        for order in orders[:2]:
            assert app.table.commands.send(order) == {"ok": True}
        now[0] += jump
        assert app.table.commands.send(orders[2]) == {"ok": True}
        before = app.table.board.snapshot()
    with opened_house(tmp_path, page=False, clock=lambda: now[0]) as app:
        after = app.table.board.snapshot()
        assert (after["state"], after["head"], len(after["acts"])) == (before["state"], 3, 2)
        assert app.table.commands.send({"do": "undo", "count": 1}) == {"ok": True}
