"""An SQLite file owned by one process: opens, checks, writes, copies and exchanges it, and notices its replacement.

Journal, outbox and hub are such files; each defines its tables and messages in a `FileKind`.
"""

import contextlib
import os
import pwd
import re
import shutil
import sqlite3
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TypeVar

from knobeltisch.errors import KnobeltischError
from knobeltisch.storage.claim import Claim, claim, is_claimed
from knobeltisch.storage.files import (
    NO_ROOM,
    copy_atomically,
    file_identity,
    fsync,
    give_database_to_owner_of_folder,
    keep_aside,
    make_folder,
    part_of,
    path_beside,
    put_in_place,
    still_named,
)

MAGIC: Final = b"SQLite format 3\x00"
COPY_TRIES: Final = 8
T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class FileKind:
    """A kind of SQLite file. `name`, for messages, contains `{path}`; `failed`, `damaged` and `busy` are its errors.

    `look` raises if SQLite must not open a file; `needs_tables` returns whether `create` must run, or raises if the file is
    another program's. `is_whole`: the tables must be as `create` makes them.
    `is_exclusive`: no other process may open it. `timeout_s`: how long to wait for a lock.
    """

    create: str
    name: str
    failed: type[KnobeltischError]
    damaged: type[KnobeltischError]
    busy: type[KnobeltischError]
    is_whole: bool = True
    is_exclusive: bool = False
    timeout_s: float = 0.5
    look: Callable[[Path], None] = lambda _path: None
    needs_tables: Callable[[sqlite3.Connection, Path], bool] = lambda _connection, _path: True

    @property
    def parts(self) -> frozenset[str]:
        """The SQL of the tables and triggers, as SQLite stores it."""
        found = re.findall(
            r"^CREATE .*?(?=;\n(?:CREATE|PRAGMA|COMMIT))", self.create, re.MULTILINE | re.DOTALL
        )
        return frozenset(part.replace(" IF NOT EXISTS", "") for part in found)

    def claim(self, path: Path) -> Claim:
        """Claim the file at `path` for this process. Raise `busy` if another process owns it."""
        try:
            return claim(path)
        except BlockingIOError as error:
            raise self._in_use(path) from error

    def connect(self, path: Path) -> sqlite3.Connection:
        """Open and check the file at `path`, or create it. Raise `failed`, `damaged` or `busy` if it cannot be used."""
        try:
            make_folder(path.parent)
            self.look(path)
            if not path.exists():  # its content is private, and a PIN can be found from its hash within hours
                path.touch(mode=0o600)
            sane = has_sane_header(path)
            return connect(
                path, lambda opened: self._prepare(opened, path, sane=sane), timeout_s=self.timeout_s
            )
        except KnobeltischError:
            raise
        except (sqlite3.Error, OSError) as error:
            raise self.unusable(path, error) from error

    def _prepare(self, opened: sqlite3.Connection, path: Path, *, sane: bool) -> None:
        try:
            if self.is_exclusive:
                opened.execute("PRAGMA locking_mode = EXCLUSIVE")
            opened.execute("PRAGMA trusted_schema = OFF")
            needs_tables = self.needs_tables(opened, path)
            opened.execute("PRAGMA journal_mode = WAL")
            if needs_tables:
                opened.executescript(self.create)
            opened.execute("PRAGMA synchronous = FULL")
            opened.execute("BEGIN IMMEDIATE")
            opened.execute("COMMIT")
            problem = opened.execute("PRAGMA quick_check(1)").fetchone()[0]
            found = {raw for (raw,) in opened.execute("SELECT CAST(sql AS BLOB) FROM sqlite_master")}
        except sqlite3.OperationalError as error:  # an error of the disk, or a lock of another program
            raise self._operational(path, error, sane=sane) from error
        except (sqlite3.Error, OverflowError, UnicodeError) as error:  # a damaged name may not be text
            raise self.damage(path, error) from error
        if problem == "ok" and not sane:
            problem = "its header is invalid"
        if problem == "ok" and self.is_whole and not found >= {part.encode() for part in self.parts}:
            problem = "its tables were changed"
        if problem != "ok":
            raise self.damage(path, problem)

    def _operational(self, path: Path, error: sqlite3.Error, *, sane: bool) -> KnobeltischError:
        if "locked" in str(error):
            return self._in_use(path)
        if not sane or any(word in str(error) for word in ("malformed", "no such", "unsupported")):
            return self.damage(path, error)
        return self.write_error(path, error)

    def _in_use(self, path: Path) -> KnobeltischError:
        return self.busy(
            f"{self.name.format(path=path)} is in use by another Knobeltisch; stop that one first."
        )

    def unusable(self, path: Path, error: Exception) -> KnobeltischError:
        """Return the error for a path or file that cannot be opened."""
        what = getattr(error, "strerror", None) or error
        return self.failed(
            self._sentence(path, f"cannot be opened ({what}); name a file in a folder we may write to.")
        )

    def damage(self, path: Path, what: object) -> KnobeltischError:
        """Return the error for a damaged file."""
        sentence = f"is damaged ({what}) and is left as it is; restore a backup or move it away."
        return self.damaged(self._sentence(path, sentence))

    def write_error(self, path: Path, error: sqlite3.Error) -> KnobeltischError:
        """Return the error for a file that SQLite cannot write."""
        return self.failed(why_not_written(self.name.format(path=path), path, error))

    def _sentence(self, path: Path, rest: str) -> str:
        barred = why_barred(path)
        rest = f"cannot be used: {barred}." if barred else " ".join(rest.split())
        return f"{self.name.format(path=path)} {rest}"


