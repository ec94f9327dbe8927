"""How well the reader reads a folder of labelled photographs.

    python -m benchmarks.eye.photos [FOLDER] [--out FILE] [--misses FOLDER] [--every N]

FOLDER (default: ../shared/dice) has `labels.csv` with the columns file, n_dice, values (top faces, sorted, `1-3-6`),
view, and source or a name like `source-001.jpg`. Photographs are other people's: they are measured, never copied. The
sheet of misses is for looking at and stays out of the repository.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

import click
import cv2

from benchmarks.support.reports import write_report
from knobeltisch.commands.pictures.picture_file import BadPicture, load_picture
from knobeltisch.commands.pictures.read import drawn
from tests.support.pictures.photographs import labelled, of_photographs, truth_of
from vision.still.reader import read
from vision.types import Reading, Status


@dataclass(frozen=True)
class Shot:
    """One photograph: where it belongs, what it shows, what was read and how long that took."""

    row: dict[str, str]
    reading: Reading | None
    milliseconds: float

    @property
    def truth(self) -> list[int]:
        return truth_of(self.row)

    @property
    def read(self) -> list[int]:
        return [] if self.reading is None else sorted(die.value for die in self.reading.dice)

    @property
    def sure(self) -> bool:
        return self.reading is not None and self.reading.status is not Status.UNSURE

    @property
    def verdict(self) -> str:
        if not self.sure:
            return "unsure"
        return "right" if self.read == self.truth else "silent"


def measure(folder: Path, row: dict[str, str]) -> Shot:
    try:
        picture = load_picture(folder / row["file"])
    except BadPicture as error:
        print(f"{row['file']}: {error}", file=sys.stderr)
        return Shot(row, None, 0.0)
    began = time.process_time()
    reading = read(picture)
    return Shot(row, reading, 1000 * (time.process_time() - began))


def line(name: str, shots: list[Shot]) -> str:
    count = len(shots)
    shares = [
        sum(shot.verdict == verdict for shot in shots) / count for verdict in ("right", "silent", "unsure")
    ]
    guess = sum(shot.read == shot.truth for shot in shots) / count
    middle = statistics.median(shot.milliseconds for shot in shots)
    return (
        f"| {name} | {count} | "
        + " | ".join(f"{share:.1%}" for share in (*shares, guess))
        + f" | {middle:.0f} |"
    )


def table(shots: list[Shot]) -> str:
    groups: dict[str, list[Shot]] = defaultdict(list)
    for shot in shots:
        groups["all"].append(shot)
        groups[f"view: {shot.row['view']}"].append(shot)
        if shot.row["view"] == "top" and 1 <= len(shot.truth) <= 6:
            groups["from above, 1 to 6 dice"].append(shot)
        if shot.row["view"] == "top" and len(shot.truth) == 3:
            groups["from above, exactly three dice"].append(shot)
        groups[f"source: {Path(shot.row['file']).name.rsplit('-', 1)[0]}"].append(shot)
        groups[f"dice: {shot.row.get('dice_colour') or '?'}"].append(shot)
    head = [
        "| photographs | number | fully right and sure | silently wrong | unsure | best guess right | ms of one core (median) |"
    ]
    head.append("|---|---:|---:|---:|---:|---:|---:|")
    return "\n".join([*head, *(line(name, group) for name, group in groups.items() if len(group) >= 3)])


def write_misses(folder: Path, to: Path, shots: list[Shot]) -> None:
    to.mkdir(parents=True, exist_ok=True)
    for shot in shots:
        if shot.verdict != "right" and shot.reading is not None:
            picture = drawn(load_picture(folder / shot.row["file"]), shot.reading)
            truth = "-".join(map(str, shot.truth))
            cv2.imwrite(str(to / f"{shot.verdict}-{Path(shot.row['file']).stem}-is-{truth}.jpg"), picture)


@click.command()
@of_photographs
def main(folder: Path, out: Path | None, misses: Path | None, every: int) -> None:
    """Print the table."""
    cv2.setNumThreads(1)
    with click.progressbar(labelled(folder, every), label="reading", file=sys.stderr) as bar:
        shots = [measure(folder, row) for row in bar]
    write_report(f"Reading {len(shots)} photographs, no board, no calibration", table(shots), out)
    if misses is not None:
        write_misses(folder, misses, shots)


if __name__ == "__main__":
    main()
