"""The store, beside the journal: regulars, house rules, credentials. Small, and safe from power cuts.

One SQLite file of keys and JSON values, each with a checksum and flushed to disk like the journal; and a text file beside it with
the same values, in case the first is damaged or lost. The game does not depend on either: without them the table starts with
empty lists. See docs/decisions/0022-keep-damaged-files-aside-and-write-lists-twice.md.
"""

from __future__ import annotations

import contextlib
import logging
import os
import sqlite3
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from knobeltisch.errors import DamagedStore, StoreBusy, StoreError
from knobeltisch.storage.checked_text import has_valid_checksum, parse_count, parse_or_nonsense, sum_of
from knobeltisch.storage.files import write_atomically
from knobeltisch.storage.kept_values import keep_unknown_fields, usable
from knobeltisch.storage.sqlite_file import FileKind, SqliteFile, copy_with_log
from scorer.json_forms.text import to_text

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from knobeltisch.storage.journal import SealedLog

log = logging.getLogger(__name__)

KEPT_IN: Final = "house.sqlite"
"""The file's name, beside the journal."""
HEAD: Final = "journal"
"""The key for the name of the journal that was written last and the number of its entries."""
SECOND: Final = "house.second.txt"
"""The name of the second file, with one value per line."""

_CREATE: Final = """
BEGIN IMMEDIATE;
CREATE TABLE IF NOT EXISTS kept (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS kept_sum (key TEXT PRIMARY KEY, sum TEXT NOT NULL) WITHOUT ROWID;
CREATE TRIGGER IF NOT EXISTS kept_by_another AFTER INSERT ON kept
  BEGIN DELETE FROM kept_sum WHERE key = NEW.key; END;
COMMIT;
"""
"""An earlier version writes no checksums: the trigger deletes an outdated one."""


def _require_readable(path: Path) -> None:
    if os.path.isdir(path):  # noqa: PTH112 - also returns False without permission
        raise STORE.damage(path, "it is a folder")


