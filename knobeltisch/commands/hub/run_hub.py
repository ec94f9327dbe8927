"""`knobeltisch hub`: all tables of a pub or a hall on one page, until it is told to stop."""

from __future__ import annotations

import contextlib
import os
import sys
import time
from typing import TYPE_CHECKING

from knobeltisch.commands.console import announce_page, say_pin
from knobeltisch.device.logs import begin_logging
from knobeltisch.device.sd_notify import notifier
from knobeltisch.errors import KnobeltischError, StoreError
from knobeltisch.hub.hall_file import KEPT_IN, HallFile
from knobeltisch.hub.hub import build_hub
from knobeltisch.hub.hub_config import load_hub_config
from knobeltisch.lifecycle.stop_request import told_to_stop
from web.errors import WebError

if TYPE_CHECKING:
    from pathlib import Path


def main(file: Path | None) -> int:
    """Run until SIGINT or SIGTERM. Return 0, or 2 after one sentence on standard error."""
    begin_logging()
    ended = told_to_stop()
    tell = notifier(os.environ)
    try:
        hub = build_hub(load_hub_config(file, environ=os.environ), clock=time.time, say_pin=say_pin)
        hub.start()
    except (KnobeltischError, WebError) as error:
        sys.stderr.write(f"knobeltisch hub: {error}\n")
        return 2
    tell.ready(f"page: {hub.address}")
    announce_page(f"{hub.address}pub")
    ended.wait()
    tell.stopping()
    hub.stop()
    return 0


def backup(file: Path | None, to: Path) -> int:
    """Copy what the hub keeps of tables and tournament. Return 0, or 2 after one sentence on standard error."""
    try:
        kept = load_hub_config(file, environ=os.environ).hall.folder / KEPT_IN
        if not kept.is_file():
            raise StoreError(
                f"There is no hub's file at {kept}; name the configuration of the hub that you mean."
            )
        if to.exists():
            raise StoreError(f"{to} is there already; name another file.")
        with contextlib.closing(HallFile(kept)) as opened:
            opened.copy(to)
    except KnobeltischError as error:
        sys.stderr.write(f"knobeltisch hub: {error}\n")
        return 2
    return 0
