"""The value of each rule for readings without prior knowledge, and whether its threshold generalises.

    python -m benchmarks.eye.rules [FOLDER] [--out FILE] [--every N] [--cache FILE]

FOLDER (default: ../shared/dice) is as for `benchmarks.eye.photographs`. Each rule is removed by itself. Then the sources are
split in two halves, alternately by their number of photographs. Each half chooses the belief asked of a whole picture (the
lowest without silent errors), and the other half reports it. A photograph takes about half a second, only once with --cache,
which keeps the raw readings outside the repository.
"""

from __future__ import annotations

import sys
from collections import Counter, defaultdict
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click
import cv2

from benchmarks.support.pictures.verdicts import (
    SHARES,
    halves,
    interval,
    shares_by_source,
    values_of,
    verdict_on,
)
from benchmarks.support.reports import table, tiny_option, write_section
from knobeltisch.commands.pictures.picture_file import load_picture
from tests.support.pictures.photographs import (
    MOST,
    cache_option,
    labelled,
    of_photographs,
    seen_before,
    truth_of,
)
from vision.still.combine import LIMITS, JointLimits, joined
from vision.still.reader import read_twice

if TYPE_CHECKING:
    from vision.still.networks import NetFace
    from vision.types import Reading

RULES = {
    "as it is": LIMITS,
    "a possible die that is not read is no doubt": replace(LIMITS, possible=1.0, unreadable=1.0),
    "more belief asked of a whole picture (0.7)": replace(LIMITS, sure=0.7),
    "less belief asked of a whole picture (0.5)": replace(LIMITS, sure=0.5),
    "no more belief asked of one or two dice": replace(LIMITS, few=0),
    "one die that is surely one does not vouch for the other": replace(LIMITS, vouched=1.01),
    "faces of any size beside one another are no doubt": replace(LIMITS, one_table=99.0),
    "no more belief asked of faces that share an edge": replace(LIMITS, twins=LIMITS.sure),
    "a face that looks printed is no doubt": replace(LIMITS, prints=False),
    "a value that the nets waver about is no doubt": replace(LIMITS, value=0.0),
}
STEPS = [round(0.5 + 0.01 * step, 2) for step in range(50)]


@dataclass(frozen=True)
class Shot:
    """One photograph: its source, whether it is taken from above, its truth, and both readings."""

    source: str
    top: bool
    truth: list[int]
    geometry: Reading
    marks: list[NetFace]

    def verdict(self, limits: JointLimits) -> str:
        return verdict_on(joined(self.geometry, self.marks, limits), self.truth)


def seen(folder: Path, row: dict[str, str]) -> Shot:
    picture = load_picture(folder / row["file"])
    geometry, marks = read_twice(picture)
    source = Path(row["file"]).name.rsplit("-", 1)[0]
    return Shot(source, row["view"] == "top", truth_of(row), geometry, marks)


def looked_over(folder: Path, every: int) -> list[Shot]:
    with click.progressbar(labelled(folder, every), label="reading", file=sys.stderr) as bar:
        return [seen(folder, row) for row in bar]


def shares(shots: list[Shot], limits: JointLimits) -> list[str]:
    """Return the shares of all photographs, and their mean over the sources."""
    found: dict[str, Counter[str]] = defaultdict(Counter)
    for shot in shots:
        found[shot.source][shot.verdict(limits)] += 1
    return shares_by_source(found)


def chosen(shots: list[Shot]) -> float:
    """Return the lowest threshold at which nothing is silently wrong."""
    for least in STEPS:
        if all(shot.verdict(replace(LIMITS, sure=least)) != "silent" for shot in shots):
            return least
    return 1.0


def swapped(shots: list[Shot]) -> str:
    """Return what each half of the sources reads with the threshold that the other half chose, by view."""
    rows = []
    one, other = halves(shot.source for shot in shots)
    for choosing, reporting in ((one, other), (other, one)):
        least = chosen([shot for shot in shots if shot.source in choosing])
        theirs = [shot for shot in shots if shot.source in reporting]
        rows += [
            [", ".join(reporting), least, name, len(some), *judged(some, replace(LIMITS, sure=least))]
            for name, some in views_of(theirs).items()
        ]
    head = ["sources that report", "threshold that the others chose", "photographs", "n", *SHARES]
    return table([*head, "right, 95 %", "silent, 95 %"], rows)


def views_of(shots: list[Shot]) -> dict[str, list[Shot]]:
    """Return the photographs by view and number of dice, without empty groups."""
    groups = {
        "all": shots,
        "from above": [shot for shot in shots if shot.top],
        "from above, three dice": [shot for shot in shots if shot.top and len(shot.truth) == 3],
        "oblique": [shot for shot in shots if not shot.top],
        "oblique, up to six dice": [shot for shot in shots if not shot.top and len(shot.truth) <= MOST],
    }
    return {name: some for name, some in groups.items() if some}


def judged(shots: list[Shot], limits: JointLimits) -> list[str]:
    """Return the shares, and the intervals of right and of silently wrong."""
    counts = Counter(shot.verdict(limits) for shot in shots)
    ranges = [interval(counts[verdict], len(shots)) for verdict in ("right", "silent")]
    return [*shares(shots, limits), *ranges]


def ablation(shots: list[Shot]) -> str:
    """Return what is read without each rule, from above and from the side."""
    views = [[shot for shot in shots if shot.top is top] for top in (True, False)]
    rows = [[name, *(shares(some, limits)[0] for some in views)] for name, limits in RULES.items()]
    return table(["rule", *(f"{view}: {SHARES[0]}" for view in ("from above", "oblique"))], rows)


def in_use(shots: list[Shot]) -> str:
    """Return what is read with the rules in use, by view and number of dice."""
    rows = []
    for name, some in views_of(shots).items():
        guessed = sum(values_of(joined(shot.geometry, shot.marks)) == shot.truth for shot in some)
        rows.append([name, len(some), *judged(some, LIMITS), f"{100 * guessed / len(some):.1f}"])
    head = ["photographs", "n", *SHARES, "right, 95 %", "silent, 95 %", "best guess right, %"]
    return table(head, rows)


def report(shots: list[Shot]) -> str:
    return f"""With the rules in use:

{in_use(shots)}

Without each rule:

{ablation(shots)}

The threshold of a whole picture is {LIMITS.sure} in use. It was chosen on all of these photographs
and on rendered ones, so the tables above flatter. Chosen by one half of the sources and reported by the other:

{swapped(shots)}"""


@click.command()
@tiny_option(every=60)
@of_photographs
@cache_option
def main(folder: Path, out: Path | None, every: int, cache: Path | None) -> None:
    """Read, remove each rule in turn, and print the tables."""
    cv2.setNumThreads(1)
    shots = seen_before(cache, partial(looked_over, folder, every))
    write_section("What each rule is worth where nothing is given", report(shots), out)


if __name__ == "__main__":
    main()
