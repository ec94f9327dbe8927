"""What the installed package makes of a painted table: painted.py WORD... It runs in the root.

`read` imports everything, paints ten throws and reads them; it exits 1 when one was read wrong or fewer than eight at all. `keep FOLDER
COUNT` paints a table with three dice for a camera that is a folder: one picture under so many names, for the camera ends with them.
"""

import sys
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

HOME = Path("/usr/lib/knobeltisch")
sys.path[:0] = [str(HOME / "cp{}{}".format(*sys.version_info)), str(HOME / "any")]


def import_all():
    """Import every module of ours, those of the league where Debian's psycopg and waitress are there; return how many."""
    has_league = find_spec("psycopg") and find_spec("waitress")
    parts = ["scorer", "vision", "hardware", "calibration", "web", "tournament", "knobeltisch", "league"]
    files = [path for part in parts[: 8 if has_league else 7] for path in (HOME / "any" / part).rglob("*.py")]
    names = {".".join(path.relative_to(HOME / "any").with_suffix("").parts) for path in files}
    names -= set() if has_league else {"knobeltisch.commands.league.run_league"}
    names = {name.removesuffix(".__init__") for name in names if not name.endswith("__main__")}
    for name in sorted(names):
        import_module(name)
    return len(names)


def painted_table():
    """Return the table."""
    simulated, board = import_module("hardware.simulated"), import_module("vision.board")
    sheet = board.draw_board(6.0)
    return simulated.SimulatedTable(sheet=sheet, sheet_px_per_mm=6.0, seed=5, fps=10.0, cocked_share=0.0)


def read():
    """Read ten throws; say what came of them."""
    modules, table, simulated = import_all(), painted_table(), import_module("hardware.simulated")
    bare = table.render()
    pose = import_module("vision.board").find_board(bare)
    empty = import_module("vision.stream.background").EmptyBoard(pose, bare)
    glance = import_module("vision.stream.board_reader").BoardReader(pose, empty, 16.0)
    found, right = 0, 0
    for _ in range(10):
        table.do(simulated.PutDown(dice_in_cup=(0, 1, 2)), simulated.Lift(cocked=False))
        while table.busy:
            table.advance(0.1)
        picture = table.render()
        reading = glance.read(picture, empty.look(empty.shrink(picture)), None)
        if reading.status == "ok":
            found += 1
            right += sorted(die.value for die in reading.dice) == sorted(die.value for die in table.dice)
    print(f"{modules} modules imported, {found} of 10 throws read, {right} of them right")
    return 0 if right == found >= 8 else 1


def keep(folder, count):
    """Write the picture."""
    first = Path(folder, "0.png")
    first.parent.mkdir(parents=True)
    import_module("cv2").imwrite(str(first), painted_table().render())
    for number in range(1, int(count)):
        first.with_name(f"{number}.png").hardlink_to(first)


if __name__ == "__main__":
    sys.exit({"read": read, "keep": keep}[sys.argv[1]](*sys.argv[2:]))
