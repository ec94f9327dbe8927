"""The id of this start of the device, since clocks jump and a power cut leaves no trace."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import Final

BOOT_ID: Final = Path("/proc/sys/kernel/random/boot_id")


def boot_id() -> str:
    """Return an id that is unique to each start of the device; "" if the kernel has none."""
    with contextlib.suppress(OSError):
        return BOOT_ID.read_text(encoding="ascii").strip()
    return ""
