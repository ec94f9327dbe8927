"""Paint what a camera over the table sees: lifts.py FOLDER. One folder of JPEGs a scene, and the dice thrown, in truth.

It runs in this project's own environment. The rate is a slow camera's: an emulated machine looks at a few pictures a second.
"""

import sys
from pathlib import Path

import cv2

from hardware.simulated import Lift, PutDown, SimulatedTable, Wait
from vision.board import draw_board

FPS = 5.0
QUALITY = 92  # a USB camera's
SCENES = {
    "empty": (Wait(seconds=0.2),),
    "first": (
        PutDown(dice_in_cup=(0, 1, 2)),
        Wait(seconds=1.0),
        Lift(values={0: 6, 1: 4, 2: 1}, cocked=False),
    ),
    "second": (
        PutDown(dice_in_cup=(0, 1, 2), seat=1),
        Wait(seconds=1.0),
        Lift(values={0: 3, 1: 3, 2: 5}, cocked=False, seat=1),
    ),
}


def paint(folder):
    """Write the scenes, each beginning where the one before it ended."""
    table = SimulatedTable(sheet=draw_board(6.0), sheet_px_per_mm=6.0, seed=5, fps=FPS)
    for scene, moves in SCENES.items():
        (folder / scene).mkdir(parents=True)
        table.do(*moves)
        number = 0
        while table.busy or number == 0:
            table.advance(1 / FPS)
            name = folder / scene / f"{number:03d}.jpg"
            cv2.imwrite(str(name), table.render(), [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
            number += 1
    thrown = zip(list(SCENES)[1:], table.throws, strict=True)
    dice = [f"{scene} {sorted(throw.values.values())}\n" for scene, throw in thrown]
    (folder / "truth").write_text("".join(dice))


if __name__ == "__main__":
    paint(Path(sys.argv[1]))
