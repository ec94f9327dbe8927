"""`knobeltisch pin`: a new PIN for the landlord who has lost his, from the device's own console."""

from __future__ import annotations

import contextlib
import sys
from typing import TYPE_CHECKING

from knobeltisch.access.pin import KEY, new_pin, set_pin
from knobeltisch.commands.console import must_be_read
from knobeltisch.device.installed_service import load_service_config
from knobeltisch.errors import KnobeltischError
from knobeltisch.storage.store import KEPT_IN, open_store

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from knobeltisch.storage.store import Store


def main(file: Path | None) -> int:
    """Make a PIN for a table's landlord. Return 0, or 2 after one sentence. A table that runs takes it at once."""
    return renew(lambda: load_service_config(file).journal.path.with_name(KEPT_IN), "pin")


def renew(find: Callable[[], Path], command: str) -> int:
    """Make a PIN and print it; `find` tells where the store is. Return 0, or 2 after one sentence of this command."""
    try:
        must_be_read("the new PIN")
        with contextlib.closing(open_store(find())) as store:
            _change(store)
    except KnobeltischError as error:
        sys.stderr.write(f"knobeltisch {command}: {error}\n")
        return 2
    sys.stderr.write("That is the landlord's PIN from now on, for /landlord on the page; write it down.\n")
    return 0


def _change(store: Store) -> None:
    """Make a PIN and print it; where that cannot be, the old one still counts. Raise StoreError and OSError."""
    old, pin = store.get(KEY), new_pin()
    set_pin(store, pin)
    try:
        sys.stdout.write(f"{pin}\n")
        sys.stdout.flush()
    except OSError:
        store.put(KEY, old)
        raise
