"""A disk that takes nothing more: nobody is shut out, and a decision is written whole or not at all."""

import random
from contextlib import contextmanager

import pytest

from hardware.panel.panel import Button
from knobeltisch.access.access_control import DAY_S, AccessControl
from knobeltisch.access.pin import Pin, set_pin
from knobeltisch.errors import Denied, StoreError
from knobeltisch.table.guest_permissions import NOBODY
from vision.types import Scene
from web.visitors import Role


@pytest.fixture
def full(disk, store, tmp_path):
    return lambda: disk.full(tmp_path / "house.txt")


def test_the_right_pin_after_a_wrong_one_lets_in_where_nothing_can_be_written(store, full):
    set_pin(store, "123456")
    now = [0.0]
    pin = Pin(store, lambda: now[0])
    with full():
        with pytest.raises(StoreError):
            store.put("regulars", {"revision": 1, "regulars": []})
        with pytest.raises(Denied, match="not the PIN"):
            pin.check("000000", "a", known=False)
        now[0] += 60.0
        pin.check("123456", "a", known=False)


def test_a_first_pin_is_shown_and_lets_in_where_nothing_can_be_written(store, full):
    pin = Pin(store, lambda: 0.0)
    with full():
        pin.begin()
        shown, _ = pin.claim(None)
        pin.check(shown, "a", known=False)


def test_a_paired_tablet_plays_on_the_next_day_where_nothing_can_be_written(store, full):
    now = [1.76e9]
    access = AccessControl(store, everyone=False, clock=lambda: now[0], is_set=lambda: True)
    token = access.pair(None, "Android")
    now[0] += 2 * DAY_S
    with full():
        assert access.visitor(token).role is Role.TABLE


def test_a_disk_that_fills_between_the_facts_of_one_decision_leaves_none_of_them(open_pub, disk):
    """Decide on a six turned to a one, a turn and a hold, again and again on a disk that has no page more."""
    pub = open_pub()
    chance, refused = random.Random(5), 0
    for _ in range(60):
        pub.start("A" * chance.randrange(1, 20), "Ben", leader="Ben")
        pub.throw(6, 6, 3)
        pub.press(Button.AGAIN)
        before = pub.shown
        with disk.no_page_more(pub.path):
            pub.cup_down(1)
        written = pub.journal.head - before["head"]
        assert written in {0, 2}
        if not written:
            refused += 1
            shown = pub.shown
            assert (shown["notice"]["key"], shown["again"]) == ("journal", True)
            assert shown["state"] == before["state"]
            pub.see(Scene(at=0.0, cup=True, hand=False, still=True))
        assert pub.acts()[1:] == ["turn", "hold []"]
    assert refused


def test_an_answer_that_could_not_be_written_leaves_its_question_open(open_pub, disk):
    pub = open_pub()
    pub.start("Anna", "Ben", leader="Anna")
    pub.throw(1, 2, 4)
    pub.touched(1, 2, 5)
    pub.press(Button.PASS)
    question = pub.question
    answer = {"do": "answer", "question": question["id"], "option": question["options"][0]["id"]}
    with disk.full(pub.path):
        assert pub.refused(answer) == "journal"
        assert pub.question == question
    pub.order(answer)
    assert pub.question is None


def test_a_pass_that_could_not_be_written_is_as_if_it_was_not_pressed(open_pub, disk):
    pub = open_pub()
    pub.start("Anna", "Ben", leader="Anna")
    pub.throw(1, 2, 4)
    pub.press(Button.AGAIN)
    with disk.full(pub.path):
        pub.press(Button.PASS)
    assert pub.shown["notice"]["key"] == "journal"
    assert pub.shown["again"] is True


@contextmanager
def taken_but(disk, pub, source):
    """Let the disk be full for what `source` has written, and for nothing else."""
    connection = disk.connection(pub.path)
    connection.execute(
        "CREATE TEMP TRIGGER full BEFORE INSERT ON main.entry "
        f"WHEN NEW.source = '{source}' BEGIN SELECT RAISE(ABORT, 'database or disk is full'); END"
    )
    yield
    connection.execute("DROP TRIGGER full")


def test_an_order_that_is_on_disk_is_reported_as_done_whatever_becomes_of_what_follows(open_pub, disk):
    pub = open_pub()
    pub.start("Anna", "Ben", "Cem", leader="Anna")
    pub.throw(1, 2, 4)
    pub.order({"do": "wish", "player": "Ben", "what": "leave"})
    pub.press(Button.PASS)
    pub.throw(2, 3, 5)
    with taken_but(disk, pub, "table"):
        pub.order({"do": "act", "act": {"act": "throw", "dice": [1, 1, 2]}})
        assert pub.acts()[-1].startswith("throw")
        assert (pub.shown["notice"]["key"], pub.state["out"]) == ("journal", {})
    pub.see(Scene(at=0.0, cup=False, hand=False, still=True))
    assert pub.state["out"] == {"Ben": "left"}


class BrokenPhones:
    """Phones in which something is wrong that nobody foresaw."""

    def to_json(self):
        return NOBODY

    def rename_seats(self, *_):
        raise ZeroDivisionError


def test_what_follows_the_score_cannot_hold_it_up(open_pub):
    pub = open_pub(lambda **_: BrokenPhones())
    pub.start("Anna", "Ben", leader="Ben")
    pub.order({"do": "rename", "player": "Anna", "name": "Ada"})
    pub.throw(6, 6, 3)
    assert pub.state["players"] == ["Ada", "Ben"]
    shown = pub.shown
    assert open_pub().shown["state"] == shown["state"]
