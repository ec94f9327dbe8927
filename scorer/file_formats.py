"""Text files that users provide: their encoding, TOML, and CSV."""

import csv
import io
import re
import tomllib
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from scorer.errors import ScorerError, shorten


class BadFile(ScorerError, ValueError):
    """A text that cannot be read; the message does not name the file. `line` is the line number, 0 for the whole text."""

    def __init__(self, message: str, line: int = 0) -> None:
        super().__init__(message)
        self.line = line


def decode_text(raw: bytes | str) -> str:
    """Decode UTF-8 or UTF-16, with or without a byte order mark, or else Windows-1252. Raise BadFile if it is none of them."""
    if isinstance(raw, str):
        return raw.removeprefix("\ufeff")
    encodings: tuple[str, ...]
    if raw[:2] in (b"\xff\xfe", b"\xfe\xff"):
        encodings = ("utf-16",)
    elif 0 in raw[:2]:
        encodings = ("utf-16-be" if raw[0] == 0 else "utf-16-le",)
    else:
        encodings = ("utf-8-sig", "cp1252")
    for encoding in encodings:
        try:
            return raw.decode(encoding)
        except UnicodeDecodeError:
            continue
    raise BadFile("no text")


def read_toml(raw: bytes | str) -> dict[str, Any]:
    """Parse TOML. Raise BadFile, naming the line or the repeated key, if it is invalid."""
    text = decode_text(raw)
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        place = re.search(r"line (\d+), column (\d+)", str(error))
        lines = text.rstrip().split("\n")
        if re.search("overwrite|twice", str(error)):
            raise BadFile(_name_doubled(lines[: int(place[1])] if place else lines)) from error
        raise BadFile(
            f"look at line {place[1]}, column {place[2]}" if place else "look at its end"
        ) from error
    except RecursionError as error:
        raise BadFile("nested too deep") from error
    except ValueError as error:
        raise BadFile("a number in it has too many digits") from error


def _name_doubled(lines: list[str]) -> str:
    """Return the sentence about the last key or table of these lines, which has occurred before."""
    seen: set[str] = set()
    said = "a key is written twice"
    for number, line in enumerate(lines, start=1):
        if found := re.match(r"""\s*\[*\s*["']?([\w.-]+)["']?\s*[]=]""", line):
            if found[1] in seen:
                said = f"{found[1][:40]} is written twice, again in line {number}"
            seen.add(found[1])
    return said


@dataclass(frozen=True, slots=True, kw_only=True)
class CsvTable:
    """The rows of a CSV text, each with its line number and its cells by column; `unknown` lists the headers not recognised."""

    rows: tuple[tuple[int, dict[str, str]], ...]
    unknown: tuple[str, ...]


def read_table(
    text: str, columns: Mapping[str, str], are_heads: Callable[[Collection[str]], bool]
) -> CsvTable | None:
    """Read CSV separated by semicolons, tabs, commas, or as its `sep=` line says. Return None if no row is a header row.

    `columns` maps each possible header, in lower case, to its column. The header row is the first whose columns satisfy
    `are_heads`; rows above it are a title. Raise BadFile if the CSV is broken, a column occurs twice, or a cell has no column.
    """
    said = re.match(r'"?sep=(.)"?[ \t;,]*\r?\n', text, re.IGNORECASE)
    for separator in said[1] if said else ";\t,":
        rows = _rows(text[said.end() :] if said else text, separator, 1 if said else 0)
        try:
            heads = next((cells for _, cells in rows if are_heads(_columns(cells, columns).values())), None)
        except BadFile:
            continue  # with another separator it may be a table
        if heads is not None:
            return _read_below(heads, rows, columns)
    return None


def _rows(text: str, separator: str, before: int) -> Iterator[tuple[int, list[str]]]:
    """Yield the rows that are not empty, with their line numbers; `before` is the number of lines above the text."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    try:
        for row in reader:
            cells = [cell.strip() for cell in row]
            if any(cells) and not cells[0].startswith("#"):
                yield reader.line_num + before, cells
    except csv.Error as error:
        raise BadFile(f"this is not CSV ({error})", reader.line_num + before) from error


def _columns(cells: list[str], columns: Mapping[str, str]) -> dict[int, str]:
    return {place: columns[cell.casefold()] for place, cell in enumerate(cells) if cell.casefold() in columns}


def _read_below(
    heads: list[str], rows: Iterator[tuple[int, list[str]]], columns: Mapping[str, str]
) -> CsvTable:
    known = _columns(heads, columns)
    twice = [column for column in known.values() if list(known.values()).count(column) > 1]
    if twice:
        raise BadFile(f"the column {twice[0]} is there twice; name it once")
    found = []
    for line, cells in rows:
        beside = next(
            (cell for place, cell in enumerate(cells) if cell and heads[place : place + 1] in ([], [""])),
            None,
        )
        if beside is not None:
            raise BadFile(f"{shorten(beside)} is one column too many", line)
        found.append((line, {column: cells[place] for place, column in known.items() if place < len(cells)}))
    unknown = tuple(cell for place, cell in enumerate(heads) if cell and place not in known)
    return CsvTable(rows=tuple(found), unknown=unknown)
