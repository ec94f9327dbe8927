"""Many streams are served a few at a time: what else the loop has to do goes between."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.support.waiting import LONGEST_S
from web.server import broadcast as module
from web.server.broadcast import Broadcast, frame_chunk


class Stream:
    def __init__(self, heard, name, *, known=False, address="stranger"):
        self.heard, self.name, self.known, self.address = heard, name, known, address

    def tell(self, event):
        if event:
            self.heard.append((self.name, event))

    def farewell(self):
        self.heard.append((self.name, b"end"))


class Silent:
    """A board on which nothing happens of itself."""

    give_way = None

    def stream(self, **_):
        return iter(())


def run(body):
    """Run in a thread of its own: a browser's test before this one may have left its loop in ours."""

    async def begun():
        await body(Broadcast(Silent(), asyncio.get_running_loop()))

    with ThreadPoolExecutor(1) as pool:
        pool.submit(lambda: asyncio.run(asyncio.wait_for(begun(), LONGEST_S))).result()


async def quiet(broadcast):
    while broadcast.under_way:  # noqa: ASYNC110 - set by the loop itself
        await asyncio.sleep(0)


def test_other_work_goes_between_and_devices_of_the_house_come_first(monkeypatch):
    monkeypatch.setattr(module, "AT_ONCE", 3)
    heard = []

    async def body(broadcast):
        for number in range(10):
            broadcast.add(Stream(heard, number))
        broadcast.add(Stream(heard, "tablet", known=True))
        broadcast.tell(b"id: 1\n\n")
        asyncio.get_running_loop().call_soon(heard.append, ("an answer", b""))
        await quiet(broadcast)

    run(body)
    names = [name for name, _ in heard]
    assert names[0] == "tablet"
    assert names.index("an answer") <= 6
    assert sorted(map(str, names)) == sorted(["an answer", "tablet", *map(str, range(10))])


def test_a_stream_that_lags_gets_only_the_newest_board(monkeypatch):
    monkeypatch.setattr(module, "AT_ONCE", 2)
    heard = []

    async def body(broadcast):
        for number in range(6):
            broadcast.add(Stream(heard, number))
        broadcast.tell(b"id: 1\n\n")
        broadcast.tell(b"id: 2\n\n")
        broadcast.tell(b"event: beat\n\n")
        await quiet(broadcast)

    run(body)
    for number in range(6):
        mine = [event for name, event in heard if name == number]
        assert b"id: 2\n\n" in mine
        assert mine.count(b"id: 2\n\n") == 1
        assert (b"id: 1\n\n" in mine) == (number < 2)


def test_a_stream_that_has_gone_is_not_reported(monkeypatch):
    monkeypatch.setattr(module, "AT_ONCE", 1)
    heard = []

    async def body(broadcast):
        streams = [Stream(heard, number) for number in range(3)]
        for stream in streams:
            broadcast.add(stream)
        broadcast.tell(b"id: 1\n\n")
        broadcast.remove(streams[2])
        await quiet(broadcast)

    run(body)
    assert [name for name, _ in heard] == [0, 1]


@pytest.mark.parametrize("event", [b"id: 1\n\n", b"x" * 5000])
def test_a_frame_says_how_long_it_is(event):
    size, _, rest = frame_chunk(event).partition(b"\r\n")
    assert int(size, 16) == len(event)
    assert rest == event + b"\r\n"


class Stumbling(Silent):
    """A board with one state that cannot be written as JSON."""

    def __init__(self):
        self.sent = 0

    def stream(self, **_):
        self.sent += 1
        yield "id: 1\n\n"
        if self.sent == 1:
            raise ZeroDivisionError
        yield "id: 2\n\n"


def test_a_board_that_cannot_be_reported_costs_no_stream_what_comes_after_it(monkeypatch):
    monkeypatch.setattr(module, "AGAIN_S", 0.0)
    heard = []

    async def begun():
        broadcast = Broadcast(Stumbling(), asyncio.get_running_loop())
        broadcast.add(Stream(heard, "a"))
        while ("a", b"id: 2\n\n") not in heard:  # noqa: ASYNC110 - set by another thread
            await asyncio.sleep(0.01)

    with ThreadPoolExecutor(1) as pool:
        pool.submit(lambda: asyncio.run(asyncio.wait_for(begun(), LONGEST_S))).result()
