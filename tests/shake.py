"""A hunter of tests that assert what they did not wait for: `script/test --shake`.

Files and their tests run in a random order, and before each hand-over between threads of the product comes a random pause. A test
has FULL pauses; later hand-overs of the same test pause ever less often, so that a long one still ends.
"""

import asyncio
import os
import queue
import random
import sys
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any, Final

import pytest

from knobeltisch.table.scoreboard import Scoreboard

SEED: Final = os.environ.get("KNOBELTISCH_SHAKE", "1")
LONGEST_PAUSE_S: Final = 0.05
FULL: Final = 40
OURS: Final = {"knobeltisch", "web", "hardware"}
HAND_OVERS: Final = (
    *((queue.Queue, "put"), (queue.Queue, "get"), (threading.Event, "set")),
    *((Scoreboard, "publish"), (Scoreboard, "publish_value")),
    (asyncio.BaseEventLoop, "call_soon_threadsafe"),
)


class Pauses:
    def __init__(self):
        self.begin("")

    def begin(self, test: str):
        self._count, self._chance = 0, random.Random(f"{SEED} {test}")

    def pause(self):
        self._count += 1
        if self._chance.random() * self._count < FULL:
            time.sleep(self._chance.uniform(0, LONGEST_PAUSE_S))

    def before(self, method: Callable[..., Any]) -> Callable[..., Any]:
        """Return a method that pauses first where the product calls it: other libraries hand over in peace."""

        def shaken(*args: Any, **named: Any) -> Any:
            caller = sys._getframe(1)  # noqa: SLF001 - of a call at each hand-over, `inspect` is too slow
            if caller.f_globals.get("__name__", "").partition(".")[0] in OURS:
                self.pause()
            return method(*args, **named)

        return shaken


PAUSES: Final = Pauses()


class ShakenQueue(queue.SimpleQueue):
    put, get = PAUSES.before(queue.SimpleQueue.put), PAUSES.before(queue.SimpleQueue.get)


def pytest_report_header() -> str:
    return f"KNOBELTISCH_SHAKE={SEED}"


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]):
    chance = random.Random(SEED)
    places = {path: chance.random() for path in sorted({item.path for item in items})}
    order = [(places[item.path], chance.random(), item) for item in items]
    items[:] = [item for *_, item in sorted(order, key=lambda place: place[:2])]


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item):
    PAUSES.begin(item.nodeid)


@pytest.fixture(scope="session", autouse=True)
def shaken() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        for owner, name in HAND_OVERS:
            patch.setattr(owner, name, PAUSES.before(getattr(owner, name)))
        patch.setattr("web.server.lanes.SimpleQueue", ShakenQueue)
        yield


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter):
    """Print the round as a row of benchmarks/results/tests.md."""
    count = {kind: len(terminalreporter.stats.get(kind, ())) for kind in ("passed", "failed", "error")}
    red = count["failed"] + count["error"]
    terminalreporter.write_line(f"shaken: | {SEED} | {count['passed'] + red} | {red} |")
