"""The identity of a table or hub among several on one machine: it derives from the file that it keeps."""

from __future__ import annotations

import hashlib
import os


def instance_of(file: str | os.PathLike[str]) -> str:
    """Return sixteen digits that identify a file: the same for every process of this machine and every name of the file."""
    folder, name = os.path.split(os.path.realpath(file))
    try:
        found = os.stat(folder)  # noqa: PTH116 - a name that os.path has split
        place = f"{found.st_dev}:{found.st_ino}"
    except OSError:
        place = folder
    return hashlib.sha256(os.fsencode(f"{place}/{name}")).hexdigest()[:16]
