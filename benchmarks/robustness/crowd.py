"""A full pub and an attacker: whether the paired tablet gets through, and watchers see what happens.

    python -m benchmarks.robustness.crowd [--seconds 600] [--alone 60] [--browsers 100] [--watchers 300] [--out FILE]

First some attacks alone, each against a table of its own. Then 100 browsers of six connections each behind one address, some of
them real Chromium, and all attacks at once: 100 streams of one address, 200 silent connections, 80 heads and bodies that never
end, 20 pipelines, 40 clients that do not read, a flood of `GET /api/acts` over 20 connections, 20 clients of 20 addresses that only
shake hands, and 16 each that send bodies in chunks, heads that are dear to parse, and hellos that are broken off. The tablet sends a
command over https four times a second from its own address; every twentieth over a new connection; its times are compared with
writing 4 KB to the same disk. Afterwards watchers for a minute. The same storm over http against our server, waitress, and nginx
before waitress. Everything runs on this machine's loopback and ends by itself.
"""

import contextlib
import http.client
import json
import os
import ssl
import subprocess
import sys
import tempfile
import threading
import time
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import click
from playwright.sync_api import Error as BrowserError
from playwright.sync_api import sync_playwright

from benchmarks.support.reports import ROOT, out_option, quantile, table, tiny_option, write_report
from tests.support.evenings.visitor import run_table
from tests.support.pages.browser import installed, launched

TABLET = "127.0.0.2"
OTHER = "benchmarks.support.servers.other_page"
PAUSE_S = 0.25
TIMEOUT_S = 10.0
WATCH_S = 60.0
ALONE = {
    "nobody": (),
    "200 silent and 80 slow connections": ("idler", "slow"),
    "100 streams": ("streamer",),
    "requests over 20 connections": ("flooder",),
    "handshakes of TLS": ("shaker",),
    "bodies in chunks": ("chunker",),
    "heads that are dear to parse": ("header",),
    "hellos that are broken off": ("hello",),
}
COMMANDS = ({"do": "act", "act": {"act": "throw", "dice": [1, 3, 5]}}, {"do": "undo"})


class Tablet:
    """The paired tablet's browser: one connection over https, which is kept; it trusts the table's `root`; None: over http."""

    def __init__(self, port, root):
        self.port = port
        self._trusts = None if root is None else ssl.create_default_context(cafile=str(root))
        self.line: http.client.HTTPConnection | None = None
        self.headers = {"Content-Type": "application/json"}
        self.cookies: dict[str, str] = {}

    def ask(self, method, path, body=None):
        """Send a request; retry on a new connection if the old one was closed. Raise OSError or ValueError."""
        try:
            return self._ask(method, path, body)
        except (http.client.RemoteDisconnected, ConnectionResetError, BrokenPipeError):
            self.hang_up()
            return self._ask(method, path, body)

    def _ask(self, method, path, body):
        if self.line is None:
            place: Any = {"timeout": TIMEOUT_S, "source_address": (TABLET, 0)}
            kind = http.client.HTTPConnection
            if self._trusts is not None:
                kind = partial(http.client.HTTPSConnection, context=self._trusts)
            self.line = kind("127.0.0.1", self.port, **place)
        cookie = {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())}
        self.line.request(method, path, None if body is None else json.dumps(body), self.headers | cookie)
        answer = self.line.getresponse()
        content = answer.read()
        for given in answer.headers.get_all("Set-Cookie") or []:
            name, _, value = given.partition(";")[0].partition("=")
            self.cookies[name] = value
        if answer.status != 200:
            raise ValueError(f"{answer.status} {content[:100]!r}")
        found: dict[str, Any] = json.loads(content)
        return found

    def hang_up(self):
        if self.line is not None:
            self.line.close()
        self.line = None

    def pair(self):
        """Confirm the first PIN, as on the first evening, and begin a game."""
        self.fetch_token()
        self.ask("POST", "/api/first", {})
        self.ask("POST", "/api/first/noted", {})
        self.fetch_token()
        self.ask(
            "POST",
            "/api/commands",
            {"do": "start", "variant": "bavarian", "players": ["Anna", "Ben"], "leader": "Anna"},
        )

    def fetch_token(self):
        self.headers["X-Knobeltisch-Token"] = self.ask("GET", "/api/me")["token"]


