"""Which start of the device this is: clocks jump, and a power cut leaves no word."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import Final

BOOT_ID: Final = Path("/proc/sys/kernel/random/boot_id")


def boot_id() -> str:
    """Return a name that each start of the device has for itself; "" where the kernel tells none."""
    with contextlib.suppress(OSError):
        return BOOT_ID.read_text(encoding="ascii").strip()
    return ""
