"""Turns for requests: a few threads, addresses in turn, and a limited share of the processor for strangers.

Known devices have a lane of their own, so that strangers never delay them.
"""

import asyncio
import contextlib
import math
import threading
import time
from collections import OrderedDict, deque
from collections.abc import Callable
from dataclasses import dataclass
from queue import SimpleQueue
from typing import Any, Final, Generic, TypeVar

from web.errors import Crowded

T = TypeVar("T")

WAIT_S: Final = 10.0  # a request with a longer wait for its turn is refused
ASKING_S: Final = 0.0003  # the cost of writing an answer besides the work itself
RECEIPT_S: Final = 0.00003  # the loop's own cost of receiving something, however short it is
HALF_S: Final = 10.0  # in which half of an address's use is forgotten
MOST_REMEMBERED: Final = 4096
MOST_WAITING: Final = 4096  # of one address, more than its connections: the first were given up


@dataclass(slots=True)
class _Job(Generic[T]):
    work: Callable[[], T]
    answer: asyncio.Future[T]
    until: float


class Budget:
    """Processor time: a `share` of one processor on average, up to `burst` seconds at a time."""

    def __init__(self, *, share: float, burst: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._share, self._burst, self.clock = share, burst, clock
        self._left, self._then = burst, clock()

    def spend(self, seconds: float) -> None:
        """Deduct seconds used."""
        self._left -= seconds

    def wait(self) -> float:
        """Return the seconds until the budget allows more work; 0 if it does now."""
        now = self.clock()
        self._left = min(self._burst, self._left + (now - self._then) * self._share)
        self._then = now
        return 0.0 if self._left > 0 else max(0.01, -self._left / self._share)


class Paced:
    """Starts waiting work while its budget lasts, then pauses. Use only from the loop's thread."""

    def __init__(self, budget: Budget | None) -> None:
        self._loop, self._budget = asyncio.get_running_loop(), budget
        self._later: asyncio.TimerHandle | None = None

    @property
    def rests(self) -> bool:
        """Whether work must wait for the budget."""
        return self._later is not None

    def _must_rest(self) -> bool:
        """Whether the budget is used up; if so, call `_dispatch` again later."""
        wait = 0.0 if self._budget is None else self._budget.wait()
        if wait and self._later is None:
            self._later = self._loop.call_later(wait, self._rested)
        return wait > 0

    def _rested(self) -> None:
        self._later = None
        self._dispatch()

    def _dispatch(self) -> None:
        raise NotImplementedError


class Turns(Paced):
    """Does work in the loop itself within a budget; of the addresses that wait, the one that has used least goes first.

    Requests are parsed here, before their senders are known.
    """

    def __init__(self, budget: Budget) -> None:
        super().__init__(budget)
        self._pace = budget
        self._waiting: dict[str, deque[tuple[Callable[[], None], float]]] = {}
        self._used: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def run(self, address: str, work: Callable[[], None], *, cost: float = RECEIPT_S) -> bool:
        """Do the work now or in its turn; return False if it must wait. `cost`: the loop's own seconds besides the work."""
        self._waiting.setdefault(address, deque(maxlen=MOST_WAITING)).append((work, cost))
        self._dispatch()
        return address not in self._waiting

    def used(self, address: str) -> float:
        """Return the seconds that an address has used, decaying with a half-life of `HALF_S`."""
        seconds, then = self._used.get(address, (0.0, 0.0))
        return seconds * math.exp2((then - self._pace.clock()) / HALF_S)

    def _dispatch(self) -> None:
        while self._waiting and not self._must_rest():
            address = min(self._waiting, key=self.used)
            work, cost = self._waiting[address].popleft()
            if not self._waiting[address]:
                del self._waiting[address]
            began = time.thread_time()
            try:
                work()
            finally:
                cost += time.thread_time() - began
                self._pace.spend(cost)
                self._used[address] = self.used(address) + cost, self._pace.clock()
                self._used.move_to_end(address)
                if len(self._used) > MOST_REMEMBERED:
                    self._used.popitem(last=False)


class Lane(Paced):
    """Runs work in `threads` threads, taking addresses in turn, within an optional budget."""

    def __init__(self, name: str, *, threads: int, budget: Budget | None = None) -> None:
        super().__init__(budget)
        self._free = threads
        self._waiting: OrderedDict[str, deque[_Job[Any]]] = OrderedDict()
        self._given: SimpleQueue[_Job[Any] | None] = SimpleQueue()
        self._threads = [
            threading.Thread(target=self._work, name=f"{name} {number}", daemon=True)
            for number in range(threads)
        ]
        for thread in self._threads:
            thread.start()

    async def run(self, address: str, work: Callable[[], T]) -> T:
        """Do the work in its turn and return its result. Raise Crowded if the turn comes too late, or any exception of the work."""
        answer: asyncio.Future[T] = self._loop.create_future()
        job = _Job(work=work, answer=answer, until=time.monotonic() + WAIT_S)
        self._waiting.setdefault(address, deque()).append(job)
        self._dispatch()
        try:
            return await answer
        finally:
            del answer, job  # an exception holds this frame, which would hold it

    def close(self) -> None:
        """Stop the threads and drop the waiting work."""
        for jobs in self._waiting.values():
            for job in jobs:
                job.answer.cancel()
        self._waiting.clear()
        for _ in self._threads:
            self._given.put(None)

    def _dispatch(self) -> None:
        while self._free and self._waiting and not self._must_rest():
            address, jobs = self._waiting.popitem(last=False)
            job = jobs.popleft()
            if jobs:
                self._waiting[address] = jobs  # at the end: it is the next one's turn
            if job.answer.done():
                continue
            if time.monotonic() > job.until:
                job.answer.set_exception(Crowded("Too many requests are waiting now; try again in a moment."))
                continue
            self._free -= 1
            self._given.put(job)

    def _work(self) -> None:
        while (job := self._given.get()) is not None:
            began = time.thread_time()
            try:
                done = job.work()
            except Exception as error:  # noqa: BLE001 - the caller gets it
                done = error
            used = time.thread_time() - began + ASKING_S
            with contextlib.suppress(RuntimeError):  # the loop is closed
                self._loop.call_soon_threadsafe(self._done, job, done, used)
            del job, done  # until the next job they would be kept

    def _done(self, job: _Job[Any], done: object, used: float) -> None:
        self._free += 1
        if self._budget is not None:
            self._budget.spend(used)
        if not job.answer.done():
            if isinstance(done, Exception):
                job.answer.set_exception(done)
            else:
                job.answer.set_result(done)
        self._dispatch()
