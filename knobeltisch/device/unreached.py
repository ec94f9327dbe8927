"""Why another machine, or a file on the way to it, could not be reached, in a few words."""

from __future__ import annotations

import errno
import socket


def why(error: Exception) -> str:
    """Return in a few words why something could not be reached or read."""
    match error:
        case TimeoutError():
            return "no answer in time"
        case socket.gaierror():
            return "nobody knows that name"
        case OSError(errno=errno.EPERM):  # what IPAddressDeny= of the unit answers
            return "the service may speak with private addresses alone; docs/network.md says how to let it"
        case OSError(strerror=str(said)):
            return said
        case _:
            return str(error) or type(error).__name__
