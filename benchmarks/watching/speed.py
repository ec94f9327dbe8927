"""How long the eye needs for a picture: the watcher in motion and at rest, one reading of the board, of a whole picture.

python -m benchmarks.watching.speed [--seed N] [--out FILE]

Milliseconds belong to a machine, so each is also told as a ratio to one `cv2.GaussianBlur(5x5)` of the same picture,
measured in the same run between the others.
"""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING

import click
import cv2

from benchmarks.support.reports import quantile, table, write_report
from benchmarks.support.stopwatch import Stopwatch
from hardware.simulated import Lift, PutDown, Reach, SimulatedCamera, SimulatedTable, Wait
from vision.board import draw_board, find_board
from vision.still.reader import read
from vision.stream.background import EmptyBoard
from vision.stream.board_reader import BoardReader
from vision.stream.boardless_watcher import OpenWatcher
from vision.stream.watcher import Watcher
from vision.types import Scene

if TYPE_CHECKING:
    from hardware.frame import Frame, Pixels

FPS = 30.0
SETTLE_S = 0.4
READING_S = 0.3  # after settling: pictures in which dice may be read
EVERY = 5  # so many pictures lie between two measurements of what does not change
DIE_MM = 16.0

EVENING = (
    PutDown(dice_in_cup=(0, 1, 2)),
    Wait(seconds=1.5),
    Lift(),
    Wait(seconds=3.0),
    Reach(),
    Wait(seconds=1.5),
    PutDown(dice_in_cup=(1, 2), held=(0,)),
    Wait(seconds=1.5),
    Lift(),
    Wait(seconds=3.0),
)

ROWS = {
    "blur": "`cv2.GaussianBlur` 5x5 of the picture (the yardstick)",
    "blobs": "`cv2.SimpleBlobDetector`, defaults",
    "resize": "shrinking the picture to 320 wide, which the watcher needs",
    "motion": "watcher, something moves",
    "settling": "watcher, at rest, settling or reading dice",
    "rest": "watcher, at rest, nothing due",
    "glance": "one reading of the board",
    "find_board": "looking for the board's marks",
    "open": "watcher without a board, pictures not read",
    "read": "`read` of the whole picture, no size known",
}


class Bench:
    """Watches one simulated evening and measures on the way."""

    def __init__(self, first: Frame) -> None:
        self.watch = Stopwatch()
        pose = find_board(first.pixels)
        assert pose is not None
        self._watcher, self._open = Watcher(pose=pose), OpenWatcher()
        self._board = EmptyBoard(pose, first.pixels)
        self._glance = BoardReader(pose, self._board, DIE_MM)
        self._blobs = cv2.SimpleBlobDetector.create()
        self._moved = first.at
        self._still = False
        self._seen = 0

    def look(self, frame: Frame, *, dice: bool) -> None:
        """Measure one picture; `dice` says that some lie free on the board."""
        began = time.perf_counter()
        events = self._watcher.feed(frame.pixels, frame.at)
        took = 1000 * (time.perf_counter() - began)
        for event in events:
            if isinstance(event, Scene):
                self._still = event.still
        self._moved = self._moved if self._still else frame.at
        calm = frame.at - self._moved
        self.watch.taken[self._kind(calm)].append(took)
        self._seen += 1
        if self._seen % EVERY == 0:
            self._others(frame, dice=dice and calm > SETTLE_S)

    @staticmethod
    def _kind(calm: float) -> str:
        if calm == 0:
            return "motion"
        return "settling" if calm < SETTLE_S + READING_S else "rest"

    def _others(self, frame: Frame, *, dice: bool) -> None:
        picture, watch = frame.pixels, self.watch
        watch.time("blur", lambda: cv2.GaussianBlur(picture, (5, 5), 0))
        small = watch.time("resize", lambda: self._board.shrink(picture))
        self._open_feed(picture, frame.at)
        if dice:
            watch.time("blobs", lambda: self._blobs.detect(picture))
            watch.time("find_board", lambda: find_board(picture))
            background = self._board.look(small)  # type: ignore[arg-type]  # the stopwatch hands on what it was given
            watch.time("glance", lambda: self._glance.read(picture, background, None))
            watch.time("read", lambda: read(picture))

    def _open_feed(self, picture: Pixels, at: float) -> None:
        """Two pictures one after the other: the second never settles, so nothing is read."""
        self._open.feed(picture[::-1].copy(), at)
        self.watch.time("open", lambda: self._open.feed(picture, at))


@click.command()
@click.option("--seed", default=1, show_default=True)
@click.option("--out", type=click.Path(path_type=Path), metavar="FILE", help="Also write the table there.")
def main(seed: int, out: Path | None) -> None:
    """Watch one simulated evening and print the table."""
    sim = SimulatedTable(sheet=draw_board(6.0), sheet_px_per_mm=6.0, seed=seed, fps=FPS, cocked_share=0.0)
    camera = SimulatedCamera(sim, realtime=False)
    camera.open()
    first = camera.read()
    assert first is not None
    bench = Bench(first)
    sim.do(*EVENING)
    while sim.busy:
        frame = camera.read()
        assert frame is not None
        lie_free = not sim.cup_down and any(die.value for die in sim.dice)
        bench.look(frame, dice=lie_free)
    write_report("Speed of the eye", _table(bench.watch.taken), out)


def _table(taken: dict[str, list[float]]) -> str:
    blur = quantile(taken["blur"], 0.5)
    rows = [
        [
            text,
            len(taken[name]),
            f"{quantile(taken[name], 0.5):.2f}",
            f"{quantile(taken[name], 0.95):.2f}",
            f"{quantile(taken[name], 0.5) / blur:.2f}",
        ]
        for name, text in ROWS.items()
        if taken[name]
    ]
    told = table(["pictures of 1280 x 720", "measured", "ms, half below", "ms, 95 % below", "blurs"], rows)
    return (
        f"{told}\n\nThe last column is what other machines can be compared by: "
        f"the half-way time in 5x5 blurs of the same picture. OpenCV used {cv2.getNumThreads()} threads."
    )


if __name__ == "__main__":
    main()
