"""Paint ten throws and read them with the installed package; exit 1 when one was read wrong or fewer than eight at all.

Run as /usr/bin/python3 -I ten_pictures.py [--write FILE | --like FILE] [PACKAGE]; it uses the package's libraries. --write saves
the readings, --like compares them with those of another machine.
"""

import argparse
import json
import sys
from dataclasses import asdict
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

INSTALLED = Path("/usr/lib/knobeltisch")
# Millimetres, degrees and shares. Words and values must be equal. These may differ, for one processor multiplies and adds in
# one step, another in two, and sums long vectors in another order: a net's belief moves in its third digit, and a border
# that is found by weighing grey levels by a hundredth of a millimetre.
TOLERANCES = {"x": 0.1, "y": 0.1, "size": 0.1, "angle": 0.5, "confidence": 0.02, "margin": 0.3}


def import_all(home: Path) -> int:
    """Import every module of ours, those of the league where Debian's psycopg and waitress are there; return how many."""
    has_league = find_spec("psycopg") and find_spec("waitress")
    parts = ["scorer", "vision", "hardware", "calibration", "web", "tournament", "knobeltisch", "league"]
    files = [path for part in parts[: 8 if has_league else 7] for path in (home / "any" / part).rglob("*.py")]
    names = {".".join(path.relative_to(home / "any").with_suffix("").parts) for path in files}
    names -= set() if has_league else {"knobeltisch.commands.league.run_league"}
    names = {name.removesuffix(".__init__") for name in names if not name.endswith("__main__")}
    for name in sorted(names):
        import_module(name)
    return len(names)


def throws() -> tuple[list[dict[str, object]], int, int]:
    """Return the readings of ten throws, how many were sure, and how many of those were right."""
    simulated, board = import_module("hardware.simulated"), import_module("vision.board")
    table = simulated.SimulatedTable(
        sheet=board.draw_board(6.0), sheet_px_per_mm=6.0, seed=5, fps=10.0, cocked_share=0.0
    )
    bare = table.render()
    pose = board.find_board(bare)
    empty = import_module("vision.stream.background").EmptyBoard(pose, bare)
    glance = import_module("vision.stream.board_reader").BoardReader(pose, empty, 16.0)
    readings, read, right = [], 0, 0
    for _ in range(10):
        table.do(simulated.PutDown(dice_in_cup=(0, 1, 2)), simulated.Lift(cocked=False))
        while table.busy:
            table.advance(0.1)
        picture = table.render()
        reading = glance.read(picture, empty.look(empty.shrink(picture)), None)
        readings.append(json.loads(json.dumps(asdict(reading))))
        if reading.status == "ok":
            read += 1
            right += sorted(die.value for die in reading.dice) == sorted(die.value for die in table.dice)
    return readings, read, right


def differences(place: str, one: object, other: object) -> list[str]:
    """List the fields in which two readings differ by more than their tolerance."""
    if isinstance(one, dict) and isinstance(other, dict) and one.keys() == other.keys():
        return [found for key in one for found in differences(f"{place}.{key}", one[key], other[key])]
    if isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        pairs = enumerate(zip(one, other, strict=True))
        return [found for number, pair in pairs for found in differences(f"{place}[{number}]", *pair)]
    if isinstance(one, float) and isinstance(other, float):
        name = place.rsplit(".", 1)[-1]
        apart = abs(one - other)
        apart = (
            min(apart, 90 - apart) if name == "angle" else apart
        )  # a die looks the same after a quarter turn
        return [f"{place}: {one:.3f}, not {other:.3f}"] if apart > TOLERANCES[name] else []
    return [] if one == other else [f"{place}: {one}, not {other}"]


def main() -> int:
    """Read the throws, keep or compare them, and print the result."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--write", type=Path)
    parser.add_argument("--like", type=Path)
    parser.add_argument("package", nargs="?", type=Path, default=INSTALLED)
    asked = parser.parse_args()
    home = asked.package
    sys.path[:0] = [str(home / "cp{}{}".format(*sys.version_info)), str(home / "any")]
    modules = import_all(home)
    readings, read, right = throws()
    said = f"{modules} modules imported, {read} of 10 throws read, {right} of them right"
    apart = []
    if asked.write is not None:
        asked.write.write_text(json.dumps(readings), encoding="utf-8")
    if asked.like is not None:
        apart = differences("throws", readings, json.loads(asked.like.read_text(encoding="utf-8")))
        said += f", {len(apart)} fields of them other than on this machine"
    print("\n".join([*apart, said]))  # noqa: T201 - its answer
    return 0 if right == read >= 8 and not apart else 1


if __name__ == "__main__":
    sys.exit(main())
