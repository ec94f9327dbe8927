"""`knobeltisch read`: reads photographs and writes one JSON line each; needs no board and no calibration."""

import contextlib
import json
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final, TextIO

import cv2
import numpy as np

from knobeltisch.commands.output_file import JPEG, why_taken
from knobeltisch.commands.safety_net import MOST_PIXELS, os_error_reason
from knobeltisch.errors import KnobeltischError
from knobeltisch.storage.files import check_regular, read_regular
from vision.still.known import Known
from vision.still.reader import read
from vision.types import Die, Doubt, Picture, Reading, Status

MOST_DICE: Final = 32
LEAST_SIDE: Final = 16  # smaller than a readable die
MOST_BYTES: Final = 256 * 2**20
GREEN: Final = (60, 190, 60)
AMBER: Final = (0, 140, 255)

REASONS: Final = {
    Doubt.PIPS: "some pips form no face, or more than one",
    Doubt.COCKED: "a die leans or stands on something",
    Doubt.TOUCHING: "dice touch and cannot be separated",
    Doubt.CUT: "a die lies partly outside the picture",
    Doubt.BLUR: "the picture is blurred",
    Doubt.GLARE: "light hides pips",
    Doubt.DARK: "there is too little light or contrast",
    Doubt.FOREIGN: "something lies there that is no die",
    Doubt.HAND: "a hand is in the picture",
    Doubt.DISAGREE: "two readings of the same dice differ",
    Doubt.COUNT: "there are more or fewer dice than expected",
    Doubt.PUSHED: "the dice show the values from before elsewhere: thrown again, or only pushed",
}


class BadPicture(KnobeltischError, ValueError):
    """A file is not a readable picture; the message says what would work."""


def numbers_of(text: str) -> frozenset[int]:
    """Parse numbers of dice such as `3`, `0-3` or `1,3`. Raise ValueError if the text is malformed."""
    numbers: set[int] = set()
    for part in text.split(","):
        first, dash, last = part.partition("-")
        least, most = int(first), int(last if dash else first)
        if not 0 <= least <= most <= MOST_DICE:
            raise ValueError(f"{part} is no number of dice")
        numbers.update(range(least, most + 1))
    return frozenset(numbers)


def main(paths: Sequence[str], *, annotate: Path | None, known: Known, out: TextIO) -> int:
    """Read each picture and write its JSON line to `out`. Return 0, or 1 if one could not be read.

    Raise BadPicture if the folder `annotate` cannot be made.
    """
    if annotate is not None:
        try:
            annotate.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise BadPicture(
                f"{annotate} cannot be used ({error.strerror}); name a folder that can be written to."
            ) from error
    failed = False
    for number, path in enumerate(paths, start=1):
        line = _line(path, annotate, number, known)
        failed |= line["status"] == "error"
        out.write(json.dumps(line, ensure_ascii=False) + "\n")
        out.flush()
    return 1 if failed else 0


def _line(path: str, annotate: Path | None, number: int, known: Known) -> dict[str, object]:
    began = time.perf_counter()
    line: dict[str, object] = {"file": path, "status": "error", "dice": []}
    try:
        picture = load_picture(Path(path))
        reading = read(picture, known)
        if annotate is not None:
            _write(annotate / f"{number:04d}-{Path(path).stem}.jpg", draw_reading(picture, reading))
        line |= {"status": reading.status.value, "dice": [die_json(die) for die in reading.dice]}
        line["reasons"] = [REASONS[doubt] for doubt in reading.doubts]
    except BadPicture as error:
        line |= {"reasons": [f"{path}: {error}"], "error": f"{path}: {error}"}
    return {**line, "ms": round(1000 * (time.perf_counter() - began), 1)}


def die_json(die: Die) -> dict[str, object]:
    """Return a die as JSON for `read`, with all possible values if there are several."""
    several = {"candidates": list(die.candidates)} if len(die.candidates) > 1 else {}
    return {**die_fields(die), **several}


def die_fields(die: Die) -> dict[str, object]:
    """Return the fields that `read` and `watch` print for every die."""
    return {
        "value": die.value,
        "x": round(die.x, 1),
        "y": round(die.y, 1),
        "size": round(die.size, 1),
        "angle": round(die.angle, 1),
        "confidence": round(die.confidence, 3),
    }


def draw_reading(picture: Picture, reading: Reading) -> Picture:
    """Return a copy of the picture with the reading drawn in: a square and the value for each die, the status in a corner."""
    shown = picture.copy()
    colour = GREEN if reading.status is Status.OK else AMBER
    thick = max(1, round(max(picture.shape[:2]) / 600))
    for die in reading.dice:
        box = cv2.boxPoints(((die.x, die.y), (die.size, die.size), die.angle))
        cv2.polylines(shown, [box.round().astype("int32")], isClosed=True, color=colour, thickness=thick)
        at = (round(die.x + 0.55 * die.size), round(die.y - 0.35 * die.size))
        cv2.putText(
            shown, str(die.value), at, cv2.FONT_HERSHEY_SIMPLEX, die.size / 40, colour, thick, cv2.LINE_AA
        )
    words = ", ".join((reading.status.value, *(doubt.value for doubt in reading.doubts)))
    size = max(picture.shape[:2]) / 1000
    cv2.putText(
        shown, words, (8, round(30 * size) + 4), cv2.FONT_HERSHEY_SIMPLEX, size, colour, thick, cv2.LINE_AA
    )
    return shown


def _write(path: Path, picture: Picture) -> None:
    taken = why_taken(path, JPEG, force=True)
    if taken:
        raise BadPicture(taken)
    done, jpeg = cv2.imencode(".jpg", picture)
    try:
        if done:
            path.write_bytes(jpeg.tobytes())
    except OSError as error:
        raise BadPicture(f"{path} cannot be written ({error.strerror}); name another folder.") from error


def load_picture(path: Path) -> Picture:
    """Load a JPEG, PNG, WebP or BMP file as BGR pixels of shape (height, width, 3), rotated according to its EXIF data.

    Raise BadPicture if the file is missing, empty, truncated, not a picture, too large, too small, grey or 16-bit.
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
        why = os_error_reason(error) if isinstance(error, OSError) else error
        raise BadPicture(f"the file cannot be opened ({why}); name one that can.") from error
    if not data:
        raise BadPicture("the file is empty; take the picture again.")
    return data


def _has_end(jpeg: bytes) -> bool:
    """Whether a JPEG is complete; some versions of OpenCV accept truncated ones."""
    place = 2
    while jpeg[place : place + 1] == b"\xff" and jpeg[place + 1 : place + 2] != b"\xda":
        place += 2 + int.from_bytes(jpeg[place + 2 : place + 4], "big")
    # Within the scan 0xFF is followed by 0 or a restart mark, so an end mark is really the end.
    return jpeg.find(b"\xff\xd9", place) >= 0
