"""Everybody at once: tables that push over interrupted connections, people who read pages, and kills of the processes."""

from __future__ import annotations

import http.client
import random
import signal
import socket
import subprocess
import sys
import threading
import time
from collections import Counter
from queue import Empty, Queue
from typing import TYPE_CHECKING

from knobeltisch.config import PushConfig
from knobeltisch.errors import PushTrouble
from knobeltisch.outbox import target
from tournament.wire import PATH, Push

if TYPE_CHECKING:
    from collections.abc import Sequence

    from benchmarks.support.league.season import TableEvening
    from league.cluster import Cluster
    from tournament.wire import Entry

BATCH = 5
"""Entries a push: an evening takes several, so that there is something to cut between."""
CUT = 0.1
START_S = 120.0


class Service:
    """A process that serves at a port, as `knobeltisch league serve` does, and can be killed and started again."""

    def __init__(self, words: Sequence[str], port: int) -> None:
        self._words, self.port = words, port
        self.process: subprocess.Popen[bytes] | None = None
        self.seconds = 0.0

    def start(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", *self._words], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )

    def wait(self) -> None:
        end = time.monotonic() + START_S
        while time.monotonic() < end:
            assert self.process is not None
            if self.process.poll() is not None:
                self.start()  # the database was not there: systemd starts it again
            try:
                if get(self.port, "/healthz")[0] == 200:
                    return
            except OSError:
                pass
            time.sleep(0.1)
        raise TimeoutError("the service does not come up")

    def kill(self) -> None:
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(signal.SIGKILL)
            self.process.wait()


def league_service(conninfo: str, port: int, *, beside: bool = False) -> Service:
    """Return the league's service; `beside`: the second process, for the pages."""
    words = ["knobeltisch", "league", "serve", "--database", conninfo, "--port", str(port)]
    return Service([*words, *(["--beside"] if beside else [])], port)


def get(port: int, path: str, etag: str | None = None) -> tuple[int, str, float]:
    """Ask for a page; return status, tag and seconds. Raise OSError."""
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    began = time.perf_counter()
    try:
        line.request("GET", path, headers={} if etag is None else {"If-None-Match": etag})
        answer = line.getresponse()
        answer.read()
    except http.client.HTTPException as error:
        raise ConnectionError(str(error)) from error
    finally:
        line.close()
    return answer.status, answer.headers.get("ETag", ""), time.perf_counter() - began


class Crowd:
    """All tables push at once, by so many threads; `pushes` and `looks` are the seconds of what was answered."""

    def __init__(self, port: int, pages: int, reports: list[TableEvening], divisions: int, seed: int) -> None:
        self.port, self.pages, self.divisions, self.seed = port, pages, divisions, seed
        self.pushes: list[float] = []
        self.looks: list[float] = []
        self.counts: Counter[str] = Counter()
        self.taken = 0
        self.total = sum(len(evening.entries) for evening in reports)
        self._waiting: Queue[tuple[TableEvening, int]] = Queue()
        for evening in reports:
            self._waiting.put((evening, 0))
        self._lock, self.looked = threading.Lock(), threading.Event()

    def run(self, pushers: int, lookers: int) -> tuple[list[threading.Thread], list[threading.Thread]]:
        """Start; return the threads that push until everything has arrived, and those that look until `looked` is set."""
        pushing = [
            threading.Thread(target=self._push, args=(random.Random(f"{self.seed}.{number}"),), daemon=True)
            for number in range(pushers)
        ]
        looking = [
            threading.Thread(target=self._look, args=(random.Random(f"look {number}"),), daemon=True)
            for number in range(lookers)
        ]
        for thread in (*pushing, *looking):
            thread.start()
        return pushing, looking

    @property
    def done(self) -> bool:
        return self.taken >= self.total

    def _push(self, chance: random.Random) -> None:
        """Push a table's next entries, whichever table's turn it is; what fails is tried again later, as a table does."""
        while not self.done:
            try:
                evening, place = self._waiting.get(timeout=0.2)
            except Empty:
                continue
            entries = evening.entries[place : place + BATCH]
            config = PushConfig(url=f"http://127.0.0.1:{self.port}", key=evening.key)
            if chance.random() < CUT:
                self._cut(config, evening, entries, chance)
            try:
                began = time.perf_counter()
                taken = target.push(config, evening.table, "box", entries)
                took = time.perf_counter() - began
            except PushTrouble:
                self._count("failed")
                time.sleep(chance.uniform(0.1, 0.6))
                self._waiting.put((evening, place))
                continue
            with self._lock:
                self.pushes.append(took)
                self.taken += len(entries)
            if taken < len(evening.entries):
                self._waiting.put((evening, place + len(entries)))

    def _cut(
        self, config: PushConfig, evening: TableEvening, entries: tuple[Entry, ...], chance: random.Random
    ) -> None:
        """Begin a push and go away: in the middle of it, or before the answer came."""
        body = Push(table=evening.table, box="box", entries=entries).text.encode()
        head = (
            f"POST {PATH} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {config.key}\r\n"
            f"Content-Length: {len(body)}\r\n\r\n"
        ).encode()
        whole = chance.random() < 0.5
        try:
            with socket.create_connection(("127.0.0.1", self.port), timeout=5) as line:
                line.sendall(head + (body if whole else body[: len(body) // 2]))
        except OSError:
            self._count("failed")
        self._count("cut before the answer" if whole else "cut in the middle")

    def _look(self, chance: random.Random) -> None:
        tags: dict[str, str] = {}
        while not self.looked.is_set():
            path = f"/d/{chance.randint(1, self.divisions)}"
            try:
                status, tag, took = get(self.pages, path, tags.get(path) if chance.random() < 0.5 else None)
            except OSError:
                self._count("page not there")
                time.sleep(0.1)
                continue
            if status in {200, 304}:
                tags[path] = tag
                with self._lock:
                    self.looks.append(took)
            else:
                self._count("page not there")
            time.sleep(0.01)

    def _count(self, what: str) -> None:
        with self._lock:
            self.counts[what] += 1


def pull_plugs(crowd: Crowd, service: Service, cluster: Cluster, times: int) -> int:
    """Kill service and database in turn, evenly over what has to arrive; return how often."""
    for number in range(1, times + 1):
        while crowd.taken < crowd.total * number / (times + 1) and not crowd.done:
            time.sleep(0.005)
        if crowd.done:
            return number - 1
        if number % 2:
            service.kill()
            service.start()
        else:
            cluster.kill()
            cluster.start()
        service.wait()
    return times
