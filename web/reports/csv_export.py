"""Tables for spreadsheets: names stay names there, and umlauts umlauts.

A cell that begins with =, +, -, @, a tab or a line break is a formula or a command to Excel and others, and a name may
begin with anything: such a cell gets a leading apostrophe, which marks text in spreadsheets.
"""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

BOM: Final = "\ufeff"
"""Without it Excel assumes the country's code page, and shows Jörg as JÃ

rg.
"""
_STARTS: Final = ("=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20")
"""The last four are the fullwidth signs that Excel treats as the normal ones."""
_SEPARATORS: Final = {"de": ";"}
"""Excel splits cells by country: in German at the semicolon, since the comma is in the numbers."""


def csv_bytes(head: Sequence[str], rows: Iterable[Sequence[object]], language: str) -> bytes:
    """Return a table as a CSV file that spreadsheets of this language open by a double click. UTF-8, CRLF."""
    text = io.StringIO()
    writer = csv.writer(text, delimiter=_SEPARATORS.get(language, ","), quoting=csv.QUOTE_NONNUMERIC)
    writer.writerow(head)
    writer.writerows([cell(value) for value in row] for row in rows)
    return (BOM + text.getvalue()).encode()


def cell(value: object) -> str | int:
    """Return a value that no spreadsheet treats as a formula."""
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    text = "" if value is None else str(value).replace("\0", "")
    return f"'{text}" if text.lstrip(" \u00a0").startswith(_STARTS) else text
