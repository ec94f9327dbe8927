"""The size of a table's dice, learned from throws that were read surely: at a known size the reader asks less."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from vision.types import Status

if TYPE_CHECKING:
    from vision.types import Reading


@dataclass(frozen=True, slots=True, kw_only=True)
class LearnedSizeSettings:
    """Hand-set numbers."""

    # Throws before a size counts: one alone may be a single misread outline.
    throws: int = 2
    # Throws that are remembered: a camera that is moved nearer is followed within so many.
    remembered: int = 5
    # The reader takes a size that is right within 15 %: sizes further apart (seen obliquely, or two kinds of
    # dice) are none.
    spread: float = 0.12


SETTINGS: Final = LearnedSizeSettings()


class LearnedSize:
    """Learn the edge of a die in pixels of the picture. A doubtful throw ends it: the camera may be elsewhere."""

    def __init__(self) -> None:
        self._edges: deque[tuple[float, ...]] = deque(maxlen=SETTINGS.remembered)

    @property
    def die_px(self) -> float | None:
        """Return the edge of a die in pixels; None while it is unknown."""
        if len(self._edges) < SETTINGS.throws:
            return None
        edges = [edge for throw in self._edges for edge in throw]
        middle = float(np.median(edges))
        return middle if max(abs(edge - middle) for edge in edges) <= SETTINGS.spread * middle else None

    def take(self, reading: Reading) -> None:
        """Learn from the reading of a throw."""
        if reading.status is Status.UNSURE:
            self._edges.clear()
        elif reading.dice:
            self._edges.append(tuple(die.size for die in reading.dice))
