"""Reads what is left of a journal that SQLite can no longer open.

Leaf pages are read one by one, without their tree; the seal of each entry shows whether it is intact. Source: the SQLite file
format, "B-tree Pages", "Record Format" and "The Write-Ahead Log".
"""

import itertools
import json
import struct
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Final, TypeAlias

from knobeltisch.errors import CommandError, JournalError
from knobeltisch.game.evening import Evening
from knobeltisch.storage.checked_text import body_of
from knobeltisch.storage.files import path_beside
from knobeltisch.storage.journal import Entry, seal_of

PAGE: Final = 4096
_WAL_HEAD: Final = 32
_FRAME_HEAD: Final = 24
_LEAF: Final = 13
_WHOLE_BYTES: Final = {1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8}

SqlValue: TypeAlias = "str | float | int | None"
JournalRow: TypeAlias = tuple[int, float, str, str, str, str]
Spilled: TypeAlias = "Callable[[int, int], bytes]"
LONGEST_RECORD: Final = 1 << 20
"""The most bytes of one entry."""


def read_intact_entries(path: Path) -> list[Entry]:
    """Return the entries with a valid seal in the journal at `path` and its write-ahead log, in order.

    Lost entries leave gaps in the numbers. Raise OSError if the file cannot be read at all.
    """
    rows: dict[int, set[JournalRow]] = {}
    for spilled in (_spilled(path, in_log=True), _spilled(path, in_log=False)):
        for page in _pages(path):
            for row in _rows(page, spilled):
                rows.setdefault(row[0], set()).add(row)
    entries, before = [], {""}
    for number in sorted(rows):
        if number - 1 not in rows and number != 1:
            before = set()
        whole = {
            row
            for row in rows[number]
            if not before or any(row[5] == seal_of(seal, *row[:5]) for seal in before)
        }
        before = {row[5] for row in whole}
        entries += [
            Entry(id=row[0], at=row[1], source=row[2], kind=row[3], body=body_of(row[4])) for row in whole
        ][:1]
    return entries


def highest_number(wal: Path) -> int:
    """Return the highest entry number in a write-ahead log, committed or not; 0 if it has none.

    Raise OSError if it is unreadable.
    """
    frames = _frames(wal.read_bytes())
    return max(
        (row[0] for _, page in frames for row in itertools.islice(_rows(page, last_first=True), 1)), default=0
    )


def complete_evenings(entries: Iterable[Entry]) -> list[Entry]:
    """Return the entries that still form valid evenings, renumbered; after a gap, continue with the next game."""
    evening, new_number = Evening(), dict[int, int]()

    def add(entry: Entry, number: int) -> Entry:
        nonlocal evening
        assert isinstance(entry.body, dict)
        body = {
            key: new_number[value] if key in ("to", "entry") else value for key, value in entry.body.items()
        }
        mine = replace(entry, id=number, body=body)
        evening = evening.with_entry(mine)
        new_number[entry.id] = number
        return mine

    return entries_around_gaps(entries, "start", add, (CommandError, JournalError, KeyError))


def _pages(path: Path) -> Iterator[bytes]:
    if path.exists():
        with path.open("rb") as file:
            while len(page := file.read(PAGE)) == PAGE:
                yield page
    wal = path_beside(path, "-wal")
    if wal.exists():
        yield from (page for _, page in _frames(wal.read_bytes()))


def _frames(wal: bytes) -> Iterator[tuple[int, bytes]]:
    step = _FRAME_HEAD + PAGE
    for at in range(_WAL_HEAD, len(wal) - step + 1, step):
        yield int.from_bytes(wal[at : at + 4], "big"), wal[at + _FRAME_HEAD : at + step]


