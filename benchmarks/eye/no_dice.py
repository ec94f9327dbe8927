"""Whether the reader ever takes for dice what is none: rendered tables with all sorts of things, and no die among them.

    python -m benchmarks.eye.no_dice [--each N] [--seed S] [--kind KIND]... [--out FILE] [--misses FOLDER]

Every picture is read as a user would (`vision.still.reader.read`, the size of the dice unknown). Only `empty` and `unsure` are
right: anything else is a reading that is wrong and sure of itself. Twelve pictures of each of the 30 kinds take about
four minutes on one core. The pictures of misses stay out of the repository.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import click
import cv2

from benchmarks.support.reports import ROOT
from training.things.no_dice import KINDS, SIZES, no_dice
from vision.still.reader import read
from vision.types import Reading, Status

OUT = ROOT / "benchmarks" / "results" / "eye" / "no_dice.md"


def report(seen: dict[str, Counter[Status]], misses: list[str], seed: int) -> str:
    total = sum((counts for counts in seen.values()), Counter[Status]())
    lines = [
        f"# Things that are no dice: {total.total()} rendered pictures, seeds from {seed}",
        "",
        "| what | pictures | empty | unsure | silently wrong |",
        "|---|---:|---:|---:|---:|",
    ]
    for kind, counts in (("all", total), *seen.items()):
        told = [counts.total(), counts[Status.EMPTY], counts[Status.UNSURE], counts[Status.OK]]
        lines.append(f"| {kind} | " + " | ".join(str(number) for number in told) + " |")
    lines += ["", "Silently wrong: " + ("; ".join(misses) if misses else "none") + "."]
    return "\n".join(lines) + "\n"


def keep(folder: Path | None, kind: str, seed: int, picture: cv2.typing.MatLike, reading: Reading) -> str:
    """Draw what was read where, and say it in words."""
    values = "-".join(str(die.value) for die in reading.dice)
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
        for die in reading.dice:
            middle = (int(die.x), int(die.y))
            cv2.circle(picture, middle, int(0.75 * die.size), (0, 0, 255), 2)
            cv2.putText(picture, str(die.value), middle, cv2.FONT_HERSHEY_SIMPLEX, 1, (0, 0, 255), 2)
        cv2.imwrite(str(folder / f"{kind.replace(' ', '_')}-{seed}.png"), picture)
    return f"{kind} (seed {seed}) as {values}"


@click.command()
@click.option("--each", type=click.IntRange(1), default=12, help="Pictures of each kind.")
@click.option("--seed", type=int, default=9_000_000)
@click.option(
    "--kind", "only", type=click.Choice(sorted(KINDS)), multiple=True, help="This kind alone, or these."
)
@click.option("--out", type=click.Path(path_type=Path), default=OUT)
@click.option("--misses", type=click.Path(path_type=Path), help="Put pictures of what was misread here.")
def main(*, each: int, seed: int, only: tuple[str, ...], out: Path, misses: Path | None) -> None:
    """Render, read, count and write the table."""
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
                wrong.append(keep(misses, kind, picture_seed, picture, reading))
        click.echo(f"{kind}: {dict(seen[kind])}", err=True)
    text = report(seen, wrong, seed)
    out.write_text(text, encoding="utf-8")
    click.echo(text)


if __name__ == "__main__":
    main()
