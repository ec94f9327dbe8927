"""The speed of the vision on one core: the board, a twelve-megapixel photograph, the watcher at 320 x 240; and its memory.

    python -m benchmarks.eye.speed [--seed N] [--times N] [--photo FILE] [--out FILE]

Each is also given as a ratio to a 5x5 Gaussian blur and to `cv2.SimpleBlobDetector` with its defaults, of the same picture
in the same run: milliseconds depend on the machine and its load. They are processor time of one thread
(`cv2.setNumThreads(1)`). The photograph is a rendered table blown up to 4000 x 3000 unless you name one. About two minutes.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING

import click
import cv2
import numpy as np

from benchmarks.support.reports import ROOT, out_option, quantile, table, tiny_option, write_section
from hardware.simulated import Lift, PutDown, Reach, SimulatedTable, Wait
from vision.board import BoardPose, draw_board, find_board
from vision.still.confidence import LIMITS as BELIEF
from vision.still.known import Known, exactly
from vision.still.reader import read, read_by_geometry
from vision.still.unknown_size import find_faces
from vision.stream.background import EmptyBoard
from vision.stream.board_reader import BoardReader
from vision.stream.watcher import Watcher
from vision.types import Scene

if TYPE_CHECKING:
    from collections.abc import Callable

    from hardware.frame import Pixels

FPS = 30.0
DIE_MM = 16.0
PHOTO = (4000, 3000)
SMALL = (320, 240)
REST_S = 1.2  # after this time at rest nothing is due any more
ROWS = {
    "board": ("three dice on the board, 1280 x 720", "board", 40.0),
    "look": ("comparing the board with the empty one", "board", None),
    "marks": ("looking for the board's marks, 1280 x 720", "board", None),
    "photo": ("`read` of a photograph, 4000 x 3000", "photo", 250.0),
    "nothing": ("`read` of one taken closer, nothing given", "close", None),
    "number": ("the same, the number of dice given", "close", None),
    "both": ("the same, number and size given", "close", None),
    "asking": ("the same, but one die too many given, so that it asks", "close", None),
    "fewer": ("the same, but one die too few", "close", None),
    "nets": ("its reading by the nets", "photo", None),
    "geometry": ("its geometric reading at the size that they see", "photo", None),
    "whole": ("the same of the whole picture, where they see no die", "photo", None),
    "motion": ("watcher at 320 x 240, something moves", "small", 2.0),
    "rest": ("watcher at 320 x 240, at rest", "small", 2.0),
}


class Stopwatch:
    """Collects this thread's processor time in milliseconds by name."""

    def __init__(self) -> None:
        self.taken: dict[str, list[float]] = defaultdict(list)

    def time(self, name: str, work: Callable[[], object]) -> None:
        """Do the work and note how long it took."""
        began = time.thread_time()
        work()
        self.taken[name].append(1000 * (time.thread_time() - began))

    def yardsticks(self, kind: str, picture: Pixels) -> None:
        """Measure the yardsticks on the same picture."""
        blobs = cv2.SimpleBlobDetector.create()
        self.time(f"blur {kind}", lambda: cv2.GaussianBlur(picture, (5, 5), 0))
        self.time(f"blobs {kind}", lambda: blobs.detect(picture))

    def half(self, name: str) -> float:
        return quantile(self.taken[name], 0.5)


def throw(sim: SimulatedTable) -> Pixels:
    sim.do(PutDown(dice_in_cup=(0, 1, 2)), Lift(cocked=False))
    while sim.busy:
        sim.advance(0.1)
    return sim.render()


def measure_board(watch: Stopwatch, sim: SimulatedTable, times: int) -> Pixels:
    bare = sim.render()
    pose = find_board(bare)
    assert pose is not None
    board = EmptyBoard(pose, bare)
    glance = BoardReader(pose, board, DIE_MM)
    for _ in range(times):
        picture = throw(sim)
        background = board.look(board.shrink(picture))
        watch.yardsticks("board", picture)
        watch.time("look", lambda: board.look(board.shrink(picture)))  # noqa: B023 - done at once
        watch.time("board", lambda: glance.read(picture, background, None))  # noqa: B023
        watch.time("marks", lambda: find_board(picture))  # noqa: B023
    return picture


def measure_knowledge(watch: Stopwatch, photo: Pixels, times: int) -> None:
    """Read dice with nothing given, their number, number and size, and one too many or too few, which is a question."""
    firm = [face.edge for face in find_faces(photo) if face.real > BELIEF.firm]
    number, size = len(firm), float(np.median(firm))
    ways = {
        "nothing": Known(),
        "number": Known(numbers=exactly(number)),
        "both": Known(numbers=exactly(number), die_size=size),
        "asking": Known(numbers=exactly(number + 1), die_size=size),
        "fewer": Known(numbers=exactly(number - 1), die_size=size),
    }
    for _ in range(times):
        watch.yardsticks("close", photo)
        for name, known in ways.items():
            watch.time(name, lambda: read(photo, known))  # noqa: B023 - done at once


def measure_photo(watch: Stopwatch, photo: Pixels, times: int) -> None:
    read(photo)  # the nets are loaded now
    firm = [face.edge for face in find_faces(photo) if face.real > BELIEF.firm]
    sizes = (min(firm), max(firm))
    for _ in range(times):
        watch.yardsticks("photo", photo)
        watch.time("photo", lambda: read(photo))
        watch.time("nets", lambda: find_faces(photo))
        watch.time("geometry", lambda: read_by_geometry(photo, sizes=sizes))
        watch.time("whole", lambda: read_by_geometry(photo))