def _spilled(path: Path, *, in_log: bool) -> Spilled:
    """Return a function that reads the rest of a record from overflow pages of the file, or first of the log (`in_log`)."""
    wal = path_beside(path, "-wal")
    pages = dict(_frames(wal.read_bytes())) if in_log and wal.exists() else {}

    def read(number: int, size: int) -> bytes:
        rest = b""
        while size > len(rest):
            page = pages.get(number)
            if page is None:
                with path.open("rb") as file:
                    file.seek((number - 1) * PAGE)
                    page = file.read(PAGE)
            if len(page) < PAGE:
                raise IndexError(number)
            number, rest = int.from_bytes(page[:4], "big"), rest + page[4:]
        return rest[:size]

    return read


def _nothing_spilled(_number: int, _size: int) -> bytes:
    raise IndexError


def _rows(
    page: bytes, spilled: Spilled = _nothing_spilled, *, last_first: bool = False
) -> Iterator[JournalRow]:
    if page[0] != _LEAF:
        return
    (count,) = struct.unpack_from(">H", page, 3)
    places = range(min(count, (PAGE - 8) // 2))
    for place in reversed(places) if last_first else places:
        (cell,) = struct.unpack_from(">H", page, 8 + 2 * place)
        try:
            row = _row(page, cell, spilled)
        except (IndexError, ValueError, RecursionError, struct.error, OSError):
            continue
        if row is not None:
            yield row


def _row(page: bytes, place: int, spilled: Spilled) -> JournalRow | None:
    length, place = _varint(page, place)
    number, place = _varint(page, place)
    if length <= PAGE - 35:
        here = length
    else:
        least = (PAGE - 12) * 32 // 255 - 23
        size = least + (length - least) % (PAGE - 4)
        here = size if size <= PAGE - 35 else least
    record = page[place : place + here]
    if here < length <= LONGEST_RECORD:
        (rest,) = struct.unpack_from(">I", page, place + here)
        record += spilled(rest, length - here)
    head, at = _varint(record, 0)
    kinds = []
    while at < head:
        kind, at = _varint(record, at)
        kinds.append(kind)
    values = list(_values(record, head, kinds))
    if len(values) != 6 or not isinstance(values[1], float | int):
        return None
    texts = [value for value in values[2:] if isinstance(value, str)]
    if len(texts) != 4 or not isinstance(json.loads(texts[2]), dict):
        return None
    return (number, float(values[1]), *texts)  # type: ignore[return-value]  # four texts, counted above


def _values(record: bytes, at: int, kinds: Iterable[int]) -> Iterator[SqlValue]:
    for kind in kinds:
        match kind:
            case 0:
                yield None
            case 7:
                yield struct.unpack_from(">d", record, at)[0]
                at += 8
            case 8 | 9:
                yield kind - 8
            case _ if kind in _WHOLE_BYTES:
                size = _WHOLE_BYTES[kind]
                yield int.from_bytes(record[at : at + size], "big", signed=True)
                at += size
            case _ if kind >= 13 and kind % 2:
                size = (kind - 13) // 2
                if at + size > len(record):
                    raise IndexError(at)
                yield record[at : at + size].decode()
                at += size
            case _:
                raise ValueError(kind)


def _varint(raw: bytes, at: int) -> tuple[int, int]:
    """Read a variable-length integer of one to nine bytes at `at`; return it and its end. Raise IndexError if it is cut off."""
    value = 0
    for place in range(at, at + 8):
        value = value << 7 | raw[place] & 0x7F
        if raw[place] < 0x80:
            return value, place + 1
    return value << 8 | raw[at + 8], at + 9


def entries_around_gaps(
    entries: Iterable[Entry],
    beginning: str,
    add: Callable[[Entry, int], Entry],
    misfits: tuple[type[Exception], ...],
) -> list[Entry]:
    """Return the entries that fit, in the form `add` returns.

    `add` receives an entry and its new number, and raises one of `misfits` if the entry does not fit. After that, or a missing
    number, entries are skipped up to the next of the kind `beginning`.
    """
    kept: list[Entry] = []
    expected, waiting = 1, False
    for entry in entries:
        waiting = (waiting or entry.id != expected) and entry.kind != beginning
        expected = entry.id + 1
        if waiting:
            continue
        try:
            kept.append(add(entry, len(kept) + 1))
        except misfits:
            waiting = True
    return kept
