"""The cost of opening the page: first paint, largest paint, board shown, bytes and requests; cold and warm.

    python -m benchmarks.page.weight [--times N] [--out FILE]

The real table without camera, in the middle of a game; headless Chromium with its processor slowed down four times and a
network of 20 Mbit/s with 30 ms to and fro, about a tablet on a Pi's Wi-Fi. Once with each page's files joined, as the package
has them (esbuild joins them in a copy of web/), once with the modules that a clone sends.
"""

import contextlib
import os
import shutil
import subprocess
import tempfile
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path

import click
from playwright.sync_api import sync_playwright

from benchmarks.support.reports import out_option, quantile, table, tiny_option, write_report
from tests.support.evenings.visitor import Refusal, Visitor, run_table
from tests.support.pages.browser import launched
from tests.support.paths import ROOT

PAGES = (
    ("/", "tablet", (1280, 800)),
    ("/watch", "phone", (390, 844)),
    ("/screen", "television", (1920, 1080)),
)
SLOWER = 4
NETWORK = {"offline": False, "latency": 30, "downloadThroughput": 20e6 / 8, "uploadThroughput": 20e6 / 8}
PLAYERS = ["Anna", "Ben", "Cem", "Dora", "Emil", "Fee"]
WATCH = """
window.largest = 0;
new PerformanceObserver((list) => list.getEntries().forEach((one) => { window.largest = one.startTime; }))
  .observe({ type: "largest-contentful-paint", buffered: true });
const seen = new MutationObserver(() => {
  if (!document.querySelector("#table li")) return;
  window.board = performance.now();
  seen.disconnect();
});
seen.observe(document, { subtree: true, childList: true });
"""
ASK = """() => ({
  first: performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? null,
  largest: window.largest, board: window.board,
})"""


@dataclass
class Traffic:
    """The network traffic while a page opened."""

    requests: dict[str, str] = field(default_factory=dict)
    bytes: dict[str, float] = field(default_factory=lambda: defaultdict(float))

    def listen(self, session):
        session.on("Network.responseReceived", self._answered)
        session.on(
            "Network.requestServedFromCache", lambda event: self.requests.pop(event["requestId"], None)
        )
        session.on("Network.dataReceived", lambda event: self._add(event, event["encodedDataLength"]))
        session.on("Network.loadingFinished", self._finished)

    def _answered(self, event):
        answer = event["response"]
        if not answer.get("fromDiskCache") and not answer["url"].startswith("data:"):
            self.requests[event["requestId"]] = answer["url"]
            self.bytes[event["requestId"]] = answer["encodedDataLength"]

    def _add(self, event, size):
        if event["requestId"] in self.requests:
            self.bytes[event["requestId"]] += size

    def _finished(self, event):
        if event["requestId"] in self.requests:
            self.bytes[event["requestId"]] = event["encodedDataLength"]


@click.command()
@click.option("--times", default=5, show_default=True)
@tiny_option(times=1)
@out_option
def main(times, out):
    """Measure and print."""
    rows = _measure("modules", times)
    with tempfile.TemporaryDirectory(prefix="knobeltisch-") as folder:
        shutil.copytree(ROOT / "web", Path(folder) / "web")
        subprocess.run([ROOT / "script/build-page", Path(folder) / "web/static/bundle"], check=True)
        os.environ |= {"PYTHONSAFEPATH": "1", "PYTHONPATH": folder}  # the table takes this copy
        rows = _measure("joined", times) + rows
    head = ["page", "files", "cache", "first paint", "largest paint", "board shown", "KB", "requests"]
    text = table(head, rows)
    write_report("What it costs to open the page", f"{text}\n\n{NOTE.format(times=times)}", out)


def _measure(files, times):
    """Open each page with the files as they lie there now; return a row for each page and state of the cache."""
    rows = []
    with tempfile.TemporaryDirectory(prefix="knobeltisch-") as folder, sync_playwright() as playwright:
        program = run_table(Path(folder) / "journal.sqlite")
        _begin(Visitor(program.address))
        browser = launched(playwright)
        for path, what, size in PAGES:
            found = [open_twice(browser, f"{program.address}{path}", size) for _ in range(times)]
            for state, each in zip(("cold", "warm"), zip(*found, strict=True), strict=True):
                rows.append([f"`{path}` on a {what}", files, state, *_cells(each)])
        browser.close()
        program.kill()
    return rows


NOTE = """The middle of {times} openings; milliseconds since the page was asked for. Processor slowed down four times, 20 Mbit/s,
30 ms to and fro. *board shown*: the players stand on the page. KB and requests: what went over the wire, headers and the
stream's first event included."""


def _begin(visitor):
    visitor.send({"do": "start", "variant": "bavarian", "players": PLAYERS, "leader": "Anna"})
    for _ in PLAYERS[1:]:  # the last has still to throw
        visitor.send({"do": "act", "act": {"act": "throw", "dice": [1, 3, 5]}})
        with contextlib.suppress(Refusal):  # a follower on one throw has passed automatically
            visitor.send({"do": "press", "button": "pass"})


def open_twice(browser, url, size):
    """Open a page with an empty cache, then once more."""
    context = browser.new_context(viewport={"width": size[0], "height": size[1]}, locale="de-DE")
    first, second = _open(context, url), _open(context, url)
    context.close()
    return first, second


def _open(context, url):
    page = context.new_page()
    session, traffic = context.new_cdp_session(page), Traffic()
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", NETWORK)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    traffic.listen(session)
    page.add_init_script(WATCH)
    page.goto(url)
    page.wait_for_selector("#next h1")
    page.wait_for_timeout(1000)
    found: dict[str, float] = page.evaluate(ASK)
    page.close()
    return {**found, "KB": sum(traffic.bytes.values()) / 1024, "requests": len(traffic.requests)}


def _cells(found):
    names = ("first", "largest", "board", "KB", "requests")
    return [f"{quantile([visit[name] for visit in found], 0.5):.0f}" for name in names]


if __name__ == "__main__":
    main()
