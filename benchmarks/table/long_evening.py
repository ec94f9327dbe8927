"""A long evening at twenty times its speed: six people play, phones come and go, the table is killed and started again.

    python -m benchmarks.table.long_evening [--minutes M] [--phones N] [--kills N] [--seed N] [--out FILE]

The real `knobeltisch run` without camera, all seven games by chance, through the page's commands, with undos and corrections.
Phones (raw streams) and three pages in Chromium are compared with the truth again and again: mats, who is to act, dice. A number
that was in no state of the last two seconds is wrong, unless the page itself says that it has lost the table. 15 minutes are five
hours. Exit 1 when something was wrong.
"""

from __future__ import annotations

import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from playwright.sync_api import Error, sync_playwright

from benchmarks.support.evenings.crowd import Crowd, Seen
from benchmarks.support.evenings.people import People, in_background
from benchmarks.support.evenings.truth import Truth
from benchmarks.support.reports import out_option, quantile, table, tiny_option, write_report
from tests.support.pages.browser import launched

if TYPE_CHECKING:
    from collections.abc import Sequence

    from playwright.sync_api import Browser, Page

SPEED = 20
PAGES = (("/", 1280, 800), ("/watch", 390, 844), ("/screen", 1920, 1080))
LOOK_S = 0.2
READ = """() => ({
  link: document.body.dataset.link, stage: document.body.dataset.stage,
  mats: [...document.querySelectorAll("#players [data-player]")].map((one) => [one.dataset.player, Number(one.dataset.points ?? one.dataset.mats)]),
  cards: document.querySelector("#players [data-points]") !== null,
  name: document.querySelector("#who .name")?.title ?? null,
  free: [...document.querySelectorAll("#dice .free .die[data-value]")].map((one) => Number(one.dataset.value)),
  held: [...document.querySelectorAll("#dice .held .die[data-value]")].map((one) => Number(one.dataset.value)),
})"""


@dataclass
class Opened:
    """A page in Chromium: its comparisons and its memory over time."""

    path: str
    page: Page
    seen: Seen = field(default_factory=Seen)
    lost: int = 0
    memory: list[str] = field(default_factory=list)

    def look(self, truth: Truth) -> None:
        """Compare the current page."""
        asked = time.time()
        shown = self.page.evaluate(READ)
        answered = time.time()
        if shown["link"] == "lost" or not shown["mats"]:
            self.lost += 1
            return
        self.seen.compare(f"page {self.path}", _numbers(shown), truth, asked, answered)

    def weigh(self) -> None:
        """Record the page's memory after a garbage collection: MB of JavaScript, elements."""
        session = self.page.context.new_cdp_session(self.page)
        session.send("HeapProfiler.collectGarbage")
        session.send("Performance.enable")
        found = {
            metric["name"]: metric["value"] for metric in session.send("Performance.getMetrics")["metrics"]
        }
        session.detach()
        heap = found["JSHeapUsedSize"] / 2**20
        self.memory.append(
            f"{heap:.1f} MB, {found['Nodes']:.0f} nodes, {found['JSEventListeners']:.0f} listeners"
        )


def _numbers(shown: dict[str, Any]) -> object:
    over = shown["stage"] == "over"
    dice = () if over else (tuple(sorted(shown["free"])), tuple(sorted(shown["held"])))
    return (
        tuple(tuple(mat) for mat in shown["mats"]),
        None if over or shown["cards"] else shown["name"],
        dice,
    )


@click.command()
@click.option(
    "--minutes", default=15.0, show_default=True, help="Real minutes; each is twenty minutes of the evening."
)
@click.option("--phones", default=30, show_default=True)
@click.option("--kills", default=10, show_default=True)
@click.option("--seed", default=1, show_default=True)
@tiny_option(minutes=0.1, phones=2, kills=1)
@out_option
def main(minutes: float, phones: int, kills: int, seed: int, out: Path | None) -> None:
    """Play, compare, and print."""
    truth = Truth()
    with tempfile.TemporaryDirectory(prefix="knobeltisch-") as folder, sync_playwright() as playwright:
        people = People(Path(folder) / "journal.sqlite", truth, seed=seed, streams=64)
        try:
            browser = launched(playwright)
            opened = [_open(browser, people.port, *page) for page in PAGES]
            crowd = _play(people, truth, opened, minutes, phones, kills)
            browser.close()
        finally:
            people.program.kill()
    fine = _tell(people, crowd, opened, minutes, out)
    sys.exit(0 if fine else 1)


