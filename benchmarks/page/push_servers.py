"""How the page's push holds under many open pages, under four web servers in one run.

    pip install gunicorn gevent uvicorn a2wsgi
    nice -n -10 python -m benchmarks.page.push_servers [--streams 10,100,300,1000] [--seconds S] [--servers ...] [--out FILE]

One table, one page, one journal on disk; N streams: one is a real page in headless Chromium, the others are raw streams
in a process of their own, half of them opened before the page and half after it. Once a second something is published
with the time of day in it; the page measures when it is in the DOM, a raw stream when it has arrived.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from playwright.sync_api import sync_playwright

from benchmarks.support.reports import ROOT, quantile, table, write_report
from tests.support.pages.browser import launched
from tests.support.servers.program import Program

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

NEEDS = {"own": "h11", "gthread": "gunicorn", "gevent": "gevent", "uvicorn": "a2wsgi"}
KINDS = [kind for kind, package in NEEDS.items() if find_spec(package)]
IDLE_S = 6.0
WATCH = """
window.waits = [];
let last = "";
new MutationObserver(() => {
  const found = /@(\\d+\\.\\d+)@/.exec(document.getElementById("who")?.textContent ?? "");
  if (!found || found[1] === last) return;
  last = found[1];
  window.waits.push(performance.timeOrigin + performance.now() - 1000 * Number(last));
}).observe(document, { subtree: true, childList: true, characterData: true });
"""


@dataclass
class Measured:
    """What one server did under one number of streams; milliseconds, MB, shares of a core."""

    start_s: float
    open: int = 0
    idle: float = 0.0
    memory: float = 0.0
    beyond: str = ""
    stop_s: float = 0.0
    ms: dict[str, list[float]] = field(default_factory=dict)


class Phones:
    """The process with the raw streams."""

    def __init__(self, address: str) -> None:
        host, port = address.removeprefix("http://").split(":")
        command = [sys.executable, "-m", "benchmarks.support.servers.phones", host, port]
        self.process = subprocess.Popen(
            command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def do(self, order: str, *, answers: bool = True) -> dict[str, Any]:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(order + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline() or "{}") if answers else {}


@click.command()
@click.option("--streams", default="10,100,300,1000", show_default=True)
@click.option("--seconds", default=15.0, show_default=True, help="How long each is measured.")
@click.option("--servers", default=",".join(KINDS), show_default=True)
@click.option("--out", type=click.Path(path_type=Path))
def main(streams: str, seconds: float, servers: str, out: Path | None) -> None:
    """Measure and print."""
    parts = []
    with sync_playwright() as playwright:
        browser = launched(playwright)
        for count in map(int, streams.split(",")):
            found = {kind: measure(kind, count, seconds, browser) for kind in servers.split(",")}
            parts.append(f"## {count} streams\n\n{_table(found)}")
            print(parts[-1], flush=True)
        browser.close()
    parts.append(f"{NOTE} All of it at priority {os.nice(0)}.")
    write_report("Push to many pages, under four servers", "\n\n".join(parts), out)


NOTE = """Milliseconds unless said otherwise; in brackets the ratio to our own in the same run. *DOM*: from publishing to the
changed page in Chromium, which is one of the N. *stream*: to the arrival at all raw streams, read one after another by one
process on the same cores. *board*: GET /api/board, *command*: POST /api/commands until it is on disk, both while the
streams are open and something is published every second. *idle*: share of one core while nothing happens. *beyond*: what
stream N+1 gets, and after how long. *stop*: from SIGTERM to the end with all streams open. *own*: the product's (h11, asyncio); gunicorn with one worker; uvicorn (asyncio, h11) with a native stream and Flask through a2wsgi."""


def measure(kind: str, count: int, seconds: float, browser: Browser) -> Measured:
    """Start a server, open the streams, measure, stop."""
    with tempfile.TemporaryDirectory(prefix="knobeltisch-") as folder:
        journal = str(Path(folder) / "journal.sqlite")
        program = Program("-m", "benchmarks.support.servers.push_server", kind, str(count), journal)
        _get(f"{program.address}/healthz")
        found = Measured(start_s=time.perf_counter() - program.began)
        phones = Phones(program.address)
        page = browser.new_page()
        try:
            phones.do(f"open {count // 2}")
            page.add_init_script(WATCH)
            page.goto(f"{program.address}/watch")
            page.wait_for_selector("#players li")
            found.open = 1 + phones.do(f"open {count - 1 - count // 2}")["open"]
            _load(program, phones, page, found, seconds)
            found.beyond = _beyond(program.address)
            found.stop_s = _stop(program)
        finally:
            page.close()
            phones.process.kill()
            for process in _family(program.process.pid):
                os.kill(process, signal.SIGKILL)
            program.process.communicate()
    return found


