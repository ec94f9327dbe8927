from itertools import count

import pytest

from knobeltisch.hub.hall import Hall
from knobeltisch.hub.hall_file import HallFile
from knobeltisch.hub.table_list import TableList

BOARD = {
    "boot": "a1",
    "version": 1,
    "variant": None,
    "state": None,
    "question": None,
    "counter": None,
    "ended": None,
    "camera": {"status": "ok"},
}


@pytest.fixture
def file(tmp_path):
    file = HallFile(tmp_path / "hall.sqlite")
    yield file
    file.close()


@pytest.fixture
def hall(file):
    return Hall(TableList(file), clock=lambda: 100.0)


def numbers(hall):
    return {row["source"]: row["table"] for row in hall.list_tables()}


@pytest.mark.parametrize(
    "message",
    [
        None,
        [],
        "online",
        {},
        {"state": {"stage": "play"}},
        {**BOARD, "state": {"stage": "play"}},
        {**BOARD, "state": 7},
        {**BOARD, "version": "x"},
        {**BOARD, "boot": "x" * 20000},
        {**BOARD, "state": {"stage": "play", "players": [f"P{number}" for number in range(30000)]}},
        {**BOARD, "question": "what"},
        {**BOARD, "standing": {"to_beat": {"player": "Anna"}}},
    ],
)
def test_what_another_device_says_under_such_a_topic_makes_it_no_table(hall, message):
    with pytest.raises(ValueError, match=r"^(It|In)"):
        hall.note_board("pub/lamp", message)
    assert hall.rows() == []


def test_a_board_that_was_overtaken_is_not_shown(hall):
    assert hall.note_board("pub/table1", {**BOARD, "version": 3, "variant": "chic"})
    assert not hall.note_board("pub/table1", {**BOARD, "version": 2})
    assert hall.rows()[0]["variant"] == "chic"
    assert hall.note_board("pub/table1", {**BOARD, "boot": "b2"})
    assert hall.rows()[0]["variant"] is None


def test_a_table_keeps_its_number_when_others_come_go_and_change_theirs(hall, file):
    for name in ("c", "a", "b"):
        hall.note_board(f"pub/{name}", {**BOARD, "boot": name})
    assert numbers(hall) == {"pub/c": 1, "pub/a": 2, "pub/b": 3}
    assert hall.tables.swap(1, 3)
    assert hall.tables.swap(2, 7)
    assert not hall.tables.swap(1, 65)
    assert hall.tables.forget(1)
    hall.note_board("pub/d", {**BOARD, "boot": "d"})
    assert numbers(hall) == {"pub/d": 1, "pub/c": 3, "pub/a": 7}
    again = Hall(TableList(file, by_hand=["pub/a", "pub/new"]))
    assert numbers(again) == {"pub/d": 1, "pub/new": 2, "pub/c": 3, "pub/a": 7}


@pytest.mark.parametrize(
    ("status", "board", "help_"),
    [
        ("online", {}, []),
        ("safe", {}, ["safe"]),
        ("offline", {"camera": {"status": "missing"}}, ["offline"]),
        ("online", {"question": {"about": "throw"}}, ["question"]),
        ("online", {"camera": {"status": "moved"}}, ["camera"]),
        ("online", {"camera": {"status": "absent"}}, []),
    ],
)
def test_who_looks_after_the_tables_learns_which_needs_help_and_why(hall, status, board, help_):
    hall.note_board("pub/table1", {**BOARD, **board})
    hall.note_status("pub/table1", status)
    assert hall.rows()[0]["help"] == help_


def test_a_table_that_tells_no_board_is_there_as_long_as_it_asks(file):
    now = [100.0]
    hall = Hall(TableList(file, by_hand=["pub/table1"]), clock=lambda: now[0])
    assert hall.rows()[0]["status"] == "unheard"
    hall.note_poll(1)
    assert hall.rows()[0]["status"] == "online"
    now[0] = 130.0
    assert (hall.rows()[0]["status"], hall.rows()[0]["since"]) == ("offline", 100.0)


def test_a_snapshot_reads_once_what_is_beside_the_tables(file):
    """A tournament that goes on meanwhile would stand in it beside the tasks of before."""
    hall, reads = Hall(TableList(file, by_hand=["pub/table1"])), count()
    hall.more = lambda: ({1: {"read": now}}, {"cup": {"read": now}}) if (now := next(reads)) >= 0 else None
    hall.publish()
    shown = hall.board.snapshot()
    assert shown["tables"][0]["match"] == shown["cup"]