def _play(
    people: People, truth: Truth, opened: list[Opened], minutes: float, phones: int, kills: int
) -> Crowd:
    """Play while everything is compared; return the phones as they were at the end."""
    began = time.time()
    end = began + 60 * minutes
    plugs = [began + 60 * minutes * (number + 0.7) / (kills + 0.7) for number in range(kills)]
    playing = in_background(lambda: people.play(end, plugs), people.trouble)
    crowd = Crowd(people.port, phones, truth, seed=1)
    crowd.start()
    _watch(opened, truth, end, playing.is_alive)
    playing.join()
    crowd.stop()
    return crowd


def _open(browser: Browser, port: int, path: str, width: int, height: int) -> Opened:
    page = browser.new_page(viewport={"width": width, "height": height})
    page.goto(f"http://127.0.0.1:{port}{path}")
    page.wait_for_selector("#bar .brand", state="attached")
    return Opened(path, page)


def _watch(opened: list[Opened], truth: Truth, end: float, goes_on: Any) -> None:
    """Compare all pages all the time; measure their memory at the start, in the middle and at the end."""
    began = time.time() + 10
    weighing = [began, (began + end) / 2, end - 2]
    while time.time() < end and goes_on():
        for page in opened:
            page.look(truth)
        if weighing and time.time() >= weighing[0]:
            weighing.pop(0)
            for page in opened:
                try:
                    page.weigh()
                except Error as error:
                    page.memory.append(str(error))
        opened[0].page.wait_for_timeout(1000 * LOOK_S)


def _tell(people: People, crowd: Crowd, opened: list[Opened], minutes: float, out: Path | None) -> bool:
    all_seen = [crowd.seen, *(page.seen for page in opened)]
    wrong = [sentence for seen in all_seen for sentence in seen.wrong]
    rows = [
        _row(
            f"{len(crowd.phones)} phones, {sum(phone.visits for phone in crowd.phones)} visits",
            crowd.seen,
            "",
        )
    ]
    rows += [_row(f"page `{page.path}`", page.seen, str(page.lost)) for page in opened]
    done = ", ".join(f"{count} {what}" for what, count in people.count.items())
    parts = [
        f"{minutes:g} minutes, {minutes * SPEED / 60:.1f} hours of an evening: {done}.",
        table(
            ["compared", "times", "wrong", "behind p50, ms", "p99", "most", "said that the table is away"],
            rows,
        ),
        "## The table's memory",
        table(["life", "seconds", "entries in the journal", "MB at first", "MB at last"], _lives(people)),
        "## The pages' memory",
        table(["page", "start", "middle", "end"], [[f"`{page.path}`", *page.memory] for page in opened]),
    ]
    if wrong or people.trouble:
        parts.append(
            "## What went wrong\n\n"
            + "\n".join(f"- {sentence}" for sentence in [*people.trouble, *wrong[:20]])
        )
    write_report("A long evening", "\n\n".join(parts), out)
    return not wrong and not people.trouble


def _row(what: str, seen: Seen, lost: str) -> Sequence[object]:
    late = [1000 * seconds for seconds in seen.behind] or [0.0]
    ages = [f"{quantile(late, share):.0f}" for share in (0.5, 0.99, 1.0)]
    return [what, seen.compared, len(seen.wrong), *ages, lost]


def _lives(people: People) -> list[list[str]]:
    rows = []
    for number, life in enumerate(people.lives, 1):
        ends = [f"{life[key]:.0f}" for key in ("seconds", "entries", "first", "last") if key in life]
        rows.append([str(number), *ends])
    return rows


if __name__ == "__main__":
    main()
