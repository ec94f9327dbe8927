"""JPEG pictures from a network camera or a phone, checked before decoding so that none is larger than allowed."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from hardware.frame import Pixels

MOST_BYTES: Final = 4 * 1024 * 1024
MOST_SIDE: Final = 4096
"""Pixels of the longer side: a few bytes can claim a picture that fills the memory."""
_BEGIN: Final = b"\xff\xd8"
_END: Final = b"\xff\xd9"
_SIZES: Final = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
"""Markers of the segments that hold the size: baseline, progressive and others."""
_SCAN: Final = 0xDA
_BARE: Final = frozenset({0x01, *range(0xD0, 0xD9)})
"""Markers without a length."""


def jpeg_size(data: bytes) -> tuple[int, int] | None:
    """Return the width and height of a complete JPEG picture; None for anything else, such as a truncated picture.

    The size is in the frame header (ITU T.81, B.2.2), which comes before the first scan.
    """
    if not data.startswith(_BEGIN) or not data.rstrip(b"\0\r\n").endswith(_END):
        return None
    at = 2
    while at + 4 <= len(data) and data[at] == 0xFF:
        marker = data[at + 1]
        if marker == 0xFF or marker in _BARE:
            at += 1 if marker == 0xFF else 2
            continue
        if marker == _SCAN:
            return None
        length = int.from_bytes(data[at + 2 : at + 4], "big")
        if marker in _SIZES:
            header = data[at + 4 : at + 2 + length]
            if len(header) < 6:
                return None
            _, height, width = struct.unpack(">BHH", header[:5])
            return (width, height) if width and height else None
        at += 2 + max(2, length)
    return None


def is_usable(data: bytes) -> bool:
    """Whether the data is a complete JPEG picture of at most `MOST_BYTES` bytes and `MOST_SIDE` pixels a side."""
    size = jpeg_size(data) if len(data) <= MOST_BYTES else None
    return size is not None and max(size) <= MOST_SIDE


def decode_jpeg(data: bytes) -> Pixels | None:
    """Return a picture as BGR, 8 bits, shape (height, width, 3); None if it is damaged or not usable."""
    if not is_usable(data):
        return None
    import cv2  # noqa: PLC0415 - only the camera's thread decodes; the page need not wait for OpenCV
    import numpy as np  # noqa: PLC0415 - as above

    try:
        pixels = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    except cv2.error:
        return None
    return None if pixels is None else np.asarray(pixels, np.uint8)
