"""Measure a camera's lens by the printed board, and keep what was measured in a file."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from calibration.errors import BadLensFile, LensNotMeasured
from vision.board import mark_corners, seen_marks
from vision.lens import Lens

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from vision.sightings import Picture

VIEWS: Final = 4  # pictures of the board that are enough, from clearly different sides
WORST_PX: Final = 1.5  # root mean square distance of marks from where the lens says; more is no measurement
_FLAGS: Final = (
    cv2.CALIB_FIX_ASPECT_RATIO
    | cv2.CALIB_ZERO_TANGENT_DIST
    | cv2.CALIB_FIX_K3
    | cv2.CALIB_FIX_PRINCIPAL_POINT
)


def measure_lens(pictures: Sequence[Picture]) -> Lens:
    """Measure the lens from pictures of the board, each from another side and tilted. Raises LensNotMeasured.

    All four marks must be seen in a picture for it to count. The middle of the lens is taken for the picture's.
    """
    views = [marks for picture in pictures if len(marks := seen_marks(picture)) == 4]
    if len(views) < VIEWS:
        raise LensNotMeasured(
            f"the board was seen whole in {len(views)} of {len(pictures)} pictures; "
            f"take {VIEWS} or more that show all four marks, each from another side."
        )
    known = mark_corners()
    sheet = np.concatenate([known[number] for number in sorted(known)]).astype(np.float32)
    flat = np.column_stack([sheet, np.zeros(len(sheet), np.float32)])
    pixels = [
        np.concatenate([marks[number] for number in sorted(marks)]).astype(np.float32) for marks in views
    ]
    size = (pictures[0].shape[1], pictures[0].shape[0])
    guess = np.array([[size[0], 0, size[0] / 2], [0, size[0], size[1] / 2], [0, 0, 1]], np.float64)
    flags = _FLAGS | cv2.CALIB_USE_INTRINSIC_GUESS
    off, matrix, bend, _, _ = cv2.calibrateCamera(
        [flat] * len(views), pixels, size, guess, np.zeros(5), flags=flags
    )
    if not off < WORST_PX:
        raise LensNotMeasured(
            f"the marks lie {off:.1f} pixels off what any lens would show, {WORST_PX} at most would do; "
            "lay the sheet flat and take sharp pictures, all at one focus."
        )
    return Lens(
        size=size,
        focal=float(matrix[0, 0]),
        centre=(float(matrix[0, 2]), float(matrix[1, 2])),
        distortion=tuple(float(one) for one in np.ravel(bend)[:5]),
    )


def write_lens(lens: Lens, path: Path) -> None:
    """Write a measured lens to a file."""
    path.write_text(json.dumps(asdict(lens), indent=1) + "\n", encoding="utf-8")


def load_lens(path: Path) -> Lens:
    """Give the lens that a file tells of. Raises BadLensFile."""
    try:
        told = json.loads(path.read_text(encoding="utf-8"))
        (width, height), (x, y) = told["size"], told["centre"]
        return Lens(
            size=(int(width), int(height)),
            focal=float(told["focal"]),
            centre=(float(x), float(y)),
            distortion=tuple(float(one) for one in told["distortion"]),
        )
    except (OSError, ValueError, TypeError, KeyError) as error:
        raise BadLensFile(f"{path} tells of no lens ({error}); measure the lens again.") from error
