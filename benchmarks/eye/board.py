"""How well dice on the product's own board are read: rendered pub scenes, calibrated, thousands of lifts.

    python -m benchmarks.eye.board [--lifts N] [--seed S] [--each N] [--cocked SHARE] [--hard]
                                   [--only SEED] [--misses FOLDER] [--out FILE]

Every table has another seed: another camera, lamp, set of dice, light, noise, guest's shadow, glass beside the board. The board
is found by its marks in the first picture, the focal length is known; then each lift is read as the watcher reads it
(`EmptyBoard`, `BoardReader`), with the possible numbers of dice, but from one picture. The watcher needs three that agree, so it
can only be wrong less often. About 70 ms a lift on one free core, most of it rendering: 10,000 lifts take 12 minutes.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import click
import cv2
import numpy as np

from benchmarks.support.pictures.verdicts import VERDICTS, circle_dice, values_of, verdict_on
from benchmarks.support.reports import out_option, quantile, table, tiny_option, write_section
from tests.support.pictures.board_scenes import (
    BESIDE_CUP,
    DIE_MM,
    HEIGHT,
    LIFTED,
    SHEET_PX_PER_MM,
    WIDTH,
    PubTable,
)
from vision.board import BoardPose, draw_board, find_board
from vision.lens import Lens
from vision.still.known import Known
from vision.stream.background import EmptyBoard, find_things
from vision.stream.board_reader import BoardReader

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hardware.frame import Pixels
    from tests.support.pictures.board_scenes import Shot
    from vision.types import Reading

ROWS = {
    "flat": "lifts, all three dice flat",
    "cup": "cup down, one or two dice held beside it",
    "leaning": "lifts with a leaning die (asking is right)",
}


@dataclass(frozen=True)
class Look:
    """The reading of one picture: its source, the truth, the reading, and its time."""

    seed: int
    number: int
    shot: Shot
    reading: Reading
    milliseconds: float

    @property
    def kind(self) -> str:
        if self.shot.leaning:
            return "leaning"
        return "cup" if self.shot.cup else "flat"

    @property
    def verdict(self) -> str:
        return verdict_on(self.reading, self.shot.values)

    @property
    def miss(self) -> bool:
        return self.verdict == "silent" or (self.verdict == "asked" and self.kind != "leaning")


@dataclass
class Tally:
    """The verdicts on all looks, without their pictures."""

    verdicts: Counter[tuple[str, str]] = field(default_factory=Counter)
    reasons: Counter[str] = field(default_factory=Counter)
    misses: list[str] = field(default_factory=list)
    boards: Counter[str] = field(default_factory=Counter)
    off_mm: list[float] = field(default_factory=list)
    milliseconds: list[float] = field(default_factory=list)

    def add(self, look: Look) -> None:
        self.verdicts[look.kind, look.verdict] += 1
        self.milliseconds.append(look.milliseconds)
        if look.verdict == "right" and look.kind != "leaning":
            self.off_mm.extend(_off(look))
        if look.miss:
            doubts = " ".join(look.reading.doubts) or "-"
            self.misses.append(f"{look.seed}/{look.number} ({look.verdict}: {doubts})")
            if look.verdict == "asked":
                self.reasons.update(look.reading.doubts)


def _off(look: Look) -> Iterator[float]:
    """Return the distance of each die from its true place, in millimetres."""
    true = np.array([(x, y) for _, x, y in look.shot.dice])
    for die in look.reading.dice:
        yield float(np.hypot(*(true - (die.x, die.y)).T).min())


class Reader:
    """Reads one table as the watcher does when everything is at rest."""

    def __init__(self, pose: BoardPose, bare: Pixels) -> None:
        self._board = EmptyBoard(pose, bare)
        self._glance = BoardReader(pose, self._board, DIE_MM)

    def read(self, picture: Pixels, numbers: frozenset[int]) -> tuple[Reading, float]:
        background = self._board.look(self._board.shrink(picture))
        cup = find_things(self._board, background).cup
        began = time.process_time()
        reading = self._glance.read(picture, background, cup, Known(numbers=numbers))
        took = 1000 * (time.process_time() - began)
        self._board.learn(background)
        return reading, took


def looks(pub: PubTable, each: int, tally: Tally) -> Iterator[Look]:
    """Play and read one table; if its board is not found, note that and return nothing."""
    bare = pub.bare()
    lens = Lens(size=(WIDTH, HEIGHT), focal=pub.lens.focal, centre=pub.lens.centre)
    pose = find_board(bare, lens=lens)
    tally.boards["found" if pose is not None else "not found"] += 1
    if pose is None:
        tally.misses.append(f"{pub.seed} (board not found)")
        return
    reader = Reader(pose, bare)
    for number, shot in enumerate(pub.lifts(each)):
        reading, took = reader.read(shot.picture, BESIDE_CUP if shot.cup else LIFTED)
        yield Look(pub.seed, number, shot, reading, took)


def write_miss(folder: Path, look: Look, pose: BoardPose | None) -> None:
    """Draw the reading into the picture; `pose` maps it back to pixels."""
    folder.mkdir(parents=True, exist_ok=True)
    truth, read = ("-".join(map(str, values)) for values in (look.shot.values, values_of(look.reading)))
    doubts = "-".join(look.reading.doubts)
    name = f"{look.verdict}-{look.seed}-{look.number}-is-{truth}-read-{read}-{doubts}.png"
    picture = look.shot.picture.copy()
    if pose is not None:
        circle_dice(picture, [(die.value, *pose.to_px([[die.x, die.y]])[0], 30) for die in look.reading.dice])
    cv2.imwrite(str(folder / name), picture)


def report(tally: Tally, tables: int) -> str:
    rows = []
    for kind, text in ROWS.items():
        counts = {outcome: tally.verdicts[kind, outcome] for outcome in VERDICTS}
        total = sum(counts.values())
        if total:
            rows.append(
                [text, total, *(f"{100 * count / total:.2f} % ({count})" for count in counts.values())]
            )
    lifts = table(
        ["rendered on the board, one picture each", "number", "right and sure", "silently wrong", "asked"],
        rows,
    )
    reasons = ", ".join(f"{name} {count}" for name, count in tally.reasons.most_common()) or "none"
    return (
        f"{lifts}\n\n{tables} tables; the board was found in the first picture of {tally.boards['found']}. "
        f"Reasons for asking where all dice lie flat: {reasons}. "
        f"Places of dice are off by {quantile(tally.off_mm, 0.5):.2f} mm (half), {quantile(tally.off_mm, 0.95):.2f} mm (95 %). "
        f"One reading takes {quantile(tally.milliseconds, 0.5):.1f} ms (half), "
        f"{quantile(tally.milliseconds, 0.95):.1f} ms (95 %) of one core.\n\n"
        f"Misses (seed/picture): {', '.join(tally.misses) or 'none'}."
    )


@click.command()
@click.option("--lifts", default=1000, show_default=True, help="Total number of lifts.")
@click.option("--seed", default=1, show_default=True, help="Seed of the first table.")
@click.option("--each", default=40, show_default=True, help="Lifts a table.")
@click.option("--cocked", default=0.01, show_default=True, help="Share of throws with a leaning die.")
@click.option("--hard", is_flag=True, help="Worse light, focus and noise than the maker's guide allows.")
@click.option("--only", type=int, metavar="SEED", help="Just this table.")
@click.option(
    "--misses", type=click.Path(path_type=Path), metavar="FOLDER", help="Write pictures of misses there."
)
@tiny_option(lifts=2, each=2)
@out_option
def main(lifts, seed, each, cocked, hard, only, misses, out) -> None:  # noqa: PLR0913, PLR0917 - one for each option of the command line
    """Read many rendered lifts and print the table."""
    cv2.setNumThreads(1)
    sheet, tally = draw_board(SHEET_PX_PER_MM), Tally()
    seeds = [only] if only is not None else list(range(seed, seed + -(-lifts // each)))
    with click.progressbar(seeds, label="reading", file=sys.stderr) as bar:
        for start in bar:
            for look in looks(PubTable(start, sheet, cocked=cocked, hard=hard), each, tally):
                tally.add(look)
                if misses is not None and look.miss:
                    write_miss(misses, look, find_board(look.shot.picture))
    write_section("Our own board, rendered", report(tally, len(seeds)), out)


if __name__ == "__main__":
    main()
