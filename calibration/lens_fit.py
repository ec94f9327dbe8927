"""Measures a camera's lens with the printed board, seen flat and with each of its edges raised."""

from collections.abc import Mapping, Sequence
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from calibration.errors import LensNotMeasured
from vision.board import BOARD_MM, BoardPose, mark_corners
from vision.lens import Lens

Marks = npt.NDArray[np.float64]

VIEWS: Final = 4  # of the board, enough if they are seen from clearly different sides
MARKS: Final = 4
WORST_PX: Final = 1.5  # root mean square distance of marks from where the lens says; more is no measurement
_FLAGS: Final = (
    cv2.CALIB_FIX_ASPECT_RATIO
    | cv2.CALIB_ZERO_TANGENT_DIST
    | cv2.CALIB_FIX_K3
    | cv2.CALIB_FIX_PRINCIPAL_POINT
    | cv2.CALIB_USE_INTRINSIC_GUESS
)
_SIMPLEST_FIRST: Final = ((cv2.CALIB_FIX_K1 | cv2.CALIB_FIX_K2, 0.2), (cv2.CALIB_FIX_K2, 0.06), (0, 0.0))
"""The fixed parameters of each model, and the allowed extra error in pixels compared with the freest model: the noise of mark corners."""


def measure_lens(views: Sequence[Mapping[int, Marks]], size: tuple[int, int]) -> Lens:
    """Return the lens as determined from the marks in several views of the board, each tilted differently.

    A view holds the corners of the marks, as `seen_marks` returns them, and counts only if all four marks are there. `size` is
    the pictures' (width, height). The lens's centre is assumed to be the pictures' centre. Raise LensNotMeasured if the views do
    not suffice.
    """
    whole = [marks for marks in views if len(marks) == MARKS]
    if len(whole) < VIEWS:
        raise LensNotMeasured(
            f"the board was seen whole in {len(whole)} of {len(views)} pictures; "
            f"take {VIEWS} or more that show all four marks, each from another side."
        )
    # Fit a lens without distortion, one with regular and one with free distortion; take the simplest that
    # fits. A freer one always fits a little better, because it follows noise and blurred corners.
    flat = np.column_stack([_in_order(mark_corners()), np.zeros(4 * MARKS)]).astype(np.float32)
    pixels = [_in_order(marks).astype(np.float32) for marks in whole]
    guess = np.array([[size[0], 0, size[0] / 2], [0, size[0], size[1] / 2], [0, 0, 1]], np.float64)
    fits = []
    for fixed, spare in _SIMPLEST_FIRST:
        off, matrix, bend, _, _ = cv2.calibrateCamera(
            [flat] * len(whole), pixels, size, guess.copy(), np.zeros(5), flags=_FLAGS | fixed
        )
        fits.append((float(off), spare, np.asarray(matrix, np.float64), np.asarray(bend, np.float64)))
    least = fits[-1][0]
    off, matrix, bend = next(
        (off, matrix, bend) for off, spare, matrix, bend in fits if off**2 - least**2 <= spare**2
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
        distortion=tuple(float(coefficient) for coefficient in np.ravel(bend)[:5]),
    )


def _in_order(marks: Mapping[int, Marks]) -> Marks:
    return np.concatenate([marks[number] for number in sorted(marks)])


def bend_mm(lens: Lens, pose: BoardPose) -> float:
    """Return the largest position error on the board, in mm, if the lens's distortion is not corrected.

    `pose` is the board's pose in the straightened picture.
    """
    x, y = np.meshgrid(np.linspace(0, BOARD_MM[0], 9), np.linspace(0, BOARD_MM[1], 7))
    places = np.stack([x.ravel(), y.ravel()], axis=1)
    known = _in_order(mark_corners())
    placed, _ = cv2.findHomography(lens.bent(pose.to_px(known)), known, 0)
    seen = cv2.perspectiveTransform(lens.bent(pose.to_px(places)).reshape(-1, 1, 2), placed).reshape(-1, 2)
    return float(np.linalg.norm(seen - places, axis=1).max())