STORE: Final = FileKind(
    create=_CREATE,
    name="{path}",
    failed=StoreError,
    damaged=DamagedStore,
    busy=StoreBusy,
    is_damaged="cannot be used ({what}); move it away, and the table starts with empty lists.",
    is_unusable="cannot be used ({what}); move it away, and the table starts with empty lists.",
    look=_require_readable,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Bad:
    """An unusable value, or part of one, under `key`, as text."""

    key: str
    text: str


class Store:
    """An open store. One process has it open at a time; safe to call from any thread.

    `replaced` is called with a sentence when somebody deleted or replaced the file, and the store continues in a new one. `count`
    grows with each stored value.
    """

    def __init__(self, file: SqliteFile) -> None:
        self._file = file
        self._texts, self._bad = _rows(file.connection)
        row = file.connection.execute("SELECT sum FROM kept_sum WHERE key = ''").fetchone()
        self.count = 0 if row is None else parse_count(row[0])
        self.replaced: Callable[[str], None] = lambda _sentence: None

    def get(self, key: str) -> object | None:
        """Return the usable JSON value under `key`; None if there is none."""
        with self._file.lock:
            with contextlib.suppress(StoreError):  # the values in memory still count
                self._write_again_if_replaced()
            return _value(key, self._texts.get(key))

    def everything(self) -> dict[str, object]:
        """Return all usable values by key."""
        with self._file.lock:
            return {key: value for key in self._texts if (value := _value(key, self._texts[key])) is not None}

    @property
    def texts(self) -> dict[str, str]:
        """All values as text."""
        return dict(self._texts)

    def bad(self) -> list[Bad]:
        """Return the unusable values that were found."""
        with self._file.lock:
            return [*self._bad, *_unusable_parts(self._texts)]

    def put(self, key: str, value: object) -> None:
        """Store `value` (any JSON value) under `key`; return when it is on disk. Raise StoreError if that fails.

        Fields of the old value that this version does not know are kept.
        """
        with self._file.lock:
            self._write_again_if_replaced()
            old = parse_or_nonsense(self._texts.get(key))
            self._put_text(key, to_text(keep_unknown_fields(key, old, value)))
            self.write_second()

    def replace_values(self, texts: Mapping[str, str], gone: tuple[str, ...] = (), *, count: int = 0) -> None:
        """Store these texts as they are, and remove the keys in `gone`; only in memory if the disk cannot be written."""
        with self._file.lock:
            self._bad.clear()
            self.count = max(self.count, count)
            self._texts = {key: text for key, text in {**self._texts, **texts}.items() if key not in gone}
            try:
                for key in gone:
                    self._put_text(key, None)
                for key, text in texts.items():
                    self._put_text(key, text)
            except StoreError as error:
                log.warning("%s", error)
            self.write_second()

    def _put_text(self, key: str, text: str | None) -> None:
        mark = ("", str(self.count + 1))
        with self._file.writing() as connection:
            connection.execute("INSERT OR REPLACE INTO kept_sum VALUES (?, ?)", mark)
            if text is None:
                connection.execute("DELETE FROM kept WHERE key = ?", (key,))
                connection.execute("DELETE FROM kept_sum WHERE key = ?", (key,))
            else:
                connection.execute("INSERT OR REPLACE INTO kept VALUES (?, ?)", (key, text))
                row = (key, sum_of(key, text))
                connection.execute("INSERT OR REPLACE INTO kept_sum VALUES (?, ?)", row)
        self.count += 1
        self._texts.pop(key, None)
        if text is not None:
            self._texts[key] = text

    def _write_again_if_replaced(self) -> None:
        """Continue in a new file if the open one was deleted or replaced. Raise StoreError if none can be written."""
        replaced = self._file.write_again_if_replaced(_rows)
        if replaced:
            log.warning("%s", replaced)
            try:
                self.replace_values(dict(self._texts))
            finally:
                self.replaced(replaced)

    def write_second(self) -> None:
        """Write the values to the second file; if that fails, the first still counts."""
        every = {"": str(self.count), **self._texts}
        lines = [f"{sum_of(key, text)} {to_text([key, text])}\n" for key, text in sorted(every.items())]
        try:
            write_atomically(self._file.path.with_name(SECOND), "".join(lines).encode())
        except OSError as error:
            log.warning("the second file of the lists cannot be written: %s", error)

    def close(self) -> None:
        """Close the file."""
        self._file.close()


_SELECT: Final = "SELECT kept.key, kept.value, kept_sum.sum FROM kept LEFT JOIN kept_sum USING (key)"


def open_store(path: Path) -> Store:
    """Open the store at `path`, or create one there. Raise StoreError for an unusable file, DamagedStore for a damaged one."""
    file = SqliteFile(path, STORE)
    try:
        return Store(file)
    except (sqlite3.Error, UnicodeError) as error:
        file.close()
        raise STORE.damage(path, error) from error


def note_head(store: Store, journal: SealedLog) -> None:
    """Store the number of journal entries: fewer at the next start are a loss that must be reported."""
    noted = {"head": journal.head, "journal": journal.name}
    if store.get(HEAD) != noted:
        try:
            store.put(HEAD, noted)
        except StoreError as error:
            log.warning("cannot store the length of the journal: %s", error)


def second_texts(path: Path) -> tuple[dict[str, str], int]:
    """Return the texts in the second file of the store at `path`, by key, and its count; only lines with a valid checksum."""
    try:
        lines = path.with_name(SECOND).read_bytes().splitlines()
    except OSError:
        return {}, 0
    found = {}
    for line in lines:
        kept_sum, _, rest = line.decode(errors="replace").partition(" ")
        pair = parse_or_nonsense(rest)
        if isinstance(pair, list) and len(pair) == 2 and has_valid_checksum(pair[0], pair[1], kept_sum):
            found[pair[0]] = pair[1]
    return found, parse_count(found.pop("", "0"))


def readable_texts(path: Path) -> dict[str, str]:
    """Return the readable values of a damaged store, by key; the file is not changed."""
    try:
        with contextlib.closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as asked:
            return _rows(asked, summed=True)[0]
    except (sqlite3.Error, UnicodeError, OSError):
        return {}


@dataclass(frozen=True, slots=True, kw_only=True)
class Looked:
    """The contents of a store, read as the table would: values by key, unusable values, and the reason if it cannot be opened."""

    values: dict[str, object]
    bad: list[Bad]
    trouble: str = ""


def look_at_store(path: Path) -> Looked:
    """Read the store at `path` from a copy, even while a table runs; nothing is changed. Raise OSError."""
    with tempfile.TemporaryDirectory(prefix="knobeltisch-") as folder:
        copy = Path(folder) / path.name
        copy_with_log(path, copy)
        if not copy.exists():
            return Looked(values={}, bad=[])
        try:
            with contextlib.closing(open_store(copy)) as store:
                return Looked(values=store.everything(), bad=store.bad())
        except StoreError as error:
            texts = {**second_texts(path)[0], **readable_texts(copy)}
            values = {key: value for key, text in texts.items() if (value := _value(key, text)) is not None}
            return Looked(values=values, bad=[], trouble=str(error).replace(str(copy), str(path)))


def _rows(connection: sqlite3.Connection, *, summed: bool = False) -> tuple[dict[str, str], list[Bad]]:
    """Return the texts with a valid checksum, by key, and the others; with `summed`, only texts that have one."""
    connection.text_factory = lambda raw: raw.decode(errors="replace")
    texts, bad = {}, []
    for key, text, kept_sum in connection.execute(_SELECT + " ORDER BY kept.key"):
        if has_valid_checksum(key, text, kept_sum) and not (summed and kept_sum is None):
            texts[key] = text
        else:
            bad.append(Bad(key=str(key), text=str(text)))
    lost = connection.execute(
        "SELECT key FROM kept_sum WHERE key NOT IN (SELECT key FROM kept) AND key != ''"
    )
    return texts, bad + [Bad(key=str(key), text="") for (key,) in lost]


def _unusable_parts(texts: Mapping[str, str]) -> list[Bad]:
    """Return the values that are intact but not usable by this version."""
    found = []
    for key, text in texts.items():
        dropped = left_out(key, text)
        if dropped:
            found.append(Bad(key=key, text=to_text(dropped)))
    return found


def left_out(key: str, text: str) -> list[object]:
    """Return the parts of a value that this version cannot use."""
    return usable(key, parse_or_nonsense(text))[1]


def _value(key: str, text: str | None) -> object | None:
    return None if text is None else usable(key, parse_or_nonsense(text))[0]
