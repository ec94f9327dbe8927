"""The queue for a broker holds the newest retained messages, a few events, and never more."""

from __future__ import annotations

from itertools import count

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knobeltisch.mqtt.message_queue import AGAIN_S, MOST_AT_ONCE, MOST_WAITING, STALE_S, Message, MessageQueue
from tests.support.waiting import Clock


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def queue(clock):
    return MessageQueue(lambda shown: {"board": str(shown["n"]).encode(), "status": b"online"}, clock)


def event(number):
    return Message(topic="event", payload=str(number).encode())


def sent(queue):
    return [(message.topic, message.payload) for message in queue.take_due()]


def test_only_what_has_changed_is_sent(queue):
    queue.set_board({"n": 1})
    for message in queue.take_due():
        queue.note_arrived(message)
    queue.set_board({"n": 2})
    assert sent(queue) == [("board", b"2")]


def test_an_old_event_is_dropped_and_counted(queue, clock):
    queue.queue_events([event(1)])
    clock.now += STALE_S / 2
    queue.queue_events([event(2)])
    clock.now += STALE_S / 2 + 1
    assert sent(queue) == [("event", b"2")]
    assert queue.dropped == 1


def test_warmth_is_looked_at_now_and_then_though_the_board_stands_still(clock):
    warm = count(40)
    queue = MessageQueue(lambda _shown: {"summary": str(next(warm)).encode()}, clock)
    queue.set_board({})
    for message in queue.take_due():
        queue.note_arrived(message)
    assert queue.take_due() == []
    clock.now += AGAIN_S
    assert sent(queue) == [("summary", b"41")]


@given(st.lists(st.sampled_from(["show", "tell", "due", "arrive", "begin"]), max_size=200))
def test_whatever_comes_little_waits_and_the_broker_ends_with_the_newest(steps):
    queue, numbers = MessageQueue(lambda shown: {"board": str(shown["n"]).encode()}), count(1)
    under_way, arrived, newest, delivered = [], [], None, 0

    def arrive(message):
        queue.note_arrived(message)
        arrived.append(message)

    for step in [*steps, "begin"]:
        match step:
            case "show":
                newest = next(numbers)
                queue.set_board({"n": newest})
            case "tell":
                queue.queue_events([event(next(numbers)) for _ in range(30)])
                delivered += 30
            case "due":
                under_way += queue.take_due()
            case "arrive" if under_way:
                arrive(under_way.pop(0))
            case "begin":
                under_way.clear()
                queue.start_connection()
        assert sum(not message.retain for message in under_way) <= MOST_AT_ONCE
        assert sum(message.retain for message in under_way) <= 1
    while batch := queue.take_due():
        for message in batch:
            arrive(message)
    kept = [message.payload for message in arrived if message.retain]
    heard = len(arrived) - len(kept)
    assert kept[-1:] == ([] if newest is None else [str(newest).encode()])
    assert heard >= min(delivered, MOST_WAITING)
    assert delivered - queue.dropped <= heard
