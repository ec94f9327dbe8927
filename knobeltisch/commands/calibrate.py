"""`knobeltisch calibrate`: print the address of the page for setting up camera, light and buttons."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TextIO

import segno

from knobeltisch.device.address import address_in_house, stays_here
from knobeltisch.device.installed_service import find_service_config
from knobeltisch.device.local_client import health_of
from knobeltisch.errors import KnobeltischError
from knobeltisch.storage.instance import instance_of

if TYPE_CHECKING:
    from pathlib import Path

FAILED: Final = 2


def main(file: Path | None, *, out: TextIO, err: TextIO) -> int:
    """Print the page's address, with a QR code on a terminal; return 2 after one sentence if no table runs here.

    The running table does the work, because a camera has one owner.
    """
    try:
        config = find_service_config(file)
        port = config.page.port
        running = health_of(port, "table", instance_of(config.journal.path))
    except KnobeltischError as error:
        err.write(f"knobeltisch calibrate: {error}\n")
        return FAILED
    if running is None:
        err.write(
            f"knobeltisch calibrate: no table answers at port {port}; start it with `knobeltisch run`, then try again.\n"
        )
        return FAILED
    address = f"http://{address_in_house(config.page.host)}:{port}/landlord/calibrate"
    where = "on this machine" if stays_here(address) else "on the tablet"
    out.write(f"page: {address}\nOpen it {where} and enter the landlord's PIN.\n")
    if out.isatty() and not stays_here(address):
        segno.make(address, error="m").terminal(out=out, compact=True, border=2)
    out.flush()
    return 0
