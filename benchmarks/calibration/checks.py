"""How well dice are read as one condition of the setup gets worse: the source of the checks' limits.

    python -m benchmarks.calibration.checks [--lifts 8] [--only WORD] [--out FILE]

A simulated table with one problem at a time, in steps. Each line: the value measured on the bare board, the page's verdict, and
how many later lifts were read, asked about, read wrong, and missed. About 20 s per step.
"""

import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace

import click
import cv2
import numpy as np

from benchmarks.support.reports import out_option, table, tiny_option, write_report
from calibration.checks import judge, judge_unseen, measure
from calibration.finding import Grade
from calibration.measurements import band_levels
from hardware.frame import Frame
from hardware.simulated import Glow, Lift, Light, Mains, PutDown, SimulatedCamera, SimulatedTable, Wait
from vision.board import draw_board, find_board, seen_marks
from vision.stream.watcher import Watcher
from vision.types import Moment, Picture, Sighting, Status

FPS = 15.0
FINE = 60.0  # pictures a second from which long exposures are made
SHEET = 6.0
LOOKED = 20  # pictures of the bare board
HEAD = [
    "what is wrong",
    "marks",
    "error, mm",
    "edge, mm",
    "paper",
    "darkest over lightest",
    "cast",
    "white",
    "flicker",
    "grain",
    "the page says",
    "read",
    "asked",
    "wrong",
    "missed",
]


@dataclass(frozen=True)
class Step:
    """One problem at one strength."""

    name: str
    moves: tuple[object, ...] = ()
    spoil: Callable[[Picture], Picture] = lambda picture: picture
    exposed: int = 0  # number of FINE pictures averaged into one; 0: sharp pictures at FPS a second


class Exposed:
    """A camera that averages successive pictures, so that motion is blurred."""

    def __init__(self, camera, of):
        self._camera, self._of = camera, of
        self._pause = max(0, round(FINE / FPS) - of)

    def read(self):
        """Expose one picture; the shutter is closed for the rest of the frame interval."""
        frames = [self._camera.read() for _ in range(self._of + self._pause)]
        last = frames[-1]
        assert last is not None
        parts = [frame.pixels for frame in frames[: self._of] if frame is not None]
        return Frame(pixels=np.asarray(np.mean(parts, axis=0), np.uint8), at=last.at)


def blurred(sigma):
    """Return a change that blurs a picture."""
    return lambda picture: np.asarray(cv2.GaussianBlur(picture, (0, 0), sigma), np.uint8)


def sloping(share):
    """Return a change that lets the light fall off from left to right, to a share of it."""

    def spoil(picture):
        ramp = np.geomspace(1.0, share, picture.shape[1])[None, :, None]
        return np.asarray(picture * ramp, np.uint8)

    return spoil


def tinted(blue):
    """Return a change that removes some blue, like a warm lamp without white balance."""
    return lambda picture: np.clip(picture * np.array([blue, 1.0, 1.0]), 0, 255).astype(np.uint8)


def noisy(sigma):
    """Return a change that adds noise, like a high gain."""
    chance = np.random.default_rng(5)

    def spoil(picture):
        return np.clip(picture + chance.normal(0, sigma, picture.shape), 0, 255).astype(np.uint8)

    return spoil


def steps():
    """Return the steps to try."""
    yield Step("nothing")
    for sigma in (0.7, 1.0, 1.5, 2.0, 2.5, 3.0):
        yield Step(f"blur {sigma:g} px", spoil=blurred(sigma))
    for level in (1.3, 1.15, 1.08, 0.6, 0.45, 0.35, 0.25, 0.18):
        yield Step(f"light {level:g}", (Light(level=level),))
    for level in (0.3, 0.5, 1.0, 2.0, 4.0):
        bright = Glow(level=level, at=(260.0, 140.0), reach=60.0, colour=(0.5, 0.5, 0.5))
        yield Step(f"lamp {level:g}", (bright,))
    for share in (0.7, 0.4, 0.25, 0.15, 0.08, 0.04):
        yield Step(f"one side has {share:g}", spoil=sloping(share))
    for depth in (0.02, 0.04, 0.08, 0.15, 0.25):
        yield Step(f"flicker {depth:g}", (Mains(depth=depth),))
    for blue in (0.9, 0.6, 0.4, 0.25, 0.12):
        yield Step(f"blue {blue:g}", spoil=tinted(blue))
    for sigma in (3.0, 6.0, 9.0, 12.0, 16.0, 20.0):
        yield Step(f"noise {sigma:g}", spoil=noisy(sigma))
    for exposed in (1, 2, 4, 8, 16):
        yield Step(f"exposure {1000 * exposed / FINE:.0f} ms", exposed=exposed)


