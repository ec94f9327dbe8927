"""Writes files so that a power cut leaves either the old or the new one, readable by the table's user.

A file named by a user must be regular and is read only up to a limit, because a device never ends and a pipe may block forever.
"""

import contextlib
import errno
import os
import pwd
import shutil
import stat
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final, TypeAlias

STATE: Final = Path("/var/lib/knobeltisch")
"""The installed service's folder, which belongs to its user."""
SERVICE_USER: Final = "knobeltisch"

PART: Final = ".part"
BESIDE_A_DATABASE: Final = ("", "-wal", "-shm", "-journal")
"""The suffixes of the files that belong to an SQLite file."""


NO_ROOM: Final = 1 << 20  # bytes; with less a disk is practically full, and SQLite may report an I/O error
TRY_S: Final = 10.0
"""Seconds between two tries: anybody may ask for the health, and each try writes to the card."""


def fsync(path: Path) -> None:
    """Flush a file or folder to the disk. Raise OSError if that fails."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def path_beside(database: Path, end: str) -> Path:
    """Return the path of a file that belongs to an SQLite file, such as its log."""
    return database.with_name(f"{database.name}{end}")


def part_of(file: Path) -> Path:
    """Return the hidden temporary name beside `file` under which it is written."""
    return file.with_name(f".{file.name}{PART}")


def write_atomically(file: Path, raw: bytes, *, mode: int = 0o600) -> None:
    """Write a file; after a power cut it has either the old or all of the new content. Raise OSError if that fails."""
    part = part_of(file)
    try:
        part.unlink(missing_ok=True)
        part.touch(mode=mode)
        part.chmod(mode)  # the umask limits `touch`
        part.write_bytes(raw)
        put_in_place(part, file)
    except OSError:
        part.unlink(missing_ok=True)
        raise


def copy_atomically(file: Path, to: Path) -> None:
    """Copy a file; the copy gets its name once it is on disk. Raise OSError if that fails."""
    part = part_of(to)
    part.unlink(missing_ok=True)
    part.touch(mode=0o600)
    shutil.copyfile(file, part)
    put_in_place(part, to)


def put_in_place(part: Path, file: Path) -> None:
    """Flush a written file, give it its name, and give it to its folder's owner. Raise OSError if that fails."""
    give_to_owner_of_folder(part)
    fsync(part)
    part.replace(file)
    fsync(file.parent)


def give_to_owner_of_folder(file: Path) -> None:
    """As root, give a file to its folder's owner: root restores and updates, but the table runs as its own user."""
    if os.geteuid() == 0:
        owner = file.parent.stat()
        os.chown(file, owner.st_uid, owner.st_gid, follow_symlinks=False)


def give_database_to_owner_of_folder(file: Path) -> None:
    """As root, give an SQLite file and those beside it to their folder's owner."""
    for end in BESIDE_A_DATABASE:
        sibling = path_beside(file, end)
        if sibling.exists():
            give_to_owner_of_folder(sibling)


Identity: TypeAlias = tuple[int | None, ...]


def file_identity(database: Path) -> Identity:
    """Return the inodes of an SQLite file and of its log; None for a missing one."""
    stamps = (stamp_of(path_beside(database, end)) for end in ("", "-wal"))
    return tuple(None if stamp is None else stamp[0] for stamp in stamps)


def still_named(database: Path, known: Identity) -> bool:
    """Whether these files still have their names. A log may have appeared since."""
    now = file_identity(database)
    return now[0] == known[0] and known[1] in {None, now[1]}


def stamp_of(file: Path) -> tuple[int, int, int] | None:
    """Return a stamp that changes when the file changes; None if it is missing."""
    try:
        is_now = file.stat()
    except OSError:
        return None
    return is_now.st_ino, is_now.st_mtime_ns, is_now.st_size


def make_folder(folder: Path) -> None:
    """Create a missing folder; the service's folder always belongs to the service's user. Raise OSError if that fails."""
    if folder.is_dir():
        return
    folder.mkdir(parents=True, exist_ok=True)
    if folder == STATE and os.geteuid() == 0:
        folder.chmod(0o700)
        with contextlib.suppress(KeyError):
            user = pwd.getpwnam(SERVICE_USER)
            os.chown(folder, user.pw_uid, user.pw_gid)


def free_name(path: Path, word: str, clock: Callable[[], float] = time.time, suffix: str = "") -> Path:
    """Return an unused dated name beside `path`, such as journal-damaged-2026-11-21-181500.sqlite."""
    stamp = time.strftime("%Y-%m-%d-%H%M%S", time.localtime(clock()))
    number = 0
    while True:
        more = f"-{number}" if number else ""
        aside = path.with_name(f"{path.stem}-{word}-{stamp}{more}{suffix or path.suffix}")
        if not os.path.lexists(aside):
            return aside
        number += 1


def set_aside(path: Path, aside: Path) -> None:
    """Rename a database and its log. Raise OSError if that fails."""
    # The log first: beside a new file it would be taken for that file's.
    for end in ("-wal", "-shm", "-journal", ""):
        with contextlib.suppress(FileNotFoundError):
            path_beside(path, end).rename(path_beside(aside, end))
    fsync(path.parent)


def clear_names(database: Path) -> None:
    """Set aside anything under one of this database's names that is not a file, since SQLite could not use it.

    Raise OSError if that fails.
    """
    for end in BESIDE_A_DATABASE[1:]:
        sibling = path_beside(database, end)
        if os.path.lexists(sibling) and not sibling.is_file():
            sibling.rename(free_name(sibling, "foreign", suffix=end))


def keep_aside(path: Path, word: str, clock: Callable[[], float] = time.time) -> Path | None:
    """Rename a database to a dated name and return that name; None if there was no database. Raise OSError if that fails."""
    if not os.path.lexists(path):
        return None
    aside = free_name(path, word, clock)
    set_aside(path, aside)
    return aside


def check_regular(path: Path) -> int:
    """Return the size of a regular file. Raise OSError if it is missing or not regular."""
    found = path.stat()
    if stat.S_ISDIR(found.st_mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if not stat.S_ISREG(found.st_mode):
        raise OSError(errno.EINVAL, "it is a device or a pipe, not a file", str(path))
    return found.st_size


def read_regular(path: Path, most: int) -> bytes:
    """Return a regular file's bytes, but at most `most` + 1. Raise OSError if it cannot be read.

    A file of size 0 is not read: files under /proc have that size, and some of them block forever.
    """
    if not check_regular(path):
        return b""
    with path.open("rb") as file:
        return file.read(most + 1)


def takes_files(folder: Path) -> bool:
    """Whether a folder is writable and has room for another file."""
    try:
        with tempfile.TemporaryFile(dir=folder) as tried:
            tried.write(bytes(NO_ROOM))
            tried.flush()
            os.fsync(tried.fileno())
    except OSError:
        return False
    return True


class WriteProbe:
    """Tries to write, at most every ten seconds. Safe to call from any thread."""

    def __init__(self, try_to_write: Callable[[], bool], ticks: Callable[[], float] = time.monotonic) -> None:
        self._try, self._ticks, self._lock = try_to_write, ticks, threading.Lock()
        self._last: tuple[float, bool] | None = None

    def can_write(self) -> bool:
        """Whether writing works; the result is at most ten seconds old."""
        with self._lock:
            now = self._ticks()
            if self._last is None or now - self._last[0] >= TRY_S:
                self._last = now, self._try()
            return self._last[1]
