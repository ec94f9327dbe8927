"""Turns for requests: a few threads, each address in its turn, and a limited share of the processor for strangers.

Devices that the house knows have a lane of their own, so that strangers never delay them.
"""

from __future__ import annotations

import asyncio
import contextlib
import threading
import time
from collections import OrderedDict, deque
from dataclasses import dataclass
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar

from web.errors import Crowded

if TYPE_CHECKING:
    from collections.abc import Callable


T = TypeVar("T")

WAIT_S: Final = 10.0  # a request with a longer wait for its turn is refused
ASKING_S: Final = 0.0003  # the cost of reading a request and writing its answer besides the work itself


@dataclass(slots=True)
class _Job(Generic[T]):
    work: Callable[[], T]
    answer: asyncio.Future[T]
    until: float


class Lane:
    """Do work in `threads` threads, for each address in turn.

    `share`: the usable share of one processor on average, and `burst` seconds of it at once; None: unlimited. Call it
    only from the loop's thread.
    """

    def __init__(self, name: str, *, threads: int, share: float | None = None, burst: float = 0.0) -> None:
        self._loop = asyncio.get_running_loop()
        self._share, self._burst = share, burst
        self._left, self._then = burst, time.monotonic()
        self._free = threads
        self._later: asyncio.TimerHandle | None = None
        self._waiting: OrderedDict[str, deque[_Job[Any]]] = OrderedDict()
        self._given: SimpleQueue[_Job[Any] | None] = SimpleQueue()
        self._threads = [
            threading.Thread(target=self._work, name=f"{name} {number}", daemon=True)
            for number in range(threads)
        ]
        for thread in self._threads:
            thread.start()

    async def run(self, address: str, work: Callable[[], T]) -> T:
        """Run the work in its turn. Raise Crowded if that does not come in time, and any exception of the work."""
        answer: asyncio.Future[T] = self._loop.create_future()
        job = _Job(work=work, answer=answer, until=time.monotonic() + WAIT_S)
        self._waiting.setdefault(address, deque()).append(job)
        self._dispatch()
        try:
            return await answer
        finally:
            del answer, job  # an exception holds this frame, which would hold it

    def close(self) -> None:
        """Let the threads end; drop the waiting work."""
        for jobs in self._waiting.values():
            for job in jobs:
                job.answer.cancel()
        self._waiting.clear()
        if self._later is not None:
            self._later.cancel()
        for _ in self._threads:
            self._given.put(None)

    @property
    def rests(self) -> bool:
        """Whether waiting work must wait until some of the share is available."""
        return self._later is not None

    def _dispatch(self) -> None:
        while self._free and self._waiting and not self._resting():
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

    def _resting(self) -> bool:
        """Whether the share is used up; the next turn then starts by itself."""
        if self._share is None:
            return False
        now = time.monotonic()
        self._left = min(self._burst, self._left + (now - self._then) * self._share)
        self._then = now
        if self._left > 0:
            return False
        if self._later is None:
            self._later = self._loop.call_later(max(0.01, -self._left / self._share), self._rested)
        return True

    def _rested(self) -> None:
        self._later = None
        self._dispatch()

    def _work(self) -> None:
        while (job := self._given.get()) is not None:
            began = time.thread_time()
            try:
                done = job.work()
            except Exception as error:  # noqa: BLE001 - the caller gets it
                done = error
            used = time.thread_time() - began + ASKING_S
            with contextlib.suppress(RuntimeError):  # the loop is closed: nobody waits any more
                self._loop.call_soon_threadsafe(self._done, job, done, used)
            del job, done  # until the next job they would be kept

    def _done(self, job: _Job[Any], done: object, used: float) -> None:
        self._free += 1
        self._left -= used
        if not job.answer.done():
            if isinstance(done, Exception):
                job.answer.set_exception(done)
            else:
                job.answer.set_result(done)
        self._dispatch()
