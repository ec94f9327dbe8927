"""The journal: every accepted fact, appended and on disk before anyone sees its effect.

A SQLite file in WAL mode with `synchronous=FULL`: a power cut loses at most the entry in flight. Entries are never
changed; triggers refuse it, and each entry carries a seal over itself and the entry before, so that a damaged or
edited file is noticed at start. A file that is foreign, newer or damaged is never written to.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import re
import shutil
import sqlite3
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from knobeltisch.errors import DamagedJournal, ForeignJournal, JournalBusy, JournalError, NewerJournal
from knobeltisch.storage.checked_text import body_of
from knobeltisch.storage.claim import Claim, claim
from knobeltisch.storage.files import (
    fsync,
    identity,
    keep_aside,
    make_folder,
    part_of,
    put_in_place,
    still_named,
)
from knobeltisch.storage.sqlite_file import (
    MAGIC,
    address_of,
    connected,
    first_bytes,
    in_flight,
    not_written,
    sane_header,
    why_barred,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from pathlib import Path

APPLICATION_ID: Final = 0x4B4E4F42  # "KNOB"
SCHEMA: Final = 1

_CREATE: Final = f"""
BEGIN IMMEDIATE;
CREATE TABLE entry (
  id INTEGER PRIMARY KEY,
  at REAL NOT NULL,
  source TEXT NOT NULL,
  kind TEXT NOT NULL,
  body TEXT NOT NULL,
  seal TEXT NOT NULL
);
CREATE TRIGGER entry_stays BEFORE UPDATE ON entry BEGIN SELECT RAISE(ABORT, 'the journal is only appended to'); END;
CREATE TRIGGER entry_remains BEFORE DELETE ON entry BEGIN SELECT RAISE(ABORT, 'the journal is only appended to'); END;
PRAGMA application_id = {APPLICATION_ID};
PRAGMA user_version = {SCHEMA};
COMMIT;
"""

PARTS: Final = set(re.findall(r"^CREATE .*?(?=;\n(?:CREATE|PRAGMA))", _CREATE, re.MULTILINE | re.DOTALL))


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One line of the journal: `at` in seconds since 1970, `body` as JSON-able values."""

    id: int
    at: float
    source: str
    kind: str
    body: Mapping[str, object]