class SqliteFile:
    """An open file of some kind, owned by this process. Threads share it under `lock`."""

    def __init__(self, path: Path, kind: FileKind, in_memory: sqlite3.Connection | None = None) -> None:
        """Open or create the file at `path`. Raise the kind's errors. With `in_memory`, the path is only a name."""
        self.path, self.kind, self._claim = path, kind, None if in_memory else kind.claim(path)
        self.lock = threading.RLock()
        try:
            self._use(in_memory or kind.connect(path))
        except BaseException:
            if self._claim is not None:
                self._claim.release()
            raise

    def _use(self, connection: sqlite3.Connection) -> None:
        connection.isolation_level = None
        self.connection, self._identity = connection, file_identity(self.path)

    @contextlib.contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """Write in one transaction, which is on disk at the end or has no effect. Raise the kind's `failed` error if it fails."""
        with self.lock:
            nested = self.connection.in_transaction
            try:
                if not nested:
                    self.connection.execute("BEGIN IMMEDIATE")
                yield self.connection
                if not nested:
                    self.connection.execute("COMMIT")
            except BaseException as error:
                if not nested and self.connection.in_transaction:
                    self.connection.execute("ROLLBACK")
                if isinstance(error, sqlite3.Error):
                    raise self.kind.write_error(self.path, error) from error
                raise

    def copy_to(self, file: Path) -> None:
        """Write a consistent copy as a single file. Raise the kind's `failed` error if that fails."""
        try:
            file.touch(mode=0o600)
            with self.lock, contextlib.closing(sqlite3.connect(file)) as copy:
                self.connection.backup(copy)
                copy.execute("PRAGMA journal_mode = DELETE")
        except (sqlite3.Error, OSError) as error:
            raise self.kind.failed(f"The copy {file} cannot be written ({error}); check its disk.") from error

    def write_again_if_replaced(self, check: Callable[[sqlite3.Connection], object]) -> str:
        """Continue in a new file if the open one was deleted or replaced: anything written to it would be lost.

        The open file stays readable after losing its name; `check` checks its copy. Return a sentence about it, or "" if nothing
        happened. Raise the kind's `failed` error if no new file can be written.
        """
        if self._claim is None or still_named(self.path, self._identity):
            return ""
        part = part_of(self.path)
        try:
            make_folder(self.path.parent)
            self._claim.renew()
            part.unlink(missing_ok=True)
            self.copy_to(part)
            with contextlib.closing(sqlite3.connect(part)) as copy:
                check(copy)
            aside = keep_aside(self.path, "replaced")
            put_in_place(part, self.path)
        except KnobeltischError:
            raise
        except (sqlite3.Error, OSError) as error:
            gone = f"{self.kind.name.format(path=self.path)} is gone and cannot be written again ({error})."
            raise self.kind.failed(gone) from error
        self.reconnect()
        said = f"{self.kind.name.format(path=self.path.name)} was deleted or replaced while the table ran; it is written again."
        return said if aside is None else f"{said} The other file is kept as {aside.name}."

    def swap(self, new: Path, aside: Path) -> None:
        """Switch to the file `new`, keeping the current one as `aside`.

        The file exists at every moment, since the power may fail. If switching fails, raise the kind's `failed` error; the old
        file then stays in use.
        """
        self.connection.close()
        try:
            copy_atomically(self.path, aside)
            fsync(new)
            fsync(self.path.parent)  # the log that `close` deleted must not reappear beside the new file
            new.replace(self.path)
        except OSError as error:
            gone = f"{self.kind.name.format(path=self.path)} cannot be exchanged ({error.strerror})."
            raise self.kind.failed(gone) from error
        finally:
            with contextlib.suppress(OSError):
                fsync(self.path.parent)
            self.reconnect()

    def reconnect(self) -> None:
        """Close the file, and open the one that now has its name. Raise the kind's errors."""
        self.connection.close()  # first: this deletes the log of that name, whichever file it belongs to
        self._use(self.kind.connect(self.path))

    def close(self) -> None:
        """Merge the write-ahead log into the file and release it."""
        with self.lock:
            self.connection.close()
            if self._claim is not None:
                self._claim.release()


