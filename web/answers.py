"""Answers other than JSON: QR codes, pictures, and tables for spreadsheets.

Excel and others treat a cell that begins with =, +, -, @, a tab or a line break as a formula or a command, and a name may begin
with anything. Such a cell gets an apostrophe in front, which marks text.
"""

import csv
import io
from collections.abc import Iterable, Sequence
from typing import Final

import segno
from flask import Response, abort, request

from web.translations import language_of

INK: Final = "#1d1a14"
PAPER: Final = "#ffffff"  # phone cameras find a code by its contrast and light margin
BOM: Final = "\ufeff"
"""Without it Excel assumes the country's code page, and breaks every umlaut."""
_STARTS: Final = ("=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20")
"""The last four are the fullwidth signs that Excel treats as the normal ones."""
_SEPARATORS: Final = {"de": ";"}
"""Excel's separator by language: in German a semicolon, since numbers have commas."""


def qr_code(text: str, title: str) -> Response:
    """Return `text` as an SVG QR code that fills its box; `title` is for screen readers."""
    picture = io.BytesIO()
    segno.make(text, error="m", micro=False).save(
        picture, kind="svg", title=title, dark=INK, light=PAPER, border=4, omitsize=True, svgclass=None
    )
    return Response(picture.getvalue(), mimetype="image/svg+xml")


def jpeg_response(picture: bytes | None, why_not: str) -> Response:
    """Return a response with a JPEG picture; abort with 404 and the sentence `why_not` if it is None."""
    return abort(404, why_not) if picture is None else Response(picture, mimetype="image/jpeg")


def attachment(content: bytes | str, name: str, mimetype: str) -> Response:
    """Return an attachment, a file that the browser saves under this name."""
    answer = Response(content, mimetype=mimetype)
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer


def csv_table(name: str, head: Sequence[str], rows: Iterable[Sequence[object]]) -> Response:
    """Return a table as a CSV attachment for spreadsheets in the reader's language."""
    return attachment(csv_bytes(head, rows, language_of(request)), f"{name}.csv", "text/csv")


def csv_bytes(head: Sequence[str], rows: Iterable[Sequence[object]], language: str) -> bytes:
    """Return a table as CSV for spreadsheets in this language: UTF-8 with a byte order mark, lines ending in CRLF."""
    text = io.StringIO()
    writer = csv.writer(text, delimiter=_SEPARATORS.get(language, ","), quoting=csv.QUOTE_NONNUMERIC)
    writer.writerow(head)
    writer.writerows([safe_cell(value) for value in row] for row in rows)
    return (BOM + text.getvalue()).encode()


def safe_cell(value: object) -> str | int:
    """Return a value as a safe cell, which no spreadsheet treats as a formula; None becomes ""."""
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    text = "" if value is None else str(value).replace("\0", "")
    return f"'{text}" if text.lstrip(" \u00a0").startswith(_STARTS) else text
