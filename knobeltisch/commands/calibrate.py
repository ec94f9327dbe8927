"""`knobeltisch calibrate`: print the address of the page for setting up camera, light and buttons."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from knobeltisch.commands.console import announce_page
from knobeltisch.device.address import address_in_house, stays_here
from knobeltisch.device.installed_service import find_service_config
from knobeltisch.device.local_client import health_of, instance_of
from knobeltisch.errors import WrongService

if TYPE_CHECKING:
    from pathlib import Path


def main(file: Path | None) -> None:
    """Print the page's address, with a QR code on a terminal. Raise WrongService if no table runs here, and ConfigError.

    The running table does the work, because a camera has one owner.
    """
    config = find_service_config(file)
    port = config.page.port
    if health_of(port, "table", instance_of(config.journal.path)) is None:
        raise WrongService(
            f"No table answers at port {port}; start it with `knobeltisch run`, then try again."
        )
    address = f"http://{address_in_house(config.page.host)}:{port}/landlord/calibrate"
    announce_page(address)
    where = "on this machine" if stays_here(address) else "on the tablet"
    click.echo(f"Open it {where} and enter the landlord's PIN.")
