"""What each rule of the reader that is told nothing is worth on photographs, and whether its threshold holds elsewhere.

    python -m benchmarks.eye.selection [FOLDER] [--out FILE] [--every N] [--cache FILE]

FOLDER (default: ../shared/dice) is as for `benchmarks.eye.photos`. Each rule is taken away by itself. Then the sources are split
in two halves, in turn by their number of photographs: each half chooses the threshold for pictures in which the geometry
doubts, the least at which nothing is silently wrong there, and the other half reports it. A photograph costs about half a
second, once with --cache: what the nets and the geometry saw is kept there, outside the repository.
"""

from __future__ import annotations

import sys
from collections import Counter
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from statistics import fmean
from typing import TYPE_CHECKING

import click
import cv2

from benchmarks.support.reports import table, write_report
from knobeltisch.commands.pictures.picture_file import load_picture
from tests.support.pictures.photographs import SHARED, labelled, seen_before, truth_of
from vision.still.combine import LIMITS, JointLimits, joined, looked_again
from vision.still.reader import geometric
from vision.still.third_look import looked_round
from vision.still.unknown_size import find_faces
from vision.types import Reading, Status

if TYPE_CHECKING:
    from collections.abc import Iterable

    from vision.still.networks import NetFace

RULES = {
    "as it is": LIMITS,
    "a second face that the geometry sees is a doubt": replace(LIMITS, sides=True),
    "any other value that the geometry reads is a doubt": replace(LIMITS, contradicts=0.0),
    "a possible die that is not read is no doubt": replace(LIMITS, possible=1.0, unreadable=1.0),
    "as much belief asked where the geometry doubts as before (0.82)": replace(LIMITS, alone=0.82),
    "no more belief asked of one or two dice where the geometry doubts": replace(LIMITS, few=0),
    "no more belief asked where the geometry doubts": replace(LIMITS, alone=LIMITS.sure, few=0),
    "faces of any size beside one another are no doubt": replace(LIMITS, one_table=99.0),
    "no more belief asked of faces that share an edge": replace(LIMITS, twins=LIMITS.sure),
    "a face that looks printed is no doubt": replace(LIMITS, prints=False),
    "a value that the nets waver about is no doubt": replace(LIMITS, value=0.0),
}
STEPS = [round(0.5 + 0.01 * step, 2) for step in range(50)]
VERDICTS = ("right", "silent", "asked")


@dataclass(frozen=True)
class Shot:
    """One photograph: its source, whether it is taken from above, its truth, and what both readings saw."""

    source: str
    top: bool
    truth: list[int]
    geometry: Reading
    marks: list[NetFace]

    def verdict(self, limits: JointLimits) -> str:
        told = joined(self.geometry, self.marks, limits)
        if told.status is Status.UNSURE:
            return "asked"
        return "right" if sorted(die.value for die in told.dice) == self.truth else "silent"


def seen(folder: Path, row: dict[str, str]) -> Shot:
    picture = load_picture(folder / row["file"])
    geometry = geometric(picture)
    marks = looked_round(looked_again(geometry, find_faces(picture), picture), picture)
    source = Path(row["file"]).name.rsplit("-", 1)[0]
    return Shot(source, row["view"] == "top", truth_of(row), geometry, marks)


def looked_over(folder: Path, every: int) -> list[Shot]:
    with click.progressbar(labelled(folder, every), label="reading", file=sys.stderr) as bar:
        return [seen(folder, row) for row in bar]


def shares(shots: list[Shot], limits: JointLimits) -> list[str]:
    """Return the shares of all, and of the mean over their sources."""
    told = [(shot.source, shot.verdict(limits)) for shot in shots]
    count = Counter(verdict for _, verdict in told)
    every = " / ".join(f"{count[verdict] / max(1, len(shots)):.1%}" for verdict in VERDICTS)
    means = []
    for wanted in VERDICTS:
        by = [
            fmean(verdict == wanted for source, verdict in told if source == name)
            for name in sorted({source for source, _ in told})
        ]
        means.append(f"{fmean(by):.1%}" if by else "-")
    return [every, " / ".join(means)]


def halves(sources: Iterable[str]) -> list[list[str]]:
    """Split the sources of photographs in two, the largest first, one to each in turn."""
    order = [name for name, _ in Counter(sources).most_common()]
    return [order[0::2], order[1::2]]


def chosen(shots: list[Shot]) -> float:
    """Return the least threshold at which nothing is silently wrong."""
    for least in STEPS:
        if all(shot.verdict(replace(LIMITS, alone=least)) != "silent" for shot in shots):
            return least
    return 1.0


def swapped(shots: list[Shot]) -> str:
    rows = []
    one, other = halves(shot.source for shot in shots)
    for choosing, reporting in ((one, other), (other, one)):
        mine = [shot for shot in shots if shot.source in choosing]
        theirs = [shot for shot in shots if shot.source in reporting]
        least = chosen(mine)
        limits = replace(LIMITS, alone=least)
        rows.append([", ".join(choosing), "chose", least, len(mine), *shares(mine, limits)])
        rows.append([", ".join(reporting), "**reports**", least, len(theirs), *shares(theirs, limits)])
    return table(["sources", "part", "threshold", "photographs", *HEADS], rows)


HEADS = ["right and sure / silent / asked", "the same, mean over sources"]


def ablation(shots: list[Shot]) -> str:
    rows = [[name, *shares(shots, limits)] for name, limits in RULES.items()]
    return table(["rule", *HEADS], rows)


def report(shots: list[Shot]) -> str:
    top, side = [shot for shot in shots if shot.top], [shot for shot in shots if not shot.top]
    return f"""{len(top)} photographs from above:

{ablation(top)}

{len(side)} oblique ones:

{ablation(side)}

The threshold where the geometry doubts or misses a die is {LIMITS.alone} in use. It was chosen on all of these photographs
and on rendered ones, so the tables above flatter. Chosen by one half of the sources and reported by the other:

{swapped(shots)}"""


@click.command()
@click.argument("folder", type=click.Path(path_type=Path), default=SHARED)
@click.option("--out", type=click.Path(path_type=Path), help="Also write it there.")
@click.option("--every", type=click.IntRange(1), default=1, help="Only every so many-th photograph.")
@click.option("--cache", type=click.Path(path_type=Path), help="Keep what was seen there, and use it again.")
def main(folder: Path, out: Path | None, every: int, cache: Path | None) -> None:
    """Print it all."""
    cv2.setNumThreads(1)
    shots = seen_before(cache, partial(looked_over, folder, every))
    write_report("What each rule of the reader is worth on photographs", report(shots), out)


if __name__ == "__main__":
    main()
