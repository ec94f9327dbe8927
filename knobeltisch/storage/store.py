"""The store, beside the journal: regulars, house rules, credentials. Small, and safe from power cuts.

Two text files hold the same values, one per line, each with a checksum. Each change replaces both, and whatever is damaged in
one is read from the other. Several processes may have them open. Without them the table starts with empty lists. See
docs/decisions/0022-keep-damaged-files-aside-and-write-lists-twice.md.
"""

import contextlib
import fcntl
import logging
import os
import sqlite3
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from knobeltisch.errors import StoreBusy, StoreError
from knobeltisch.status import Notice
from knobeltisch.storage.checked_text import has_valid_checksum, parse_count, parse_or_nonsense, sum_of
from knobeltisch.storage.claim import Claim, claim
from knobeltisch.storage.files import (
    copy_atomically,
    free_name,
    keep_aside,
    make_folder,
    stamp_of,
    write_atomically,
)
from knobeltisch.storage.journal import SealedLog
from knobeltisch.storage.kept_values import usable_part
from knobeltisch.storage.sqlite_file import copy_with_log, why_barred, why_not_written
from scorer.json_forms.text import to_text

log = logging.getLogger(__name__)

KEPT_IN: Final = "house.txt"
"""The file's name, beside the journal."""
SECOND: Final = "house.second.txt"
EARLIER: Final = "house.sqlite"
"""The first file of version 0.3; its second one is the same."""
HEAD: Final = "journal"
"""The key for the name of the journal that was written last and the number of its entries."""
_TABLES: Final = """
CREATE TABLE IF NOT EXISTS kept (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS kept_sum (key TEXT PRIMARY KEY, sum TEXT NOT NULL) WITHOUT ROWID;
"""
"""Those of the earlier file; the oldest have no checksums."""
COUNT: Final = ""
"""The key of the last line: the number of changes. A file without it has lost its end."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredTexts:
    """The texts in a file by key, and the number of changes; `whole`: nothing is damaged or missing."""

    texts: Mapping[str, str]
    count: int = 0
    whole: bool = False

    def values(self) -> dict[str, object]:
        """Return the usable values by key."""
        found = {key: usable_part(key, parse_or_nonsense(text)) for key, text in self.texts.items()}
        return {key: value for key, value in found.items() if value is not None}


class Store:
    """The open store. Safe to call from any thread; another process may change a value meanwhile.

    `mended`: a notice of the damage found on opening.
    """

    def __init__(self, path: Path, lists: StoredTexts, owner: Claim | None = None) -> None:
        self.mended: Notice | None = None
        self._path, self._lists, self._owner = path, lists, owner
        self._lock = threading.RLock()
        self._seen: tuple[int, int, int] | None = None

    def get(self, key: str) -> object | None:
        """Return the usable JSON value under `key`; None if there is none."""
        with self._lock:
            self._look_again()
            text = self._lists.texts.get(key)
        return None if text is None else usable_part(key, parse_or_nonsense(text))

    def values(self) -> dict[str, object]:
        """Return all usable values by key."""
        with self._lock:
            self._look_again()
            return self._lists.values()

    def put(self, key: str, value: object) -> None:
        """Store any JSON value under `key` and return once it is on disk. Raise StoreError if that fails."""
        try:
            make_folder(self._path.parent)
            with self._lock, _alone_in(self._path.parent):
                self._look_again()
                texts = {**self._lists.texts, key: to_text(value)}
                self._write(StoredTexts(texts=texts, count=self._lists.count + 1, whole=True))
        except OSError as error:
            raise StoreError(why_not_written(str(self._path), self._path, error)) from error

    def try_put(self, key: str, value: object) -> None:
        """Store a value that only the next start needs; log a failure."""
        try:
            self.put(key, value)
        except StoreError as error:
            log.warning("%r counts until the next start only: %s", key, error)

    def mend(self) -> None:
        """Write both files again. Raise OSError if that fails."""
        self._write(self._lists)

    def close(self) -> None:
        """Release the files."""
        if self._owner is not None:
            self._owner.release()

    def _look_again(self) -> None:
        now = stamp_of(self._path)
        if now != self._seen:
            with contextlib.suppress(OSError):
                found = _lists_in(self._path)
                if found.whole and found.count >= self._lists.count:
                    self._lists = found
            self._seen = now

    def _write(self, lists: StoredTexts) -> None:
        lines = [*sorted(lists.texts.items()), (COUNT, str(lists.count))]
        raw = "".join(f"{sum_of(key, text)} {to_text([key, text])}\n" for key, text in lines).encode()
        write_atomically(self._path, raw)
        self._lists, self._seen = lists, stamp_of(self._path)
        try:
            write_atomically(self._path.with_name(SECOND), raw)
        except OSError as error:
            log.warning("the second file of the lists cannot be written: %s", error)


@contextlib.contextmanager
def _alone_in(folder: Path) -> Iterator[None]:
    handle = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


def open_store(path: Path, clock: Callable[[], float] = time.time, *, alone: bool = False) -> Store:
    """Open the store at `path`; a missing one is empty. Damaged files are kept under a dated name, and written again.

    With `alone` no other table may open it; raise StoreBusy if one has. Raise StoreError if the files may not be used.
    """
    try:
        owner = claim(path) if alone else None
    except BlockingIOError as error:
        raise StoreBusy(f"{path} is in use by another Knobeltisch; stop that one first.") from error
    try:
        return _opened(path, clock, owner)
    except BaseException:
        if owner is not None:
            owner.release()
        raise


def _opened(path: Path, clock: Callable[[], float], owner: Claim | None) -> Store:
    lists, first, second = read_lists(path)
    store, names, old = Store(path, lists, owner), [], path.with_name(EARLIER)
    is_sound, is_earlier = first.whole and first == lists, old.exists() and lists.whole
    there = [
        (file, found)
        for file, found in ((path, first), (path.with_name(SECOND), second))
        if os.path.lexists(file) and (not file.is_file() or file.stat().st_size > 0)
    ]
    if (is_sound and second == lists) or not (lists.texts or there):
        return store
    try:
        for file, found in there:
            if not is_sound and not found.whole:
                aside = free_name(file, "damaged", clock)
                names.append(aside.name)
                if file.is_file():
                    copy_atomically(file, aside)  # until it is written again, it is still there
                else:
                    file.rename(aside)
        store.mend()
        keep_aside(old, "before", clock)
    except OSError as error:
        log.warning("%s", why_not_written(str(path), path, error))
    if is_sound or is_earlier:
        return store
    if lists.whole:
        key, what = "house_mended", f"was damaged or gone; the lists are taken from {SECOND}."
    elif lists.texts:
        key, what = "house_lost", "was damaged, and its second file too; what could not be read starts empty."
    else:
        key, what = "house_empty", "was damaged; the lists start empty, with a new PIN."
    kept = f" The old file is kept as {' and '.join(names)}." if names else ""
    store.mended = Notice(key=key, message=f"{path.name} {what}{kept}")
    log.warning("%s", store.mended.message)
    return store


def note_head(store: Store, journal: SealedLog) -> None:
    """Store the number of journal entries, so that the next start notices if entries were lost."""
    noted = {"head": journal.head, "journal": journal.name}
    if store.get(HEAD) != noted:
        store.try_put(HEAD, noted)


def read_lists(path: Path) -> tuple[StoredTexts, StoredTexts, StoredTexts]:
    """Return the content of the store's two files combined, then of each; nothing is changed.

    Raise StoreError if they may not be read.
    """
    try:
        first, second = (_lists_in(file) for file in (path, path.with_name(SECOND)))
    except OSError as error:
        raise StoreError(f"{path} cannot be used: {why_barred(path) or error.strerror}.") from error
    found = [first, second] if first.whole else [first, second, _lists_of_earlier(path.with_name(EARLIER))]
    texts: dict[str, str] = {}
    for lists in sorted(found, key=lambda lists: lists.count):
        texts |= lists.texts
    whole = any(lists.whole for lists in found)
    return StoredTexts(texts=texts, count=max(lists.count for lists in found), whole=whole), first, second


def _lists_in(file: Path) -> StoredTexts:
    try:
        lines = file.read_bytes().splitlines()
    except (FileNotFoundError, NotADirectoryError, IsADirectoryError):
        return StoredTexts(texts={})
    found = {}
    for line in lines:
        kept_sum, _, rest = line.decode(errors="replace").partition(" ")
        pair = parse_or_nonsense(rest)
        if isinstance(pair, list) and len(pair) == 2 and has_valid_checksum(pair[0], pair[1], kept_sum):
            found[pair[0]] = pair[1]
    whole = COUNT in found and len(found) == len(lines)
    return StoredTexts(texts=found, count=parse_count(found.pop(COUNT, None)), whole=whole)


def _lists_of_earlier(file: Path) -> StoredTexts:
    found, bad = {}, 0
    if not file.exists():
        return StoredTexts(texts={})
    with tempfile.TemporaryDirectory(prefix="knobeltisch-") as folder:
        copy = Path(folder) / file.name
        try:
            copy_with_log(file, copy)
            with contextlib.closing(sqlite3.connect(copy)) as opened:
                opened.text_factory = lambda raw: raw.decode(errors="replace")
                opened.executescript(_TABLES)
                for key, text, kept_sum in opened.execute(
                    "SELECT key, value, sum FROM kept LEFT JOIN kept_sum USING (key)"
                ):
                    if has_valid_checksum(key, text, kept_sum):
                        found[key] = text
                    else:
                        bad += 1
                count = opened.execute("SELECT max(sum) FROM kept_sum WHERE key = ''").fetchone()[0]
        except (sqlite3.Error, UnicodeError, OSError):
            return StoredTexts(texts=found)
    return StoredTexts(texts=found, count=parse_count(count), whole=bool(found) and not bad)
