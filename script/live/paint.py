"""Paint a table with three dice for a camera that is a folder: paint.py FOLDER COUNT. It runs in the root.

One picture under so many names, for the camera ends with the folder.
"""

import sys
from importlib import import_module
from pathlib import Path

HOME = Path("/usr/lib/knobeltisch")
sys.path[:0] = [str(HOME / "cp{}{}".format(*sys.version_info)), str(HOME / "any")]


def paint(folder, count):
    """Write the pictures."""
    simulated, board = import_module("hardware.simulated"), import_module("vision.board")
    table = simulated.SimulatedTable(sheet=board.draw_board(6.0), sheet_px_per_mm=6.0, seed=5, fps=10.0)
    folder.mkdir(parents=True)
    import_module("cv2").imwrite(str(folder / "0.png"), table.render())
    for number in range(1, count):
        (folder / f"{number}.png").hardlink_to(folder / "0.png")


if __name__ == "__main__":
    paint(Path(sys.argv[1]), int(sys.argv[2]))
