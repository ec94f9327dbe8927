"""The program of the units that carry an update out: `go` does what is left, `boot` makes files whole before the table starts.

It runs from a copy beside the plan, by /usr/bin/python3 alone: the original is what dpkg exchanges.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from knobeltisch.update_machine import Dpkg, Systemctl
from knobeltisch.update_plan import Result, Room
from knobeltisch.update_steps import Updater

if TYPE_CHECKING:
    from collections.abc import Sequence

PARTS: Final = (
    "__init__",
    "errors",
    "hot_copy",
    "journal",
    "neighbour",
    "storage/__init__",
    "storage/files",
    "storage/sqlite_file",
    "update_machine",
    "update_page",
    "update_plan",
    "update_runner",
    "update_steps",
)
"""Our files that an update needs while it runs; none of them imports more than these and the standard library."""
PROGRAM: Final = "run.py"
_START: Final = """\
import sys
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).parent))

from knobeltisch.update_runner import main

sys.exit(main(sys.argv[1:]))
"""


def lay(room: Room) -> Path:
    """Copy the program of an update to the folder of updates; give its place. Raises OSError."""
    place = room.folder / "program"
    shutil.rmtree(place, ignore_errors=True)
    (place / "knobeltisch/storage").mkdir(parents=True)
    for part in PARTS:
        shutil.copyfile(Path(__file__).parent / f"{part}.py", place / "knobeltisch" / f"{part}.py")
    (place / PROGRAM).write_text(_START, encoding="utf-8")
    return place / PROGRAM


def main(words: Sequence[str]) -> int:
    """Carry the update out. Return 0, or 1 when somebody has to look."""
    room = Room(folder=Path(__file__).parent.parent.parent)
    updater = Updater(room=room, dpkg=Dpkg(), systemd=Systemctl(), say=_say)
    if list(words) == ["boot"]:
        updater.after_power_cut()
        return 0
    outcome = updater.run()
    return 1 if outcome is not None and outcome.result is Result.STUCK else 0


def _say(sentence: str) -> None:
    sys.stdout.write(f"{sentence}\n")
    sys.stdout.flush()
