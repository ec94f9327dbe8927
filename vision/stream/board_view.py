"""One board under one camera: small pictures sorted into things, and dice in relation to the cup."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from vision.stream.background import EmptyBoard
from vision.stream.board_reader import BoardReader
from vision.stream.motion import square_of
from vision.stream.objects import find_things

if TYPE_CHECKING:
    from vision.board import BoardPose
    from vision.stream.background import Background
    from vision.stream.motion import Square
    from vision.stream.objects import BigThings, Cup
    from vision.types import Die, Picture


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardViewSettings:
    """Hand-set numbers, judged by `benchmarks.watching.sequences` (docs/decisions/0004)."""

    # In a die's edges: a die this near to the cup's outline may stick out; half a diagonal is 0.71.
    at_rim: float = 0.75
    # Share of the cup's place that something else must cover for the cup to be under it.
    overlaid: float = 0.3


SETTINGS: Final = BoardViewSettings()


@dataclass(frozen=True, slots=True, kw_only=True)
class SortedPicture:
    """One small picture, sorted: the differences from the empty board, and the big things among them."""

    background: Background
    things: BigThings


class BoardView:
    """The learned empty board under one pose, with the reader of its dice; `first` is the first picture of it."""

    def __init__(self, pose: BoardPose, first: Picture, die_mm: float) -> None:
        self._pose, self._die_mm = pose, die_mm
        self.board = EmptyBoard(pose, first)
        self.reader = BoardReader(pose, self.board, die_mm)

    def small(self, picture: Picture) -> Picture:
        """Return the small picture, straightened: a sixteenth of the work for the large one."""
        lens = self._pose.lens
        small = self.board.shrink(picture)
        return small if lens is None else lens.at_size(self.board.size).straighten(small)

    def look(self, small: Picture) -> SortedPicture:
        """Return the things in a small picture."""
        background = self.board.look(small)
        return SortedPicture(background=background, things=find_things(self.board, background))

    def may_hide(self, cup: Cup, look: SortedPicture) -> bool:
        """Whether something else than a cup is in the cup's place, so that the cup may still be under it."""
        if not look.things.hand or look.things.cup is not None:
            return False
        place = cup.mask > 0
        return bool(
            np.count_nonzero(look.background.things[place]) > SETTINGS.overlaid * np.count_nonzero(place)
        )

    def lies_beside(self, cup: Cup, die: Die, look: SortedPicture) -> bool:
        """Whether something lies in a die's old place, outside the cup: an immediate next throw is not read."""
        x, y = (round(place) for place in self._place(die))
        near = round(self._die_mm * self.board.px_per_mm / 2)
        square = np.s_[max(0, y - near) : y + near + 1, max(0, x - near) : x + near + 1]
        return bool(look.background.traces[square].any() and not cup.mask[square].all())

    def at_rim(self, cup: Cup, die: Die) -> bool:
        """Whether a die that was just there would stick out from under the cup."""
        outlines, _ = cv2.findContours(cup.mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
        depth = cv2.pointPolygonTest(outlines[0], self._place(die), measureDist=True)
        return abs(depth) < SETTINGS.at_rim * self._die_mm * self.board.px_per_mm

    def square_of(self, die: Die) -> Square:
        """Return the square of the small picture around a die."""
        return square_of(*self._place(die), self._die_mm * self.board.px_per_mm)

    def _place(self, die: Die) -> tuple[float, float]:
        """Return a die's place in the small picture."""
        x, y = self._pose.to_px([[die.x, die.y]])[0] * self.board.scale
        return float(x), float(y)
