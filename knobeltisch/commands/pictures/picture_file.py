"""Load picture files as BGR pixels; an unreadable file raises an error with one clear sentence.

The header is checked before anything is decoded, so that a file that claims a hundred megapixels costs nothing.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from knobeltisch.commands.safety_net import reason
from knobeltisch.errors import KnobeltischError
from knobeltisch.storage.regular_files import check_regular, read_regular

if TYPE_CHECKING:
    from pathlib import Path

    from vision.types import Picture

MOST_PIXELS: Final = 64_000_000  # above every camera of a phone or a Pi
LEAST_SIDE: Final = 16  # smaller than a readable die
MOST_BYTES: Final = 256 * 2**20

_JPEG_FRAMES: Final = frozenset({*range(0xC0, 0xD0)} - {0xC4, 0xC8, 0xCC})
_PNG_KINDS: Final = {0: "grey", 2: "", 3: "", 4: "grey", 6: ""}


class BadPicture(KnobeltischError, ValueError):
    """A file that is not a readable picture; the message says what would work."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Header:
    """What a file's header says."""

    width: int
    height: int
    bits: int = 8
    colours: str = ""  # "grey" or "CMYK" when it is not a colour picture
    whole: bool = True


def load_picture(path: Path) -> Picture:
    """Load a JPEG, PNG, WebP or BMP file as BGR pixels, shape (height, width, 3), rotated as its EXIF data says.

    Raise BadPicture for a file that is missing, empty, truncated, not a picture, too large, too small, grey, CMYK or 16-bit.
    """
    try:
        size = check_regular(path)
        if size > MOST_BYTES:
            raise BadPicture(
                f"the file has {size // 2**20} MB; pictures of up to {MOST_BYTES // 2**20} MB are read."
            )
        data = read_regular(path, MOST_BYTES)
    except FileNotFoundError as error:
        raise BadPicture("there is no such file; check its name.") from error
    except IsADirectoryError as error:
        raise BadPicture("this is a folder; name its pictures.") from error
    except (OSError, ValueError) as error:
        why = reason(error) if isinstance(error, OSError) else error
        raise BadPicture(f"the file cannot be opened ({why}); name one that can.") from error
    if not data:
        raise BadPicture("the file is empty; take the picture again.")
    _check(_header(data))
    decoded = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    if decoded is None:
        raise BadPicture("the picture is damaged and cannot be decoded; take it again.")
    return np.asarray(decoded, np.uint8)


def _check(header: _Header) -> None:
    side = f"{header.width}x{header.height}"
    if header.width * header.height > MOST_PIXELS:
        raise BadPicture(
            f"the picture has {side} pixels; up to {MOST_PIXELS // 10**6} million are read: make it smaller."
        )
    if min(header.width, header.height) < LEAST_SIDE:
        raise BadPicture(f"the picture has only {side} pixels; each side needs {LEAST_SIDE} or more.")
    if header.bits > 8:
        raise BadPicture(f"the picture has {header.bits} bits a colour; save it with 8.")
    if header.colours:
        raise BadPicture(f"the picture is {header.colours}; save it in colour (RGB).")
    if not header.whole:
        raise BadPicture("the picture is cut short; copy or take it again.")


def _header(data: bytes) -> _Header:
    header = None
    try:
        if data.startswith(b"\xff\xd8"):
            header = _jpeg(data)
        elif data.startswith(b"\x89PNG\r\n\x1a\n"):
            width, height, bits, kind = struct.unpack_from(">IIBB", data, 16)
            place, whole = 8, False
            while place + 8 <= len(data):
                (length,) = struct.unpack_from(">I", data, place)
                if data[place + 4 : place + 8] == b"IEND":
                    whole = True
                    break
                place += 12 + length
            header = _Header(
                width=width, height=height, bits=bits, colours=_PNG_KINDS.get(kind, "grey"), whole=whole
            )
        elif data.startswith(b"RIFF") and data[8:12] == b"WEBP":
            header = _webp(data)
        elif data.startswith(b"BM"):
            (length,) = struct.unpack_from("<I", data, 2)
            width, height, _, depth = struct.unpack_from("<iiHH", data, 18)
            header = _Header(
                width=abs(width), height=abs(height), bits=16 if depth == 16 else 8, whole=len(data) >= length
            )
    except (struct.error, IndexError):
        raise BadPicture("the picture is cut short; copy or take it again.") from None
    if header is None:
        raise BadPicture("this is not a picture that can be read; use a JPEG, PNG, WebP or BMP file.")
    return header


def _jpeg(data: bytes) -> _Header | None:
    """Walk the segments to the frame header, then check that the scan has an end."""
    place, frame = 2, None
    while data[place] == 0xFF:
        marker = data[place + 1]
        if marker == 0xFF:  # a fill byte
            place += 1
            continue
        (length,) = struct.unpack_from(">H", data, place + 2)
        if marker in _JPEG_FRAMES:
            frame = struct.unpack_from(">BHHB", data, place + 4)
        place += 2 + length
        if marker == 0xDA:
            break
    if frame is None:
        return None
    bits, height, width, channels = frame
    # Within a scan 0xFF is always followed by 0 or a restart mark, so an end marker is really the end.
    whole = data.find(b"\xff\xd9", place) >= 0
    colours = {1: "grey", 4: "CMYK"}.get(channels, "")
    return _Header(width=width, height=height, bits=bits, colours=colours, whole=whole)


def _webp(data: bytes) -> _Header | None:
    (length,) = struct.unpack_from("<I", data, 4)
    whole = len(data) >= length + 8
    match data[12:16]:
        case b"VP8 ":
            width, height = (side & 0x3FFF for side in struct.unpack_from("<HH", data, 26))
        case b"VP8L":
            (packed,) = struct.unpack_from("<I", data, 21)
            width, height = (packed & 0x3FFF) + 1, (packed >> 14 & 0x3FFF) + 1
        case b"VP8X":
            width = int.from_bytes(data[24:27], "little") + 1
            height = int.from_bytes(data[27:30], "little") + 1
        case _:
            return None
    return _Header(width=width, height=height, whole=whole)
