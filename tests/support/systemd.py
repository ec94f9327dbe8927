"""A service manager for tests: it starts `knobeltisch run`, or another service of it, and hears what it reports to systemd."""

import json
import os
import re
import socket
import subprocess
import sys
import time
import urllib.request
from contextlib import suppress
from pathlib import Path
from typing import TextIO

from tests.support.waiting import LONGEST_S, until


def notify_socket(address: str) -> socket.socket:
    """Return a socket on which systemd would listen; an address that begins with a null byte is on no disk."""
    listening = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    listening.bind(address)
    listening.settimeout(LONGEST_S)
    return listening


class Systemd:
    """Starts the table and listens, as the service manager does."""

    watchdog_s = 1.5

    def __init__(self, folder: Path):
        self._folder = folder
        self._socket = notify_socket(str(folder / "notify"))
        self._processes: list[subprocess.Popen[str]] = []
        self.port = 0

    def start(
        self,
        *words: str,
        service: tuple[str, ...] = ("run",),
        stdout: int | TextIO = subprocess.DEVNULL,
        **env: str,
    ) -> subprocess.Popen[str]:
        process = subprocess.Popen(
            [sys.executable, "-m", "knobeltisch", *service, *words],
            stdout=stdout,
            stderr=subprocess.PIPE,
            text=True,
            env={
                **os.environ,
                "NOTIFY_SOCKET": str(self._folder / "notify"),
                "WATCHDOG_USEC": str(round(self.watchdog_s * 1e6)),
                "RUNTIME_DIRECTORY": str(self._folder),
                "STATE_DIRECTORY": str(self._folder),
                "KNOBELTISCH_PAGE_PORT": "0",
                "KNOBELTISCH_PAGE_HOST": "127.0.0.1",
                "KNOBELTISCH_PANEL_USE": "off",
                **env,
            },
        )
        self._processes.append(process)
        return process

    def hear(self, word: str) -> str:
        """Wait for a datagram that begins with `word`."""
        end = time.monotonic() + LONGEST_S
        while time.monotonic() < end:
            message = self._socket.recv(4096).decode()
            if message.startswith(word):
                return message
        raise TimeoutError(word)

    def ready(self):
        status = self.hear("READY=1")
        found = re.search(r":(\d+)/$", status)
        assert found, status
        self.port = int(found[1])

    def forget(self):
        """Discard the messages so far: their sender has ended."""
        self._socket.settimeout(0)
        with suppress(BlockingIOError):
            while self._socket.recv(4096):
                pass
        self._socket.settimeout(LONGEST_S)

    def sees(self, status: str):
        """Wait until the page shows the camera in this state."""
        until(lambda: self.ask("/api/board")["camera"]["status"] == status)

    def hears_nothing_of(self, word: str, seconds: float) -> bool:
        """Whether `word` does not come in a pause of so many seconds, nor before it."""
        self._socket.settimeout(seconds)
        with suppress(TimeoutError):
            while True:
                if self._socket.recv(4096).decode().startswith(word):
                    return False
        return True

    def ask(self, path: str) -> dict[str, object]:
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}{path}", timeout=LONGEST_S) as answer:
            report = json.load(answer)
        assert isinstance(report, dict)
        return report

    def close(self):
        for process in self._processes:
            process.kill()
            process.wait()
            if process.stderr is not None:
                process.stderr.close()
        self._socket.close()