def row(step, lifts):
    """Film a step; return its row."""
    fps = FINE if step.exposed else FPS
    pub = SimulatedTable(sheet=draw_board(SHEET), sheet_px_per_mm=SHEET, seed=3, fps=fps, cocked_share=0.0)
    simulated = SimulatedCamera(pub, realtime=False)
    simulated.open()
    camera = Exposed(simulated, step.exposed) if step.exposed else simulated
    pub.do(*step.moves, Wait(seconds=1.0))
    for _ in range(round(1.5 * FPS)):
        camera.read()
    bare = [step.spoil(camera.read().pixels) for _ in range(LOOKED)]
    found, pose = seen_marks(bare[0]), find_board(bare[0])
    if pose is None:
        return [step.name, len(found), *["-"] * 8, _verdict(judge_unseen(len(found))), *["no board"] * 4]
    bands = [band_levels(picture, pose) for picture in bare]
    seen = replace(measure(bare[0], pose, found, bands), exposure=step.exposed / FINE or None)
    verdicts = _lifts(pub, camera, step, Watcher(pose=pose), lifts)
    values = (seen.error, seen.edge, seen.light, seen.even, seen.cast, seen.white, seen.flicker, seen.grain)
    counts = (verdicts["read"], verdicts["asked"], verdicts["wrong"], lifts - verdicts.total())
    return [step.name, seen.marks, *values, _verdict(judge(seen)), *counts]


def _verdict(found):
    """Return the worst verdict that the page would show, and its checks."""
    for verdict in (Grade.BAD, Grade.FAIR):
        checks = [finding.check for finding in found if finding.verdict is verdict]
        if checks:
            return f"{verdict}: {', '.join(checks)}"
    return str(Grade.GOOD)


def _lifts(pub, camera, step, watcher, lifts):
    """Play some lifts; count how they were read."""
    verdicts: Counter[str] = Counter()
    for _ in range(lifts):
        pub.do(PutDown(dice_in_cup=(0, 1, 2)), Wait(seconds=0.5), Lift(), Wait(seconds=1.5))
        last: Sighting | None = None
        while pub.busy:
            frame = camera.read()
            assert frame is not None
            for event in watcher.feed(step.spoil(frame.pixels), frame.at):
                if isinstance(event, Sighting) and event.moment is Moment.LIFT:
                    last = event
        if last is None:
            continue
        real = sorted(pub.throws[-1].values.values())
        read = sorted(die.value for die in last.reading.dice)
        sure = last.reading.status is Status.OK
        verdicts["read" if sure and read == real else "wrong" if sure else "asked"] += 1
    return verdicts


@click.command()
@click.option("--lifts", default=8, show_default=True, help="Lifts a step.")
@click.option("--only", default="", metavar="WORD", help="Just the steps whose names begin so.")
@tiny_option(lifts=1, only="nothing")
@out_option
def main(lifts, only, out):
    """Measure each step and print the table."""
    rows = []
    for step in (step for step in steps() if step.name.startswith(only)):
        rows.append(row(step, lifts))
        print(*rows[-1], file=sys.stderr, flush=True)
    text = f"{lifts} lifts a step, on one simulated table.\n\n{table(HEAD, rows)}"
    write_report("What the calibration's checks say, and how dice are read then", text, out)


if __name__ == "__main__":
    main()
