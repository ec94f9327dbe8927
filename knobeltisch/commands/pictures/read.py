"""`knobeltisch read`: photographs in, one JSON line each; no board and no calibration needed."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import TYPE_CHECKING, Final, TextIO

import cv2

from knobeltisch.commands.output_file import JPEG, why_taken
from knobeltisch.commands.pictures.picture_file import BadPicture, load_picture
from knobeltisch.commands.safety_net import silence
from vision.still.known import NOTHING, Known
from vision.still.reader import read
from vision.types import Doubt, Status

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.types import Die, Picture, Reading

NO_PLACE: Final = 2
MOST_DICE: Final = 32
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


def numbers_of(text: str) -> frozenset[int]:
    """Parse numbers of dice from a text such as `3`, `0-3` or `1,3`.

    Raise ValueError if it is malformed.
    """
    numbers: set[int] = set()
    for part in text.split(","):
        first, dash, last = part.partition("-")
        least, most = int(first), int(last if dash else first)
        if not 0 <= least <= most <= MOST_DICE:
            raise ValueError(f"{part} is no number of dice")
        numbers.update(range(least, most + 1))
    return frozenset(numbers)


def main(
    paths: Sequence[str], *, annotate: Path | None, out: TextIO, err: TextIO, known: Known = NOTHING
) -> int:
    """Read each picture; return 0, 1 when one could not be read, 2 when `annotate` cannot be written to."""
    if annotate is not None and not _usable(annotate, err):
        return NO_PLACE
    failed = False
    try:
        for number, path in enumerate(paths, start=1):
            message = _line(path, annotate, number, known)
            failed |= message["status"] == "error"
            out.write(json.dumps(message, ensure_ascii=False) + "\n")
            out.flush()
    except BrokenPipeError:
        silence(out)
    return 1 if failed else 0


def _line(path: str, annotate: Path | None, number: int, known: Known) -> dict[str, object]:
    began = time.perf_counter()
    try:
        picture = load_picture(Path(path))
        reading = read(picture, known)
        if annotate is not None:
            _write(annotate / f"{number:04d}-{Path(path).stem}.jpg", drawn(picture, reading))
    except BadPicture as error:
        return _line_of(path, "error", began, error=f"{path}: {error}")
    return _line_of(path, reading.status.value, began, reading=reading)


def _line_of(
    path: str, status: str, began: float, *, reading: Reading | None = None, error: str = ""
) -> dict[str, object]:
    """Return one line; its milliseconds include loading and reading."""
    milliseconds = round(1000 * (time.perf_counter() - began), 1)
    if reading is None:
        return {
            "file": path,
            "status": status,
            "dice": [],
            "reasons": [error],
            "error": error,
            "ms": milliseconds,
        }
    return {
        "file": path,
        "status": status,
        "dice": [die_json(die) for die in reading.dice],
        "reasons": [REASONS[doubt] for doubt in reading.doubts],
        "ms": milliseconds,
    }


def die_json(die: Die) -> dict[str, object]:
    """Return a die as JSON for `read`, with all possible values if there are several."""
    several = {"candidates": list(die.candidates)} if len(die.candidates) > 1 else {}
    return {**measures(die), **several}


def measures(die: Die) -> dict[str, object]:
    """Return the fields that `read` and `watch` print for every die."""
    return {
        "value": die.value,
        "x": round(die.x, 1),
        "y": round(die.y, 1),
        "size": round(die.size, 1),
        "angle": round(die.angle, 1),
        "confidence": round(die.confidence, 3),
    }


def drawn(picture: Picture, reading: Reading) -> Picture:
    """Draw the reading into a copy of the picture: a square and the value for each die, the status in a corner."""
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


def _usable(folder: Path, err: TextIO) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        err.write(
            f"knobeltisch read: {folder} cannot be used ({error.strerror}); name a folder that can be written to.\n"
        )
        return False
    return True
