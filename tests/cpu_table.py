"""Where the time of the tests goes: `script/test --cpu`, a table of the processor time of each family of tests.

Wall time says little on a machine that does other things as well, or with several workers. What is counted is the work
of the worker itself and of all that it started: browsers, programs, brokers.
"""

import os
import time
from collections import Counter
from collections.abc import Generator, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

import pytest

NAME: Final = "cpu_s"
START: Final = "each worker's start"
HEAD: Final = """# Where the time of the tests goes

    script/test --all --cpu

Processor-seconds, with those of the browsers and programs that the tests start; {day}, on a machine that did nothing else. `script/test`
runs the short ones.
"""
_TICK: Final = os.sysconf("SC_CLK_TCK")


def pytest_addoption(parser: pytest.Parser):
    parser.addoption("--cpu-out", type=Path, help="write the table of families to this file")


def pytest_configure(config: pytest.Config):
    config.pluginmanager.register(_Table(config.getoption("--cpu-out")), "cpu_table")


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Note with the last of a test's three reports what was worked since the test before ended."""
    report = yield
    if call.when == "teardown":
        before, now = item.config.stash[_WORKED], worked_s()
        item.config.stash[_WORKED] = now
        # What was started and never waited for takes its work with it when it ends: a worker's last test ends its browser.
        worked = max(0.0, now - before)
        report.user_properties.append((NAME, (str(item.path.relative_to(item.config.rootpath)), worked)))
        if (began := item.config.stash.get(_BEGAN, None)) is not None:
            del item.config.stash[_BEGAN]
            report.user_properties.append((NAME, (START, began)))
    return report


def pytest_collection_finish(session: pytest.Session):
    session.config.stash[_WORKED] = session.config.stash[_BEGAN] = worked_s()


_WORKED: Final = pytest.StashKey[float]()
_BEGAN: Final = pytest.StashKey[float]()


def worked_s() -> float:
    """Return the processor time of this process, of its children that ended and of its descendants that live."""
    return sum(_spent_s(pid) for pid in (os.getpid(), *descendants_of(os.getpid())))


def descendants_of(pid: int) -> Generator[int]:
    """Give the processes that this one has started, and theirs, as far as they live."""
    for child in _children(pid):
        yield child
        yield from descendants_of(child)


def _children(pid: int) -> Generator[int]:
    """Give those of each thread; one that ends meanwhile hides those of no other."""
    with suppress(OSError):
        for task in Path(f"/proc/{pid}/task").iterdir():
            with suppress(OSError):
                yield from map(int, (task / "children").read_text().split())


def words_of(pid: int) -> list[bytes]:
    """Return the program that a process runs and its arguments; only an empty word once it has ended."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")
    except OSError:
        return [b""]


def _spent_s(pid: int) -> float:
    """Return what a process worked, and those of its children that it has seen end."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return sum(int(ticks) for ticks in fields[11:15]) / _TICK


class _Table:
    """Gathers what the reports say, from all workers; prints it at the end, and writes the families to `out`."""

    def __init__(self, out: Path | None):
        self.out = out
        self.of_family: Counter[tuple[str, str]] = Counter()
        self.in_family: Counter[tuple[str, str]] = Counter()

    def pytest_runtest_logreport(self, report: pytest.TestReport):
        for name, value in report.user_properties:
            if name == NAME:
                path, seconds = value
                long = path != START and "long" in report.keywords
                place = family(path), "long" if long else "short"
                self.of_family[place] += seconds
                self.in_family[place] += 1

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter):
        terminalreporter.section("processor time by family, in seconds")
        for line in self._families():
            terminalreporter.write_line(line)
        if self.out:
            kept = self.out.read_text() if self.out.exists() else ""
            _, shaken, rounds = kept.partition("\n## ")  # written by hand
            head = HEAD.format(day=time.strftime("%Y-%m-%d"))
            self.out.write_text("\n".join([head, *self._families(), ""]) + shaken + rounds)

    def _families(self) -> Iterator[str]:
        """Give a table of families, the dearest first: how many tests each layer has, and how long they take."""
        yield "| family | short tests | seconds | long tests | seconds |"
        yield "|---|---|---|---|---|"
        names = sorted({name for name, _ in self.of_family}, key=lambda name: -sum(self._row(name)[1::2]))
        for name in names:
            yield _line(name, self._row(name))
        yield _line("all", [sum(column) for column in zip(*map(self._row, names), strict=True)])

    def _row(self, name: str) -> list[float]:
        places = [(name, layer) for layer in ("short", "long")]
        return [number for place in places for number in (self.in_family[place], self.of_family[place])]


def family(path: str) -> str:
    """Return the folder of a test's file, at most two below `tests`, or the file itself that lies there."""
    parts = Path(path).parts[1:]
    return "/".join(parts[:2]) if len(parts) > 2 else parts[0] if parts else path


def _line(name: str, row: list[float]) -> str:
    counts = [f"{number:,.0f}" if number else "" for number in row]
    return f"| {name} | {' | '.join(counts)} |"
