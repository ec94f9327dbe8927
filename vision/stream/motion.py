"""Finds motion between two small pictures, after compensating for changes of light and for camera motion.

A lamp may change the brightness of the whole picture. If it flickers, a rolling shutter turns that into bands along the rows, or
along the columns if the camera is turned. Both are compensated before changed pixels are counted.

For a hand-held camera the pictures are registered: corners are tracked from one to the next (Lucas-Kanade), and the shift,
rotation and scale that most agree on are fitted (RANSAC). If too few agree, or all are in one place, the camera counts as still.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from typing import TYPE_CHECKING, Final, TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from vision.stream.background import bands_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.stream.background import EmptyBoard
    from vision.types import Picture

Changed: TypeAlias = npt.NDArray[np.bool_]
"""Shape (height, width): the pixels that changed."""
Transform: TypeAlias = npt.NDArray[np.float64]
"""Shape (2, 3): maps (x, y, 1) of the earlier picture to (x, y) of the later one, in pixels."""
Square: TypeAlias = tuple[slice, slice]
"""The rows and columns of a small picture in which a die lies."""
Still: TypeAlias = "tuple[Picture, Sequence[Square]]"
"""A small grey picture of dice, and the squares that alone must not move; if there are none, nothing may."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MotionSettings:
    """Limits set by hand and tested with `benchmarks.watching` (docs/decisions/0004)."""

    settle_s: float = 0.4  # Seconds without motion after which all is at rest.
    board_stir: float = 0.07  # On a board: share of the paper's grey level by which a pixel changes.
    least_stir: float = 6.0  # Grey levels; less is the camera's noise in the dark.
    # Of a board, changed at once: a quarter of a small die's face, and more than noise.
    board_mm2: float = 25.0
    width: int = 320  # Without one: pixels of the small picture.
    stir: float = 16.0  # Grey levels by which one of them changes.
    slip_px: float = 0.25  # The slip of registration.
    # Share of it that changed at once: 35 pixels of 320 x 180, less than a rolling die.
    stir_share: float = 0.0006
    drift_share: float = 0.002  # The same since calm began: something crept.
    around: float = 0.9  # A die's square, in its edges from its middle: what moves there may move the die.
    # Share of that square that changed since the die was read: it moved, or is covered.
    die_share: float = 0.04
    parts: tuple[int, int] = (16, 9)  # Of a picture, across and down.
    part_share: float = 0.02  # Share of one that changes where it moves.
    lately_s: float = 5.0  # Seconds that count.
    often: float = 0.5  # Share of them in which a part moves that never rests; no hand stays so long.

    # --- registration: how a hand-held camera moved
    most_corners: int = 200  # That are followed: more give no better result.
    corner_quality: float = 0.01  # Relative to the strongest corner: OpenCV's own example.
    corner_apart: float = 6.0  # Pixels between corners, so that one die does not have them all.
    fewest: int = 6  # Corners that must agree; a shift, turn and scale has four unknowns.
    agreeing: float = 0.4  # Share of the followed corners that must agree: a hand may cover the others.
    # Share of the picture that they must span: a sliding die is no camera motion.
    spread: float = 0.03
    off_px: float = 0.7  # A corner farther than this from its expected place does not agree.
    most_scale: float = 1.2  # Between two pictures of one rest; no hand-held camera exceeds it.


SETTINGS: Final = MotionSettings()

STEADY: Final[Transform] = np.array([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]])