@dataclass
class Found:
    """The measurements."""

    commands: list[float] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)
    boards: list[float] = field(default_factory=list)
    fsyncs: list[float] = field(default_factory=list)
    sent: dict[int, float] = field(default_factory=dict)
    pages: list[float] = field(default_factory=list)
    pages_failed: int = 0


@click.command()
@click.option("--seconds", default=600.0, show_default=True)
@click.option("--alone", default=60.0, show_default=True, help="Seconds for each attack alone.")
@click.option("--browsers", default=100, show_default=True)
@click.option("--watchers", default=300, show_default=True)
@click.option("--chromium", default=3, show_default=True, help="Real pages among the crowd.")
@tiny_option(seconds=5.0, alone=1.0, browsers=3, watchers=5, chromium=0)
@out_option
def main(seconds, alone, browsers, watchers, chromium, out):
    """Measure and print."""
    rows = [[name, *measure(alone, 0, 0, 0, only)[0]] for name, only in ALONE.items()]
    row, rest = measure(seconds, browsers, watchers, chromium)
    rows.append(["a crowd and all attacks", *row])
    for server in ("our server", "waitress", "nginx before waitress"):
        row, seen = measure(alone, browsers, 0, 0, server=server)
        rows.append([f"all, over http: {server}", *row])
        rest += f"\n\n{server}: {seen}"
    note = NOTE.format(seconds=seconds, alone=alone, browsers=browsers, chromium=chromium)
    write_report("A crowd and nine kinds of attack", f"{note}\n\n{table(HEADS, rows)}\n\n{rest}", out)


HEADS = ["beside the tablet", "commands", "p50 ms", "p99 ms", "most ms", "refused or lost", "fsync p50 / p99 ms", "board p50 / p99 ms",
         "MB before", "MB most", "pages opened, p50 s", "watchers: live / polling", "news p50 / p99 / most s"]  # fmt: skip
NOTE = """{browsers} browsers of six connections, {chromium} of them real pages in Chromium, and all attacks of
`benchmarks/support/servers/storm.py`, for {seconds:.0f} s; some alone before, for {alone:.0f} s each. *commands*: of the paired tablet, four a second; *refused or lost*:
every one that was not done within ten seconds. *fsync*: 4 KB written to the same disk meanwhile. *board*: the tablet's
GET /api/board. *pages opened*: by the crowd, with all files. *news*: from sending a command to a watcher's seeing it, in
the minute after, with watchers alone. All share the machine's cores; crowd and attackers, who would have their own, at a
lower priority."""


def measure(seconds, browsers, watchers, chromium, only=(), server=""):
    """Run the storm against the page: with `browsers` all attacks, otherwise `only` these; behind a `server` over http."""
    with tempfile.TemporaryDirectory(prefix="knobeltisch-") as folder:
        more = {"PAGE_TABLE": "paired", "PAGE_HTTPS": "off" if server else "on"}
        other = () if server in ("", "our server") else (OTHER, server.split(maxsplit=1)[0])
        program = run_table(Path(folder) / "journal.sqlite", more=more, module=other)
        port = int(program.address.rsplit(":", 1)[1])
        tablet, found = Tablet(port, None if server else Path(folder) / "https" / "root.pem"), Found()
        tablet.pair()
        before, ended = program.memory()["now"], threading.Event()
        disk = threading.Thread(target=measure_disk, args=(Path(folder), found, ended))
        disk.start()
        try:
            storm = _storm(port, seconds, browsers, 0, *only)
            _play(tablet, found, time.monotonic() + seconds, chromium, port)
            seen = _end(storm)
            row = [*_row(found), f"{before:.0f}", f"{program.memory()['most']:.0f}"]
            watched = _watch(tablet, port, watchers) if watchers else ["", ""]
        finally:
            ended.set()
            disk.join()
            program.process.terminate()
            program.process.communicate(timeout=30)
    opened = seen["opened"]
    row.append(f"{len(opened)}, {quantile(opened, 0.5):.1f}" if opened else "none")
    real = (
        f"Chromium: {len(found.pages)} loads, p50 / p99 {_pair(found.pages)} s, {found.pages_failed} failed. "
        if found.pages or found.pages_failed
        else ""
    )
    lost = f"First refusals: {found.failed[:3]}. " if found.failed else ""
    return [*row, *watched], real + lost + json.dumps(seen["seen"])


