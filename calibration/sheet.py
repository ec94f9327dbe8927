"""The printable board: A3 landscape, true to scale, with a ruler that tells whether the printer kept the scale."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import Final

from calibration.errors import SheetNotWritten
from calibration.pdf import OnePage
from vision.board import BOARD_MM, draw_board

PX_PER_MM: Final = 12.0
RULER_MM: Final = 100.0
RULER_AT: Final = (160.0, 291.0)
"""Where the ruler begins: below the hold lane, between the lower marks."""

_INK: Final = 0.6
_LETTERS_MM: Final = 2.6


def sheet_pdf() -> bytes:
    """Give the sheet as a PDF of one A3 page."""
    page = OnePage(*BOARD_MM)
    page.picture(draw_board(PX_PER_MM))
    _draw_ruler(page)
    return page.write("Knobeltisch")


def write_sheet(path: Path) -> None:
    """Write the sheet to a file, wholly or not at all. Raises SheetNotWritten."""
    data = sheet_pdf()
    try:
        _replace(path, data)
    except OSError as error:
        reason = (error.strerror or "the system refuses").lower()
        raise SheetNotWritten(
            f"{path} cannot be written ({reason}); name a file in a folder that you may write to."
        ) from error


def _replace(path: Path, data: bytes) -> None:
    """Put the data in the file's place once it is complete."""
    if path.exists() and not path.is_file():  # a folder, or a device such as /dev/stdout
        path.write_bytes(data)
        return
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name[:40]}.")
    half = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        half.chmod(0o644)
        half.replace(path)
    except BaseException:
        half.unlink(missing_ok=True)
        raise


def _draw_ruler(page: OnePage) -> None:
    """Draw 100 mm with a tick each 10; whoever prints the sheet lays a ruler on it."""
    left, y = RULER_AT
    page.line((left, y), (left + RULER_MM, y), wide=0.2, grey=_INK)
    for tick in range(11):
        x = left + tick * RULER_MM / 10
        high = 2.0 if tick % 5 == 0 else 1.2
        page.line((x, y - high), (x, y), wide=0.2, grey=_INK)
    told = "100 mm: A3, 100 %, ohne Anpassen drucken / print at A3, 100 %, no fitting"
    page.words(told, (left, y + 3.4), high=_LETTERS_MM, grey=_INK)
