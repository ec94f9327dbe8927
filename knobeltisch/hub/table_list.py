"""The numbered list of tables: configured, discovered, or added by their first poll. A table keeps its number."""

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from knobeltisch.hub.hall_file import HallFile

MOST: Final = 64


@dataclass(frozen=True, slots=True)
class ListedTable:
    """A table. `source`: the address of its page as the landlord entered it; `sender`: its own name in polls and pushes.

    `address`: its page's address according to its polls. A table of an earlier version may have a broker topic as its source.
    """

    number: int
    source: str | None = None
    name: str = ""
    sender: str | None = None
    address: str | None = None

    @property
    def page(self) -> str | None:
        """The address of its page: as its polls report it, or else its source; None if it has neither."""
        return self.address or (self.source if self.source and self.source.startswith("http:") else None)

    @property
    def heard_at(self) -> str | None:
        """The source that its board is read from; None if there is none."""
        return self.page or self.source


class TableList:
    """The list of tables. Safe to call from any thread. `changed` is called after a change by the landlord."""

    def __init__(self, file: HallFile, by_hand: Sequence[str] = ()) -> None:
        """Load the list, and add the configured tables in order while numbers are free. Raise StoreError if the file fails."""
        self._file = file
        self._lock = threading.RLock()
        self.changed: Callable[[], None] = lambda: None
        self._tables: dict[int, ListedTable] = {}
        self._read()
        for source in by_hand:
            self.add(source)

    def _read(self) -> None:
        rows = self._file.rows("SELECT number, source, name, told, address FROM tables ORDER BY number")
        self._tables = {row[0]: ListedTable(*row) for row in rows}

    def all(self) -> tuple[ListedTable, ...]:
        """Return all tables in order of number."""
        with self._lock:
            return tuple(self._tables.values())

    def by_source(self, source: str) -> ListedTable | None:
        """Return the table with this source; None if there is none."""
        return next((table for table in self.all() if table.source == source), None)

    def at(self, source: str) -> ListedTable | None:
        """Return the table whose board comes from this address; None if there is none."""
        return next((table for table in self.all() if table.heard_at == source), None)

    def by_sender(self, sender: str) -> ListedTable | None:
        """Return the table that uses this name for itself; None if there is none."""
        return next((table for table in self.all() if table.sender == sender), None)

    def add(self, source: str | None, *, sender: str | None = None) -> ListedTable | None:
        """Add a table unless it is listed, and return it; None if the list is full. Raise StoreError if the disk fails."""
        with self._lock:
            there = self.by_source(source) if source is not None else self.by_sender(sender or "")
            if there is not None:
                return there
            number = next((free for free in range(1, MOST + 1) if free not in self._tables), None)
            if number is None:
                return None
            with self._file.writing() as connection:
                connection.execute(
                    "INSERT INTO tables (number, source, told) VALUES (?, ?, ?)", (number, source, sender)
                )
            self._read()
            return self._tables[number]

    def link(self, number: int, *, sender: str, address: str | None) -> None:
        """Store a table's own name and its page's address, taking both from any other table. Raise StoreError if the disk fails.

        A table left with neither its own name nor a source is removed.
        """
        with self._lock:
            table = self._tables[number]
            if (table.sender, table.address) == (sender, address):
                return
            with self._file.writing() as connection:
                connection.execute(
                    "UPDATE tables SET told = NULL WHERE told = ? AND number != ?", (sender, number)
                )
                connection.execute("DELETE FROM tables WHERE told IS NULL AND source IS NULL")
                connection.execute("UPDATE tables SET address = NULL WHERE address = ?", (address,))
                connection.execute(
                    "UPDATE tables SET told = ?, address = ? WHERE number = ?", (sender, address, number)
                )
            self._read()

    def rename(self, number: int, name: str) -> bool:
        """Name a table, or with "" remove its name; return False if it is unknown. Raise StoreError if the disk fails."""
        return self._change(number, ("UPDATE tables SET name = ? WHERE number = ?", (name, number)))

    def swap(self, number: int, other: int) -> bool:
        """Swap two tables' numbers, or give a table a free one. Raise StoreError if the disk fails.

        Return False if no table has this `number` or if `other` is not from 1 to 64.
        """
        moves = ((-1, other), (other, number), (number, -1))
        update = "UPDATE tables SET number = ? WHERE number = ?"
        return 1 <= other <= MOST and self._change(number, *((update, move) for move in moves))

    def forget(self, number: int) -> bool:
        """Remove a table; its next report adds it again. Return False if it is unknown. Raise StoreError if the disk fails."""
        return self._change(number, ("DELETE FROM tables WHERE number = ?", (number,)))

    def _change(self, number: int, *changes: tuple[str, tuple[object, ...]]) -> bool:
        with self._lock:
            if number not in self._tables:
                return False
            with self._file.writing() as connection:
                for statement, values in changes:
                    connection.execute(statement, values)
            self._read()
        self.changed()
        return True
