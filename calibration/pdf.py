"""A PDF by hand: one page that a picture covers (PDF 1.4, ISO 32000-1)."""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    import numpy.typing as npt

POINTS: Final = 72 / 25.4
"""PDF points in a millimetre."""

_HEADER: Final = b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n"  # the second line tells that there are bytes above 127


def picture_page(pixels: npt.NDArray[np.uint8], *, width_mm: float, height_mm: float) -> bytes:
    """Give a PDF file whose one page is `pixels` (height, width, 3), BGR, from edge to edge, without loss.

    It asks the reader to print it unscaled; not all readers listen.
    """
    wide, high = width_mm * POINTS, height_mm * POINTS
    box = f"[0 0 {wide:.4f} {high:.4f}]"
    draw = f"q {wide:.4f} 0 0 {high:.4f} 0 0 cm /Sheet Do Q".encode("ascii")
    return _file(
        b"<< /Type /Catalog /Pages 2 0 R /ViewerPreferences << /PrintScaling /None >> >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        f"<< /Type /Page /Parent 2 0 R /MediaBox {box} /Contents 4 0 R "
        f"/Resources << /XObject << /Sheet 5 0 R >> >> >>".encode("ascii"),
        _stream("", draw),
        _image(pixels),
    )


def _image(pixels: npt.NDArray[np.uint8]) -> bytes:
    height, width = pixels.shape[:2]
    data = zlib.compress(np.ascontiguousarray(pixels[:, :, ::-1]).tobytes(), 9)
    return _stream(
        f"/Type /XObject /Subtype /Image /Width {width} /Height {height} "
        "/ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /FlateDecode ",
        data,
    )


def _stream(entries: str, data: bytes) -> bytes:
    return f"<< {entries}/Length {len(data)} >>\nstream\n".encode("ascii") + data + b"\nendstream"


def _file(*objects: bytes) -> bytes:
    """Put the objects one after the other, numbered from 1, the catalogue first, and the table of their places."""
    parts, places = [_HEADER], []
    for number, one in enumerate(objects, start=1):
        places.append(sum(map(len, parts)))
        parts.append(b"%d 0 obj\n%b\nendobj\n" % (number, one))
    begin, count = sum(map(len, parts)), len(objects) + 1
    table = "".join(f"{place:010d} 00000 n \n" for place in places)
    parts.append(
        f"xref\n0 {count}\n0000000000 65535 f \n{table}"
        f"trailer\n<< /Size {count} /Root 1 0 R >>\n"
        f"startxref\n{begin}\n%%EOF\n".encode("ascii")
    )
    return b"".join(parts)
