"""How long a test waits for an expected event: only a hang, not a slow machine, may fail. A clock for what no test waits for."""

import asyncio
import time
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Final, TypeVar

T = TypeVar("T")

LONGEST_S: Final = 120.0
LONGEST_MS: Final = 1000 * LONGEST_S


def until(comes: Callable[[], T], *, looks_s: float = 0.02) -> T:
    """Return what `comes` returns once it is true: a test asserts on that, not on what it reads afterwards.

    Fail if it still is not when nothing slow can be the reason any more.
    """
    end = time.monotonic() + LONGEST_S
    while not (came := comes()):
        assert time.monotonic() < end, f"it did not come about within {LONGEST_S:.0f} s"
        time.sleep(looks_s)
    return came


def run(body: Coroutine[object, object, None]):
    """Run in a thread of its own: a browser's test before this one may have left its loop in ours."""
    with ThreadPoolExecutor(1) as pool:
        pool.submit(lambda: asyncio.run(asyncio.wait_for(body, LONGEST_S))).result()


@dataclass
class Clock:
    now: float = 1_800_000_000.0

    def __call__(self) -> float:
        return self.now
