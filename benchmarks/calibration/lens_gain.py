"""The value of a measured lens: dice on the board seen through distorting lenses, without and with the lens known.

    python -m benchmarks.calibration.lens_gain [--tables N] [--each N] [--out FILE]

Each table is one of `benchmarks.eye.board`'s, with its own camera, light and dice; its pictures are bent as a camera that hangs
as low as the maker's guide says would bend them (Camera Module 3: 985 pixels of focal length at 1280 x 720). Then each lift is
read from one picture, first distorted, then undistorted. All lenses see the same lifts.
"""

from __future__ import annotations

import sys
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import click
import cv2
import numpy as np

from benchmarks.support.reports import out_option, quantile, table, write_report
from tests.support.pictures.board_scenes import HEIGHT, SHEET_PX_PER_MM, WIDTH, PubTable
from vision.board import draw_board, find_board, mark_corners, seen_marks
from vision.lens import Lens
from vision.stream.background import EmptyBoard
from vision.stream.board_reader import BoardReader
from vision.stream.objects import find_things
from vision.types import Status

if TYPE_CHECKING:
    from pathlib import Path

    from hardware.frame import Pixels
    from tests.support.pictures.board_scenes import Shot

SIZE = (WIDTH, HEIGHT)
FOCAL = 985.0
LENSES = {
    "none at all": (0.0, 0.0),
    "a little inwards (as a Camera Module 3)": (0.03, 0.0),
    "a little outwards": (-0.03, 0.0),
    "out and in again (as many webcams)": (0.18, -0.45),
    "barrel": (-0.12, 0.05),
    "strong barrel (a wide lens)": (-0.2, 0.1),
}
HEAD = [
    "lens (k1, k2)",
    "it is",
    "read",
    "asked",
    "wrong",
    "marks off, mm",
    "dice off, half, mm",
    "95 %",
    "most",
]


@dataclass
class Tally:
    """The verdicts on all lifts through one lens."""

    verdicts: Counter[str] = field(default_factory=Counter)
    marks: list[float] = field(default_factory=list)
    dice: list[float] = field(default_factory=list)


class View:
    """One table seen through one lens, known to the reader or not."""

    def __init__(self, pub: PubTable, bends: tuple[float, float], *, known: bool, tally: Tally) -> None:
        self._bent = Lens(
            size=SIZE, focal=FOCAL, centre=(WIDTH / 2, HEIGHT / 2), distortion=(*bends, 0, 0, 0)
        )
        # the table's pictures are from a higher camera: its own focal length determines how dice lean outwards
        own = Lens(size=SIZE, focal=pub.lens.focal, centre=pub.lens.centre)
        self._known, self._tally = known, tally
        x, y = np.meshgrid(np.arange(WIDTH), np.arange(HEIGHT))
        places = self._bent.straight(np.stack([x.ravel(), y.ravel()], axis=1))
        self._places = places.astype(np.float32).reshape(HEIGHT, WIDTH, 2)
        bare = self._seen(pub.bare())
        self._pose = find_board(bare, lens=own if known else None)
        if self._pose is not None:
            found = seen_marks(bare)
            off = [self._pose.to_mm(found[mark]) - mark_corners()[mark] for mark in found]
            tally.marks.append(float(np.linalg.norm(np.concatenate(off), axis=1).max()))
            self._board = EmptyBoard(self._pose, bare)
            self._glance = BoardReader(self._pose, self._board, 16.0)

    def _seen(self, picture: Pixels) -> Pixels:
        across, down = self._places[..., 0], self._places[..., 1]
        bent = cv2.remap(picture, across, down, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        return self._bent.straighten(bent) if self._known else bent

    def read(self, shot: Shot) -> None:
        """Read one lift as the watcher does when everything is at rest."""
        if self._pose is None:
            self._tally.verdicts["asked"] += 1
            return
        picture = self._seen(shot.picture)
        background = self._board.look(picture)
        reading = self._glance.read(picture, background, find_things(self._board, background).cup)
        self._board.learn(background)
        sure = reading.status is not Status.UNSURE
        right = sorted(die.value for die in reading.dice) == shot.values
        self._tally.verdicts["asked" if not sure else "read" if right else "wrong"] += 1
        if sure and right:
            true = np.array([(x, y) for _, x, y in shot.dice])
            self._tally.dice += [float(np.hypot(*(true - (die.x, die.y)).T).min()) for die in reading.dice]


def row(name: str, bends: tuple[float, float], known: bool, tally: Tally) -> list[object]:  # noqa: FBT001
    counts = [tally.verdicts[outcome] for outcome in ("read", "asked", "wrong")]
    off = [_middle(tally.marks, 0.5), *(_middle(tally.dice, share) for share in (0.5, 0.95, 1.0))]
    lens = f"{name} ({bends[0]:g}, {bends[1]:g})"
    return [lens, "known" if known else "not known", *counts, *off]


def _middle(values: list[float], share: float) -> str:
    return f"{quantile(values, share):.2f}" if values else "-"


@click.command()
@click.option("--tables", default=8, show_default=True)
@click.option("--each", default=10, show_default=True, help="Lifts a table.")
@out_option
def main(tables: int, each: int, out: Path | None) -> None:
    """Read the same lifts through each lens and print the table."""
    cv2.setNumThreads(1)
    sheet = draw_board(SHEET_PX_PER_MM)
    tallies = {(name, known): Tally() for name in LENSES for known in (False, True)}
    with click.progressbar(range(500, 500 + tables), label="reading", file=sys.stderr) as seeds:
        for seed in seeds:
            pub = PubTable(seed, sheet, cocked=0.0)
            views = [
                View(pub, LENSES[name], known=known, tally=tally) for (name, known), tally in tallies.items()
            ]
            for shot in pub.lifts(each):
                for view in views:
                    view.read(shot)
    rows = [row(name, LENSES[name], known, tally) for (name, known), tally in tallies.items()]
    write_report("What a measured lens is worth", f"{tables} tables.\n\n{table(HEAD, rows)}", out)


if __name__ == "__main__":
    main()
