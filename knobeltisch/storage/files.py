"""Writing files so that a power cut leaves the old one or the new one, and so that the table's user can read them.

Of the standard library alone: a copy of this file runs during an update.
"""

from __future__ import annotations

import contextlib
import os
import pwd
import shutil
import subprocess
import time
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

STATE: Final = Path("/var/lib/knobeltisch")
"""The installed service's folder, which belongs to its user."""
SERVICE_USER: Final = "knobeltisch"

PART: Final = ".part"
BESIDE_A_DATABASE: Final = ("", "-wal", "-shm", "-journal")
"""What follows the name of an SQLite file in the names of the files that belong to it."""


def fsync(path: Path) -> None:
    """Flush a file or folder to the disk. Raise OSError."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def part_of(file: Path) -> Path:
    """Return the hidden name beside `file` under which it is written until it is whole."""
    return file.with_name(f".{file.name}{PART}")


def write_atomically(file: Path, raw: bytes, *, mode: int = 0o600) -> None:
    """Write a file; its name stands for the old content or all of the new one, whenever the power goes. Raise OSError."""
    part = part_of(file)
    try:
        part.unlink(missing_ok=True)
        part.touch(mode=mode)
        part.chmod(mode)  # `touch` is held back by the umask
        part.write_bytes(raw)
        put_in_place(part, file)
    except OSError:
        part.unlink(missing_ok=True)
        raise


def write_new(file: Path, raw: bytes, *, mode: int = 0o666) -> None:
    """Write a file of a name that nothing has yet; it is on the disk afterwards. Raise FileExistsError, or another OSError."""
    handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
    with os.fdopen(handle, "wb") as new:
        new.write(raw)
        new.flush()
        os.fsync(handle)
    fsync(file.parent)


def copy_atomically(file: Path, to: Path) -> None:
    """Copy a file; the name is there only when all of it is on the disk. Raise OSError."""
    part = part_of(to)
    part.unlink(missing_ok=True)
    part.touch(mode=0o600)
    shutil.copyfile(file, part)
    put_in_place(part, to)


def put_in_place(part: Path, file: Path) -> None:
    """Give a file that was written its name, once it is on the disk; it belongs to whom its folder belongs. Raise OSError."""
    give_to_owner_of_folder(part)
    fsync(part)
    part.replace(file)
    fsync(file.parent)


def give_to_owner_of_folder(file: Path) -> None:
    """Give a file to whom its folder belongs: root restores and updates, and the table has a user of its own."""
    if os.geteuid() == 0:
        owner = file.parent.stat()
        os.chown(file, owner.st_uid, owner.st_gid, follow_symlinks=False)


def give_database_to_owner_of_folder(file: Path) -> None:
    """Give an SQLite file and what lies beside it to whom their folder belongs."""
    for end in BESIDE_A_DATABASE:
        sibling = file.with_name(f"{file.name}{end}")
        if sibling.exists():
            give_to_owner_of_folder(sibling)


Identity: TypeAlias = tuple[tuple[int, int] | None, ...]


def identity(database: Path) -> Identity:
    """Return which files now have the names of an SQLite file and its log: device and inode, None for one that is not there."""
    return tuple(_which(database.with_name(f"{database.name}{end}")) for end in ("", "-wal"))


def still_named(database: Path, known: Identity) -> bool:
    """Whether these files still have their names: nobody has deleted or exchanged them. A log may come later."""
    now = identity(database)
    return now[0] == known[0] and known[1] in {None, now[1]}


def _which(file: Path) -> tuple[int, int] | None:
    try:
        found = file.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def stamp_of(file: Path) -> tuple[int, int, int] | None:
    """Return what is another where a file is another; None where there is none."""
    try:
        is_now = file.stat()
    except OSError:
        return None
    return is_now.st_ino, is_now.st_mtime_ns, is_now.st_size


def make_folder(folder: Path) -> None:
    """Make a folder that is missing; the service's belongs to the service's user, whoever makes it. Raise OSError."""
    if folder.is_dir():
        return
    folder.mkdir(parents=True, exist_ok=True)
    if folder == STATE and os.geteuid() == 0:
        folder.chmod(0o700)
        with contextlib.suppress(KeyError):
            user = pwd.getpwnam(SERVICE_USER)
            os.chown(folder, user.pw_uid, user.pw_gid)


def free_name(path: Path, word: str, clock: Callable[[], float] = time.time, suffix: str = ".sqlite") -> Path:
    """Return a dated name beside `path` that no file has, as journal-damaged-2026-11-21-181500.sqlite."""
    stamp = time.strftime("%Y-%m-%d-%H%M%S", time.localtime(clock()))
    number = 0
    while True:
        more = f"-{number}" if number else ""
        aside = path.with_name(f"{path.stem}-{word}-{stamp}{more}{suffix}")
        if not os.path.lexists(aside):
            return aside
        number += 1


def set_aside(path: Path, aside: Path) -> None:
    """Give a database and its log another name. Raise OSError."""
    # The log first: without its file it means nothing, but beside a new file it would be taken for that one's.
    for end in ("-wal", "-shm", "-journal", ""):
        with contextlib.suppress(FileNotFoundError):
            path.with_name(f"{path.name}{end}").rename(aside.with_name(f"{aside.name}{end}"))
    fsync(path.parent)


def clear_names(database: Path, clock: Callable[[], float] = time.time) -> None:
    """Set aside what has a name that belongs to this database and is no file, as a folder: SQLite would stop at it. Raise OSError."""
    for end in BESIDE_A_DATABASE[1:]:
        sibling = database.with_name(f"{database.name}{end}")
        if os.path.lexists(sibling) and not sibling.is_file():
            sibling.rename(free_name(sibling, "foreign", clock, suffix=end))


def keep_aside(path: Path, word: str, clock: Callable[[], float] = time.time) -> Path | None:
    """Set aside what has the name of this database under a dated one; give that, None when nothing has it. Raise OSError."""
    if not os.path.lexists(path):
        return None
    aside = free_name(path, word, clock)
    set_aside(path, aside)
    return aside


def folder_owner(folder: Path) -> str:
    """Return the user whose table lies in `folder`: the service's for its own, else whoever it belongs to."""
    if folder == STATE:
        return SERVICE_USER
    number = folder.stat().st_uid
    try:
        return pwd.getpwuid(number).pw_name
    except KeyError:
        return str(number)


def not_writable_for(user: str, paths: Sequence[Path]) -> list[Path]:
    """Return those of `paths` that this user may not read and write. Others than root are asked for themselves alone."""
    try:
        who = pwd.getpwnam(user)
    except KeyError:
        return []
    if os.geteuid() != 0 or who.pw_uid == 0:
        return [path for path in paths if not os.access(path, os.R_OK | os.W_OK)]
    words = (
        "sh",
        "-c",
        'for one; do test -r "$one" -a -w "$one" || printf "%s\\n" "$one"; done',
        "sh",
        *map(str, paths),
    )
    done = subprocess.run(  # noqa: S603 - words of our own
        words,
        user=who.pw_uid,
        group=who.pw_gid,
        extra_groups=[],
        capture_output=True,
        text=True,
        check=False,
        cwd="/",
    )
    return [Path(line) for line in done.stdout.splitlines()]
