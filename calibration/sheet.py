"""The printable board: A3 landscape, true to scale."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Final

from calibration.errors import SheetNotWritten
from calibration.pdf import picture_page
from vision.board import BOARD_MM, draw_board

if TYPE_CHECKING:
    from vision.sightings import Picture

PX_PER_MM: Final = 12.0  # 305 dots an inch


def sheet_pdf(picture: Picture) -> bytes:
    """Give a PDF of one A3 page that the drawn board covers; its ruler tells whether the printer kept the scale."""
    width, height = BOARD_MM
    return picture_page(picture, width_mm=width, height_mm=height)


def write_sheet(path: Path) -> None:
    """Write the sheet to a file, wholly or not at all. Raises SheetNotWritten."""
    data = sheet_pdf(draw_board(PX_PER_MM))
    try:
        _replace(path, data)
    except OSError as error:
        reason = (error.strerror or "the system refuses").lower()
        raise SheetNotWritten(
            f"{path} cannot be written ({reason}); name a file in a folder that you may write to."
        ) from error


def _replace(path: Path, data: bytes) -> None:
    """Put the data in the file's place once it is complete."""
    if path.exists() and not path.is_file():  # a folder, which fails, or a device such as /dev/stdout
        path.write_bytes(data)
        return
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=".knobeltisch-")
    half = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        half.chmod(0o644)
        half.replace(path)
    except BaseException:
        half.unlink(missing_ok=True)
        raise