def _load(program: Program, phones: Phones, page: Page, found: Measured, seconds: float) -> None:
    used = _processor_s(program)
    page.wait_for_timeout(1000 * IDLE_S)
    found.idle = (_processor_s(program) - used) / IDLE_S
    _get(f"{program.address}/bench/tick/1")
    page.wait_for_timeout(3000)
    phones.do("clear", answers=False)
    page.evaluate("() => { window.waits.length = 0; }")
    page.wait_for_timeout(1000 * seconds)
    found.ms["stream"] = phones.do("report")["waits"]
    found.ms["DOM"] = page.evaluate("() => window.waits")
    found.ms["board"] = [_timed(lambda: _get(f"{program.address}/api/board")) for _ in range(60)]
    found.ms["command"] = []
    for _ in range(20):
        for command in ({"do": "act", "act": {"act": "throw", "dice": [1, 3, 5]}}, {"do": "undo"}):
            found.ms["command"].append(_timed(lambda order=command: _post(program.address, order)))
            time.sleep(0.05)
    found.memory = sum(_rss(pid) for pid in _family(program.process.pid))
    _get(f"{program.address}/bench/tick/0")


def _beyond(address: str) -> str:
    began = time.perf_counter()
    try:
        with urllib.request.urlopen(f"{address}/api/stream", timeout=10) as answer:  # noqa: S310 - our own page
            status = str(answer.status)
    except urllib.error.HTTPError as error:
        status = str(error.code)
        error.close()
    except OSError as error:
        status = type(error).__name__
    return f"{status} after {1000 * (time.perf_counter() - began):.0f}"


def _stop(program: Program) -> float:
    began = time.perf_counter()
    program.process.send_signal(signal.SIGTERM)
    try:
        program.process.wait(timeout=60)
    except subprocess.TimeoutExpired:
        return float("inf")
    return time.perf_counter() - began


def _timed(work: Any) -> float:
    began = time.perf_counter()
    work()
    return 1000 * (time.perf_counter() - began)


def _get(address: str) -> bytes:
    with urllib.request.urlopen(address, timeout=20) as answer:  # noqa: S310 - our own page
        content: bytes = answer.read()
    return content


def _post(address: str, command: dict[str, Any]) -> None:
    kind = {"Content-Type": "application/json"}
    asked = urllib.request.Request(f"{address}/api/commands", json.dumps(command).encode(), kind)  # noqa: S310
    with urllib.request.urlopen(asked, timeout=20) as answer:  # noqa: S310 - our own page
        assert json.load(answer) == {"ok": True}


def _family(pid: int) -> list[int]:
    """Return a process and its children (gunicorn's worker)."""
    try:
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="utf-8").split()
    except OSError:
        return []
    return [pid, *(descendant for child in children for descendant in _family(int(child)))]


def _rss(pid: int) -> float:
    text = Path(f"/proc/{pid}/status").read_text(encoding="utf-8")
    return next(int(line.split()[1]) / 1024 for line in text.splitlines() if line.startswith("VmRSS"))


def _processor_s(program: Program) -> float:
    used = 0
    for pid in _family(program.process.pid):
        fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rsplit(")", 1)[1].split()
        used += int(fields[11]) + int(fields[12])
    return used / os.sysconf("SC_CLK_TCK")


def _table(found: dict[str, Measured]) -> str:
    first = next(iter(found.values()))
    head = ["server", "open", "DOM p50", "p95", "p99", "stream p50", "p95", "p99", "board p50", "p95"]
    head += ["command p50", "p95", "MB", "idle", "beyond", "start s", "stop s"]
    rows = []
    for kind, measured in found.items():
        cells = [kind, measured.open]
        for name, shares in (("DOM", (0.5, 0.95, 0.99)), ("stream", (0.5, 0.95, 0.99)), ("board", (0.5, 0.95)), ("command", (0.5, 0.95))):  # fmt: skip
            cells += [_cell(measured.ms[name], first.ms[name], share) for share in shares]
        cells += [
            f"{measured.memory:.0f}",
            f"{measured.idle:.1%}",
            measured.beyond,
            f"{measured.start_s:.2f}",
            f"{measured.stop_s:.1f}",
        ]
        rows.append(cells)
    return table(head, rows)


def _cell(values: list[float], first: list[float], share: float) -> str:
    if not values or not first:
        return "none"
    value, of = quantile(values, share), quantile(first, share)
    return f"{value:.1f}" if values is first else f"{value:.1f} ({value / of:.2f})"


if __name__ == "__main__":
    main()
