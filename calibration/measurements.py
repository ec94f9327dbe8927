"""Measurements in a picture of the printed board: sharpness of edges, brightness, neutrality of grey.

All functions take a camera picture, shape (height, width, 3), BGR, and the pose of the board in it.
"""

from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.board import BOARD_MM, GREY_MM, MARK_MM, BoardPose, mark_corners
from vision.types import Picture

PAPER_MM: Final = tuple(
    (float(x), float(y))
    for y in (60, 130, 200, 262)
    for x in (40, 95, 140, 210, 280, 325, 380)
    if not (y == 262 and x in (40, 380))  # there are marks
)
"""Middles of places where nothing is printed, all over the sheet."""
PATCH_MM: Final = 8.0
BANDS: Final = 16  # strips of rows, and of columns, in which the light is followed: lamps flicker in bands
SATURATED: Final = 250  # grey level from which on a pixel is just white
FULL: Final = 255.0
_ACROSS_MM: Final = 4.0  # distance to each side of an edge
_STEP_MM: Final = 0.1
_LOW, _HIGH = 0.1, 0.9
_TO_DEPTH: Final = 1 / (1.5 * np.sqrt(0.5))  # of a wave three pictures long, from its distance off neighbours
_APART: Final = 2
_TO_SIGMA: Final = 1.4826 / np.sqrt(2)  # of chance, from the middle distance between two
_ALONG: Final = 17  # number of cuts across one side of a mark

Levels = npt.NDArray[np.float64]


def measure_mark_errors(found: dict[int, Levels], pose: BoardPose) -> Levels:
    """Return the largest distance of a mark's corners from their printed places, for each mark seen: (marks,), millimetres."""
    known = mark_corners()
    off = [np.linalg.norm(pose.to_mm(found[mark]) - known[mark], axis=1).max() for mark in sorted(found)]
    return np.array(off, np.float64)


def edge_width(picture: Picture, pose: BoardPose, marks: tuple[int, ...]) -> float:
    """Return the width in millimetres over which a mark's edge rises from black to white (10 to 90 %): the median of all edges.

    An edge without contrast counts as 8 mm; without marks the width is infinite.
    """
    grey = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.float32)
    widths = []
    for profile in (profile for mark in marks for profile in _profiles(grey, pose, mark)):
        dark, light = float(profile[:10].mean()), float(profile[-10:].mean())
        if light - dark < 10:
            widths.append(2 * _ACROSS_MM)  # an edge wider than the cut counts as being as wide as the cut
            continue
        share = np.maximum.accumulate((profile - dark) / (light - dark))
        first, last = np.searchsorted(share, [_LOW, _HIGH])
        widths.append(float(last - first) * _STEP_MM)
    return float(np.median(widths)) if widths else float("inf")


def _profiles(grey: npt.NDArray[np.float32], pose: BoardPose, mark: int) -> list[Levels]:
    """Return the profiles across a mark's four outer edges, from inside to outside; each the median of its side's cuts."""
    corners = mark_corners()[mark]
    middle = corners.mean(axis=0)
    away = np.arange(-_ACROSS_MM, _ACROSS_MM + _STEP_MM / 2, _STEP_MM)
    profiles = []
    for side in range(4):
        begin, end = corners[side], corners[(side + 1) % 4]
        along = np.linspace(0.1, 0.9, _ALONG)[:, None] * (end - begin) + begin
        out = ((begin + end) / 2 - middle) / (MARK_MM / 2)
        places = pose.to_px((along[:, None] + away[:, None] * out).reshape(-1, 2)).astype(np.float32)
        seen = cv2.remap(grey, places[:, 0], places[:, 1], cv2.INTER_LINEAR).reshape(len(along), -1)
        profiles.append(np.asarray(np.median(seen, axis=0), np.float64))
    return profiles


def paper_levels(picture: Picture, pose: BoardPose) -> Levels:
    """Return the brightness of the bare paper at each of PAPER_MM: shape (places,), 0 to 255."""
    return np.array([np.median(_patch(picture, pose, place)) for place in PAPER_MM])


