"""Short reasons why another machine, or a file on the way to it, could not be reached."""

from __future__ import annotations

import errno
import socket


def describe_failure(error: Exception) -> str:
    """Return a short reason why something could not be reached or read."""
    match error:
        case TimeoutError():
            return "no answer in time"
        case socket.gaierror():
            return "the name is unknown"
        case OSError(errno=errno.EPERM):  # the error of the unit's IPAddressDeny=
            return "the service may connect to private addresses only; docs/network.md says how to allow more"
        case OSError(strerror=str(said)):
            return said
        case _:
            return str(error) or type(error).__name__
