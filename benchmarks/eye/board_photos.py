"""How well real dice are read on the path that the table itself uses: at the board's scale, with what a table knows.

    python -m benchmarks.eye.board_photos [FOLDER] [--out FILE] [--misses FOLDER] [--every N] [--each N]

FOLDER (default: ../shared/dice) is as for `benchmarks.eye.photos`. Three ways:

- photographs from above of one to six dice, brought to 34 pixels a die and cropped round the dice, with their number and
  size told, as a table knows both;
- the same with nothing but the size;
- real dice, cut out of the photographs, laid on rendered boards with a glass, mats, lamps and hands around, read as the
  watcher reads (`EmptyBoard`, `BoardReader`).

A plain blob counter that is told the same stands beside them. No net of others that reads dice can be had lawfully where
this was measured: what the package registries have under that name holds no weights.

Photographs are other people's: they are measured, never learned from, and nothing of them is written but with --misses,
outside of the repository. About a second a photograph on one core.
"""

from __future__ import annotations

import random
import sys
from collections import Counter, defaultdict
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

import click
import cv2

from benchmarks.support.pictures.blob_counter import count_pips
from knobeltisch.commands.pictures.picture_file import BadPicture, load_picture
from knobeltisch.commands.pictures.read import drawn
from tests.support.pictures.board_scenes import HEIGHT, SHEET_PX_PER_MM, WIDTH
from tests.support.pictures.photographs import MOST, of_a_throw, of_photographs, truth_of
from tests.support.pictures.real_dice import (
    AROUND,
    DIE_MM,
    DIE_PX,
    CutDie,
    RealTable,
    at_board_scale,
    cut_out,
    placed,
)
from vision.board import draw_board, find_board
from vision.lens import Lens
from vision.still.known import Known, exactly
from vision.still.reader import read
from vision.stream.background import EmptyBoard
from vision.stream.board_reader import BoardReader
from vision.stream.objects import find_things
from vision.types import Reading, Status

if TYPE_CHECKING:
    from hardware.frame import Pixels
    from vision.board import BoardPose

TOLD = "photographs, number and size told"
SIZED = "photographs, only the size told"
BLOBS = "blob counter, number and size told"
LAID = "laid on a rendered board: "
BLOB_DIE_PX = 70  # a die's edge for which the blob counter's distances suit best
LIFTED = Known(numbers=frozenset({0, 3}))  # as the game tells the watcher
VERDICTS = ("right", "silent", "asked")


@dataclass
class Tally:
    """What came of all readings, by way and source, and the pictures that were not read right."""

    misses: Path | None
    verdicts: dict[str, dict[str, Counter[str]]] = field(
        default_factory=lambda: defaultdict(lambda: defaultdict(Counter))
    )
    silent: list[str] = field(default_factory=list)
    unplaced: list[str] = field(default_factory=list)

    def add(self, way: str, source: str, verdict: str) -> None:
        self.verdicts[way][source][verdict] += 1

    def seen(self, way: str, name: str, picture: Pixels, reading: Reading, truth: list[int]) -> None:
        """Judge a reading, and keep its picture if it is wrong or asks."""
        values = sorted(die.value for die in reading.dice)
        verdict = "asked" if reading.status is Status.UNSURE else "right" if values == truth else "silent"
        self.add(way, name.rsplit("-", 1)[0], verdict)
        read_as = "-".join(map(str, values)) or "nothing"
        if verdict == "silent":
            self.silent.append(f"{name} as {read_as} ({way})")
        if verdict != "right" and self.misses is not None:
            folder = self.misses / way.replace(" ", "_").replace(":", "").replace(",", "")
            folder.mkdir(parents=True, exist_ok=True)
            doubts = "-".join(reading.doubts)
            file = f"{verdict}-{name}-is-{'-'.join(map(str, truth))}-read-{read_as}-{doubts}.png"
            cv2.imwrite(str(folder / file), drawn(cv2.resize(picture, None, fx=2, fy=2), _twice(reading)))


def _twice(reading: Reading) -> Reading:
    """Return a reading for a picture twice as large."""
    dice = tuple(replace(die, x=2 * die.x, y=2 * die.y, size=2 * die.size) for die in reading.dice)
    return replace(reading, dice=dice)


def read_photograph(tally: Tally, name: str, picture: Pixels, truth: list[int]) -> list[CutDie]:
    """Read one photograph as a table would; give its dice, cut out."""
    where = placed(picture, truth)
    if where is None:
        tally.unplaced.append(f"{name} (no mark at all: left out)")
        return []
    if not where.faces:
        tally.unplaced.append(name)
    shown = at_board_scale(picture, where)
    tally.seen(TOLD, name, shown, read(shown, Known(die_size=DIE_PX, numbers=exactly(len(truth)))), truth)
    tally.seen(SIZED, name, shown, read(shown, Known(die_size=DIE_PX)), truth)
    groups = count_pips(shown, round(shown.shape[1] * BLOB_DIE_PX / DIE_PX))[-len(truth) :]
    sure = len(groups) == len(truth) and groups[-1] <= MOST
    tally.add(
        BLOBS, name.rsplit("-", 1)[0], "asked" if not sure else "right" if groups == truth else "silent"
    )
    return cut_out(picture, where)


