"""What each half of the reader is worth, how often it should ask, and how far its confidence may be trusted.

    python -m benchmarks.eye.curves [FOLDER] [--out FILE] [--every N] [--silent SHARE]

FOLDER (default: ../shared/dice) is as for `benchmarks.eye.photos`. Prints the target table, what the geometry and the nets reach
alone, a plain blob counter beside them, the curve of questions against silent errors with the threshold that keeps
those under SHARE, and how often a reading of a given confidence is right; the last also as a picture beside FILE.
About a second a photograph on one core. Photographs are other people's: they are measured, never learned from.
"""

from __future__ import annotations

import statistics
import sys
import time
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click
import cv2

from benchmarks.support.pictures.blob_counter import count_pips
from benchmarks.support.pictures.reliability import drawn_diagram, reliability_rows
from knobeltisch.commands.pictures.picture_file import BadPicture, load_picture
from tests.support.pictures.photographs import SHARED, labelled, truth_of
from vision.still.combine import LIMITS, joined, looked_again, side_by_side
from vision.still.reader import geometric
from vision.still.third_look import looked_round
from vision.still.unknown_size import find_faces
from vision.types import Reading, Status

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy as np

WIDTHS = (320, 640, 1280)
CLASSES = {"geometry has no doubt": True, "geometry doubts or misses": False}
THRESHOLDS = (0.3, 0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 0.95, 0.97, 0.98, 0.99, 0.995)
ALONE = 0.35  # `NetFace.real` that makes a die where the nets are taken alone


@dataclass(frozen=True)
class Shot:
    """One photograph and what each way of reading makes of it; milliseconds of one thread."""

    row: dict[str, str]
    geometry: Reading
    nets: tuple[list[int], float]
    both: Reading
    agreed: bool
    blobs: dict[int, list[int]]
    geometry_ms: float
    nets_ms: float

    @property
    def truth(self) -> list[int]:
        return truth_of(self.row)

    @property
    def belief(self) -> float:
        return self.both.confidence or 0.0

    @property
    def right(self) -> bool:
        return values_of(self.both) == self.truth


def values_of(reading: Reading) -> list[int]:
    return sorted(die.value for die in reading.dice)


def nets_alone(faces):
    """Return the values that the nets read without the geometry, and their weakest link."""
    real = [face for face in faces if face.real > ALONE]
    rest = [1 - face.real for face in faces if face.real <= ALONE]
    links = [min(face.real, max(face.probabilities), 1 - face.doubt) for face in real]
    return sorted(face.value for face in real), min(links + rest, default=0.0) if real else 0.0


def measure(folder: Path, row: dict[str, str]) -> Shot | None:
    try:
        picture = load_picture(folder / row["file"])
    except BadPicture as error:
        print(f"{row['file']}: {error}", file=sys.stderr)
        return None
    geometry, geometry_ms = timed(geometric, picture)
    faces, nets_ms = timed(find_faces, picture)
    marks = looked_round(looked_again(geometry, faces, picture), picture)
    both, agreed = joined(geometry, marks), side_by_side(geometry, marks).agreed(geometry)
    blobs = {width: count_pips(picture, width) for width in WIDTHS}
    return Shot(row, geometry, nets_alone(faces), both, agreed, blobs, geometry_ms, nets_ms)


def timed(call: Callable, picture: np.ndarray):
    began = time.thread_time()
    return call(picture), 1000 * (time.thread_time() - began)


def groups(shots: list[Shot]) -> dict[str, list[Shot]]:
    top = [shot for shot in shots if shot.row["view"] == "top" and 1 <= len(shot.truth) <= 6]
    return {
        "from above, 1 to 6 dice": top,
        "from above, exactly three dice": [shot for shot in top if len(shot.truth) == 3],
        "oblique": [shot for shot in shots if shot.row["view"] == "oblique"],
        "all": shots,
    }


def shares(shots, values, sure):
    """Return how many are right and sure, silently wrong, unsure, and right as a best guess, as a part of a row."""
    right = [values(shot) == shot.truth for shot in shots]
    sures = [sure(shot) for shot in shots]
    parts = [
        sum(a and b for a, b in zip(right, sures, strict=True)),
        sum(b and not a for a, b in zip(right, sures, strict=True)),
        sum(not b for b in sures),
        sum(right),
    ]
    return " | ".join(f"{part / max(1, len(shots)):.1%}" for part in parts)


def targets(shots: list[Shot]) -> str:
    goals = {
        "from above, 1 to 6 dice": "97 / 0.3 / 3",
        "from above, exactly three dice": "98 / 0.2 / 2",
        "oblique": "85 / 1 / 15",
        "all": "-",
    }
    lines = [
        "| photographs | number | right and sure | silently wrong | unsure | best guess right | goal |",
        "|---|---:|---:|---:|---:|---:|---:|",
    ]
    for name, group in groups(shots).items():
        told = shares(group, lambda s: values_of(s.both), lambda s: s.both.status is not Status.UNSURE)
        lines.append(f"| {name} | {len(group)} | {told} | {goals[name]} |")
    return "\n".join(lines)


