"""How large the page's texts are to the eye: arc minutes of cap height, for a television at 3 m and a tablet at 1 m.

    python -m benchmarks.page.angular_sizes [--seed N] [--states N] [--out FILE]

A 43-inch television of 16:9 at 1920x1080 shows `/screen`, a 10-inch tablet of 16:10 at 1280x800 shows `/`, both with random
boards of all games with 2 to 12 players, in German and English, and real names of three to eight letters. For each kind of text
the smallest and the median size are printed. "Needed" texts are those that people at the table need to follow the game; the rest
repeats them, or is read close up.
"""

from __future__ import annotations

import math
import tempfile
from collections import defaultdict
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click
from playwright.sync_api import sync_playwright

from benchmarks.support.reports import out_option, quantile, table, write_report
from tests.support.evenings.visitor import run_table
from tests.support.pages.browser import launched
from tests.support.pages.census import LANGUAGES, all_boards, open_page

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

CAP = 0.7  # of Barlow's em
INCH = 25.4
SCREENS = (
    ("television, 43 inch, 3 m", "/screen", (1920, 1080), 43, 3000, 20),
    ("tablet, 10 inch, 1 m", "/", (1280, 800), 10, 1000, 15),
)
NEEDED = {
    "who throws": "#who .name",
    "what he does now": "#who .doing",
    "throws left": "#who .throws",
    "what is to be beaten": "#beat .call",
    "what the dice are worth": "#worth .now",
    "names in the list": "#players .nick",
    "results in the list": "#players .result b",
    "mats in the list": "#players .number",
}
BESIDE = {
    "other declarations": "#worth .under",
    "the last round": "#round .fitted",
    "whose dice lay before": "#dice .before .label",
    "keys": "#panel .big",
    "game and round": "#bar .facts",
    "what is taken back": "#foot .which",
}
PLAIN = ("Anna", "Ben", "Cem", "Dora", "Emil", "Fee", "Gustav", "Helga", "Jürgen", "Katrin", "Lutz", "Zeynep")
ASK = """async ([board, kinds]) => {
  push(board);
  await null;
  const found = [];
  for (const [kind, where] of Object.entries(kinds)) {
    for (const node of document.querySelectorAll(where)) {
      if (!node.checkVisibility() || !node.textContent.trim()) continue;
      const inner = node.matches(".fit") ? node.querySelector(".fitted") : node;
      const svg = node.ownerSVGElement;
      const scale = svg ? svg.getBoundingClientRect().width / svg.viewBox.baseVal.width : 1;
      found.push([kind, parseFloat(getComputedStyle(inner).fontSize) * scale]);
    }
  }
  return found;
}"""


@click.command()
@click.option("--seed", default=1, show_default=True)
@click.option(
    "--states",
    default=4,
    show_default=True,
    help="states states states of each game with each number of players",
)
@out_option
def main(seed: int, states: int, out: Path | None) -> None:
    """Measure and print."""
    rows = []
    boards = all_boards(seed, states, names=PLAIN)
    with tempfile.TemporaryDirectory(prefix="knobeltisch-") as folder, sync_playwright() as playwright:
        program = run_table(Path(folder) / "journal.sqlite")
        browser = launched(playwright)
        for what, path, (width, height), inches, away, least in SCREENS:
            sizes: dict[str, list[float]] = defaultdict(list)
            for locale in LANGUAGES.values():
                page = open_page(browser, program.address + path, locale=locale, font="bundled")
                page.set_viewport_size({"width": width, "height": height})
                for board in boards:
                    for kind, size in page.evaluate(ASK, [board, NEEDED | BESIDE]):
                        sizes[kind].append(size)
                page.context.close()
            pixel = inches * INCH / math.hypot(width, height)
            rows += _rows(what, sizes, partial(_minutes, pixel, away), least)
        browser.close()
        program.kill()
    head = ["screen", "text", "smallest", "middle", "asked for"]
    write_report(
        "How large texts are to the eye, in arc minutes of cap height",
        f"{table(head, rows)}\n\nseed {seed}, {len(boards)} boards in {len(LANGUAGES)} languages.",
        out,
    )


def _rows(
    what: str, sizes: Mapping[str, Sequence[float]], minutes: Callable[[float], float], least: int
) -> list[list[str]]:
    found = []
    for kind in (*NEEDED, *BESIDE):
        if sizes[kind]:
            smallest, usual = minutes(min(sizes[kind])), minutes(quantile(sizes[kind], 0.5))
            asked = f"{least}" if kind in NEEDED else ""
            found.append([what, kind, f"{smallest:.1f}", f"{usual:.1f}", asked])
    return found


def _minutes(pixel: float, away: float, size: float) -> float:
    """Return the angle of a text's capitals in arc minutes; `pixel` and `away` in mm, `size` of the text in pixels."""
    return math.degrees(2 * math.atan(size * CAP * pixel / 2 / away)) * 60


if __name__ == "__main__":
    main()
