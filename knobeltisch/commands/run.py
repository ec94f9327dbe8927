"""`knobeltisch run`: the real table, until it is told to stop.

Only what counts the starts is loaded at first: what crashes or hangs while the rest is loaded has been counted by then.
"""

from __future__ import annotations

import logging
import os
import signal
import sys
import time
from typing import TYPE_CHECKING, Final

from hardware.errors import HardwareError, PinsConflict, PinsMissing
from knobeltisch.commands.console import announce, say_recording
from knobeltisch.device.logs import begin_logging
from knobeltisch.device.sd_notify import notifier
from knobeltisch.errors import ConfigError, JournalError, KnobeltischError, PageError, StoreError
from knobeltisch.lifecycle.crash_counter import starts
from knobeltisch.lifecycle.stop_request import BY_HAND, told_to_stop
from knobeltisch.status import Trouble

if TYPE_CHECKING:
    from pathlib import Path

    from knobeltisch.app import App
    from knobeltisch.device.sd_notify import Notifier
    from knobeltisch.lifecycle.crash_counter import CrashCounter
    from knobeltisch.lifecycle.stop_request import StopRequest

log = logging.getLogger(__name__)

AGAIN_S: Final = 120.0  # where nothing can be written down, everything is tried anew that often ...
LOOK_S: Final = 10.0  # ... or as soon as the disk takes files again, looked at that often
ASKED: Final = Trouble(kind="asked", sentence="It was asked for.")


def main(file: Path | None, *, record: Path | None = None, safe: bool = False) -> int:
    """Run until SIGINT or SIGTERM. Return 0, or 2 after one sentence on standard error.

    `record` is a new folder in which the lifts are kept; that is announced here and on the page. `safe`: with neither
    camera nor panel; after failures in a row that is so by itself.
    """
    begin_logging()
    ended = told_to_stop(signal.SIGTERM)
    counted, tell = starts(os.environ), notifier(os.environ)
    trouble = counted.begin() or (ASKED if safe else None)
    try:
        app, missing = _begun(file, record, trouble, counted, tell, ended)
    except KeyboardInterrupt:
        counted.ended()  # no fault of this start
        raise
    except (KnobeltischError, HardwareError) as error:
        counted.failed(_kind(error), str(error))
        print(f"knobeltisch: {error}", file=sys.stderr)  # noqa: T201 - the command's own word
        return 2
    except Exception as error:
        counted.failed("fault", f"{type(error).__name__}: {error}")
        raise
    too_slow = ended.is_set()  # systemd has lost its patience with this start: no good end
    counted.came_up()
    tell.ready(f"page: {app.address}")
    announce(app, missing)
    if record is not None:
        say_recording(record)
    stopped = waited(app, ended) if app.sealed and counted.counting else ended.wait()
    tell.stopping()
    app.stop()
    if not stopped:
        return 2  # systemd starts us anew, and the disk may have come to itself
    if not too_slow:
        counted.ended()
    return 0


def waited(app: App, ended: StopRequest) -> bool:
    """Wait until somebody stops a sealed table. False when it is time to try everything anew."""
    full, until = not app.writable(), time.monotonic() + AGAIN_S
    while time.monotonic() < until:
        if ended.wait(min(LOOK_S, AGAIN_S)):
            return True
        if full and app.writable():
            return False
    return False


def _begun(
    file: Path | None,
    record: Path | None,
    trouble: Trouble | None,
    counted: CrashCounter,
    tell: Notifier,
    ended: StopRequest,
) -> tuple[App, str]:
    """Load the program, put the table together and start it; give with it why there will be no camera."""

    def step(what: str) -> None:
        counted.doing(what)
        tell.needs(counted.patience_s)

    step("loading the program")
    from knobeltisch.commands import real_table  # noqa: PLC0415 - counted first

    step("starting the table")
    app, missing = (
        real_table.safe_table(file, trouble, tell)
        if trouble
        else real_table.table(file, record, counted, tell)
    )
    step("opening the page")
    ended.heed(*BY_HAND)  # until now nothing was lost by leaving at once
    real_table.start(app)
    return app, missing


def _kind(error: KnobeltischError | HardwareError) -> str:
    """Return what is in trouble, in a word of `Trouble`."""
    match error:
        case ConfigError():
            kind = "config"
        case PinsMissing() | PinsConflict():
            kind = "panel"
        case HardwareError():
            kind = "camera"
        case PageError():
            kind = "page"
        case JournalError() | StoreError():
            kind = "disk"
        case _:
            kind = "fault"
    return kind
