"""A match report as a file: one line of JSON per entry, each with the hash of itself and all lines before it.

The last line is marked as such. So each change, omission, insertion or cut is found, with its place; only someone who
rewrites the whole chain can hide a change, and the signature guards against that.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Final

from tournament.codec import canonical, from_json, parse, to_json
from tournament.errors import BadEntry, Broken
from tournament.report.lines import Head, Line
from tournament.report.sums import check_totals

if TYPE_CHECKING:
    from collections.abc import Sequence

VERSION: Final = "knobeltisch match report 1"
END: Final = {"kind": "end"}


def report_file(lines: Sequence[Line]) -> str:
    """Return the file of a report."""
    found, before = [], _hash("", VERSION)
    for said in [*map(to_json, lines), END]:
        before = _hash(before, canonical(said))
        found.append(canonical({"hash": before, "line": said}) + "\n")
    return "".join(found)


def read_report(text: str) -> tuple[Line, ...]:
    """Return the lines of an unchanged file. Raise Broken with the first line that does not fit."""
    lines, _ = read_whole(text)
    return lines


def is_report(text: str) -> bool:
    """Whether any line of a text has the form of a report line, changed or not."""
    return any(_is_row(row) for row in text.split("\n"))


def _is_row(row: str) -> bool:
    try:
        data = parse(row)
    except (ValueError, RecursionError):
        return False
    return isinstance(data, dict) and data.keys() == {"hash", "line"}


def last_hash(text: str) -> str:
    """Return the hash of the whole file, for a signature. Raise Broken as `read_report` does."""
    _, stands_for_all = read_whole(text)
    return stands_for_all


def read_whole(text: str) -> tuple[tuple[Line, ...], str]:
    """Return the lines of a file and its hash. Raise Broken as `read_report` does."""
    if not text.endswith("\n"):
        raise Broken("The file does not end with a whole line: its end is missing.", text.count("\n") + 1)
    found: list[Line] = []
    before, rows = _hash("", VERSION), text[:-1].split("\n")
    for number, row in enumerate(rows, start=1):
        before, said = _checked(row, number, before)
        if said == END:
            if number < len(rows):
                raise Broken(f"Line {number + 1}: something follows after the end.", number + 1)
            _check_begins(found)
            check_totals(found)
            return tuple(found), before
        found.append(_line(said, number))
    raise Broken(f"After line {len(rows)} the end is missing.", len(rows) + 1)


def _hash(before: str, said: str) -> str:
    return hashlib.sha256(f"{before}\n{said}".encode()).hexdigest()


def _checked(row: str, number: int, before: str) -> tuple[str, object]:
    """Return the hash and the content of a line, if it follows the line before and is unchanged."""
    try:
        data = parse(row)
        said = data.get("line") if isinstance(data, dict) else None
        now = _hash(before, canonical(said))
        whole = said is not None and canonical({"hash": now, "line": said}) == row
    except (BadEntry, ValueError, RecursionError):
        whole = False
    if not whole:
        raise Broken(f"Line {number} was changed, or one before it was taken out or put in.", number)
    return now, said


def _line(said: object, number: int) -> Line:
    try:
        line: Line = from_json(Line, said)  # type: ignore[arg-type]
    except BadEntry as error:
        raise Broken(f"Line {number} is whole, but not of a report: {error}", number) from error
    return line


def _check_begins(lines: Sequence[Line]) -> None:
    heads = [number for number, line in enumerate(lines, start=1) if isinstance(line, Head)]
    if heads != [1]:
        raise Broken(
            "The report must begin with its head, and have no other.", heads[1] if len(heads) > 1 else 1
        )
