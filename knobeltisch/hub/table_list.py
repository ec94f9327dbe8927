"""The tables of the house, by number: named by hand, found, or heard of because they asked. A number stays with its table."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

    from knobeltisch.hub.hall_file import HallFile

MOST: Final = 64


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedTable:
    """A table. `source`: its topic or its page's address, where its board is heard; `told`: what it calls itself when it asks.

    `address`: its page as other devices reach it, where that is known.
    """

    number: int
    source: str | None = None
    name: str = ""
    told: str | None = None
    address: str | None = None

    @property
    def page(self) -> str | None:
        """Where its page is, as it said itself, or else as it is heard there."""
        return self.address or (self.source if self.source and self.source.startswith("http:") else None)


class TableList:
    """Keep the list. Safe to call from any thread."""

    def __init__(self, file: HallFile, by_hand: Sequence[str] = ()) -> None:
        """Read the list; those named by hand are in it, in their order as far as numbers are free. Raise StoreError."""
        self._file = file
        self._lock = threading.RLock()
        self._tables: dict[int, ListedTable] = {}
        self._read()
        for source in by_hand:
            self.add(source)

    def _read(self) -> None:
        rows = self._file.rows("SELECT number, source, name, told, address FROM tables ORDER BY number")
        self._tables = {
            int(str(number)): ListedTable(
                number=int(str(number)),
                source=None if source is None else str(source),
                name=str(name),
                told=None if told is None else str(told),
                address=None if address is None else str(address),
            )
            for number, source, name, told, address in rows
        }

    def all(self) -> tuple[ListedTable, ...]:
        """Return all tables in the order of their numbers."""
        with self._lock:
            return tuple(self._tables.values())

    def by_source(self, source: str) -> ListedTable | None:
        """Return the table whose board is heard there."""
        return next((table for table in self.all() if table.source == source), None)

    def by_told(self, told: str) -> ListedTable | None:
        """Return the table that calls itself so."""
        return next((table for table in self.all() if table.told == told), None)

    def add(self, source: str | None, *, told: str | None = None) -> ListedTable | None:
        """Take a table into the list, if it is not there; None where the list is full. Raise StoreError."""
        with self._lock:
            there = self.by_source(source) if source is not None else self.by_told(told or "")
            if there is not None:
                return there
            number = next((free for free in range(1, MOST + 1) if free not in self._tables), None)
            if number is None:
                return None
            with self._file.writing() as connection:
                connection.execute(
                    "INSERT INTO tables (number, source, told) VALUES (?, ?, ?)", (number, source, told)
                )
            self._read()
            return self._tables[number]

    def link(self, number: int, *, told: str, address: str | None) -> None:
        """Note what a table calls itself, and where its page is. Raise StoreError."""
        with self._lock:
            table = self._tables[number]
            if (table.told, table.address) == (told, address):
                return
            with self._file.writing() as connection:
                connection.execute(
                    "UPDATE tables SET told = NULL WHERE told = ? AND number != ?", (told, number)
                )
                connection.execute("DELETE FROM tables WHERE told IS NULL AND source IS NULL")
                connection.execute(
                    "UPDATE tables SET told = ?, address = ? WHERE number = ?", (told, address, number)
                )
            self._read()

    def rename(self, number: int, name: str) -> bool:
        """Give a table a name, or none; False for a number that no table has. Raise StoreError."""
        with self._lock:
            if number not in self._tables:
                return False
            with self._file.writing() as connection:
                connection.execute("UPDATE tables SET name = ? WHERE number = ?", (name, number))
            self._read()
            return True

    def swap(self, number: int, other: int) -> bool:
        """Let two tables change numbers, or a table take one that is free; False where there is none, or no such number."""
        with self._lock:
            if number not in self._tables or not 1 <= other <= MOST:
                return False
            with self._file.writing() as connection:
                for old, new in ((other, -1), (number, other), (-1, number)):
                    connection.execute("UPDATE tables SET number = ? WHERE number = ?", (new, old))
            self._read()
            return True

    def forget(self, number: int) -> bool:
        """Take a table off the list; it comes back when it is heard of again. Raise StoreError."""
        with self._lock:
            if number not in self._tables:
                return False
            with self._file.writing() as connection:
                connection.execute("DELETE FROM tables WHERE number = ?", (number,))
            self._read()
            return True
