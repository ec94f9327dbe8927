"""A new PIN for the landlord of a table or a hub, from the device's own console."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from knobeltisch.access.pin import renewed_pin
from knobeltisch.commands.console import must_be_read
from knobeltisch.storage.store import open_store

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


def renew(find: Callable[[], Path]) -> None:
    """Make a PIN in the store that `find` returns, and print it; it is valid at once. Raise KnobeltischError."""
    must_be_read("the new PIN")
    with renewed_pin(open_store(find())) as pin:
        sys.stdout.write(f"{pin}\n")
        sys.stdout.flush()
    sys.stderr.write("That is the landlord's PIN from now on, for /landlord on the page; write it down.\n")
