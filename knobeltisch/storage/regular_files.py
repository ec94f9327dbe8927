"""Read a file that somebody named: only a regular one, and no more of it than makes sense.

A device never ends, a pipe may never begin, and what the kernel shows under /proc may do either.
"""

from __future__ import annotations

import errno
import os
import stat
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


def check_regular(path: Path) -> int:
    """Return the size of a regular file. Raise OSError for what is not there, or is none."""
    found = path.stat()
    if stat.S_ISDIR(found.st_mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if not stat.S_ISREG(found.st_mode):
        raise OSError(errno.EINVAL, "it is a device or a pipe, not a file", str(path))
    return found.st_size


def read_regular(path: Path, most: int) -> bytes:
    """Return a regular file's bytes, and one more than `most` of one that is larger. Raise OSError.

    A file that says it is empty is not read: those of /proc say so, and some of them wait for ever.
    """
    if not check_regular(path):
        return b""
    with path.open("rb") as file:
        return file.read(most + 1)
