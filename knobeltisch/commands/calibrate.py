"""`knobeltisch calibrate`: tell where the page for setting up camera, light and buttons is."""

from __future__ import annotations

import os
import urllib.error
import urllib.request
from typing import TYPE_CHECKING, Final, TextIO

import segno

from knobeltisch.config import load_config
from knobeltisch.device.address import own_address
from knobeltisch.errors import KnobeltischError

if TYPE_CHECKING:
    from pathlib import Path

FAILED: Final = 2
PAGE_TIMEOUT_S: Final = 5.0


def main(file: Path | None, *, out: TextIO, err: TextIO) -> int:
    """Print the page's address, with a QR code on a terminal; 2 after one sentence when no table is running here.

    The running table does the work: a camera has one owner.
    """
    try:
        port = load_config(file, environ=os.environ).page.port
    except KnobeltischError as error:
        err.write(f"knobeltisch calibrate: {error}\n")
        return FAILED
    if not _answers(port):
        err.write(
            f"knobeltisch calibrate: no table answers at port {port}; start it with `knobeltisch run`, then try again.\n"
        )
        return FAILED
    address = f"http://{own_address()}:{port}/landlord/calibrate"
    out.write(f"page: {address}\nOpen it on the tablet and enter the landlord's PIN.\n")
    if out.isatty():
        segno.make(address, error="m").terminal(out=out, compact=True, border=2)
    out.flush()
    return 0


def _answers(port: int) -> bool:
    url = f"http://127.0.0.1:{port}/healthz"
    try:
        with urllib.request.urlopen(url, timeout=PAGE_TIMEOUT_S) as answer:
            return bool(answer.status == 200)
    except (urllib.error.URLError, OSError, ValueError):
        return False