def ablation(shots: list[Shot], silent: float) -> str:
    lines = [
        "| reader | right and sure | silently wrong | unsure | best guess right | ms (median) |",
        "|---|---:|---:|---:|---:|---:|",
    ]
    ways = {
        "geometry alone": (lambda s: values_of(s.geometry), lambda s: s.geometry.status is not Status.UNSURE),
        "nets alone": (lambda s: s.nets[0], partial(_over, chosen(shots, silent, _nets_belief))),
        "both": (lambda s: values_of(s.both), lambda s: s.both.status is not Status.UNSURE),
    }
    times = {"geometry alone": lambda s: s.geometry_ms, "nets alone": lambda s: s.nets_ms}
    for name, (values, sure) in ways.items():
        middle = statistics.median(
            times.get(name, lambda s: s.geometry_ms + s.nets_ms)(shot) for shot in shots
        )
        lines.append(f"| {name} | {shares(shots, values, sure)} | {middle:.0f} |")
    for width in WIDTHS:
        told = shares(shots, lambda s, w=width: s.blobs[w], lambda _: True)
        lines.append(f"| blob counter, picture {width} pixels wide | {told} | |")
    return "\n".join(lines)


def _nets_belief(shot: Shot) -> tuple[float, bool]:
    return shot.nets[1], shot.nets[0] == shot.truth


def _over(least: float, shot: Shot) -> bool:
    return shot.nets[1] >= least


def _both_belief(shot: Shot) -> tuple[float, bool]:
    return shot.belief, shot.right or blocked(shot)


def chosen(shots: list[Shot], silent: float, belief: Callable[[Shot], tuple[float, bool]]) -> float:
    """Return the least threshold at which at most that share of the photographs is silently wrong."""
    wrong = sorted((belief(shot)[0] for shot in shots if not belief(shot)[1]), reverse=True)
    allowed = int(silent * len(shots))
    return wrong[allowed] + 0.005 if allowed < len(wrong) else 0.0


def curve(shots: list[Shot]) -> str:
    lines = [
        f"| threshold | {' | '.join(f'{name}: asked | silent' for name in CLASSES)} |",
        "|---:|" + "---:|" * (2 * len(CLASSES)),
    ]
    for least in THRESHOLDS:
        cells = []
        for agreed in CLASSES.values():
            group = [shot for shot in shots if shot.agreed is agreed]
            asked = sum(shot.belief < least for shot in group)
            silent = sum(shot.belief >= least and not shot.right and not blocked(shot) for shot in group)
            cells += [f"{asked} of {len(group)}", str(silent)]
        lines.append(f"| {least} | {' | '.join(cells)} |")
    return "\n".join(lines)


def blocked(shot: Shot) -> bool:
    """Whether this is a question at any threshold: the two readings differ, a die leans, ..."""
    enough = shot.belief >= (LIMITS.sure if shot.agreed else LIMITS.doubted(len(shot.both.dice)))
    return enough and shot.both.status is Status.UNSURE


@click.command()
@click.argument("folder", type=click.Path(path_type=Path), default=SHARED)
@click.option(
    "--out", type=click.Path(path_type=Path), help="Also write it there, and the diagram beside it."
)
@click.option("--every", type=click.IntRange(1), default=1, help="Only every so many-th photograph.")
@click.option("--silent", type=float, default=0.003, help="Share of photographs that may be silently wrong.")
def main(folder: Path, out: Path | None, every: int, silent: float) -> None:
    """Print it all."""
    cv2.setNumThreads(1)
    with click.progressbar(labelled(folder, every), label="reading", file=sys.stderr) as bar:
        shots = [shot for row in bar if (shot := measure(folder, row)) is not None]
    pairs = [(shot.belief, shot.right) for shot in shots]
    least = {
        agreed: chosen([shot for shot in shots if shot.agreed is agreed], silent, _both_belief)
        for agreed in CLASSES.values()
    }
    text = f"""# The eye on {len(shots)} photographs, no board, no calibration

{targets(shots)}

## Each half alone, and a blob counter

Geometry and nets are asked to be as silent as both together; a blob counter never asks.

{ablation(shots, silent)}

## Questions against silent errors

The thresholds are {LIMITS.sure} where the geometry found all dice and has no doubt, {LIMITS.alone} elsewhere,
{LIMITS.few_sure} where no more than {LIMITS.few} dice are read. The least that would keep silent errors under {silent:.1%} of these photographs: {least[True]:.2f} and {least[False]:.2f}.

{curve(shots)}

## How often a reading of a given confidence is right

{reliability_rows(pairs)}
"""
    print(text)
    if out is not None:
        out.write_text(text, encoding="utf-8")
        cv2.imwrite(str(out.with_name("reliability.png")), drawn_diagram(pairs))


if __name__ == "__main__":
    main()
