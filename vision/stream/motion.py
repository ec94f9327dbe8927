"""Motion over the board: each small picture compared with the last, without the lamp's changes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

if TYPE_CHECKING:
    from vision.stream.background import EmptyBoard, Mask
    from vision.types import Picture


@dataclass(frozen=True, slots=True, kw_only=True)
class MotionSettings:
    """Hand-set numbers; `python -m benchmarks.watching.sequences` judges them together (docs/decisions/0004)."""

    # Share of the paper's grey level by which a pixel changes when something moves there.
    stir: float = 0.07
    # Grey levels; less is the camera's noise in the dark.
    least_stir: float = 6.0
    # This much changed at once is motion: a quarter of a small die's face, and more than noise.
    stir_mm2: float = 25.0


SETTINGS: Final = MotionSettings()


class Motion:
    """Compares consecutive small pictures; `level` is the board's last brightness, in grey levels."""

    def __init__(self) -> None:
        self.level = 255.0
        self._last: Mask | None = None

    def stirs(self, board: EmptyBoard, small: Picture) -> bool:
        """Whether anything moves over the board; a flickering lamp does not count, and is noted in `board`."""
        grey = np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), np.uint8)
        last, self._last = self._last, grey
        if last is None:
            return True
        self.level = max(1.0, cv2.mean(grey, board.inside)[0])
        gain = cv2.mean(last, board.inside)[0] / self.level
        least = max(SETTINGS.least_stir, SETTINGS.stir * self.level)
        if not _has_moved(board, cv2.convertScaleAbs(grey, alpha=gain), last, least):
            return False
        board.flickers = not _has_moved(board, _row_by_row(grey, last, board.inside), last, least)
        return not board.flickers


def _has_moved(board: EmptyBoard, now: cv2.typing.MatLike, last: Mask, least: float) -> bool:
    """Whether enough of the board changed by `least` grey levels."""
    _, moved = cv2.threshold(cv2.absdiff(now, last), least, 255, cv2.THRESH_BINARY)
    return cv2.countNonZero(cv2.bitwise_and(moved, board.inside)) > SETTINGS.stir_mm2 * board.px_per_mm**2


def _row_by_row(now: Mask, last: Mask, inside: Mask) -> Mask:
    """Scale each row to its earlier light: mains flicker makes bands across the picture of a rolling shutter."""
    sums = [
        cv2.reduce(cv2.bitwise_and(grey, inside), 1, cv2.REDUCE_SUM, dtype=cv2.CV_32F) for grey in (last, now)
    ]
    gain = cv2.blur(cv2.divide(sums[0] + 1.0, sums[1] + 1.0), (1, 5))
    return np.asarray(cv2.multiply(now, cv2.repeat(gain, 1, now.shape[1]), dtype=cv2.CV_8U), np.uint8)
