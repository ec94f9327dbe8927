"""`knobeltisch pin`: a new PIN for the landlord, from the device's own console, to replace a lost one."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from knobeltisch.access.pin import renewed_pin
from knobeltisch.commands.console import must_be_read
from knobeltisch.device.installed_service import load_service_config
from knobeltisch.errors import KnobeltischError
from knobeltisch.storage.store import KEPT_IN, open_store

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


def main(file: Path | None) -> int:
    """Make a PIN for a table's landlord; a running table uses it at once. Return 0, or 2 after one sentence."""
    return renew(lambda: load_service_config(file).journal.path.with_name(KEPT_IN), "pin")


def renew(find: Callable[[], Path], command: str) -> int:
    """Make a PIN and print it; `find` returns the path of the store. Return 0, or 2 after one sentence of this command."""
    try:
        must_be_read("the new PIN")
        with renewed_pin(open_store(find())) as pin:
            sys.stdout.write(f"{pin}\n")
            sys.stdout.flush()
    except KnobeltischError as error:
        sys.stderr.write(f"knobeltisch {command}: {error}\n")
        return 2
    sys.stderr.write("That is the landlord's PIN from now on, for /landlord on the page; write it down.\n")
    return 0