def address_of(path: Path) -> str:
    """Return the address (URI) with which SQLite opens a file on an SD card.

    `psow=0` makes each commit fill its sector, because a power cut during a write may damage other data in the same sector.
    """
    return f"{path.absolute().as_uri()}?psow=0"


def connect(
    path: Path, prepare: Callable[[sqlite3.Connection], None], *, timeout_s: float
) -> sqlite3.Connection:
    """Open and prepare the file, and give it to its folder's owner. Raise sqlite3.Error or an error of `prepare`."""
    opened = sqlite3.connect(address_of(path), uri=True, timeout=timeout_s, check_same_thread=False)
    try:
        prepare(opened)
    except BaseException:
        opened.close()
        raise
    give_database_to_owner_of_folder(path)
    return opened


def copy_with_log(path: Path, copy: Path) -> None:
    """Copy an SQLite file and its log; copied during a write, they may not match. Raise OSError if that fails.

    The log comes first: what SQLite moves into the file meanwhile is then in both.
    """
    for end in ("-wal", ""):
        to, file = path_beside(copy, end), path_beside(path, end)
        to.unlink(missing_ok=True)
        if file.exists():
            shutil.copyfile(file, to)


def open_copy(path: Path, copy: Path, open_it: Callable[[Path], T]) -> T:
    """Copy an SQLite file that another process may be writing, and open the copy; repeat if it is inconsistent.

    Raise OSError, or the error of `open_it` if the file is damaged.
    """
    for left in reversed(range(COPY_TRIES)):
        copy_with_log(path, copy)
        try:
            return open_it(copy)
        except KnobeltischError as error:
            if not left:
                raise type(error)(str(error).replace(str(copy), str(path))) from error
    raise AssertionError  # pragma: no cover - the last try returns or raises


def has_sane_header(path: Path) -> bool:
    """Whether the header of an SQLite file is plausible; SQLite reports a flipped bit there like a failing disk.

    Call it only before connecting, because closing the handle would end all locks of this process on the file.
    """
    if path_beside(path, "-journal").exists():
        return True  # SQLite restores the first page from the log first
    try:
        with path.open("rb") as file:
            head = file.read(100)
    except OSError:
        return True  # not a fault of the header
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


def is_in_use(path: Path) -> bool:
    """Whether a Knobeltisch process has this file open."""
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


def why_barred(path: Path) -> str:
    """Return why this process may not use `path`, a file beside it or its folder, with a remedy; "" if it may."""
    folder = path.parent
    if folder.is_dir() and not os.access(folder, os.R_OK | os.W_OK | os.X_OK):
        return _explain_denial(folder, "folder")
    for end in ("", "-wal", "-shm"):
        file = path_beside(path, end)
        if file.exists() and not os.access(file, os.R_OK | os.W_OK):
            return _explain_denial(file, "file")
    return ""


def _explain_denial(path: Path, kind: str) -> str:
    owner, mine = user_name(path.stat().st_uid), user_name(os.geteuid())
    if owner == mine or path.stat().st_mode & 0o022:
        return ""  # not the permissions: the disk is read-only
    return f"the {kind} {path} belongs to {owner}, and this runs as {mine}; run it as {owner}, or: sudo chown {mine} {path}"


def user_name(number: int) -> str:
    """Return a user's name, or the number if it has none."""
    try:
        return pwd.getpwuid(number).pw_name
    except KeyError:
        return str(number)


def why_not_written(name: str, path: Path, error: sqlite3.Error | OSError) -> str:
    """Return why the file at `path`, called `name`, cannot be written, with a remedy."""
    text = str(error).lower()
    barred = why_barred(path)
    if barred:
        return f"{name} cannot be used: {barred}."
    if "readonly" in text or "read-only" in text or not os.access(path.parent, os.W_OK):
        return f"{name} cannot be written: its disk or folder is read-only; make it writable."
    if (
        "full" in text
        or "no space" in text
        or ("i/o" in text and shutil.disk_usage(path.parent).free < NO_ROOM)
    ):
        return f"{name} cannot be written: the disk is full; free some space."
    return f"{name} cannot be written ({error}); check its disk."
