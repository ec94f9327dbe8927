"""Who owns a file: one process at a time, from before it opens the file until it has closed it.

The owner holds a lock (flock) on a file of its own beside it, `.NAME.lock`. SQLite's locks cannot do that: they are POSIX locks,
and a process loses all it has on a file as soon as it closes any handle of that file.
"""

from __future__ import annotations

import contextlib
import fcntl
import logging
import os
import threading
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final, Self

from knobeltisch.storage.files import give_to_owner_of_folder, make_folder

if TYPE_CHECKING:
    from types import TracebackType

log = logging.getLogger(__name__)

PATIENCE_S: Final = 1.0
"""How long a claim waits for another process: a command that sets a PIN is done by then."""
_AGAIN_S: Final = 0.05


@dataclass(slots=True)
class _Held:
    """What this process holds of a file: the lock's handle (None: there can be no lock file) and how many claims stand on it."""

    handle: int | None
    claims: int = 0


_held: dict[Path, _Held] = {}
_guard = threading.RLock()


class Claim:
    """A file that belongs to this process until `release`; a process may claim its own file several times."""

    def __init__(self, file: Path) -> None:
        self._file: Path | None = file

    def renew(self) -> None:
        """Make the lock file again where somebody has deleted it. Raise BlockingIOError if another process was faster."""
        with _guard:
            if self._file is None:
                return
            held = _held[self._file]
            if held.handle is not None and _is_named(lock_of(self._file), held.handle):
                return
            before, held.handle = held.handle, _locked(lock_of(self._file))
            if before is not None:
                os.close(before)

    def release(self) -> None:
        """Let the file go. The lock goes with the last claim of this process."""
        with _guard:
            file, self._file = self._file, None
            if file is None:
                return
            _held[file].claims -= 1
            if not _held[file].claims:
                _unlock(lock_of(file), _held.pop(file).handle)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.release()


def claim(file: Path) -> Claim:
    """Claim a file, whether it is there already or not. Raise BlockingIOError where it belongs to another process.

    On a disk that takes no lock file (read-only, full) SQLite's own locks have to do.
    """
    place = Path(os.path.realpath(file))
    with _guard:
        held = _held.get(place) or _Held(handle=_locked(lock_of(place)))
        held.claims += 1
        _held[place] = held
    return Claim(place)


def is_claimed(file: Path) -> bool:
    """Whether a process owns this file, perhaps this one. Nothing is written."""
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
    """Return the lock file that stands beside `file`."""
    return file.with_name(f".{file.name}.lock")


def _locked(lock: Path) -> int | None:
    """Return a handle that holds the lock; None where there can be none. Raise BlockingIOError where another process has it."""
    end = time.monotonic() + PATIENCE_S
    while True:
        try:
            return _locked_now(lock)
        except BlockingIOError:
            if time.monotonic() >= end:
                raise
            time.sleep(_AGAIN_S)
        except OSError as error:
            log.debug("No lock file can be made at %s: %s", lock, error)
            return None


def _locked_now(lock: Path) -> int:
    """Raise BlockingIOError where another process has the lock, OSError where there can be none."""
    handle = _opened(lock)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        if not _is_named(lock, handle):  # its owner let it go, and took the name away
            raise BlockingIOError
    except OSError:
        os.close(handle)
        raise
    return handle


def _opened(lock: Path) -> int:
    # Without O_CREAT first: in a folder such as /tmp it is refused, even to root, for the file of another user.
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


def _unlock(lock: Path, handle: int | None) -> None:
    if handle is None:
        return
    if _is_named(lock, handle):
        with contextlib.suppress(OSError):
            lock.unlink()
    os.close(handle)
