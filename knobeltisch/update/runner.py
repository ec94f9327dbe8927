"""The program of an update's units: `go` runs the remaining steps, `boot` makes files whole before the table starts.

It runs from a copy beside the plan, with only /usr/bin/python3: dpkg replaces the original.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

import knobeltisch
from knobeltisch.update.host_tools import Dpkg, Systemctl
from knobeltisch.update.plan import Room, UpdateResult
from knobeltisch.update.steps import Updater

if TYPE_CHECKING:
    from collections.abc import Sequence

PARTS: Final = (
    "knobeltisch.errors",
    "knobeltisch.storage.journal",
    "knobeltisch.device.boot",
    "knobeltisch.device.local_client",
    "knobeltisch.storage.checked_text",
    "knobeltisch.storage.claim",
    "knobeltisch.storage.files",
    "knobeltisch.storage.sqlite_file",
    "knobeltisch.update.host_tools",
    "knobeltisch.update.page_check",
    "knobeltisch.update.plan",
    "knobeltisch.update.runner",
    "knobeltisch.update.steps",
)
"""Our modules that an update needs while it runs; they import only these and the standard library."""
HOME: Final = Path(knobeltisch.__file__).resolve().parents[1]
"""The parent folder of `knobeltisch`."""
PROGRAM: Final = "run.py"
_START: Final = """\
import sys
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).parent))

from knobeltisch.update.runner import main

sys.exit(main(sys.argv[1:]))
"""


def copy_program(room: Room) -> Path:
    """Copy the program of an update to the folder of updates; return its path. Raise OSError."""
    place = room.folder / "program"
    shutil.rmtree(place, ignore_errors=True)
    for part in _module_files():
        (place / part).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(HOME / part, place / part)
    (place / PROGRAM).write_text(_START, encoding="utf-8")
    return place / PROGRAM


def _module_files() -> set[Path]:
    """Return the modules' files and their packages' `__init__.py`, relative to `HOME`."""
    files = {Path(*part.split(".")).with_suffix(".py") for part in PARTS}
    return files | {package / "__init__.py" for file in files for package in file.parents[:-1]}


def main(words: Sequence[str]) -> int:
    """Carry the update out. Return 0, or 1 when somebody must intervene."""
    room = Room(folder=HOME.parent)
    updater = Updater(room=room, dpkg=Dpkg(), systemd=Systemctl(), say=_print_line)
    if list(words) == ["boot"]:
        updater.after_power_cut()
        return 0
    outcome = updater.run()
    return 1 if outcome is not None and outcome.result is UpdateResult.STUCK else 0


def _print_line(sentence: str) -> None:
    sys.stdout.write(f"{sentence}\n")
    sys.stdout.flush()