def read_boards(tally: Tally, cuts: dict[str, list[CutDie]], each: int) -> None:
    """Lay the dice of each source on boards of their own, three at a time, and read them."""
    sheet = draw_board(SHEET_PX_PER_MM)
    for number, (source, dice) in enumerate(sorted(cuts.items())):
        for kind, (around, moves) in enumerate(AROUND.items()):
            chance = random.Random(f"{source} {around}")
            table = RealTable(sheet, 1000 * number + kind)
            bare = table.bare()
            lens = Lens(size=(WIDTH, HEIGHT), focal=table.lens.focal, centre=table.lens.centre)
            pose = find_board(bare, lens=lens)
            if pose is None:
                tally.unplaced.append(f"board of {source}, {around} (not found)")
                continue
            board = EmptyBoard(pose, bare)
            glance = BoardReader(pose, board, DIE_MM)
            table.happens(moves)
            for lift in range(each):
                thrown = [chance.choice(dice) for _ in range(3)]
                picture = table.shot(thrown)
                background = board.look(board.shrink(picture))
                reading = glance.read(picture, background, find_things(board, background).cup, LIFTED)
                truth = sorted(die.value for die in thrown)
                tally.seen(LAID + around, f"{source}-{lift}", picture, _in_pixels(reading, pose), truth)


def _in_pixels(reading: Reading, pose: BoardPose) -> Reading:
    """Return a reading in millimetres for the camera's picture, roughly: for drawing."""
    dice = []
    for die in reading.dice:
        ((x, y),) = pose.to_px([[die.x, die.y]])
        dice.append(replace(die, x=float(x), y=float(y), size=DIE_PX))
    return replace(reading, dice=tuple(dice))


def shares(counts: Counter[str]) -> str:
    total = max(1, counts.total())
    return " | ".join(f"{counts[verdict] / total:.1%}" for verdict in VERDICTS)


def mean_of(sources: dict[str, Counter[str]]) -> str:
    """Return the mean of the shares of all sources: one desk may be half of all photographs."""
    means = [
        sum(source[verdict] / source.total() for source in sources.values()) / len(sources)
        for verdict in VERDICTS
    ]
    return " | ".join(f"{mean:.1%}" for mean in means)


def report(tally: Tally) -> str:
    lines = [
        "| real dice at 34 pixels | readings | right and sure | silently wrong | asked |",
        "|---|---:|---:|---:|---:|",
    ]
    for way, sources in tally.verdicts.items():
        everything = sum(sources.values(), Counter())
        lines.append(f"| **{way}** | {everything.total()} | {shares(everything)} |")
        lines.append(f"| {way}, mean over {len(sources)} sources | | {mean_of(sources)} |")
    lines += [
        "",
        "By source:",
        "",
        "| way | source | readings | right and sure | silently wrong | asked |",
        "|---|---|---:|---:|---:|---:|",
    ]
    for way, sources in tally.verdicts.items():
        lines += [
            f"| {way} | {name} | {count.total()} | {shares(count)} |"
            for name, count in sorted(sources.items())
        ]
    lines += [
        "",
        "Silently wrong: " + ("; ".join(tally.silent) or "none") + ".",
        "",
        "Not cropped, because the nets' marks do not show what lies there: "
        + (", ".join(tally.unplaced) or "none")
        + ".",
    ]
    return "\n".join(lines)


@click.command()
@of_photographs
@click.option(
    "--each", type=click.IntRange(0), default=6, show_default=True, help="Lifts for each source and board."
)
def main(folder: Path, out: Path | None, misses: Path | None, every: int, each: int) -> None:
    """Print the table."""
    cv2.setNumThreads(1)
    rows = of_a_throw(folder, every)
    tally, cuts = Tally(misses), defaultdict(list)
    with click.progressbar(rows, label="reading", file=sys.stderr) as bar:
        for row in bar:
            name = Path(row["file"]).stem
            try:
                picture = load_picture(folder / row["file"])
            except BadPicture as error:
                print(f"{row['file']}: {error}", file=sys.stderr)
                continue
            cuts[name.rsplit("-", 1)[0]] += read_photograph(tally, name, picture, truth_of(row))
    read_boards(tally, {source: dice for source, dice in cuts.items() if dice}, each)
    text = f"# Real dice on the table's own path: {len(rows)} photographs from above\n\n{report(tally)}\n"
    print(text)
    if out is not None:
        out.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
