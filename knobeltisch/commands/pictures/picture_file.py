"""Load picture files as BGR pixels; an unreadable file raises an error with one clear sentence."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from knobeltisch.commands.safety_net import MOST_PIXELS, reason
from knobeltisch.errors import KnobeltischError
from knobeltisch.storage.files import check_regular, read_regular

if TYPE_CHECKING:
    from pathlib import Path

    from vision.types import Picture

LEAST_SIDE: Final = 16  # smaller than a readable die
MOST_BYTES: Final = 256 * 2**20


class BadPicture(KnobeltischError, ValueError):
    """A file that is not a readable picture; the message says what would work."""


def load_picture(path: Path) -> Picture:
    """Load a JPEG, PNG, WebP or BMP file as BGR pixels, shape (height, width, 3), rotated as its EXIF data says.

    Raise BadPicture for a file that is missing, empty, truncated, not a picture, too large, too small, grey or 16-bit.
    """
    data = _read(path)
    decoded = None
    if not data.startswith(b"\xff\xd8") or _has_end(data):
        with contextlib.suppress(cv2.error):
            decoded = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_ANYCOLOR | cv2.IMREAD_ANYDEPTH)
    if decoded is None:
        raise BadPicture(
            f"this is no whole JPEG, PNG, WebP or BMP picture of up to {MOST_PIXELS // 10**6} million pixels; "
            "save it as one, or take it again."
        )
    height, width = decoded.shape[:2]
    if min(height, width) < LEAST_SIDE:
        raise BadPicture(
            f"the picture has only {width}x{height} pixels; each side needs {LEAST_SIDE} or more."
        )
    if decoded.dtype != np.uint8:
        raise BadPicture("the picture has more than 8 bits a colour; save it with 8.")
    if decoded.ndim == 2:
        raise BadPicture("the picture is grey; save it in colour (RGB).")
    return np.asarray(decoded, np.uint8)


def _read(path: Path) -> bytes:
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
    return data


def _has_end(jpeg: bytes) -> bool:
    """Whether a JPEG is not cut short, which some versions of OpenCV let pass."""
    place = 2
    while jpeg[place : place + 1] == b"\xff" and jpeg[place + 1 : place + 2] != b"\xda":
        place += 2 + int.from_bytes(jpeg[place + 2 : place + 4], "big")
    # Within the scan 0xFF is followed by 0 or a restart mark, so an end mark is really the end.
    return jpeg.find(b"\xff\xd9", place) >= 0
