"""`knobeltisch pin`: a new PIN for the landlord, from the device's own console, to replace a lost one."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from knobeltisch.access.pin import renewed_pin
from knobeltisch.commands.console import must_be_read
from knobeltisch.device.installed_service import load_service_config
from knobeltisch.storage.store import KEPT_IN, open_store

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


def main(file: Path | None) -> None:
    """Make a PIN for a table's landlord; a running table uses it at once. Raise KnobeltischError."""
    renew(lambda: load_service_config(file).journal.path.with_name(KEPT_IN))


def renew(find: Callable[[], Path]) -> None:
    """Make a PIN and print it; `find` returns the path of the store. Raise KnobeltischError."""
    must_be_read("the new PIN")
    with renewed_pin(open_store(find())) as pin:
        sys.stdout.write(f"{pin}\n")
        sys.stdout.flush()
    sys.stderr.write("That is the landlord's PIN from now on, for /landlord on the page; write it down.\n")
