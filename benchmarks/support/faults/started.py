"""Start `knobeltisch run` without loading it each time: a process that has loaded it is forked."""

from __future__ import annotations

import http.client
import json
import os
import re
import select
import signal
import socket
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from knobeltisch.commands import real_table, run
from knobeltisch.update import installer

START_S: Final = 30.0
MOST_STARTS: Final = 5
"""systemd restarts a table that ends; after three failures it is in safe mode."""
ASKED: Final = ("/healthz", "/api/board", "/api/regulars", "/api/house-rules", "/evenings", "/")


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """Observations of a table: the number of starts, its snapshot (None: it is not up), each answer by path, its last output."""

    starts: int
    board: dict[str, Any] | None
    answers: dict[str, tuple[int, bytes]]
    output: str = ""

    def json(self, path: str) -> Any:
        """Return an answer; None unless it is a success."""
        status, raw = self.answers[path]
        return json.loads(raw) if status == 200 else None


class Starter:
    """Starts tables on folders, one at a time; each is killed after the check."""

    def __init__(self) -> None:
        self._folder = Path(tempfile.mkdtemp(prefix="storm-"))
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.bind(str(self._folder / "notify"))
        assert callable(real_table.table)  # loaded now, not in each of the forks

    def start(self, folder: Path) -> Seen:
        """Start on `folder` until a page is up, query it, and kill it."""
        output = ""
        for number in range(1, MOST_STARTS + 1):
            child = self._fork(folder)
            port = self._port(child)
            if port is None:
                output = (self._folder / "output").read_text(errors="replace")
                continue
            try:
                answers = _answers(port)
                board = json.loads(answers["/api/board"][1])
                return Seen(starts=number, board=board, answers=answers)
            except (OSError, ValueError, http.client.HTTPException) as error:
                output = f"{error!r}: {(self._folder / 'output').read_text(errors='replace')}"
                return Seen(starts=number, board=None, answers={}, output=output)
            finally:
                os.kill(child, signal.SIGKILL)
                os.waitpid(child, 0)
        return Seen(starts=MOST_STARTS, board=None, answers={}, output=output)

    def _fork(self, folder: Path) -> int:
        child = os.fork()
        if child:
            return child
        try:
            os.environ.update(
                {
                    "NOTIFY_SOCKET": str(self._folder / "notify"),
                    "RUNTIME_DIRECTORY": str(folder),
                    "STATE_DIRECTORY": str(folder),
                    "KNOBELTISCH_PAGE_PORT": "0",
                    "KNOBELTISCH_PAGE_HOST": "127.0.0.1",
                    "KNOBELTISCH_PAGE_TABLE": "everyone",
                    "KNOBELTISCH_PAGE_HTTPS": "on",
                    "KNOBELTISCH_CAMERA_DEVICE": "none",
                    "KNOBELTISCH_PANEL_USE": "off",
                    "KNOBELTISCH_HUB_URL": "http://127.0.0.1:9",
                    "KNOBELTISCH_HUB_KEY": "none",
                }
            )
            installer.FOLDER = folder  # the real one is the device's
            out = os.open(self._folder / "output", os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
            os.dup2(out, 1)
            os.dup2(out, 2)
            sys.stdout = open(1, "w", closefd=False)  # noqa: SIM115 - as long as the process lives
            sys.stderr = open(2, "w", closefd=False)  # noqa: SIM115 - as above
            code = run.main(None)
        except BaseException:  # noqa: BLE001 - printed as Python would, without the parent's exit handlers
            import traceback  # noqa: PLC0415 - only in the fork

            traceback.print_exc()
            code = 1
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)

    def _port(self, child: int) -> int | None:
        """Wait for the address of the table's page; return None if the table ends first. Kill it if it hangs."""
        until = time.monotonic() + START_S
        while time.monotonic() < until:
            if select.select([self._socket], [], [], 0.05)[0]:
                found = re.search(r"page: .*:(\d+)/", self._socket.recv(4096).decode())
                if found:
                    return int(found[1])
            elif os.waitpid(child, os.WNOHANG)[0]:
                return None
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        return None


def _answers(port: int) -> dict[str, tuple[int, bytes]]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    answers = {}
    try:
        for path in ASKED:
            connection.request("GET", path)
            got = connection.getresponse()
            answers[path] = (got.status, got.read())
    finally:
        connection.close()
    return answers
