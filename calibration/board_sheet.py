"""The printable board, true to scale: one sheet of A3, or two of A4 to be glued together along a printed line.

Both halves come from the same drawing, so a board of two sheets is read like one on a single sheet. They allow for a printer's
white margin: 5 mm are missing at the outer edges, and the right sheet goes 5 mm under the left one.
"""

import os
from pathlib import Path
from typing import Final, Literal, TypeAlias

import cv2
import numpy as np

from calibration.errors import SheetNotWritten
from calibration.pdf import PicturePage, pdf_file
from calibration.rules_page import Crib, crib_pages
from vision.board import BOARD_MM, GREY_MM
from vision.types import Picture

Paper: TypeAlias = Literal["a3", "a4"]

PX_PER_MM: Final = 12.0  # 305 dots an inch
A4_MM: Final = (210.0, 297.0)
SEAM_MM: Final = BOARD_MM[0] / 2
"""Where the two sheets meet, from the board's left edge: a line is printed there on both."""
WHITE_MM: Final = 5.0
"""The largest white margin of printers; this much of the board is missing at the left and at the right."""
_SEAM: Final = 214  # grey
FULL: Final = 255.0
_SEAM_THICK_MM: Final = 0.2


def sheet_pdf(picture: Picture, *cribs: Crib, paper: Paper = "a3") -> bytes:
    """Return a PDF of the drawn board with the rules on its back; its ruler shows whether the printer kept the scale.

    A3: front, back. A4: left half, its back, right half, its back, in the order for a printer that prints both sides. The rules
    in further languages follow on separate sheets. Raise CribTooLong if the rules do not fit.
    """
    picture, (width, height) = adapt_to_white_paper(picture), BOARD_MM
    if paper == "a3":
        fronts = [PicturePage(pixels=picture, width_mm=width, height_mm=height)]
        backs = [crib_pages(crib, pages=1, columns=3, width_mm=width, height_mm=height) for crib in cribs]
    else:
        scale = picture.shape[1] / width
        thick, seam = max(1, round(_SEAM_THICK_MM * scale)), round(SEAM_MM * scale)
        line = picture[:, seam - thick // 2 : seam - thick // 2 + thick]
        np.minimum(line, np.uint8(_SEAM), out=line)  # darker print continues across it
        width, height = A4_MM
        begins = (round(WHITE_MM * scale), round((SEAM_MM - WHITE_MM) * scale))
        fronts = [
            PicturePage(
                pixels=picture[:, begin:][:, : round(width * scale)], width_mm=width, height_mm=height
            )
            for begin in begins
        ]
        # First the back of the right half, which is on the left once the board is turned over.
        backs = [
            crib_pages(crib, pages=2, columns=2, width_mm=width, height_mm=height)[::-1] for crib in cribs
        ]
    if not backs:
        return pdf_file(fronts)
    pairs = [page for pair in zip(fronts, backs[0], strict=True) for page in pair]
    return pdf_file([*pairs, *(page for pages in backs[1:] for page in pages)])


def adapt_to_white_paper(picture: Picture) -> Picture:
    """Return the drawn board adapted to white paper: bare paper takes no ink, and everything else keeps its contrast.

    The grey patch stays neutral.
    """
    paper = np.median(picture.reshape(-1, 3), axis=0)
    shades = np.minimum(np.rint(np.arange(256)[:, None] * (FULL / paper)), FULL)  # of each value, by channel
    white = cv2.LUT(picture, np.asarray(shades[None], np.uint8))
    left, top, right, bottom = (round(side * picture.shape[1] / BOARD_MM[0]) for side in GREY_MM)
    white[top:bottom, left:right] = np.rint(white[top:bottom, left:right].mean())
    return np.asarray(white, np.uint8)


def write_sheet(path: Path, data: bytes) -> None:
    """Write the sheet to a file, or to a pipe that is open for reading. Raise SheetNotWritten if that fails."""
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NONBLOCK, 0o644)
        os.set_blocking(handle, True)
        with os.fdopen(handle, "wb") as file:
            file.write(data)
    except OSError as error:
        reason = (error.strerror or "the system refuses").lower()
        raise SheetNotWritten(
            f"{path} cannot be written ({reason}); name a file in a folder that you may write to."
        ) from error