def measure_watcher(watch: Stopwatch, sim: SimulatedTable) -> None:
    """Stopwatch a lift and a reaching hand in small pictures; the readings at rest are measured elsewhere."""
    sim.do(
        PutDown(dice_in_cup=(0, 1, 2)),
        Wait(seconds=2.0),
        Lift(),
        Wait(seconds=3.0),
        Reach(),
        Wait(seconds=2.0),
    )
    watcher, still, moved, now = None, False, 0.0, 0.0
    while sim.busy:
        sim.advance(1 / FPS)
        now += 1 / FPS
        full = sim.render()[:, 160:1120]
        picture = np.asarray(cv2.resize(full, SMALL, interpolation=cv2.INTER_AREA), np.uint8)
        if watcher is None:
            watcher = Watcher(pose=_small_pose(full))
        began = time.thread_time()
        events = watcher.feed(picture, now)
        took = 1000 * (time.thread_time() - began)
        still = next((event.still for event in events if isinstance(event, Scene)), still)
        moved = moved if still else now
        if now == moved or now - moved > REST_S:
            watch.taken["motion" if now == moved else "rest"].append(took)
            watch.yardsticks("small", picture)


def _small_pose(full: Pixels) -> BoardPose:
    pose = find_board(full)
    assert pose is not None
    grow = full.shape[1] / SMALL[0]
    return BoardPose(homography=pose.homography @ np.diag([grow, grow, 1.0]), marks=pose.marks)


def memory_mb(photo: Pixels) -> float:
    """Return the peak memory of `knobeltisch read` for the photograph, in MB."""
    with tempfile.TemporaryDirectory(prefix="knobeltisch-") as folder:
        path = Path(folder) / "photo.jpg"
        cv2.imwrite(str(path), photo)
        script = (
            "import sys\n"
            "from knobeltisch.__main__ import main\n"
            "try:\n    main(['read', sys.argv[1]])\n"
            "except SystemExit:\n    pass\n"
            "print(open('/proc/self/status').read().split('VmHWM:')[1].split()[0])\n"
        )
        command = [sys.executable, "-c", script, str(path)]
        read_it = subprocess.run(
            command,
            capture_output=True,
            text=True,
            check=True,
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
        )
    return int(read_it.stdout.split()[-1]) / 1024


def report(watch: Stopwatch, memory: float) -> str:
    rows = []
    for name, (text, kind, aim) in ROWS.items():
        took, blur, blobs = watch.half(name), watch.half(f"blur {kind}"), watch.half(f"blobs {kind}")
        aimed = "" if aim is None else f"{aim:.0f}"
        ratios = (f"{took / blur:.1f}", f"{took / blobs:.2f}")
        rows.append([text, f"{took:.2f}", f"{quantile(watch.taken[name], 0.95):.2f}", aimed, *ratios])
    head = ["one core", "ms, half below", "ms, 95 % below", "aim", "5x5 blurs", "SimpleBlobDetectors"]
    yards = ", ".join(
        f"{kind} {watch.half(f'blur {kind}'):.2f} and {watch.half(f'blobs {kind}'):.1f} ms"
        for kind in ("board", "photo", "small")
    )
    costs = ", ".join(
        f"{name} {watch.half(key) / watch.half('nothing'):.2f}"
        for key, name in (
            *(("number", "number"), ("both", "number and size")),
            *(("asking", "one die too many"), ("fewer", "one too few")),
        )
    )
    return (
        f"{table(head, rows)}\n\nOf the time with nothing given: {costs}.\n\nThe yardsticks themselves, blur and blob detector: {yards}. "
        f"`knobeltisch read` of the photograph had at most {memory:.0f} MB of memory (aim: 200)."
    )


@click.command()
@click.option("--seed", default=1, show_default=True)
@click.option("--times", default=15, show_default=True, help="Number of measurements of each.")
@click.option("--photo", type=click.Path(exists=True, path_type=Path), metavar="FILE", help="Read this one.")
@tiny_option(times=1)
@out_option
def main(seed: int, times: int, photo: Path | None, out: Path | None) -> None:
    """Measure and print the table."""
    cv2.setNumThreads(1)
    watch = Stopwatch()
    sheet = draw_board(6.0)

    def new_table(fps: float) -> SimulatedTable:
        return SimulatedTable(sheet=sheet, sheet_px_per_mm=6.0, seed=seed, fps=fps, cocked_share=0.0)

    last = measure_board(watch, new_table(10.0), times)
    large = cv2.imread(str(photo)) if photo is not None else last[:, 160:1120]
    large = np.asarray(cv2.resize(large, PHOTO, interpolation=cv2.INTER_CUBIC), np.uint8)
    measure_photo(watch, large, times)
    close = large if photo is not None else last[60:660, 240:1040]
    measure_knowledge(watch, np.asarray(cv2.resize(close, PHOTO), np.uint8), times)
    measure_watcher(watch, new_table(FPS))
    write_section("Speed on one core", report(watch, memory_mb(large)), out)


if __name__ == "__main__":
    main()
