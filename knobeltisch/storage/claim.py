"""Ownership of a file by one process, from before it opens the file until it has closed it.

The owner locks (flock) a separate file beside it, `.NAME.lock`. SQLite's POSIX locks do not suffice, because a process loses
them all as soon as it closes any handle of the file.
"""

import contextlib
import fcntl
import logging
import os
import threading
import time
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from knobeltisch.storage.files import give_to_owner_of_folder, make_folder

log = logging.getLogger(__name__)

PATIENCE_S: Final = 1.0
"""Seconds to wait for another process, such as a command that sets a PIN."""
_AGAIN_S: Final = 0.05


@dataclass(slots=True)
class _Held:
    """This process's lock on a file: its handle (None if no lock file is possible) and the number of claims."""

    handle: int | None
    claims: int = 0


_held: dict[Path, _Held] = {}
_guard = threading.RLock()


class Claim:
    """Ownership of a file by this process until `release`; a process may claim its own file several times."""

    def __init__(self, file: Path) -> None:
        self._file: Path | None = file

    def renew(self) -> None:
        """Recreate a deleted lock file. Raise BlockingIOError if another process was faster."""
        with _guard:
            if self._file is None:
                return
            held = _held[self._file]
            if held.handle is not None and _is_named(lock_of(self._file), held.handle):
                return
            before, held.handle = held.handle, _lock(lock_of(self._file))
            if before is not None:
                os.close(before)

    def release(self) -> None:
        """Release the file; the lock ends with this process's last claim."""
        with _guard:
            file, self._file = self._file, None
            if file is None:
                return
            _held[file].claims -= 1
            handle = None if _held[file].claims else _held.pop(file).handle
            if handle is not None:
                if _is_named(lock_of(file), handle):
                    with contextlib.suppress(OSError):
                        lock_of(file).unlink()
                os.close(handle)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.release()


def claim(file: Path) -> Claim:
    """Claim a file, which need not exist. Raise BlockingIOError if another process owns it.

    On a disk that cannot hold a lock file (read-only, full) SQLite's own locks must suffice.
    """
    place = Path(os.path.realpath(file))
    with _guard:
        held = _held.get(place) or _Held(handle=_lock(lock_of(place)))
        held.claims += 1
        _held[place] = held
    return Claim(place)


def is_claimed(file: Path) -> bool:
    """Whether any process has claimed this file. Writes nothing."""
    try:
        handle = os.open(lock_of(Path(os.path.realpath(file))), os.O_RDONLY | os.O_NOFOLLOW)
    except OSError:
        return False
    try:
        fcntl.flock(handle, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except OSError as error:
        return isinstance(error, BlockingIOError)
    finally:
        os.close(handle)
    return False


def lock_of(file: Path) -> Path:
    """Return the path of the lock file for `file`."""
    return file.with_name(f".{file.name}.lock")


def _lock(lock: Path) -> int | None:
    """Lock the file and return its handle; None if no lock file is possible. Raise BlockingIOError if another process has it."""
    end = time.monotonic() + PATIENCE_S
    while True:
        handle = -1
        try:
            handle = _open(lock)
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if _is_named(lock, handle):
                return handle
        except BlockingIOError:
            pass
        except OSError as error:
            log.debug("No lock file can be made at %s: %s", lock, error)
            if handle >= 0:
                os.close(handle)
            return None
        os.close(handle)  # another process has it, or released it just now and deleted the name
        if time.monotonic() >= end:
            raise BlockingIOError
        time.sleep(_AGAIN_S)


def _open(lock: Path) -> int:
    # Without O_CREAT first: in a folder such as /tmp it is refused, even to root, for another user's file.
    with contextlib.suppress(FileNotFoundError):
        return os.open(lock, os.O_RDWR | os.O_NOFOLLOW)
    make_folder(lock.parent)
    handle = os.open(lock, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, 0o600)
    give_to_owner_of_folder(lock)
    return handle


def _is_named(lock: Path, handle: int) -> bool:
    try:
        return os.path.samestat(lock.lstat(), os.fstat(handle))
    except OSError:
        return False
