"""Read a file that a user named: only a regular file, and only up to a limit.

A device never ends, a pipe may block forever, and files under /proc may do either.
"""

from __future__ import annotations

import errno
import os
import stat
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


def check_regular(path: Path) -> int:
    """Return the size of a regular file. Raise OSError if it is missing or not regular."""
    found = path.stat()
    if stat.S_ISDIR(found.st_mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if not stat.S_ISREG(found.st_mode):
        raise OSError(errno.EINVAL, "it is a device or a pipe, not a file", str(path))
    return found.st_size


def read_regular(path: Path, most: int) -> bytes:
    """Return a regular file's bytes, but at most `most` + 1. Raise OSError.

    A file of size 0 is not read: files under /proc report that, and some of them block forever.
    """
    if not check_regular(path):
        return b""
    with path.open("rb") as file:
        return file.read(most + 1)
