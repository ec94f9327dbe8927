"""What a running table prints for whoever stands before it."""

from __future__ import annotations

import logging
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from knobeltisch.app import App

log = logging.getLogger(__name__)


def announce(app: App, trouble: str = "") -> None:
    """Print the page's address, with a QR code where a person looks at a terminal."""
    if trouble:
        goes_on = "Nothing can be written down." if app.sealed else "Scoring goes on by tablet."
        sys.stdout.write(f"No camera: {trouble} {goes_on}\n")
    sys.stdout.write(f"page: {app.address}\n")
    if sys.stdout.isatty():
        import segno  # noqa: PLC0415 - where nobody looks the page need not wait for it

        segno.make(app.address, error="m").terminal(compact=True, border=2)
    sys.stdout.flush()


def say_pin(pin: str) -> None:
    """Tell the landlord's first PIN on the device's own console; where that is a log, only where to find it."""
    if not sys.stdout.isatty():
        log.info("The landlord's PIN is on the page at its first opening; `knobeltisch pin` makes a new one.")
        return
    sys.stdout.write(
        f"The landlord's PIN is {pin}. It lets you set up, restore and switch off at /landlord on the page.\n"
        "Write it down: until the page or this PIN was used, each start makes a new one; it is not kept.\n"
    )
    sys.stdout.flush()
