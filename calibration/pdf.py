"""Writes PDF files without a library: pages filled by a picture, and pages of text (PDF 1.4, ISO 32000-1)."""

import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from calibration.text_layout import TextLine, escape_pdf

POINTS: Final = 72 / 25.4
"""PDF points in a millimetre."""

_HEADER: Final = b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n"  # the second line announces bytes above 127
_FONTS: Final = ("Helvetica", "Helvetica-Bold")  # their widths are in calibration.text_layout
_FIRST: Final = 3  # objects 1 and 2 are the catalogue and the list of pages
Stroke: TypeAlias = "tuple[tuple[float, float], ...]"
_PEN: Final = 0.2 * POINTS


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class PicturePage:
    """A page filled from edge to edge by `pixels`, shape (height, width, 3), BGR, without loss."""

    pixels: npt.NDArray[np.uint8]
    width_mm: float
    height_mm: float


@dataclass(frozen=True, slots=True, kw_only=True)
class TextPage:
    """A page of lines of text, each placed by its left end on the baseline, and of strokes between points.

    All places are in points from the top left corner of the page.
    """

    lines: tuple[TextLine, ...]
    width_mm: float
    height_mm: float
    strokes: tuple[Stroke, ...] = ()


def pdf_file(pages: Sequence[PicturePage | TextPage]) -> bytes:
    """Return a PDF file of these pages. It asks the viewer to print it unscaled, which not all viewers obey."""
    font = "<< /Type /Font /Subtype /Type1 /BaseFont /{} /Encoding /WinAnsiEncoding >>"
    texts = any(isinstance(page, TextPage) for page in pages)
    fonts = [font.format(name).encode("ascii") for name in _FONTS] if texts else []
    objects: list[bytes] = []
    kids: list[int] = []
    for page in pages:
        number = _FIRST + len(fonts) + len(objects)
        kids.append(number)
        objects += _picture_page(page, number) if isinstance(page, PicturePage) else _text_page(page, number)
    references = " ".join(f"{number} 0 R" for number in kids)
    numbered = [  # from 1, the catalogue first
        b"<< /Type /Catalog /Pages 2 0 R /ViewerPreferences << /PrintScaling /None >> >>",
        f"<< /Type /Pages /Kids [{references}] /Count {len(kids)} >>".encode("ascii"),
        *fonts,
        *objects,
    ]
    parts, places = [_HEADER], []
    for number, body in enumerate(numbered, start=1):
        places.append(sum(map(len, parts)))
        parts.append(b"%d 0 obj\n%b\nendobj\n" % (number, body))
    begin, count = sum(map(len, parts)), len(numbered) + 1
    table = "".join(f"{place:010d} 00000 n \n" for place in places)
    parts.append(
        f"xref\n0 {count}\n0000000000 65535 f \n{table}"
        f"trailer\n<< /Size {count} /Root 1 0 R >>\n"
        f"startxref\n{begin}\n%%EOF\n".encode("ascii")
    )
    return b"".join(parts)


def _picture_page(page: PicturePage, number: int) -> list[bytes]:
    wide, high = page.width_mm * POINTS, page.height_mm * POINTS
    draw = f"q {wide:.4f} 0 0 {high:.4f} 0 0 cm /Sheet Do Q".encode("ascii")
    resources = f"/XObject << /Sheet {number + 2} 0 R >>"
    height, width = page.pixels.shape[:2]
    data = zlib.compress(np.ascontiguousarray(page.pixels[:, :, ::-1]).tobytes(), 9)
    image = _stream(
        f"/Type /XObject /Subtype /Image /Width {width} /Height {height} "
        "/ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /FlateDecode ",
        data,
    )
    return [_page(wide, high, number + 1, resources), _stream("", draw), image]


def _text_page(page: TextPage, number: int) -> list[bytes]:
    wide, high = page.width_mm * POINTS, page.height_mm * POINTS
    fonts = " ".join(f"/F{place} {_FIRST + place} 0 R" for place in range(len(_FONTS)))
    paths = (
        " ".join(f"{x:.3f} {high - y:.3f} {'l' if place else 'm'}" for place, (x, y) in enumerate(stroke))
        for stroke in page.strokes
    )
    draw = f"{_PEN:.3f} w\n".encode() if page.strokes else b""  # a thin black pen
    draw += "".join(f"{path} S\n" for path in paths).encode()
    draw += b"\n".join(
        b"BT /F%d %.2f Tf %.2f %.2f Td (%b) Tj ET"
        % (line.bold, line.size, line.x, high - line.y, escape_pdf(line.text))
        for line in page.lines
    )
    return [_page(wide, high, number + 1, f"/Font << {fonts} >>"), _stream("", draw)]


def _page(wide: float, high: float, contents: int, resources: str) -> bytes:
    return (
        f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {wide:.4f} {high:.4f}] /Contents {contents} 0 R "
        f"/Resources << {resources} >> >>"
    ).encode("ascii")


def _stream(entries: str, data: bytes) -> bytes:
    return f"<< {entries}/Length {len(data)} >>\nstream\n".encode("ascii") + data + b"\nendstream"