def grey_patch(picture: Picture, pose: BoardPose) -> Levels:
    """Return the colour of the printed neutral grey patch: blue, green, red, 0 to 255."""
    left, top, right, bottom = GREY_MM
    seen = _patch(picture, pose, ((left + right) / 2, (top + bottom) / 2), (bottom - top) / 2)
    return np.asarray(np.median(seen.reshape(-1, 3), axis=0), np.float64)


def grain(picture: Picture, pose: BoardPose) -> float:
    """Return the grain, a pixel's noise on bare paper in grey levels (standard deviation): median over PAPER_MM, 0 if unseen.

    Pixels two apart are compared, because direct neighbours share some of their light.
    """
    grey = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.float64)
    half = round(PATCH_MM / 2 * pose.px_per_mm)
    found = []
    for x, y in np.rint(pose.to_px(PAPER_MM)).astype(int):
        piece = grey[max(0, y - half) : y + half, max(0, x - half) : x + half]
        if piece.shape[1] > _APART:
            found.append(np.median(np.abs(piece[:, _APART:] - piece[:, :-_APART])))
    return float(np.median(found)) * _TO_SIGMA if found else 0.0


def _patch(picture: Picture, pose: BoardPose, place: tuple[float, float], side: float = PATCH_MM) -> Picture:
    """Cut a square out of the board, at one pixel for each half millimetre."""
    near = np.arange(-side / 2, side / 2, 0.5) + 0.25
    grid = np.stack(np.meshgrid(near + place[0], near + place[1]), axis=-1).reshape(-1, 2)
    at = pose.to_px(grid).astype(np.float32)
    seen = cv2.remap(picture, at[:, 0], at[:, 1], cv2.INTER_NEAREST)
    return np.asarray(seen, np.uint8).reshape(len(near), len(near), 3)


def white_share(picture: Picture, pose: BoardPose) -> float:
    """Return the share of the board that is too bright to be read, 0 to 1."""
    flat = pose.rectify(picture, 1.0)
    return float((flat.min(axis=2) >= SATURATED).mean())


def band_levels(picture: Picture, pose: BoardPose) -> Levels:
    """Return the brightness of the board in each of BANDS strips of rows, then of columns: shape (2 * BANDS,), 0 to 255.

    Only the middle third of the columns is used, because hands come from the sides and because it is cheaper.
    """
    x, y = BOARD_MM[0], BOARD_MM[1]
    corners = pose.to_px([[x / 3, 8], [x * 2 / 3, 8], [x * 2 / 3, y - 8], [x / 3, y - 8]])
    left, top = np.clip(corners.min(axis=0), 0, None).astype(int)
    right, bottom = np.clip(corners.max(axis=0), 1, (picture.shape[1], picture.shape[0])).astype(int)
    strip = picture[top:bottom:2, left:right:4, 1]
    parts = (part for lines in (strip, strip.T) for part in np.array_split(lines, BANDS))
    return np.array([part.mean() for part in parts], np.float64)


def flicker_depth(bands: npt.ArrayLike) -> float:
    """Return the relative amplitude of flicker from the `band_levels` of at least three consecutive pictures, (n, 2 * BANDS).

    Each picture is compared with the mean of its two neighbours, and the median over all pictures and the bands of one direction
    counts, because a hand, a cup or a lamp being switched changes only some of them, or changes them slowly. Light that pulses in
    step with the camera, so that all pictures are alike, cannot be detected. A hundred pulses a second, seen thirty times a
    second, repeat every three pictures.
    """
    levels = np.asarray(bands, np.float64)
    off = np.abs(levels[1:-1] - (levels[:-2] + levels[2:]) / 2)
    share = np.array_split(off / np.maximum(levels.mean(axis=0), 1.0), 2, axis=1)
    return float(max(map(np.median, share)) * _TO_DEPTH)
