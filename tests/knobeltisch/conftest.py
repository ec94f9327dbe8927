from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path

import pytest
from argon2 import PasswordHasher

from hardware.panel.panel import Button, Press
from knobeltisch.access import pin as pin_module
from knobeltisch.app import App, Site, build
from knobeltisch.config import Config, JournalConfig, PageConfig
from knobeltisch.lifecycle.crash_counter import since_power_on
from knobeltisch.status import Device
from knobeltisch.storage.journal import open_journal
from knobeltisch.storage.store import open_keep
from knobeltisch.table.recorder import Recorder
from knobeltisch.table.table import Table
from knobeltisch.update.plan import UNITS
from vision.types import Die, Doubt, Fate, Moment, Reading, Scene, SeenDie, Sighting, Status, WatchEvent


@pytest.fixture
def keep(tmp_path):
    store = open_keep(tmp_path / "house.sqlite")
    yield store
    store.close()


@pytest.fixture(autouse=True)
def quick_pins(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hash PINs with little work: what is slow on purpose would be slow in every test."""
    quick = PasswordHasher(time_cost=1, memory_cost=64, parallelism=1)
    monkeypatch.setattr(pin_module, "_HASHER", quick)


def die(value: int, place: int, *, sure: bool = True, candidates: tuple[int, ...] = ()) -> Die:
    return Die(
        value=value,
        x=100.0 + 40 * place,
        y=100.0,
        size=16.0,
        angle=0.0,
        confidence=0.999 if sure else 0.6,
        candidates=candidates or (value,),
    )


def sighting(
    moment: Moment,
    *,
    thrown: Sequence[int] = (),
    stayed: Sequence[int] = (),
    doubts: Sequence[Doubt] = (),
    candidates: tuple[int, ...] = (),
    margin: float | None = None,
) -> Sighting:
    """What the watcher would say: dice from under the cup, and dice that lay outside it."""
    seen = [
        SeenDie(die=die(value, place), fate=Fate.STAYED, before=value) for place, value in enumerate(stayed)
    ]
    seen += [
        SeenDie(die=die(value, place + 5, sure=not doubts, candidates=candidates), fate=Fate.THROWN)
        for place, value in enumerate(thrown)
    ]
    status = Status.UNSURE if doubts else Status.OK if seen else Status.EMPTY
    reading = Reading(status=status, dice=tuple(one.die for one in seen), doubts=tuple(doubts), margin=margin)
    crops = tuple(b"\xff\xd8 die %d" % place for place in range(len(seen)))
    return Sighting(moment=moment, at=0.0, reading=reading, seen=tuple(seen), crops=crops)


@pytest.fixture
def sightings() -> Callable[..., Sighting]:
    """Make what the watcher would say; see `sighting`."""
    return sighting


@dataclass
class Pub:
    """A running table without a camera: tests say what was seen and pressed, and look at the board."""

    table: Table
    path: Path

    def start(self, *players: str, leader: str | None = None, variant: str = "bavarian") -> None:
        self.order({"do": "start", "variant": variant, "players": list(players), "leader": leader})

    def order(self, command: dict[str, object]) -> None:
        reply = self.table.commands.send(command)
        assert reply == {"ok": True}, reply

    def refused(self, command: dict[str, object]) -> str:
        reply = self.table.commands.send(command)
        assert reply["ok"] is False
        error = reply["error"]
        assert isinstance(error, dict)
        return str(error["code"])

    def see(self, event: WatchEvent) -> None:
        self.table.see(event)
        self.table.drain()

    def cup_down(self, *outside: int, doubts: Sequence[Doubt] = ()) -> None:
        self.see(Scene(at=0.0, cup=True, hand=False, still=True))
        self.see(sighting(Moment.CUP_DOWN, stayed=outside, doubts=doubts))

    def lift(
        self,
        *thrown: int,
        held: Sequence[int] = (),
        doubts: Sequence[Doubt] = (),
        candidates: tuple[int, ...] = (),
        margin: float | None = None,
    ) -> None:
        self.see(Scene(at=0.0, cup=False, hand=False, still=True))
        self.see(
            sighting(
                Moment.LIFT, thrown=thrown, stayed=held, doubts=doubts, candidates=candidates, margin=margin
            )
        )

    def touched(self, *lying: int) -> None:
        self.see(sighting(Moment.TOUCHED, stayed=lying))

    def throw(self, *dice: int, held: Sequence[int] = ()) -> None:
        """A throw as it goes: the cup comes down over the free dice and is lifted."""
        self.cup_down(*held)
        self.lift(*dice, held=held)

    def press(self, button: Button, *, long: bool = False) -> None:
        self.table.press(Press(button=button, long=long, at=0.0))
        self.table.drain()

    @property
    def shown(self) -> dict[str, object]:
        return self.table.board.snapshot()

    @property
    def state(self) -> dict[str, object]:
        state = self.shown["state"]
        assert isinstance(state, dict)
        return state

    @property
    def question(self) -> dict[str, object] | None:
        question = self.shown["question"]
        assert question is None or isinstance(question, dict)
        return question

    def answer(self, **answer: object) -> None:
        assert self.question is not None
        self.order({"do": "answer", "question": self.question["id"], **answer})

    def acts(self) -> list[str]:
        shown = self.shown["acts"]
        assert isinstance(shown, list)
        return [f"{one['act']['act']} {one['act'].get('dice', '')}".strip() for one in shown]


@pytest.fixture
def open_pub(tmp_path: Path) -> Iterator[Callable[..., Pub]]:
    """Open the pub on the test's journal; a second call is what a restart finds."""
    pubs: list[Pub] = []
    path = tmp_path / "journal.sqlite"
    clock = count(1000)

    def close() -> None:
        while pubs:
            pub = pubs.pop()
            pub.table.stop()
            pub.table._journal.close()

    def open_(recorder: Recorder | None = None) -> Pub:
        close()
        table = Table(
            journal=open_journal(path),
            clock=lambda: float(next(clock)),
            camera=Device(status="ok", name="test"),
            recorder=recorder,
        )
        table.start()
        pubs.append(Pub(table=table, path=path))
        return pubs[0]

    yield open_
    close()


@pytest.fixture
def pub(open_pub: Callable[[], Pub]) -> Pub:
    return open_pub()


@pytest.fixture
def lift_of() -> Callable[..., Sighting]:
    """Makes the sighting of a lift."""
    return lambda *thrown, **more: sighting(Moment.LIFT, thrown=thrown, **more)


@pytest.fixture
def house() -> Callable[..., AbstractContextManager[App]]:
    """Opens the whole house on a folder, as `knobeltisch run` does, and closes it again."""

    @contextmanager
    def opened(folder: Path, *, site: Site | None = None, page: bool = True, **more: str) -> Iterator[App]:
        app = build(
            Config(
                page=PageConfig(host="127.0.0.1", port=0, **more),
                journal=JournalConfig(path=folder / "journal.sqlite"),
            ),
            camera=None,
            pins=None,
            clock=time.time,
            site=site or Site(),
        )
        (app.start if page else app.table.start)()
        try:
            yield app
        finally:
            app.stop()

    return opened


class Systemd:
    """Starts the table and listens, as the service manager does."""

    watchdog_s = 1.5

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.bind(str(folder / "notify"))
        self._socket.settimeout(60)
        self._processes: list[subprocess.Popen[str]] = []
        self.port = 0

    def start(self, *words: str, **env: str) -> subprocess.Popen[str]:
        process = subprocess.Popen(
            [sys.executable, "-m", "knobeltisch", "run", *words],
            stdout=subprocess.DEVNULL,
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
        until = time.monotonic() + 60
        while time.monotonic() < until:
            told = self._socket.recv(4096).decode()
            if told.startswith(word):
                return told
        raise TimeoutError(word)

    def ready(self) -> None:
        status = self.hear("READY=1")
        found = re.search(r":(\d+)/$", status)
        assert found, status
        self.port = int(found[1])

    def forget(self) -> None:
        """Let go of what was said so far: who said it has ended."""
        self._socket.settimeout(0)
        with suppress(BlockingIOError):
            while self._socket.recv(4096):
                pass
        self._socket.settimeout(60)

    def sees(self, status: str) -> None:
        """Wait until the page shows the camera in this state."""
        until = time.monotonic() + 60
        while (shown := self.ask("/api/board")["camera"]["status"]) != status:  # type: ignore[index]
            assert time.monotonic() < until, shown
            time.sleep(0.02)

    def hears_nothing_of(self, word: str, seconds: float) -> bool:
        """Tell whether `word` does not come in a pause of so many seconds, nor before it."""
        self._socket.settimeout(seconds)
        with suppress(TimeoutError):
            while True:
                if self._socket.recv(4096).decode().startswith(word):
                    return False
        return True

    def ask(self, path: str) -> dict[str, object]:
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}{path}", timeout=10) as answer:
            told = json.load(answer)
        assert isinstance(told, dict)
        return told

    def close(self) -> None:
        for process in self._processes:
            process.kill()
            process.wait()
            if process.stderr is not None:
                process.stderr.close()
        self._socket.close()


@pytest.fixture
def systemd(tmp_path: Path) -> Iterator[Systemd]:
    made = Systemd(tmp_path)
    yield made
    made.close()


@pytest.fixture
def failed_twice(tmp_path: Path) -> None:
    """Two starts before this one came to no good end."""
    failed = {"at": since_power_on(), "doing": "opening the camera (auto)", "kind": "", "why": ""}
    (tmp_path / "starts.json").write_text(json.dumps([failed, failed]))


TABLE = """
import http.server, json, os, sqlite3, sys
from pathlib import Path
journal = os.environ["JOURNAL"]
{first}
class Page(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        with sqlite3.connect(journal) as asked:
            head = asked.execute("SELECT count(*) FROM entry").fetchone()[0]
        health = {{"ok": True, "boot": str(os.getpid()), "mode": "{mode}", "head": head}}
        said = health if self.path == "/healthz" else {{"acts": [{{"id": n + 1}} for n in range(head)]}}
        self.send_response(200)
        self.end_headers()
        self.wfile.write(json.dumps(said).encode())
    def log_message(self, *_):
        pass
server = http.server.HTTPServer(("127.0.0.1", int(os.environ.get("PORT", 0))), Page)
Path(os.environ["SAYS"]).write_text(str(server.server_port))
server.serve_forever()
"""
"""A table in few lines, for packages that are made in a test."""

TABLES = {
    "well": TABLE.format(first="", mode="normal"),
    "falls over": "raise SystemExit(1)",
    "silent": "import time; time.sleep(600)",
    "safe": TABLE.format(first="", mode="safe"),
    "raises": TABLE.split("{first}", maxsplit=1)[0].replace("{{", "{").replace("}}", "}")
    + "asked = sqlite3.connect(journal); asked.execute('PRAGMA user_version = 2'); asked.close(); sys.exit(1)",
}


@pytest.fixture
def make_deb(tmp_path: Path) -> Callable[..., Path]:
    """Make real Debian packages: `make_deb("0.2.0", table="well", preinst="...", fields="Depends: ...")`."""
    if shutil.which("dpkg-deb") is None:
        pytest.skip("dpkg-deb is missing: this is no Debian")

    def make(
        version: str, *, table: str = "well", name: str = "knobeltisch", fields: str = "", **scripts: str
    ) -> Path:
        tree = tmp_path / f"tree-{version}"
        program = tree / "usr/lib/knobeltisch/stand_in.py"
        units = tree / "usr/lib/systemd/system"
        for folder in (program.parent, units, tree / "DEBIAN"):
            folder.mkdir(parents=True)
        program.write_text(TABLES[table])
        for unit in UNITS:
            (units / unit).write_text(f"# {unit} of {version}\n")
        sums = [
            f"{hashlib.md5(file.read_bytes(), usedforsecurity=False).hexdigest()}  {file.relative_to(tree)}\n"
            for file in sorted(tree.rglob("*"))
            if file.is_file()
        ]
        (tree / "DEBIAN/md5sums").write_text("".join(sums))
        kind = subprocess.run(["dpkg", "--print-architecture"], capture_output=True, text=True, check=True)
        architecture = "" if "Architecture:" in fields else f"Architecture: {kind.stdout.strip()}\n"
        size = "" if "Installed-Size:" in fields else "Installed-Size: 10\n"
        (tree / "DEBIAN/control").write_text(
            f"Package: {name}\nVersion: {version}\nMaintainer: nobody <nobody@localhost>\n"
            f"{architecture}{size}{fields}Description: a table of a test\n of few lines\n"
        )
        for script, text in {"preinst": "SCHEMA=1", **scripts}.items():
            (tree / "DEBIAN" / script).write_text(f"#!/bin/sh\n{text}\n")
            (tree / "DEBIAN" / script).chmod(0o755)
        file = tmp_path / f"{name}_{version}.deb"
        subprocess.run(["dpkg-deb", "-Znone", "--build", tree, file], capture_output=True, check=True)
        shutil.rmtree(tree)
        return file

    return make
