"""`knobeltisch hub`: all tables of a pub or a hall on one page, until stopped."""

import os
import tempfile
import time
from functools import partial
from pathlib import Path

from knobeltisch.commands.console import announce_page, say_pin
from knobeltisch.device.logs import begin_logging
from knobeltisch.device.sd_notify import notifier
from knobeltisch.errors import PageError, StoreError
from knobeltisch.hub.hall_file import KEPT_IN, HallFile
from knobeltisch.hub.hub import Hub
from knobeltisch.hub.hub_config import load_hub_config
from knobeltisch.lifecycle.stop_request import install_stop_request
from knobeltisch.storage.files import copy_atomically
from knobeltisch.storage.sqlite_file import open_copy
from web.errors import WebError


def main(file: Path | None) -> None:
    """Run the hub until SIGINT or SIGTERM. Raise KnobeltischError if it cannot start."""
    begin_logging()
    tell = notifier(os.environ)
    hub = Hub(
        load_hub_config(file, environ=os.environ),
        clock=time.time,
        say_pin=partial(say_pin, command="knobeltisch hub pin"),
    )
    ended = install_stop_request()
    try:
        hub.start()
    except WebError as error:
        raise PageError(str(error)) from error
    tell.ready(f"page: {hub.address}")
    announce_page(f"{hub.address}pub")
    ended.wait()
    tell.stopping()
    hub.stop()


def backup(file: Path | None, to: Path) -> None:
    """Copy the hub's tables and tournament to a file. Raise KnobeltischError if that fails."""
    kept = kept_file(file, KEPT_IN)
    with tempfile.TemporaryDirectory(prefix="knobeltisch-") as folder:
        copy = Path(folder) / kept.name
        open_copy(kept, copy, HallFile).close()
        try:
            copy_atomically(copy, to)
        except OSError as error:
            raise StoreError(
                f"{to} cannot be written ({error.strerror}); name a file in another folder."
            ) from error


def kept_file(file: Path | None, name: str) -> Path:
    """Return the path of one of the hub's files. Raise StoreError if it is missing or belongs to another user."""
    kept = load_hub_config(file, environ=os.environ).hall.folder / name
    try:
        there = kept.is_file()
    except OSError:
        there = True  # the contents of another user's folder are not visible
    if there and not os.access(kept, os.R_OK | os.W_OK):
        raise StoreError(f"{kept} is not yours; put sudo before the command.")
    if not there:
        raise StoreError(
            f"There is no hub's file at {kept}; name the configuration of the hub that you mean."
        )
    return kept
