"""The real table without camera and the hub as programs, and a visitor who sends commands to its page."""

import http.cookiejar
import json
import urllib.error
import urllib.request
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from tests.support.servers.program import Program

HEADER = "X-Knobeltisch-Token"


class Refusal(Exception):
    """A command was answered, but not carried out."""


def run_table(
    journal: Path, *, port: int = 0, more: Mapping[str, str] | None = None, module: Sequence[str] = ()
) -> Program:
    """Start `knobeltisch run` on that journal, without camera and pins, open to everybody.

    `more`: settings by their names, `module`: what runs it in place of `knobeltisch`.
    """
    settings = {"PAGE_PORT": str(port), "PAGE_HOST": "127.0.0.1", "JOURNAL_PATH": str(journal)}
    settings |= {"CAMERA_DEVICE": "none", "PANEL_USE": "off", "PAGE_TABLE": "everyone"}
    environ = {f"KNOBELTISCH_{key}": value for key, value in (settings | dict(more or {})).items()}
    nothing = journal.with_name("empty.toml")  # so that the machine's own configuration is not read
    nothing.touch()
    return Program("-m", *(module or ("knobeltisch",)), "run", "--config", str(nothing), environ=environ)


def run_hub(folder: Path, more: Mapping[str, str]) -> Program:
    """Start `knobeltisch hub` that keeps its files in `folder`, at a free port of this machine; `more` settings by their names."""
    folder.mkdir(exist_ok=True)
    nothing = folder / "nothing.toml"
    nothing.touch()
    settings = {"PAGE_PORT": "0", "PAGE_HOST": "127.0.0.1", "HALL_FOLDER": str(folder), **more}
    environ = {f"KNOBELTISCH_{key}": value for key, value in settings.items()}
    return Program("-m", "knobeltisch", "hub", "--config", str(nothing), environ=environ)


class Visitor:
    """A browser's way of sending commands: its session is kept, its token goes with every change."""

    def __init__(self, address: str):
        self.address = address
        self._jar = http.cookiejar.CookieJar()
        self._open = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self._jar)).open
        self._headers: dict[str, str] | None = None

    def look(self) -> dict[str, Any]:
        """Return the snapshot shown now. Raise OSError if nobody answers."""
        return self._json(urllib.request.Request(f"{self.address}/api/board"))

    def send(self, command: dict[str, Any]):
        """Carry out a command. Raise Refusal with the table's words, OSError if nobody answers."""
        headers = {"Content-Type": "application/json", **self._token()}
        body = json.dumps(command).encode()
        asked = urllib.request.Request(f"{self.address}/api/commands", body, headers)
        try:
            reply = self._json(asked)
        except urllib.error.HTTPError as error:
            self._headers = None  # a restarted table gives another token
            reply = json.load(error)
        if not reply.get("ok"):
            raise Refusal(json.dumps(reply))

    def _json(self, asked: urllib.request.Request) -> dict[str, Any]:
        with self._open(asked, timeout=60) as answer:
            content: dict[str, Any] = json.load(answer)
        return content

    def _token(self) -> dict[str, str]:
        if self._headers is None:
            me = self._json(urllib.request.Request(f"{self.address}/api/me"))
            self._headers = {HEADER: str(me["token"])}
        return self._headers
