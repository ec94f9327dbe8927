"""Start a command that ends with its parent, even if that is killed: `python -I -S tied_child.py PARENT COMMAND...`.

The kernel sends SIGTERM then (prctl(2), PR_SET_PDEATHSIG). It is a separate program, since nothing may run between fork and exec
in a process with threads.
"""

from __future__ import annotations

import ctypes
import os
import signal
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

PR_SET_PDEATHSIG = 1


def tied(command: Sequence[str]) -> list[str]:
    """Return the command line that ties a command to this process. Start it from the main thread: that thread's end is what counts."""
    return [sys.executable, "-I", "-S", str(Path(__file__)), str(os.getpid()), *command]


def main(parent: str, command: list[str]) -> None:
    """Become the command, unless the parent has ended already."""
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, int(signal.SIGTERM), 0, 0, 0)
    if os.getppid() == int(parent):
        os.execvp(command[0], command)  # noqa: S606 - the arguments of the caller


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
