"""Debian's `openssl` command, which every Raspberry Pi OS has: it makes the page's certificate and signs match reports."""

from __future__ import annotations

import subprocess
from typing import Final

TIMEOUT_S: Final = 60


def run_openssl(*command: str, missing: Exception, late: Exception) -> subprocess.CompletedProcess[bytes]:
    """Run one of its commands and return the result, even a failure.

    Raise `missing` if it is not installed, `late` if it takes too long.
    """
    try:
        return subprocess.run(["openssl", *command], capture_output=True, timeout=TIMEOUT_S, check=False)  # noqa: S603, S607 - our own words, Debian's command
    except FileNotFoundError as error:
        raise missing from error
    except subprocess.TimeoutExpired as error:
        raise late from error
