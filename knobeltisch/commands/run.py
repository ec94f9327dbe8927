"""`knobeltisch run`: the real table, until stopped.

Only the crash counter is loaded first, so that it counts a crash or hang while the rest is loading.
"""

from __future__ import annotations

import logging
import os
import signal
import sys
import time
from typing import TYPE_CHECKING, Final

from hardware.errors import HardwareError, PinsConflict, PinsMissing
from knobeltisch.commands.console import announce
from knobeltisch.device.logs import begin_logging
from knobeltisch.device.sd_notify import Notifier, notifier
from knobeltisch.errors import ConfigError, JournalError, KnobeltischError, PageError, StoreError
from knobeltisch.lifecycle.crash_counter import CrashCounter, open_crash_counter
from knobeltisch.lifecycle.stop_request import BY_HAND, StopRequest, install_stop_request
from knobeltisch.status import Trouble, TroubleKind

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from knobeltisch.app import App

log = logging.getLogger(__name__)

AGAIN_S: Final = 120.0  # if nothing can be saved, everything is tried again at this interval ...
LOOK_S: Final = 10.0  # ... or as soon as the disk is writable again, checked at this interval
KINDS: Final[Mapping[TroubleKind, tuple[type[Exception], ...]]] = {
    "config": (ConfigError,),
    "panel": (PinsMissing, PinsConflict),
    "camera": (HardwareError,),
    "page": (PageError,),
    "disk": (JournalError, StoreError),
}
"""The kind of `Trouble` for each error, the first that fits."""
ASKED: Final = Trouble(kind="asked", sentence="It was asked for.")


def main(file: Path | None, *, safe: bool = False) -> int:
    """Run until SIGINT or SIGTERM. Return 0; 2 after printing an error, or to be restarted after files were sealed.

    `safe`: start without camera and panel; this also happens after repeated failures.
    """
    begin_logging()
    ended = install_stop_request(signal.SIGTERM)
    counted, tell = open_crash_counter(os.environ), notifier(os.environ)
    trouble = counted.begin() or (ASKED if safe else None)
    try:
        app, missing = _begun(file, trouble, counted, tell, ended)
    except KeyboardInterrupt:
        counted.reset()  # no fault of this start
        raise
    except (KnobeltischError, HardwareError) as error:
        kind: TroubleKind = next(
            (kind for kind, errors in KINDS.items() if isinstance(error, errors)), "fault"
        )
        counted.note_failure(kind, str(error))
        print(f"knobeltisch: {error}", file=sys.stderr)  # noqa: T201 - the command's own word
        return 2
    except Exception as error:
        counted.note_failure("fault", f"{type(error).__name__}: {error}")
        raise
    too_slow = ended.is_set()  # systemd ended this start because it took too long: a failure
    counted.note_page_up()
    tell.ready(f"page: {app.address}")
    announce(app, missing)
    stopped = wait_while_sealed(app, ended) if app.files.sealed and counted.counting else ended.wait()
    tell.stopping()
    app.stop()
    if not stopped:
        return 2  # systemd starts the program again, and the disk may have recovered
    if not too_slow:
        counted.reset()
    return 0


def wait_while_sealed(app: App, ended: StopRequest) -> bool:
    """Wait while the files are sealed. Return True if a stop is requested, False when the program should start again."""
    full, until = not app.files.writable(), time.monotonic() + AGAIN_S
    while time.monotonic() < until:
        if ended.wait(min(LOOK_S, AGAIN_S)):
            return True
        if full and app.files.writable():
            return False
    return False


def _begun(
    file: Path | None, trouble: Trouble | None, counted: CrashCounter, tell: Notifier, ended: StopRequest
) -> tuple[App, str]:
    def step(what: str) -> None:
        counted.note_step(what)
        tell.extend_start_timeout(counted.patience_s)

    step("loading the program")
    from knobeltisch.commands import real_table  # noqa: PLC0415 - after the start is counted

    step("starting the table")
    app, missing = (
        real_table.build_safe_table(file, trouble, tell)
        if trouble
        else real_table.build_table(file, counted, tell)
    )
    step("opening the page")
    ended.install_handlers(*BY_HAND)  # up to here nothing is lost by exiting at once
    real_table.start(app)
    return app, missing
