"""A small camera picture with the marks and places drawn in, for mounting the camera."""

from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from calibration.measurements import SATURATED
from vision.board import CUP_PLACE_MM, HOLD_LANE_MM, BoardPose
from vision.types import Picture

WIDEST: Final = 960
QUALITY: Final = 70
MARGIN: Final = 0.06  # share of the board's size that is shown around it, to see what comes near
GREEN: Final = (80, 200, 60)
AMBER: Final = (40, 170, 250)
BRICK: Final = (70, 70, 235)


def annotate(picture: Picture, found: dict[int, npt.NDArray[np.float64]], pose: BoardPose | None) -> Picture:
    """Return a copy with the found marks drawn in; if the pose is known, with the board's places too, cropped to the board.

    A narrow margin around the board is kept. Glare on the board is filled with a warning colour.
    """
    shown = picture.copy()
    if pose is not None:
        board = np.zeros(picture.shape[:2], np.uint8)
        cv2.fillConvexPoly(board, _whole(pose.outline()), 1)
        white = (picture.min(axis=2) >= SATURATED).astype(np.uint8) & board
        glaring = np.asarray(cv2.morphologyEx(white, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)) > 0)
        shown[glaring] = BRICK
    thick = max(2, picture.shape[1] // 400)
    for corners in found.values():
        cv2.polylines(shown, [_whole(corners)], isClosed=True, color=GREEN, thickness=2 * thick)
    if pose is None:
        return shown
    left, top, right, bottom = HOLD_LANE_MM
    x, y, radius = CUP_PLACE_MM
    turn = np.linspace(0, 2 * np.pi, 60, endpoint=False)
    lane = np.array([[left, top], [right, top], [right, bottom], [left, bottom]])
    cup = np.stack([x + radius * np.cos(turn), y + radius * np.sin(turn)], axis=1)
    for line in (pose.outline(), pose.to_px(lane), pose.to_px(cup)):
        cv2.polylines(shown, [_whole(line)], isClosed=True, color=AMBER, thickness=thick)
    low, high = pose.outline().min(axis=0), pose.outline().max(axis=0)
    edge = MARGIN * (high - low)
    left, top = np.clip(low - edge, 0, None).astype(int)
    right, bottom = np.clip(high + edge, 1, (picture.shape[1], picture.shape[0])).astype(int)
    return shown[top:bottom, left:right]


def encode_jpeg(picture: Picture) -> bytes:
    """Return a picture as a JPEG at most 960 pixels wide, for the landlord's page only."""
    shrink = min(1.0, WIDEST / picture.shape[1])
    small = cv2.resize(picture, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA)
    _, packed = cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    return packed.tobytes()


def _whole(points: npt.NDArray[np.float64]) -> npt.NDArray[np.int32]:
    return np.rint(points).astype(np.int32)
