"""Image registration: how a hand-held camera moved between two pictures of the same table.

Corners of one picture are followed into the other (Lucas-Kanade), and a shift, turn and scale that most of them agree
on is fitted (RANSAC). Corners that do not follow it moved on the table. A plain cloth has no corners but those of the
dice; if there are too few, or all in one place, the camera is assumed to be still.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeAlias

import cv2
import numpy as np

if TYPE_CHECKING:
    import numpy.typing as npt

    from vision.types import Picture

Transform: TypeAlias = "npt.NDArray[np.float64]"
"""Shape (2, 3): maps (x, y, 1) of the earlier picture to (x, y) of the later one, in pixels."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RegistrationSettings:
    """Hand-set numbers; `python -m benchmarks.watching.handheld` judges them together."""

    # Corners that are followed: more take longer and give no better result.
    most_corners: int = 200
    # Relative to the strongest corner: OpenCV's own example.
    corner_quality: float = 0.01
    # Pixels between corners, so that one die does not have them all.
    corner_apart: float = 6.0
    # Corners that must agree; a shift, turn and scale has four unknowns.
    fewest: int = 6
    # Share of the followed corners that must agree: a hand may cover the others.
    agreeing: float = 0.4
    # Share of the picture that they must span: a single sliding die is no camera motion.
    spread: float = 0.03
    # A corner farther than this from its expected place does not agree.
    off_px: float = 0.7
    # Between two pictures of one rest; no hand-held camera exceeds it.
    most_scale: float = 1.2


SETTINGS: Final = RegistrationSettings()

STEADY: Final[Transform] = np.array([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]])


def register(before: Picture, now: Picture) -> Transform:
    """Return how the camera moved from one grey picture to another of the same shape; `STEADY` if unknown."""
    corners = cv2.goodFeaturesToTrack(
        before, SETTINGS.most_corners, SETTINGS.corner_quality, SETTINGS.corner_apart
    )
    if corners is None or len(corners) < SETTINGS.fewest:  # type: ignore[redundant-expr] # None where there is none
        return STEADY
    followed, found, _ = cv2.calcOpticalFlowPyrLK(before, now, corners, np.zeros_like(corners))
    kept = found.ravel() > 0
    if np.count_nonzero(kept) < SETTINGS.fewest:
        return STEADY
    fitted, inliers = cv2.estimateAffinePartial2D(
        corners[kept], followed[kept], method=cv2.RANSAC, ransacReprojThreshold=SETTINGS.off_px
    )
    agreed = np.count_nonzero(inliers)
    if agreed < max(SETTINGS.fewest, SETTINGS.agreeing * np.count_nonzero(kept)):  # the fit is None then, too
        return STEADY
    agreeing = followed[kept][inliers.ravel() > 0]
    if cv2.contourArea(cv2.convexHull(agreeing)) < SETTINGS.spread * before.size:
        return STEADY
    scale = float(np.hypot(fitted[0, 0], fitted[1, 0]))
    if not 1 / SETTINGS.most_scale < scale < SETTINGS.most_scale:
        return STEADY
    return np.asarray(fitted, np.float64)


def changed_share(before: Picture, now: Picture, moved: Transform, *, least: float, slip: float) -> float:
    """Return the share of the picture that changed, without the camera's motion and the overall light.

    `before` and `now` are grey and of one shape. A pixel counts if it differs by more than `least` grey levels and by
    more than an edge there would when slipped by `slip` pixels: registration is not exact to less.
    """
    height, width = now.shape[:2]
    warped = cv2.warpAffine(
        before, moved, (width, height), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    seen = cv2.warpAffine(np.full_like(before, 255), moved, (width, height), flags=cv2.INTER_NEAREST)
    inside = np.asarray(cv2.erode(seen, np.ones((5, 5), np.uint8)), np.uint8) > 0
    count = int(np.count_nonzero(inside))
    if count == 0:
        return 1.0
    gain = float(np.mean(warped[inside])) / max(1.0, float(np.mean(now[inside])))
    apart = np.abs(now.astype(np.float32) * gain - warped.astype(np.float32))
    return float(np.count_nonzero((apart > least + slip * _gradient(now)) & inside)) / count


def _gradient(picture: Picture) -> npt.NDArray[np.float32]:
    """Return each pixel's difference from its neighbours in grey levels."""
    smooth = picture.astype(np.float32)
    ball = np.ones((3, 3), np.uint8)
    return np.asarray(cv2.dilate(smooth, ball) - cv2.erode(smooth, ball), np.float32)
