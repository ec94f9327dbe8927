"""A monkey at the live demo: random taps on the page in Chromium, while the simulated players play.

    python -m benchmarks.robustness.monkey [--seeds A-B] [--minutes M] [--speed X] [--out FILE]

For each seed the real demo (camera, buttons, page, players) with another game and number of players runs for M minutes of the
table's own time, as fast as the machine paints and reads; a page in Chromium is tapped at random meanwhile: buttons, links, dice,
cards, fields with names. Everything that the page offers is used except the landlord's PIN. A seed passes if the demo runs to the
end, the page answers, and the journal equals what was played or tapped (`knobeltisch/simulated_players/account.py`), act by act.
Exit 1 if one fails.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

import click
from playwright.sync_api import sync_playwright

from benchmarks.support.reports import out_option, write_report
from tests.support.pages.browser import launched
from tests.support.pages.monkey import Run, play


@click.command()
@click.option("--seeds", default="1-3", show_default=True, help="From-to.")
@click.option("--minutes", default=10.0, show_default=True, help="Minutes of the table's time for each seed.")
@click.option("--speed", default=8.0, show_default=True, help="How fast the players play.")
@out_option
def main(seeds: str, minutes: float, speed: float, out: Path | None) -> None:
    """Run a monkey on the live demo."""
    first, _, last = seeds.partition("-")
    runs: list[Run] = []
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        browser = launched(playwright)
        for seed in range(int(first), int(last or first) + 1):
            runs.append(play(browser, seed, minutes, speed, Path(folder)))
            print(*runs[-1].row(), f"{runs[-1].wall_s:.0f} s", sep=" | ", flush=True)
        browser.close()
    write_report("A monkey at the live demo", _table(runs), out)
    sys.exit(any(run.wrong for run in runs))


def _table(runs: list[Run]) -> str:
    head = "seed | game, players | minutes | taps | taken by the table | games tapped into | lifts | entries | players | differences"
    table_s, wall_s = sum(run.table_s for run in runs), sum(run.wall_s for run in runs)
    said = (
        f"{len(runs)} seeds, {table_s / 60:.0f} minutes of the table's time in {wall_s / 60:.0f} of the clock's, "
        f"{sum(run.taps for run in runs)} taps of which the table took {sum(run.taken for run in runs)}, "
        f"{sum(run.lifts for run in runs)} lifts, {sum(run.entries for run in runs)} entries in the journals. "
        f"Seeds with a difference, or in which the demo ended: {sum(bool(run.wrong) for run in runs)}. "
        f"Seeds in which the players had stopped at the end: {sum(run.stopped for run in runs)}."
    )
    lines = [
        said,
        "",
        f"| {head} |",
        f"|{' --- |' * (head.count('|') + 1)}",
    ]
    lines += [f"| {' | '.join(str(cell) for cell in run.row())} |" for run in runs]
    return "\n".join(lines)


if __name__ == "__main__":
    main()