def _storm(port, seconds, browsers, watchers, *only):
    program = [sys.executable, "-m", "benchmarks.support.servers.storm"]
    command = [*program, *map(str, (port, seconds, browsers, watchers)), *only]
    return subprocess.Popen(["nice", "-n", "10", *command], cwd=ROOT, stdout=subprocess.PIPE, text=True)


def _end(storm):
    try:
        said, _ = storm.communicate(timeout=60)
    except subprocess.TimeoutExpired:
        storm.kill()
        said, _ = storm.communicate()
    found: dict[str, Any] = json.loads(said or '{"seen": {}, "opened": [], "news": []}')
    return found


def _play(tablet, found, until, chromium, port):
    """Play on the tablet, while real pages watch and are reloaded from time to time."""
    with contextlib.ExitStack() as stack:
        looking = threading.Thread(target=_look_on, args=(port, chromium, found, until))
        if chromium and installed():
            looking.start()
            stack.callback(looking.join)
        number = 0
        while time.monotonic() < until:
            began = time.monotonic()
            if number % 20 == 10:
                tablet.hang_up()  # a page that is loaded again, a tablet that comes back into the Wi-Fi
            _command(tablet, found, number)
            number += 1
            if number % 4 == 0:
                _timed(found.boards, found.failed, lambda: tablet.ask("GET", "/api/board"), tablet)
            time.sleep(max(0.0, began + PAUSE_S - time.monotonic()))


def _command(tablet, found, number):
    _timed(
        found.commands,
        found.failed,
        lambda: tablet.ask("POST", "/api/commands", COMMANDS[number % 2]),
        tablet,
    )


def _timed(times, failed, work, tablet):
    began = time.monotonic()
    try:
        work()
        times.append(1000 * (time.monotonic() - began))
    except (OSError, ValueError, http.client.HTTPException) as error:
        failed.append(f"{type(error).__name__}: {error}"[:160])
        tablet.hang_up()


def _look_on(port, pages, found, until):
    """Load real pages all the time. A header marks them as remote, because the page trusts its own device."""
    with sync_playwright() as playwright:
        browser = launched(playwright)
        while time.monotonic() < until:
            context = browser.new_context(extra_http_headers={"X-Forwarded-For": "127.1.0.3"})
            for _ in range(pages):
                began = time.monotonic()
                try:
                    page = context.new_page()
                    page.goto(f"http://127.0.0.1:{port}/watch", timeout=20000)
                    page.wait_for_selector("#table li", timeout=20000)
                    found.pages.append(time.monotonic() - began)
                except BrowserError:
                    found.pages_failed += 1
            time.sleep(min(20.0, max(0.0, until - time.monotonic())))
            context.close()
        browser.close()


def _watch(tablet, port, watchers):
    """Let everybody only watch, and return the delays."""
    found = Found()
    storm = _storm(port, WATCH_S, 0, watchers)
    time.sleep(WATCH_S / 3)  # they come first
    until = time.monotonic() + WATCH_S / 2
    number = 0
    while time.monotonic() < until:
        began = time.time()
        _command(tablet, found, number)
        with contextlib.suppress(OSError, ValueError, http.client.HTTPException):
            found.sent.setdefault(tablet.ask("GET", "/api/board")["version"], began)
        number += 1
        time.sleep(1)
    said = _end(storm)
    late = [at - found.sent[version] for version, at in said["news"] if version in found.sent]
    delays = " / ".join(f"{quantile(late, share):.2f}" for share in (0.5, 0.99, 1.0)) if late else "none"
    polls = said["seen"].get("stream refused", 0)
    return [f"{said['seen'].get('stream', 0)} / {polls}", delays]


def _row(found):
    return [
        len(found.commands),
        *(f"{quantile(found.commands, share):.0f}" if found.commands else "" for share in (0.5, 0.99, 1.0)),
        len(found.failed),
        _pair(found.fsyncs),
        _pair(found.boards),
    ]


def _pair(values):
    return f"{quantile(values, 0.5):.1f} / {quantile(values, 0.99):.1f}" if values else "none"


def measure_disk(folder, found, ended):
    with (folder / "probe").open("wb", buffering=0) as file:
        while not ended.wait(0.5):
            began = time.monotonic()
            file.write(b"x" * 4096)
            os.fsync(file.fileno())
            found.fsyncs.append(1000 * (time.monotonic() - began))


if __name__ == "__main__":
    main()
