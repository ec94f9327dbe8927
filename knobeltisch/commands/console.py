"""A running table's output on its console. Closing the terminal does not end the table."""

from __future__ import annotations

import contextlib
import logging
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from knobeltisch.commands.safety_net import os_error_reason, silence
from knobeltisch.errors import KnobeltischError
from scorer.missing import describe_missing_parts
from web.visitors import is_local_address

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from knobeltisch.app import App

log = logging.getLogger(__name__)


def require_visible_output(what: str) -> None:
    """Raise KnobeltischError if standard output goes to /dev/null, because `what` is printed only once."""
    try:
        nowhere = os.path.samestat(os.fstat(sys.stdout.fileno()), Path(os.devnull).stat())
    except OSError:
        return  # a full or broken one fails when it is written to
    if nowhere:
        raise KnobeltischError(
            f"Standard output goes nowhere, and nobody could read {what}: nothing was changed. Let it go to the terminal or a file."
        )


@contextlib.contextmanager
def _write_or_silence() -> Iterator[None]:
    try:
        yield
        sys.stdout.flush()
    except OSError as error:
        log.warning("The terminal takes nothing more (%s); the table goes on.", os_error_reason(error))
        silence(sys.stdout)


def announce(app: App, trouble: str = "") -> None:
    """Print why there is no camera, which parts of a game are missing, and the page's address."""
    with _write_or_silence():
        sys.stdout.writelines(f"{sentence}\n" for sentence in describe_missing_parts())
        if trouble:
            goes_on = "Nothing can be written down." if app.files.sealed else "Scoring goes on by tablet."
            sys.stdout.write(f"No camera: {trouble} {goes_on}\n")
    announce_page(app.address)


def announce_page(address: str, what: str = "page") -> None:
    """Print the page's address and what it is for (`what`), on a terminal also as a QR code if a phone could open it."""
    with _write_or_silence():
        sys.stdout.write(f"{what}: {address}\n")
        if sys.stdout.isatty() and not is_local_address(address):
            import segno  # noqa: PLC0415 - without a terminal it is not needed

            segno.make(address, error="m").terminal(compact=True, border=2)


def say_pin(pin: str, command: str = "knobeltisch pin") -> None:
    """Print the landlord's first PIN; if the console is a log, print only where to find the PIN."""
    if not sys.stdout.isatty():
        log.info("The landlord's PIN is on the page at its first opening; `%s` makes a new one.", command)
        return
    with _write_or_silence():
        sys.stdout.write(
            f"The landlord's PIN is {pin}. It lets you set up, restore and switch off at /landlord on the page.\n"
            "Write it down: until the page or this PIN was used, each start makes a new one; it is not kept.\n"
        )


def print_new_pin(find: Callable[[], Path]) -> None:
    """Make and print a new landlord's PIN in the store at the path that `find` returns; it is valid at once.

    Raise KnobeltischError if that fails.
    """
    from knobeltisch.access.pin import renewed_pin  # noqa: PLC0415 - `run` loads nothing before its start is counted
    from knobeltisch.storage.store import open_store  # noqa: PLC0415 - likewise

    require_visible_output("the new PIN")
    with renewed_pin(open_store(find())) as pin:
        sys.stdout.write(f"{pin}\n")
        sys.stdout.flush()
    sys.stderr.write("That is the landlord's PIN from now on, for /landlord on the page; write it down.\n")
