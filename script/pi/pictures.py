"""Paint twenty throws for `knobeltisch read`: pictures.py FOLDER. As PNG: two JPEG decoders may differ by a grey level.

It runs in this project's own environment.
"""

from __future__ import annotations

import sys
from pathlib import Path

import cv2
import numpy as np

from hardware.simulated import Lift, PutDown, SimulatedTable

COUNT = 20
PX_PER_MM = 6.0
CLOTH = (96, 128, 70)  # bare: marks of a board are no photograph's business


def paint(folder: Path) -> None:
    """Write the pictures."""
    folder.mkdir(parents=True)
    cloth = np.full((int(297 * PX_PER_MM), int(420 * PX_PER_MM), 3), CLOTH, np.uint8)
    table = SimulatedTable(sheet=cloth, sheet_px_per_mm=PX_PER_MM, seed=11, fps=10.0, cocked_share=0.2)
    for number in range(COUNT):
        table.do(PutDown(dice_in_cup=(0, 1, 2)), Lift())
        while table.busy:
            table.advance(0.1)
        cv2.imwrite(str(folder / f"{number:02d}.png"), table.render())


if __name__ == "__main__":
    paint(Path(sys.argv[1]))
