"""Debian's `openssl` command, which every Raspberry Pi OS has: it makes the page's certificate and signs match reports."""

from __future__ import annotations

import subprocess
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable

TIMEOUT_S: Final = 60


def run_openssl(
    *command: str, error: Callable[[str], Exception], without: str
) -> subprocess.CompletedProcess[bytes]:
    """Run one of its commands and return the result, even a failure.

    Raise `error` if it takes too long or is not installed; `without` says what then cannot be done.
    """
    try:
        return subprocess.run(["openssl", *command], capture_output=True, timeout=TIMEOUT_S, check=False)  # noqa: S603, S607 - our own arguments, Debian's command
    except FileNotFoundError as missing:
        raise error(
            f"{without}, because openssl is not installed: sudo apt-get install openssl."
        ) from missing
    except subprocess.TimeoutExpired as late:
        raise error(f"openssl {command[0]} took longer than {TIMEOUT_S} seconds; try again.") from late
