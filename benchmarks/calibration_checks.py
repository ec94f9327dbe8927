"""What the calibration's measures say, and how well dice are then read: where its limits come from.

    python benchmarks/calibration_checks.py [--lifts 8] [--only WORD] [--out FILE]

A simulated table with one thing wrong at a time, in steps. Each line: what is measured on the bare board, and of the
lifts afterwards how many were read, asked about, and read wrong.
"""

from __future__ import annotations

import argparse
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import cv2
import numpy as np

from calibration.probes import (
    band_levels,
    edge_width,
    flicker_depth,
    grain,
    grey_patch,
    mark_errors,
    paper_levels,
    white_share,
)
from hardware.frame import Frame
from hardware.simulated import Glow, Lift, Light, Mains, PutDown, SimulatedCamera, SimulatedTable, Wait
from vision.board import draw_board, find_board, seen_marks
from vision.sightings import Moment, Picture, Sighting, Status
from vision.watcher import Watcher

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

FPS = 15.0
FINE = 60.0  # pictures a second that long exposures are made of
SHEET = 6.0
LOOKED = 20  # pictures of the bare board


@dataclass(frozen=True)
class Step:
    """One thing wrong, so much of it."""

    name: str
    moves: tuple[object, ...] = ()
    spoil: Callable[[Picture], Picture] = lambda picture: picture
    exposed: int = 0  # pictures of FINE a second that make one; 0: one of FPS a second, sharp whatever moves


class Exposed:
    """A camera whose pictures are the middle of some that were taken one after the other: what moves is smeared."""

    def __init__(self, camera: SimulatedCamera, of: int) -> None:
        self._camera, self._of = camera, of
        self._pause = max(0, round(FINE / FPS) - of)

    def read(self) -> Frame:
        """Expose one picture; the shutter is closed for the rest of the frame's time."""
        frames = [self._camera.read() for _ in range(self._of + self._pause)]
        last = frames[-1]
        assert last is not None
        parts = [frame.pixels for frame in frames[: self._of] if frame is not None]
        return Frame(pixels=np.asarray(np.mean(parts, axis=0), np.uint8), at=last.at)


def blurred(sigma: float) -> Callable[[Picture], Picture]:
    """Put a picture out of focus."""
    return lambda picture: np.asarray(cv2.GaussianBlur(picture, (0, 0), sigma), np.uint8)


def sloping(share: float) -> Callable[[Picture], Picture]:
    """Let the light fall off from left to right to a share of it."""

    def spoil(picture: Picture) -> Picture:
        ramp = np.geomspace(1.0, share, picture.shape[1])[None, :, None]
        return np.asarray(picture * ramp, np.uint8)

    return spoil


def tinted(blue: float) -> Callable[[Picture], Picture]:
    """Take some of the blue away, as a warm lamp does that the camera does not balance."""
    return lambda picture: np.clip(picture * np.array([blue, 1.0, 1.0]), 0, 255).astype(np.uint8)


def noisy(sigma: float) -> Callable[[Picture], Picture]:
    """Let a camera amplify so much that its pixels differ by chance."""
    chance = np.random.default_rng(5)

    def spoil(picture: Picture) -> Picture:
        return np.clip(picture + chance.normal(0, sigma, picture.shape), 0, 255).astype(np.uint8)

    return spoil


def steps() -> Iterator[Step]:
    """Give what is tried."""
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


def measured(step: Step, lifts: int) -> str:
    """Film a step; give its line."""
    fps = FINE if step.exposed else FPS
    table = SimulatedTable(sheet=draw_board(SHEET), sheet_px_per_mm=SHEET, seed=3, fps=fps, cocked_share=0.0)
    simulated = SimulatedCamera(table, realtime=False)
    simulated.open()
    camera = Exposed(simulated, step.exposed) if step.exposed else simulated
    table.do(*step.moves, Wait(seconds=1.0))  # type: ignore[arg-type]
    for _ in range(round(1.5 * FPS)):
        seen = camera.read()
    assert seen is not None
    bare = [step.spoil(camera.read().pixels) for _ in range(LOOKED)]  # type: ignore[union-attr]
    found, pose = seen_marks(bare[0]), find_board(bare[0])
    if pose is None:
        return f"{step.name:28} {len(found)} marks: no board"
    paper, grey = paper_levels(bare[0], pose), grey_patch(bare[0], pose)
    told = _lifts(table, camera, step, Watcher(pose=pose), lifts)
    return (
        f"{step.name:28} {len(found):5} {mark_errors(found, pose).max():6.2f} "
        f"{edge_width(bare[0], pose, tuple(found)):6.2f} {np.median(paper):6.0f} {paper.min() / paper.max():6.2f} "
        f"{grey.max() / max(1.0, grey.min()):6.2f} {white_share(bare[0], pose):7.4f} "
        f"{flicker_depth([band_levels(one, pose) for one in bare]):7.4f} {grain(bare[0], pose):5.1f}   "
        f"{told['read']:4} {told['asked']:5} {told['wrong']:5} {lifts - told.total():6}"
    )


def _lifts(
    table: SimulatedTable, camera: SimulatedCamera | Exposed, step: Step, watcher: Watcher, lifts: int
) -> Counter[str]:
    """Play some lifts; count how they were read."""
    told: Counter[str] = Counter()
    for _ in range(lifts):
        table.do(PutDown(dice_in_cup=(0, 1, 2)), Wait(seconds=0.5), Lift(), Wait(seconds=1.5))
        last: Sighting | None = None
        while table.busy:
            frame = camera.read()
            assert frame is not None
            for event in watcher.feed(step.spoil(frame.pixels), frame.at):
                if isinstance(event, Sighting) and event.moment is Moment.LIFT:
                    last = event
        if last is None:
            continue
        real = sorted(table.throws[-1].values.values())
        read = sorted(die.value for die in last.reading.dice)
        sure = last.reading.status is Status.OK
        told["read" if sure and read == real else "wrong" if sure else "asked"] += 1
    return told


def main() -> None:
    """Print the table."""
    options = argparse.ArgumentParser()
    options.add_argument("--lifts", type=int, default=8)
    options.add_argument("--only", default="", help="just the steps whose names begin so")
    options.add_argument("--out", type=Path)
    asked = options.parse_args()
    lines = [
        f"{'':28} marks  error   edge  paper   even   cast   white flicker grain   read asked wrong missed",
    ]
    print(lines[0], flush=True)
    for step in (one for one in steps() if one.name.startswith(asked.only)):
        lines.append(measured(step, asked.lifts))
        print(lines[-1], flush=True)
    if asked.out:
        asked.out.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
