"""The current boot of the device: its id, and whether the clock is set. A clock may jump, so only the id reveals a power cut."""

import contextlib
import ctypes
import time
from pathlib import Path
from typing import Final

BOOT_ID: Final = Path("/proc/sys/kernel/random/boot_id")
BATTERY_CLOCK: Final = Path("/sys/class/rtc/rtc0/since_epoch")
BATTERY_ERRS_S: Final = 600.0
TIMEX_BYTES: Final = 512
"""More than the kernel's `struct timex` has; zeros only ask."""
TIME_ERROR: Final = 5
"""What adjtimex(2) returns while the clock is not synchronised."""


def boot_id() -> str:
    """Return an id unique to this boot; "" if the kernel provides none."""
    with contextlib.suppress(OSError):
        return BOOT_ID.read_text(encoding="ascii").strip()
    return ""


def clock_is_set() -> bool:
    """Whether the time of day is right: set from the network, or in agreement with a battery-backed clock."""
    with contextlib.suppress(OSError, ValueError):
        if abs(float(BATTERY_CLOCK.read_text(encoding="ascii")) - time.time()) < BATTERY_ERRS_S:
            return True
    return 0 <= ask_kernel() < TIME_ERROR


def ask_kernel() -> int:
    """Return the state of the kernel's clock from adjtimex(2); -1 if unknown."""
    asked = ctypes.create_string_buffer(TIMEX_BYTES)
    try:
        return int(ctypes.CDLL(None).adjtimex(asked))
    except (OSError, AttributeError):
        return -1
