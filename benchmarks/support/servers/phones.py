"""Many phones in one process: raw event streams by epoll, told on standard input what to do.

open N      open N more streams, answer with how many are open
clear       forget what was measured
report      answer with the milliseconds from each `@SECONDS@` in an event to its arrival
"""

from __future__ import annotations

import json
import re
import selectors
import socket
import sys
import time

STAMP = re.compile(rb"@(\d+\.\d+)@")
ASK = b"GET /api/stream HTTP/1.1\r\nHost: %b\r\nAccept: text/event-stream\r\n\r\n"


class Phones:
    """The open streams and what they measured."""

    def __init__(self, host: str, port: int) -> None:
        self.address = (host, port)
        self.selector = selectors.DefaultSelector()
        self.selector.register(sys.stdin, selectors.EVENT_READ)
        self.waits: list[float] = []
        self.open = 0

    def run(self) -> None:
        """Serve standard input and all streams until the input ends."""
        while True:
            for key, _ in self.selector.select():
                if key.fileobj is sys.stdin:
                    line = sys.stdin.readline()
                    if not line:
                        return
                    self.do(*line.split())
                else:
                    self.read(key.fileobj)  # type: ignore[arg-type]

    def do(self, order: str, count: str = "0") -> None:
        if order == "open":
            for _ in range(int(count)):
                self.dial()
            print(json.dumps({"open": self.open}), flush=True)
        elif order == "clear":
            self.waits.clear()
        else:
            print(json.dumps({"open": self.open, "waits": self.waits}), flush=True)

    def dial(self) -> None:
        phone = socket.create_connection(self.address, timeout=20)
        phone.sendall(ASK % f"{self.address[0]}:{self.address[1]}".encode())
        if b" 200 " not in phone.recv(15):
            phone.close()
            return
        phone.settimeout(0.0)
        self.open += 1
        self.selector.register(phone, selectors.EVENT_READ)

    def read(self, phone: socket.socket) -> None:
        try:
            data = phone.recv(1 << 16)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        now = time.time()
        if not data:
            self.selector.unregister(phone)
            phone.close()
            self.open -= 1
            return
        self.waits.extend(1000 * (now - float(stamp)) for stamp in STAMP.findall(data)[:1])


if __name__ == "__main__":
    Phones(sys.argv[1], int(sys.argv[2])).run()
