"""`knobeltisch hub`: all tables of a pub or a hall on one page, until it is told to stop."""

from __future__ import annotations

import contextlib
import os
import sys
import time
from functools import partial
from typing import TYPE_CHECKING

from knobeltisch.commands.console import announce_page, say_pin
from knobeltisch.commands.pin import renew
from knobeltisch.device.logs import begin_logging
from knobeltisch.device.sd_notify import notifier
from knobeltisch.errors import KnobeltischError, StoreError
from knobeltisch.hub.hall_file import KEPT_IN, HallFile
from knobeltisch.hub.hub import build_hub
from knobeltisch.hub.hub_config import load_hub_config
from knobeltisch.lifecycle.stop_request import told_to_stop
from knobeltisch.storage.store import KEPT_IN as STORE
from web.errors import WebError

if TYPE_CHECKING:
    from pathlib import Path


def main(file: Path | None) -> int:
    """Run until SIGINT or SIGTERM. Return 0, or 2 after one sentence on standard error."""
    begin_logging()
    ended = told_to_stop()
    tell = notifier(os.environ)
    try:
        hub = build_hub(
            load_hub_config(file, environ=os.environ),
            clock=time.time,
            say_pin=partial(say_pin, command="knobeltisch hub pin"),
        )
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
        kept = _kept(file, KEPT_IN)
        if to.exists():
            raise StoreError(f"{to} is there already; name another file.")
        with contextlib.closing(HallFile(kept)) as opened:
            opened.copy(to)
    except KnobeltischError as error:
        sys.stderr.write(f"knobeltisch hub: {error}\n")
        return 2
    return 0


def pin(file: Path | None) -> int:
    """Make a new PIN for the hub's landlord and print it. Return 0, or 2 after one sentence. A hub that runs takes it at once."""
    return renew(lambda: _kept(file, STORE), "hub pin")


def _kept(file: Path | None, name: str) -> Path:
    """Return a file of the hub that this machine has. Raise StoreError where there is none, or it is another user's."""
    kept = load_hub_config(file, environ=os.environ).hall.folder / name
    try:
        there = kept.is_file()
    except OSError:
        there = True  # of a folder that is not ours we do not see what is in it
    if there and not os.access(kept, os.R_OK | os.W_OK):
        raise StoreError(f"{kept} is not yours; put sudo before the command.")
    if not there:
        raise StoreError(
            f"There is no hub's file at {kept}; name the configuration of the hub that you mean."
        )
    return kept
