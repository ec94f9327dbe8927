"""What SQLite files have in common here: how they are opened, what they begin with, why they cannot be written."""

from __future__ import annotations

import contextlib
import os
import pwd
import shutil
import sqlite3
from typing import TYPE_CHECKING, Final

from knobeltisch.storage.claim import is_claimed
from knobeltisch.storage.files import give_database_to_owner_of_folder

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

MAGIC: Final = b"SQLite format 3\x00"
NO_ROOM: Final = 1 << 20  # bytes; with less a disk is as good as full, and SQLite may call that an I/O error


def address_of(path: Path) -> str:
    """Return the file as SQLite opens it on an SD card.

    `psow=0`: a card that loses power while it writes may spoil what lies beside it in the same sector, so each commit
    ends with one.
    """
    return f"{path.absolute().as_uri()}?psow=0"


def connected(
    path: Path, prepare: Callable[[sqlite3.Connection], None], *, timeout_s: float
) -> sqlite3.Connection:
    """Open the file and prepare it; it belongs to whom its folder belongs then. Raise sqlite3.Error, and what `prepare` raises."""
    opened = sqlite3.connect(address_of(path), uri=True, timeout=timeout_s, check_same_thread=False)
    try:
        prepare(opened)
    except BaseException:
        opened.close()
        raise
    give_database_to_owner_of_folder(path)
    return opened


def begins_well(path: Path) -> bool:
    """Whether a file begins like a database."""
    return first_bytes(path) == MAGIC


def first_bytes(path: Path) -> bytes:
    """Return what a file begins with; nothing for one that is not there. Raise OSError."""
    if not path.exists():
        return b""
    with path.open("rb") as file:
        return file.read(len(MAGIC))


def sane_header(path: Path) -> bool:
    """Whether what an SQLite file says of its own format can be; a flipped bit there reads like a disk that fails.

    Only before the file is connected: closing the handle that is read here would end all locks of this process on it.
    """
    if path.with_name(f"{path.name}-journal").exists():
        return True  # SQLite puts the first page back first
    try:
        with path.open("rb") as file:
            head = file.read(100)
    except OSError:
        return True  # not the header's fault
    if len(head) < 100:
        return not head
    return (
        head.startswith(MAGIC)
        and head[18] in {1, 2}
        and head[19] in {1, 2}
        and head[21:24] == b"\x40\x20\x20"
        and head[47] <= 4
        and head[56:59] == bytes(3)
        and head[59] <= 3
    )


def in_use(path: Path) -> bool:
    """Whether a Knobeltisch has this file open."""
    if is_claimed(path):
        return True
    try:
        with contextlib.closing(
            sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, timeout=0)
        ) as asked:
            asked.execute("SELECT count(*) FROM sqlite_master")
    except sqlite3.OperationalError as error:
        return "locked" in str(error)
    except sqlite3.Error:
        pass
    return False


def in_flight(path: Path) -> bool:
    """Whether power was lost while the file was written: SQLite has kept what it needs to mend it."""
    return any(path.with_name(f"{path.name}{end}").exists() for end in ("-wal", "-journal"))


def why_barred(path: Path) -> str:
    """Return why this process may not use the file at `path`, one beside it or its folder, and what would do; "" where it may."""
    folder = path.parent
    if folder.is_dir() and not os.access(folder, os.R_OK | os.W_OK | os.X_OK):
        return _barred(folder, "folder")
    for end in ("", "-wal", "-shm"):
        file = path.with_name(f"{path.name}{end}")
        if file.exists() and not os.access(file, os.R_OK | os.W_OK):
            return _barred(file, "file")
    return ""


def _barred(path: Path, kind: str) -> str:
    owner, mine = _user(path.stat().st_uid), _user(os.geteuid())
    if owner == mine or path.stat().st_mode & 0o022:
        return ""  # not the rights: the disk is read-only
    return f"the {kind} {path} belongs to {owner}, and this runs as {mine}; run it as {owner}, or: sudo chown {mine} {path}"


def _user(number: int) -> str:
    try:
        return pwd.getpwuid(number).pw_name
    except KeyError:
        return str(number)


def not_written(name: str, path: Path, error: sqlite3.Error) -> str:
    """Return in a sentence why SQLite could not write the file at `path`, called `name`, and what would do."""
    text = str(error)
    barred = why_barred(path)
    if barred:
        return f"{name} cannot be used: {barred}."
    if "readonly" in text or "read-only" in text or not os.access(path.parent, os.W_OK):
        return f"{name} cannot be written: its disk or folder is read-only; make it writable."
    if "full" in text or ("I/O" in text and shutil.disk_usage(path.parent).free < NO_ROOM):
        return f"{name} cannot be written: the disk is full; free some space."
    return f"{name} cannot be written ({text}); check its disk."