class Journal:
    """An open journal. One process has it open at a time; one thread writes.

    `replaced` is told in a sentence when the file was deleted or exchanged by somebody else, and a fresh one written.
    """

    def __init__(self, connection: sqlite3.Connection, path: Path, claim: Claim | None) -> None:
        self._path, self._claim = path, claim  # no claim: it is in memory
        self.replaced: Callable[[str], None] = lambda _sentence: None
        self._use(connection)

    def _use(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._head, self._seal = _checked(connection, self._path)
        self._identity = identity(self._path)

    @property
    def head(self) -> int:
        """The id of the last entry, 0 when there is none."""
        return self._head

    def entries(self, *, after: int = 0, most: int = -1) -> Iterator[Entry]:
        """Read entries from the disk, oldest first: years of evenings need not be in memory at once.

        Those behind entry `after`, and no more than `most` of them; -1 for all.
        """
        rows = self._connection.execute(
            "SELECT id, at, source, kind, body FROM entry WHERE id > ? ORDER BY id LIMIT ?", (after, most)
        )
        for row_id, at, source, kind, body in rows:
            yield Entry(id=row_id, at=at, source=source, kind=kind, body=body_of(body))

    def games(self) -> Iterator[tuple[int, float, float | None, Mapping[str, object]]]:
        """Return each game's first entry, the newest first: its id, when it came, when the entry before it did, its body."""
        rows = self._connection.execute(
            "SELECT id, at, (SELECT at FROM entry AS other WHERE other.id = entry.id - 1), body "
            "FROM entry WHERE kind = 'start' ORDER BY id DESC"
        )
        for number, at, before, body in rows:
            yield number, at, before, body_of(body)

    def append(self, *, at: float, source: str, kind: str, body: Mapping[str, object]) -> Entry:
        """Write one entry and return when it is on disk.

        Raise JournalError when it is not (disk full, read-only, gone): then nothing was added.
        """
        return self.append_all([Entry(id=0, at=at, source=source, kind=kind, body=body)])[0]

    def append_all(self, entries: Iterable[Entry]) -> list[Entry]:
        """Write entries behind those there are, numbered on, and give them so; all of them or none. Raise JournalError."""
        self._write_anew_if_replaced()
        head, seal = self._head, self._seal
        rows, written = [], []
        for entry in entries:
            head, text = head + 1, _text_of(entry.body)
            seal = seal_of(seal, head, entry.at, entry.source, entry.kind, text)
            rows.append((head, entry.at, entry.source, entry.kind, text, seal))
            written.append(replace(entry, id=head, body=json.loads(text)))
        try:
            with self._connection:
                self._connection.executemany("INSERT INTO entry VALUES (?, ?, ?, ?, ?, ?)", rows)
        except sqlite3.Error as error:
            raise JournalError(_write_sentence(self._path, error)) from error
        self._head, self._seal = head, seal
        return written

    def _write_anew_if_replaced(self) -> None:
        """Continue in a new file when the open one was deleted or replaced: what is written there would be lost.

        The open file is still readable, whatever became of its name. Raise JournalError when no fresh one can be written.
        """
        if self._claim is None or still_named(self._path, self._identity):
            return
        part = part_of(self._path)
        try:
            make_folder(self._path.parent)
            self._claim.renew()
            part.unlink(missing_ok=True)
            self.copy_to(part)
            part.chmod(0o600)
            with contextlib.closing(sqlite3.connect(part)) as copy:
                whole = _checked(copy, part) == (self._head, self._seal)
            if not whole:
                raise JournalError(
                    f"The journal {self._path} was changed by another program; restart the table."
                )
            aside = keep_aside(self._path, "replaced")
            put_in_place(part, self._path)
        except OSError as error:
            if isinstance(error, JournalError):
                raise
            raise JournalError(
                f"The journal {self._path} is gone and cannot be written anew ({error})."
            ) from error
        self._connection.close()
        self._use(_connect(self._path))
        told = (
            f"The journal {self._path.name} was deleted or replaced while the table ran; it is written anew."
        )
        self.replaced(f"{told} The other file is kept as {aside.name}." if aside is not None else told)

    def copy_to(self, file: Path) -> None:
        """Write all that is on disk to `file`, as a journal of its own. Raise JournalError."""
        try:
            with contextlib.closing(sqlite3.connect(file)) as copy:
                self._connection.backup(copy)
                copy.execute("PRAGMA journal_mode = DELETE")  # one file, that can be carried away alone
        except sqlite3.Error as error:
            raise JournalError(f"The copy {file} cannot be written ({error}); check its disk.") from error

    def swap(self, new: Path, aside: Path) -> None:
        """Switch to the journal `new`, and keep the present one as `aside`.

        At no moment is there no journal: the plug may be pulled. Raise JournalError, and then goes on as before.
        """
        self._connection.close()
        try:
            shutil.copyfile(self._path, aside)
            fsync(aside)
            fsync(new)
            fsync(self._path.parent)  # the log that `close` took away must not come back beside the new file
            new.replace(self._path)
        except OSError as error:
            raise JournalError(f"The journal {self._path} cannot be exchanged ({error.strerror}).") from error
        finally:
            with contextlib.suppress(OSError):
                fsync(self._path.parent)
            self._use(_connect(self._path))

    def reopen(self) -> None:
        """Go on with the same file after `close`. Raises like `open_journal`."""
        self._claim = own_journal(self._path)
        self._use(_connect(self._path))

    def close(self) -> None:
        """Fold the write-ahead log into the file and let it go."""
        self._connection.close()
        if self._claim is not None:
            self._claim.release()


def _text_of(body: Mapping[str, object]) -> str:
    return json.dumps(body, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def check_shape(path: Path) -> None:
    """Raise ForeignJournal when the file holds more than a journal does: it might do things of its own accord.

    No row is read. Raise DamagedJournal when not even that can be told.
    """
    _look_before_opening(path)
    try:
        with contextlib.closing(sqlite3.connect(address_of(path), uri=True, timeout=0.5)) as asked:
            asked.execute("PRAGMA trusted_schema = OFF")
            found = {sql for (sql,) in asked.execute("SELECT sql FROM sqlite_master")}
    except (sqlite3.Error, UnicodeError) as error:
        raise DamagedJournal(_damaged(path, str(error))) from error
    if found and found != PARTS:
        raise ForeignJournal(f"{path} holds more than a journal and is left as it is; choose another.")


def open_journal(path: Path) -> Journal:
    """Open the journal at `path`, or begin a new one there.

    Raise ForeignJournal, NewerJournal, DamagedJournal, JournalBusy, or JournalError for a place that cannot be used.
    """
    with contextlib.ExitStack() as undo:
        mine = undo.enter_context(own_journal(path))
        connection = _connect(path)
        undo.callback(connection.close)
        journal = Journal(connection, path, mine)
        undo.pop_all()
        return journal
    raise AssertionError  # pragma: no cover - ExitStack swallows nothing


def own_journal(path: Path) -> Claim:
    """Claim the journal at `path` for this process. Raise JournalBusy."""
    try:
        return claim(path)
    except BlockingIOError as error:
        raise _busy(path) from error


def _busy(path: Path) -> JournalBusy:
    return JournalBusy(f"The journal {path} is in use by another Knobeltisch; stop that one first.")


def journal_in_memory(path: Path, entries: Iterable[Entry]) -> Journal:
    """Return a journal of these entries that is on no disk, and takes no more. It speaks of itself as the one at `path`."""
    connection = sqlite3.connect(":memory:", check_same_thread=False)
    connection.executescript(_CREATE)
    journal = Journal(connection, path, None)
    journal.append_all(entries)
    connection.execute("PRAGMA query_only = ON")
    return journal


def _connect(path: Path) -> sqlite3.Connection:
    """Open the file, or begin it. Raises like `open_journal`."""
    _look_before_opening(path)
    with contextlib.suppress(OSError):  # what is wrong with the place SQLite says
        if not path.exists():
            path.touch(mode=0o600)  # who played and lost is nobody else's business
    try:
        sane = sane_header(path)
        return connected(path, lambda opened: _prepare(opened, path, sane=sane), timeout_s=0.5)
    except sqlite3.Error as error:
        raise JournalError(
            f"The journal {path} cannot be opened ({error}); name a file in a folder we may write to."
        ) from error


def _look_before_opening(path: Path) -> None:
    try:
        make_folder(path.parent)
        if path.is_dir():
            raise JournalError(f"The journal {path} is a folder; name a file.")
        head = first_bytes(path)
    except OSError as error:
        if isinstance(error, JournalError):
            raise
        barred = why_barred(path)
        if barred:
            raise JournalError(f"The journal {path} cannot be opened: {barred}.") from error
        reason = error.strerror or str(error)
        raise JournalError(
            f"The journal {path} cannot be opened ({reason}); name a file in a folder we may write to."
        ) from error
    if head and not head.startswith(MAGIC) and not in_flight(path):
        if not head.strip(b"\0"):
            raise DamagedJournal(_damaged(path, "it begins with nothing but zeros"))
        raise ForeignJournal(
            f"{path} is not a Knobeltisch journal and is left as it is; name another file or move it away."
        )


def _prepare(connection: sqlite3.Connection, path: Path, *, sane: bool) -> None:
    try:
        # Exclusive from the first read on: a second Knobeltisch on the same file would interleave two evenings.
        connection.execute("PRAGMA locking_mode = EXCLUSIVE")
        connection.execute("PRAGMA trusted_schema = OFF")
        if _is_new(connection, path):
            connection.execute("PRAGMA journal_mode = WAL")
            connection.executescript(_CREATE)
        else:
            connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("COMMIT")
        problem = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
        found = {raw for (raw,) in connection.execute("SELECT CAST(sql AS BLOB) FROM sqlite_master")}
    except sqlite3.OperationalError as error:
        raise _operational(path, error, sane=sane) from error
    except (sqlite3.DatabaseError, OverflowError, UnicodeError) as error:
        raise DamagedJournal(_damaged(path, str(error))) from error
    if problem == "ok" and not sane:
        problem = "what it says of its own format cannot be"
    if problem != "ok" or not found >= {part.encode() for part in PARTS}:
        raise DamagedJournal(
            _damaged(path, problem if problem != "ok" else "its table is not as it was made")
        )


def _is_new(connection: sqlite3.Connection, path: Path) -> bool:
    owner = connection.execute("PRAGMA application_id").fetchone()[0]
    views = connection.execute("SELECT count(*) FROM sqlite_master WHERE type = 'view'").fetchone()[0]
    schema = connection.execute("PRAGMA user_version").fetchone()[0]
    tables = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    if owner == 0 and schema == 0 and tables == 0:
        return True
    if owner != APPLICATION_ID or views:  # a view may be endless
        raise ForeignJournal(
            f"{path} is a database of another program and is left as it is; name another file or move it away."
        )
    if schema > SCHEMA:
        raise NewerJournal(
            f"The journal {path} has schema {schema}, this Knobeltisch knows up to {SCHEMA}; install the newer one again."
        )
    return False


def _operational(path: Path, error: sqlite3.OperationalError, *, sane: bool) -> JournalError:
    if "locked" in str(error):
        return _busy(path)
    if not sane or any(word in str(error) for word in ("malformed", "no such", "unsupported")):
        return DamagedJournal(_damaged(path, str(error)))
    return JournalError(_write_sentence(path, error))


def _write_sentence(path: Path, error: sqlite3.Error) -> str:
    return not_written(f"The journal {path}", path, error)


def _damaged(path: Path, what: str) -> str:
    what = " ".join(what.split())
    return f"The journal {path} is damaged ({what}) and is left as it is; restore a backup or move it away."


def _checked(connection: sqlite3.Connection, path: Path) -> tuple[int, str]:
    """Return the last entry's id and seal. Raise DamagedJournal when an entry is missing or does not fit its seal."""
    head, seal = 0, ""
    try:
        rows = connection.execute("SELECT id, at, source, kind, body, seal FROM entry ORDER BY id")
        for head, (row_id, at, source, kind, body, kept) in enumerate(rows, start=1):
            seal = seal_of(seal, row_id, at, source, kind, body)
            if row_id != head or seal != kept:
                raise DamagedJournal(_damaged(path, f"entry {head} is missing or was changed"))
    except (sqlite3.DatabaseError, TypeError, UnicodeError) as error:
        raise DamagedJournal(_damaged(path, str(error))) from error
    return head, seal


def seal_of(before: str, *fields: object) -> str:
    """Return the seal of an entry's fields (id, at, source, kind, body as text) behind the entry with seal `before`."""
    return hashlib.sha256(json.dumps([before, *fields], ensure_ascii=False).encode()).hexdigest()[:24]