class Motion:
    """Compares each small picture with the last one and, without a board, with the one in which motion was last seen.

    `last` is the latest picture in grey, and `at` its time in seconds. `moves` says whether anything moved in it or, without a
    board, has drifted since the last motion; `stirred` is the last time at which something did. The brightness of a `board`, and
    whether its light flickers, are stored in the board.
    """

    def __init__(self, board: EmptyBoard | None = None) -> None:
        self._board = board
        self.last: Picture | None = None
        self.at, self.stirred = inf, -inf
        self.moves = self.is_fixed = False
        """Whether a part of the picture has moved more than half of the time lately."""
        self._calm: Picture | None = None
        # The share of time in which each part moved lately.
        self._often = np.zeros(SETTINGS.parts[::-1], np.float32)

    @property
    def calm_s(self) -> float:
        """Return for how many seconds nothing has moved."""
        return self.at - self.stirred

    @property
    def is_settled(self) -> bool:
        """Whether nothing has moved for long enough (`settle_s`) to count as at rest."""
        return self.calm_s >= SETTINGS.settle_s

    def follow(self, small: Picture, at: float, still: Still | None = None) -> bool:
        """Take the next small picture; return whether anything moves or, if `still` has squares, has moved there since its picture.

        The first picture, or one of another size, counts as motion.
        """
        now, board = shrink_to_grey(small), self._board
        last, self.last = self.last, now
        passed, self.at = max(0.0, at - self.at), at
        seen: Changed | None = None
        if last is None or self._calm is None or last.shape != now.shape:
            self.moves = True
        else:
            since = [(last, SETTINGS.stir_share * now.size), (self._calm, SETTINGS.drift_share * now.size)]
            if board is not None:
                board.level = max(1.0, cv2.mean(now, board.inside)[0])
                since = [(last, SETTINGS.board_mm2 * board.px_per_mm**2)]
            for before, most in since:
                if seen is None:
                    seen = self._change(before, [(np.s_[:, :], most)])
            self.moves = seen is not None
        if self.moves:
            self._calm, self.stirred = now, at
        moved, (before, squares) = self.moves, still or (now, ())
        if squares:
            limits = [(square, SETTINGS.die_share * before[square].size) for square in squares]
            moved = self._change(before, limits) is not None
        moves = np.zeros_like(self._often)
        if seen is not None:
            moves = cv2.resize(seen.astype(np.float32), SETTINGS.parts, interpolation=cv2.INTER_AREA)
        share = np.float32(min(1.0, passed / SETTINGS.lately_s))
        self._often += share * ((moves > SETTINGS.part_share) - self._often)
        self.is_fixed = bool(self._often.max() > SETTINGS.often)
        return moved

    def _change(self, before: Picture, limits: Sequence[tuple[Square, float]]) -> Changed | None:
        """Return what changed since `before`; None if light or, without a board, camera motion explains the change.

        Each of the `limits` is an area and the number of its pixels that may change without motion.
        """
        now, board = self.last, self._board
        assert now is not None
        if before.shape != now.shape:
            return np.ones(now.shape, np.bool_)
        where, least = None, SETTINGS.stir
        if board is not None:
            where, least = board.bare, max(SETTINGS.least_stir, SETTINGS.board_stir * board.level)
        if _is_within(limits, changed(before, now, where=where, least=least)):
            return None
        seen = changed(before, now, where=where, least=least, bands=True)
        still = _is_within(limits, seen)
        if board is not None:
            board.flickers = still
        elif not still:
            seen = changed(before, now, register(before, now), least=least, slip=SETTINGS.slip_px, bands=True)
            still = _is_within(limits, seen)
        return None if still else seen


def _is_within(limits: Sequence[tuple[Square, float]], seen: Changed) -> bool:
    return all(np.count_nonzero(seen[area]) <= most for area, most in limits)


def square_of(x: float, y: float, edge: float) -> Square:
    """Return the rows and columns around a die; all values are in pixels of the small picture."""
    half = SETTINGS.around * edge
    rows, columns = (slice(max(0, round(at - half)), max(0, round(at + half) + 1)) for at in (y, x))
    return rows, columns


def changed(
    before: Picture,
    now: Picture,
    moved: Transform = STEADY,
    *,
    where: Changed | None = None,
    least: float,
    slip: float = 0.0,
    bands: bool = False,
) -> Changed:
    """Return the pixels that changed, after compensating for camera motion and for brightness changes of the whole picture.

    With `bands`, the brightness of rows and columns is compensated too. Both pictures are grey and of the same shape. A pixel in
    `where` has changed if it differs by more than `least` grey levels plus what an offset of `slip` pixels can cause there. If
    no pixel can be compared, all have changed.
    """
    warped, inside = warp(before, moved)
    inside = inside if where is None else inside & where
    if not inside.any():
        return np.ones(now.shape, np.bool_)
    mask = inside.view(np.uint8)
    lit = now.astype(np.float32) * (cv2.mean(warped, mask)[0] / max(1.0, cv2.mean(now, mask)[0]))
    if bands:
        lit = lit * bands_of((warped + 1) / (lit + 1))
    apart = np.abs(lit - warped)
    if slip:  # an offset shows where grey levels differ from one pixel to the next
        apart -= slip * cv2.morphologyEx(now, cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8))
    return np.asarray((apart > least) & inside, np.bool_)


def scale_of(picture: Picture) -> float:
    """Return the scale of the small picture: its pixels per pixel of this picture."""
    return float(min(1.0, SETTINGS.width / picture.shape[1]))


def shrink_to_grey(picture: Picture) -> Picture:
    """Return the picture in grey, shrunk to a size at which a rolling die is still visible."""
    scale = scale_of(picture)
    size = (max(1, round(picture.shape[1] * scale)), max(1, round(picture.shape[0] * scale)))
    small = cv2.resize(picture, size, interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), np.uint8)


def register(before: Picture, now: Picture) -> Transform:
    """Return how the camera moved between two grey pictures of the same shape; `STEADY` if that is unknown."""
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


def warp(before: Picture, moved: Transform) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.bool_]]:
    """Return a grey picture as the moved camera would see it, and a mask of the pixels that it covers, both of the same shape."""
    seen = before.astype(np.float32)
    if moved is STEADY:
        return seen, np.ones(before.shape, np.bool_)
    size = before.shape[1::-1]
    warped = cv2.warpAffine(seen, moved, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    whole = cv2.warpAffine(np.full_like(before, 255), moved, size, flags=cv2.INTER_NEAREST)
    inside = cv2.erode(whole, np.ones((5, 5), np.uint8)) > 0
    return np.asarray(warped, np.float32), np.asarray(inside, np.bool_)
