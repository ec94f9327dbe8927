"""How often the reader takes other things for dice: rendered tables with all sorts of things, but without dice.

    python -m benchmarks.eye.no_dice [--each N] [--seed S] [--kind KIND]... [--out FILE] [--misses FOLDER]

Every picture is read as a photograph is (`vision.still.reader.read`, the size of the dice unknown). Only `empty` and `unsure` are
right: anything else is silently wrong. Twelve pictures of each of the 30 kinds take about four minutes on one core. The pictures
of misses stay out of the repository.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import click
import cv2

from benchmarks.support.pictures.verdicts import circle_dice, interval, values_of
from benchmarks.support.reports import out_option, table, tiny_option, write_section
from training.things.no_dice import KINDS, SIZES, no_dice
from vision.still.reader import read
from vision.types import Reading, Status

if TYPE_CHECKING:
    from hardware.frame import Pixels


def report(seen: dict[str, Counter[Status]], misses: list[str], seed: int) -> str:
    """Return the counts of all pictures, the kinds, and the names of pictures with a sure reading."""
    total = sum(seen.values(), Counter[Status]())
    row: list[object] = [total.total(), total[Status.EMPTY], total[Status.UNSURE], total[Status.OK]]
    row.append(interval(total[Status.OK], max(1, total.total())))
    rendered = table(["pictures", "empty", "asked", "silently wrong", "silent, 95 %"], [row])
    kinds = f"{next(iter(seen.values())).total()} each of: {'; '.join(seen)}. Seeds from {seed}."
    return f"{rendered}\n\n{kinds}\n\nSilently wrong: {'; '.join(misses) or 'none'}."


def describe_miss(folder: Path | None, kind: str, seed: int, picture: Pixels, reading: Reading) -> str:
    """Return a text about a misread picture; save it with its dice drawn in if a folder is given."""
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
        circle_dice(picture, [(die.value, die.x, die.y, 0.75 * die.size) for die in reading.dice])
        cv2.imwrite(str(folder / f"{kind.replace(' ', '_')}-{seed}.png"), picture)
    return f"{kind} (seed {seed}) as {'-'.join(map(str, values_of(reading)))}"


@click.command()
@click.option("--each", type=click.IntRange(1), default=12, help="Pictures of each kind.")
@click.option("--seed", type=int, default=9_000_000)
@click.option(
    "--kind", "only", type=click.Choice(sorted(KINDS)), multiple=True, help="Only this kind, or these kinds."
)
@tiny_option(each=1)
@out_option
@click.option("--misses", type=click.Path(path_type=Path), help="Write misread pictures to this folder.")
def main(*, each: int, seed: int, only: tuple[str, ...], out: Path | None, misses: Path | None) -> None:
    """Render, read, count and print the table."""
    cv2.setNumThreads(1)
    seen: dict[str, Counter[Status]] = {}
    wrong: list[str] = []
    for number, kind in enumerate(KINDS):
        if only and kind not in only:
            continue
        seen[kind] = Counter()
        for k in range(each):
            picture_seed = seed + 10_000 * number + k
            picture = no_dice(kind, picture_seed, SIZES[k % len(SIZES)])
            reading = read(picture)
            seen[kind][reading.status] += 1
            if reading.status is Status.OK:
                wrong.append(describe_miss(misses, kind, picture_seed, picture, reading))
        click.echo(f"{kind}: {dict(seen[kind])}", err=True)
    write_section("Things that are no dice, rendered", report(seen, wrong, seed), out)


if __name__ == "__main__":
    main()
