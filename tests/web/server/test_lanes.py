import asyncio
import threading

import pytest

from tests.support.waiting import Clock, run
from web.errors import Crowded
from web.server import lanes
from web.server.lanes import Budget, Lane, Turns


async def until(what):
    while not what():  # noqa: ASYNC110 - it is set in another thread
        await asyncio.sleep(0.001)


def test_every_address_has_its_turn_however_much_another_asks():
    async def body():
        lane, done, gate = Lane("test", threads=1), [], threading.Event()

        def work(name):
            gate.wait()
            done.append(name)

        asked = [asyncio.create_task(lane.run("flood", lambda: work("flood"))) for _ in range(50)]
        await asyncio.sleep(0)
        asked.append(asyncio.create_task(lane.run("guest", lambda: work("guest"))))
        await asyncio.sleep(0)
        gate.set()
        await asyncio.gather(*asked)
        assert done.index("guest") <= 2
        lane.close()

    run(body())


def test_what_the_work_raises_comes_to_who_asked_and_the_lane_goes_on():
    async def body():
        lane = Lane("test", threads=1)
        with pytest.raises(ZeroDivisionError):
            await lane.run("a", lambda: 1 // 0)
        assert await lane.run("a", lambda: "given") == "given"
        lane.close()

    run(body())


def test_a_request_that_waits_too_long_is_asked_to_come_back(monkeypatch):
    monkeypatch.setattr(lanes, "WAIT_S", -1.0)

    async def body():
        lane = Lane("test", threads=1)
        with pytest.raises(Crowded):
            await lane.run("a", dict)
        lane.close()

    run(body())


def test_a_used_up_share_keeps_work_waiting_but_not_for_good(monkeypatch):
    monkeypatch.setattr(lanes, "ASKING_S", 1.0)
    clock = Clock()

    async def body():
        lane = Lane("test", threads=1, budget=Budget(share=1.0, burst=0.1, clock=clock))
        asked = [asyncio.create_task(lane.run("a", dict)) for _ in range(2)]
        await until(lambda: lane.rests)
        assert [task.done() for task in asked] == [True, False]
        clock.now += 1.0
        await asyncio.gather(*asked)
        lane.close()

    run(body())


def test_of_those_that_wait_for_the_loop_the_address_comes_first_that_used_least():
    async def body():
        budget, done = Budget(share=1.0, burst=0.1), []
        turns = Turns(budget)
        assert turns.run("flood", lambda: done.append("flood"), cost=0.2)
        assert not turns.run("flood", lambda: done.append("flood"), cost=0.2)
        assert not turns.run("guest", lambda: done.append("guest"))
        await until(lambda: len(done) == 3)
        assert done == ["flood", "guest", "flood"]

    run(body())


def test_work_that_fails_in_the_loop_is_paid_for_and_holds_up_no_other():
    async def body():
        turns, done = Turns(Budget(share=1.0, burst=0.1)), []
        with pytest.raises(ZeroDivisionError):
            turns.run("flood", lambda: 1 // 0, cost=0.1)
        assert turns.used("flood") >= 0.09
        turns.run("guest", lambda: done.append("guest"))
        await until(lambda: done)

    run(body())
