"""A service in a process of its own, commands beside it in theirs, and which locks it has."""

import json
import os
import ssl
import subprocess
import sys
import urllib.request
from collections.abc import Mapping
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any
from urllib.error import HTTPError

from tests.support.paths import ROOT
from tests.support.servers.program import Program
from tests.support.waiting import LONGEST_S
from web.security.authorization import HEADER

START = {"do": "start", "variant": "bavarian", "players": ["Anna", "Ben"], "leader": "Anna"}
THROW = {"do": "act", "act": {"act": "throw", "dice": [1, 2, 4]}}
UNDO = {"do": "undo"}
TABLE = """
[journal]
path = '{folder}/journal.sqlite'
[page]
host = '127.0.0.1'
port = {port}
table = 'everyone'
[camera]
device = 'none'
[panel]
use = 'off'
"""
"""The configuration of a table without devices."""


def command(*words: str | Path, **env: str) -> subprocess.CompletedProcess[str]:
    """Run a command in a process of its own to its end."""
    return run_python("-m", "knobeltisch", *words, **env)


def run_python(*words: str | Path, folder: Path = ROOT, **env: str) -> subprocess.CompletedProcess[str]:
    """Run Python in `folder`, in a process of its own, to its end."""
    return subprocess.run(
        [sys.executable, *map(str, words)],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT), **env},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=LONGEST_S,
        check=False,
    )


class Browser:
    """A browser of somebody at the page; one that trusts a certificate in the file `root` comes over https."""

    def __init__(self, port: int, address: str, root: Path | None):
        self._url = f"{'http' if root is None else 'https'}://{address}:{port}"
        tls = urllib.request.HTTPSHandler(context=ssl.create_default_context(cafile=root))
        self._opener = urllib.request.build_opener(tls, urllib.request.HTTPCookieProcessor(CookieJar()))

    def get(self, path: str) -> dict[str, Any]:
        with self._opener.open(f"{self._url}{path}", timeout=LONGEST_S) as answer:
            report = json.load(answer)
        assert isinstance(report, dict)
        return report

    def post(self, path: str, body: Mapping[str, object]) -> int:
        headers = {"Content-Type": "application/json", "Origin": self._url}
        headers[HEADER] = str(self.get("/api/me")["token"])
        request = urllib.request.Request(f"{self._url}{path}", json.dumps(body).encode(), headers)
        try:
            with self._opener.open(request, timeout=LONGEST_S) as answer:
                return int(answer.status)
        except HTTPError as refused:
            with refused:
                return int(refused.status)


class Service:
    """A table or a hub, run by `words`; its files lie in `folder`."""

    def __init__(self, folder: Path, *words: str | Path, **env: str):
        self.folder, self._words, self._env = folder, words, env
        self.start()

    def start(self):
        self._program = Program("-m", "knobeltisch", *map(str, self._words), environ=self._env)
        self.port = int(self._program.address.rsplit(":", 1)[1])

    def browser(self, address: str = "127.0.0.1", root: Path | None = None) -> Browser:
        return Browser(self.port, address, root)

    def kill(self):
        """End it as a loss of power would."""
        self._program.kill()

    def locks(self) -> set[str]:
        files = {file.stat().st_ino: file.name for file in self.folder.iterdir()}
        rows = [line.split() for line in Path("/proc/locks").read_text().splitlines()]
        found = {
            (row[1], files.get(int(row[5].rsplit(":", 1)[1])))
            for row in rows
            if row[1] != "->" and int(row[4]) == self._program.process.pid
        }
        return {f"{kind} {name}" for kind, name in found if name}
