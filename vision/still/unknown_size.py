"""Finds faces of dice of any size: the finder searches a pyramid of copies of the picture, smallest first.

Running the finder again and the face net four times takes far longer than finding a mark. So a mark is examined only while it
matters: if it overlaps a face whose belief is higher than its own can become, it is dropped at once.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from heapq import heapify, heappop, heappush
from typing import TYPE_CHECKING, Final

import numpy as np

from vision.image_pyramid import Halves, halves_of
from vision.still.networks import FITTING, Place, face_of, marks, place_of, read_faces, second_look

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.still.networks import Mark, NetFace
    from vision.types import Picture

LEVELS: Final = (960, 480, 240, 120, 60)  # longer sides of the pyramid's pictures


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchLimits:
    """The copies to search, and the marks to examine in them."""

    least: float = 0.1
    """Belief below which nothing is worth a second look."""
    most: int = 32
    """Marked faces of one copy that get a second look."""
    sure: float = 0.7
    """A face with this belief shows the dice's size in this picture, and ends the search for it."""
    large: float = 26.0
    """Pixels of an edge at which dice half as large are still seen: no larger copy is made. At 20 one of four grey
    dice was missed."""
    step: float = 1.15
    """A copy that is hardly larger shows nothing new."""
    strong: float = 0.6
    """Beside a face with this belief, faint ones of another size are dropped."""
    sizes: tuple[float, float] = (0.5, 2.0)
    """Relative to the strong faces' edges; a faint one outside is no die: 12 mm beside 19, near or far."""


LIMITS: Final = SearchLimits()


@dataclass(slots=True)
class Marked:
    """A mark with the results so far: `again` of a second run of the finder, `face` of the face net; None until these have run."""

    mark: Mark
    place: Place
    again: Mark | None = None
    face: NetFace | None = None

    @property
    def most(self) -> float:
        """Return the highest belief, 0..1, that the mark can still reach."""
        if self.face is not None:
            return self.face.real
        return float(np.sqrt(self.mark.score * (1.0 if self.again is None else self.again.score)))

    def look(self, picture: Halves) -> None:
        """Examine the mark more closely: first with the finder again, then with the face net."""
        corners = self.mark.corners
        if self.again is None:
            self.again = second_look(picture, corners)
        else:
            self.face = face_of(self.mark, self.again, read_faces(picture, [corners])[0])

    def looked_for(self, picture: Halves, belief: float) -> bool:
        """Examine the mark until it is clear whether its belief exceeds `belief`; return whether it does."""
        while self.face is None and self.most > belief:
            self.look(picture)
        return self.most > belief


def find_faces(picture: Picture | Halves) -> tuple[NetFace, ...]:
    """Return all top faces in a BGR picture as the nets read them, surest first, including faint ones.

    The search goes from a small copy of the picture to larger ones, until a larger one could show no more dice of the size found.
    """
    picture = halves_of(picture)
    longer, shorter = max(picture.size), min(picture.size)
    largest = min(1.0, max(LEVELS) / longer)
    copies, reached = Halves(picture.shrunk(largest)), 0.0
    seen: list[Marked] = []
    for level in sorted({min(largest, side / longer) for side in LEVELS}):
        if level * shorter < FITTING[0]:  # too small for a die
            continue
        known = [spot for spot in seen if spot.looked_for(picture, LIMITS.sure)]
        scale = min([level, *(LIMITS.large / spot.place.edge for spot in known)])
        if scale < LIMITS.step * reached:
            break
        marked = marks_at(copies, scale, largest)
        new = [spot for spot in marked if not any(spot.place.on(other.place) for other in known)]
        seen += sorted(new, key=lambda spot: -spot.mark.score)[: LIMITS.most]
        reached = scale
    return tuple(strongest_of(seen, picture))


def marks_at(copies: Halves, scale: float, largest: float) -> list[Marked]:
    """Return the finder's marks in a scaled copy of the picture, in pixels of the picture itself."""
    found = marks(copies.shrunk(scale / largest), LIMITS.least)
    whole = [replace(mark, corners=mark.corners / scale) for mark in found]
    return [Marked(mark, place_of(mark.corners.astype(np.float64))) for mark in whole]


def strongest_of(seen: Sequence[Marked], picture: Halves) -> list[NetFace]:
    """Return the strongest of each set of overlapping marks, except faint ones of an unusual size.

    Marks are examined by the highest belief that they can reach, so one that overlaps a kept mark is weaker and is skipped.
    """
    waiting = [(-spot.most, number, spot) for number, spot in enumerate(seen)]
    heapify(waiting)
    kept: list[Marked] = []
    while waiting:
        _, number, spot = heappop(waiting)
        if _is_hidden(spot, kept):
            continue
        if spot.face is not None:
            kept.append(spot)
        # A mark of an unusual size, which will be dropped, may still hide another.
        elif spot.most > LIMITS.least and (
            _is_usual_size(spot, kept)
            or any(spot.place.on(other.place) and not _is_hidden(other, kept) for _, _, other in waiting)
        ):
            spot.look(picture)
            heappush(waiting, (-spot.most, number, spot))
    return [spot.face for spot in kept if spot.face is not None and _is_usual_size(spot, kept)]


def _is_hidden(one: Marked, kept: Sequence[Marked]) -> bool:
    """Whether a mark overlaps a stronger one."""
    return any(one.place.on(other.place) for other in kept)


def _is_usual_size(one: Marked, kept: Sequence[Marked]) -> bool:
    """Whether a mark is strong, or similar in size to the strong ones: dice on one table are 12 to 19 mm, near or far."""
    strong = [other.place.edge for other in kept if other.most > LIMITS.strong]
    if not strong or one.most > LIMITS.strong:
        return True
    return LIMITS.sizes[0] * min(strong) < one.place.edge < LIMITS.sizes[1] * max(strong)
