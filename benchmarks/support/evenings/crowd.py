"""Phones that come and go: raw event streams whose snapshots are compared with the truth, also between events."""

from __future__ import annotations

import json
import random
import selectors
import socket
import threading
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from benchmarks.support.evenings.truth import numbers

if TYPE_CHECKING:
    from benchmarks.support.evenings.truth import Truth

RETRY_S = 2.0  # as the stream asks of browsers
LOOK_S = 0.25
ASK = b"GET /api/stream HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: text/event-stream\r\n\r\n"


@dataclass
class Seen:
    """The number of comparisons, and the differences."""

    compared: int = 0
    behind: list[float] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)

    def compare(self, who: str, shown: Any, truth: Truth, asked: float, answered: float) -> None:
        self.compared += 1
        age = truth.behind(shown, asked, answered)
        if age is None:
            stood = [past.numbers for past in truth.recent()]
            self.wrong.append(f"{who} at {answered:.3f} shows {shown}; of late it was {stood}")
        else:
            self.behind.append(age)


class Phone:
    """One phone: watches for a while, is put away, comes back."""

    def __init__(self, number: int, chance: random.Random) -> None:
        self.number, self.chance = number, chance
        self.line: socket.socket | None = None
        self.until = time.time() + chance.uniform(0, 5)
        self.rest = b""
        self.shown: Any = None
        self.visits = 0


class Crowd(threading.Thread):
    """All phones, in one thread, until `stop`."""

    def __init__(self, port: int, count: int, truth: Truth, *, seed: int) -> None:
        super().__init__(name="crowd", daemon=True)
        self.port, self.truth, self.seen = port, truth, Seen()
        self.chance = random.Random(seed)
        self.phones = [Phone(number, random.Random(f"{seed}-{number}")) for number in range(count)]
        self.selector = selectors.DefaultSelector()
        self.ended = threading.Event()
        self.most = 0

    def run(self) -> None:
        """Read the boards, compare them, and let phones join and leave, until the crowd is ended."""
        looked = time.time()
        while not self.ended.is_set():
            for key, _ in self.selector.select(0.05):
                self._read(key.data)
            now = time.time()
            for phone in self.phones:
                if now >= phone.until:
                    self._come_or_go(phone, now)
            if now - looked >= LOOK_S:
                looked = now
                self._look_around()

    def stop(self) -> None:
        """End all visits."""
        self.ended.set()
        self.join()

    def _look_around(self) -> None:
        here = [phone for phone in self.phones if phone.line is not None and phone.shown is not None]
        self.most = max(self.most, len(here))
        for phone in here:
            now = time.time()
            self.seen.compare(f"phone {phone.number}", phone.shown, self.truth, now, now)

    def _come_or_go(self, phone: Phone, now: float) -> None:
        if phone.line is not None:
            self._hang_up(phone)
            phone.until = now + phone.chance.uniform(0.5, 10)
            return
        try:
            line = socket.create_connection(("127.0.0.1", self.port), timeout=2)
            line.sendall(ASK)
            line.settimeout(0.0)
        except OSError:
            phone.until = now + RETRY_S
            return
        phone.line, phone.rest, phone.shown = line, b"", None
        phone.visits += 1
        phone.until = now + phone.chance.expovariate(1 / 40)
        self.selector.register(line, selectors.EVENT_READ, phone)

    def _hang_up(self, phone: Phone) -> None:
        assert phone.line is not None
        self.selector.unregister(phone.line)
        phone.line.close()
        phone.line = phone.shown = None

    def _read(self, phone: Phone) -> None:
        assert phone.line is not None
        try:
            data = phone.line.recv(1 << 18)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        now = time.time()
        if not data:
            self._hang_up(phone)
            phone.until = now + RETRY_S
            return
        *events, phone.rest = (phone.rest + data).split(b"\n\n")
        for event in events:
            at = event.find(b"data: {")
            if at >= 0:
                snapshot = json.loads(event[at + 6 :].split(b"\n", 1)[0])
                phone.shown = numbers(snapshot["state"])
                self.seen.compare(f"phone {phone.number}", phone.shown, self.truth, now, now)
