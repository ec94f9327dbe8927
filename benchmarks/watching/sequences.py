"""Whether the watcher understands a pub table: rendered sequences with exact truth.

python -m benchmarks.watching.sequences [--seeds N] [--kind WORDS] [--small] [--out FILE]

Each seed makes one sequence of every kind from its number alone (camera, lamp, dice, hands, values), plays it on the simulated
table before the real `vision.stream.watcher.Watcher`, fifteen pictures a second, and judges each of its reports. An event is late
if it is reported more than a second after hands have left and everything is at rest.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from typing import TYPE_CHECKING

import click
import numpy as np

from benchmarks.support.recordings.pub_scenes import scenes
from benchmarks.support.recordings.watch_truth import FPS, LATE_S, SHEET_PX_PER_MM, Trial, Verdict
from benchmarks.support.reports import out_option, quantile, table, tiny_option, write_report
from vision.board import draw_board

if TYPE_CHECKING:
    from pathlib import Path

HEAD = [
    "sequences",
    "number",
    "without fault",
    "events expected",
    "seen",
    "of these asked",
    "missed",
    "false",
    "late",
    "wrong and sure",
    "reported in motion",
    "fate or lift wrong",
    "s until reported, half below",
    "most",
]


def row(name: str, verdicts: list[Verdict]) -> list[object]:
    sums = [
        sum(getattr(verdict, field) for verdict in verdicts)
        for field in ("expected", "seen", "asked", "missed", "false", "late", "wrong", "moving", "fates")
    ]
    delays = [delay for verdict in verdicts for delay in verdict.delays]
    times = [f"{quantile(delays, share):.2f}" if delays else "-" for share in (0.5, 1.0)]
    return [name, len(verdicts), sum(verdict.good for verdict in verdicts), *sums, *times]


def play(seeds: int, kind: str, first: int, *, small: bool) -> list[Verdict]:
    """Play all sequences of that kind and print errors on stderr."""
    sheet = draw_board(SHEET_PX_PER_MM)
    todo = [
        (scene, 1000 * seed + place)
        for seed in range(first, first + seeds)
        for place, scene in enumerate(scenes(np.random.default_rng(seed)))
        if kind in scene.kind
    ]
    verdicts = []
    with click.progressbar(todo, label="watching", file=sys.stderr) as bar:
        for scene, seed in bar:
            verdict = Trial(scene, seed, sheet, small=small).run()
            verdicts.append(verdict)
            if verdict.notes:
                print(f"\n{scene.kind} (seed {seed}): " + "; ".join(verdict.notes), file=sys.stderr)
    return verdicts


def report(verdicts: list[Verdict]) -> str:
    kinds: dict[str, list[Verdict]] = defaultdict(list)
    for verdict in verdicts:
        kinds[verdict.kind].append(verdict)
    rows = [row("**all**", verdicts), *(row(name, some) for name, some in kinds.items())]
    faults = [
        f"- {verdict.kind} (seed {verdict.seed}): {'; '.join(verdict.notes)}"
        for verdict in verdicts
        if not verdict.good
    ]
    return "\n\n".join(
        [
            _intro(verdicts),
            table(HEAD, rows),
            "Faults:" if faults else "No faults.",
            *(["\n".join(faults)] if faults else []),
        ]
    )


def _intro(verdicts: list[Verdict]) -> str:
    pictures = sum(verdict.pictures for verdict in verdicts)
    return (
        f"{len(verdicts)} sequences, {pictures} pictures, {pictures / FPS:.0f} seconds of table time. Late is more than "
        f"{LATE_S:.0f} s after all is at rest; for things that are no dice three seconds more."
    )


@click.command()
@click.option("--seeds", default=1, show_default=True, help="Number of sequences of each kind.")
@click.option("--first", default=1, show_default=True, help="The first seed.")
@click.option("--kind", default="", metavar="WORDS", help="Only sequences whose kind contains these words.")
@click.option("--small", is_flag=True, help="Follow motion in a Pi camera's small stream.")
@tiny_option(kind="camera pushed")
@out_option
def main(seeds: int, first: int, kind: str, small: bool, out: Path | None) -> None:  # noqa: FBT001 - one for each option of the command line
    """Play the sequences, print the table."""
    text = report(play(seeds, kind, first, small=small))
    write_report("Does the watcher understand the table?", text, out)


if __name__ == "__main__":
    main()
