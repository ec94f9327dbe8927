"""How large the page's texts are to the eye: arc minutes of cap height, for a television at 3 m and a tablet at 1 m.

    python -m benchmarks.page.angular_sizes [--seed N] [--states N] [--out FILE]

A 43-inch television of 16:9 at 1920x1080 shows `/screen`, a 10-inch tablet of 16:10 at 1280x800 shows `/`, both with random
boards of all games with 2 to 12 players, in German and English, and real names of three to eight letters. For each kind of text
the smallest and the median size are printed. "Needed" texts are those that people at the table need to follow the game; the rest
repeats them, or is read close up.
"""

from __future__ import annotations

import json
import tempfile
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING

import click
from playwright.sync_api import sync_playwright

from benchmarks.support.reports import out_option, quantile, table, write_report
from tests.support.evenings.visitor import run_table
from tests.support.pages.browser import launched
from tests.support.pages.census import LANGUAGES, all_boards, open_page
from tests.support.pages.from_afar import ASK, BESIDE, NEEDED, PLAIN, SCREENS, arc_minutes

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


@click.command()
@click.option("--seed", default=1, show_default=True)
@click.option(
    "--states",
    default=4,
    show_default=True,
    help="states of each game with each number of players",
)
@out_option
def main(seed: int, states: int, out: Path | None) -> None:
    """Measure and print."""
    rows = []
    boards = all_boards(seed, states, names=PLAIN)
    with tempfile.TemporaryDirectory(prefix="knobeltisch-") as folder, sync_playwright() as playwright:
        program = run_table(Path(folder) / "journal.sqlite")
        browser = launched(playwright)
        for screen in SCREENS:
            minutes: dict[str, list[float]] = defaultdict(list)
            for locale in LANGUAGES.values():
                page = open_page(browser, program.address + screen.path, locale=locale, font="bundled")
                page.set_viewport_size({"width": screen.width, "height": screen.height})
                for texts in page.evaluate(ASK, [json.dumps(boards), NEEDED | BESIDE]):
                    for kind, _, size in texts:
                        minutes[kind].append(arc_minutes(screen, size))
                page.context.close()
            rows += _rows(screen.name, minutes, screen.least)
        browser.close()
        program.kill()
    head = ["screen", "text", "smallest", "middle", "asked for"]
    write_report(
        "How large texts are to the eye, in arc minutes of cap height",
        f"{table(head, rows)}\n\nseed {seed}, {len(boards)} boards in {len(LANGUAGES)} languages.",
        out,
    )


def _rows(what: str, minutes: Mapping[str, Sequence[float]], least: int) -> list[list[str]]:
    return [
        [
            what,
            kind,
            f"{min(minutes[kind]):.1f}",
            f"{quantile(minutes[kind], 0.5):.1f}",
            f"{least}" if kind in NEEDED else "",
        ]
        for kind in (*NEEDED, *BESIDE)
        if minutes[kind]
    ]


if __name__ == "__main__":
    main()
