"""Faces of dice of known size: the finder looks at two scales instead of a pyramid."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from vision.image_pyramid import halves_of
from vision.still.networks import Mark, edge_of, keep_strongest, look_closely, marks, place_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.image_pyramid import Halves
    from vision.still.networks import NetFace, Place
    from vision.types import Picture


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownSizeLimits:
    """The limits of the search for faces of a known size."""

    edges: tuple[float, ...] = (26.0, 34.0)
    """The finder's two face edges in pixels; a face marked at only one is often false."""
    looks: int = 2
    """The face net's views of each; four were no better (`benchmarks/eye/photographs.py`), and take twice as long."""
    faint: float = 0.04
    """Belief below which the finder marks nothing there."""
    worth: float = 0.1
    """The finder's belief above which a mark gets a second look: of 963 below, on photographs and renders, none
    reached 0.06."""
    size_off: tuple[float, float] = (0.6, 1.6)
    """Ratios to the known size: anything smaller or larger is no such die."""
    other_size: tuple[float, float] = (0.4, 2.4)
    """Ratios to the known size: between this and `size_off` it may be a die of another size."""
    most_others: int = 4
    """The number of such faces that get a closer look."""


LIMITS: Final = KnownSizeLimits()


def find_faces_of(picture: Picture | Halves, edge: float, *, most: int) -> tuple[NetFace, ...]:
    """Find and read top faces whose edge is about `edge` pixels, surest first, at most `most` of them.

    The finder sees the picture at two scales, since a face that it marks at only one is often false; a mark at either
    gets a second look and is read by the face net.
    """
    copies = halves_of(picture)
    seen = [[mark for mark in marked if _fits_size(mark, edge)] for marked in _marks_by_scale(copies, edge)]
    return _read_marks(copies, seen, most)


def find_faces_of_any(
    picture: Picture | Halves, edge: float, *, most: int
) -> tuple[tuple[NetFace, ...], tuple[NetFace, ...]]:
    """Find and read the same faces, and separately those of another size."""
    copies = halves_of(picture)
    marked = _marks_by_scale(copies, edge)
    seen = [[mark for mark in at_scale if _fits_size(mark, edge)] for at_scale in marked]
    others = [[mark for mark in at_scale if _of_another_size(mark, edge)] for at_scale in marked]
    return _read_marks(copies, seen, most), _read_marks(copies, others, LIMITS.most_others)


def _marks_by_scale(picture: Halves, edge: float) -> list[list[Mark]]:
    """Return the finder's marks at each scale, in the picture's pixels."""
    return [
        [
            replace(mark, corners=mark.corners / (pixels / edge))
            for mark in marks(_scale_picture(picture, pixels / edge), LIMITS.faint)
        ]
        for pixels in LIMITS.edges
    ]


def _read_marks(picture: Halves, seen: Sequence[Sequence[Mark]], most: int) -> tuple[NetFace, ...]:
    """Join the marks of all scales, and read the surest ones."""
    places: list[tuple[Place, list[Mark]]] = []  # the marks at each place, one a scale at most
    for number, marked in enumerate(seen):
        before = [looks for looks in places if len(looks[1]) <= number]
        for place, mark in _drop_overlapping(sorted(marked, key=lambda mark: -mark.score)):
            twin = next((looks for looks in before if len(looks[1]) <= number and place.on(looks[0])), None)
            if twin is None:
                places.append((place, [mark]))
            else:
                twin[1].append(mark)
                before.remove(twin)
    worth = [mark for mark in (_join_marks(looks) for _, looks in places) if mark.score >= LIMITS.worth]
    joined = _drop_overlapping(sorted(worth, key=lambda mark: -mark.score))[:most]
    return tuple(keep_strongest(look_closely(picture, [mark for _, mark in joined], looks=LIMITS.looks)))


def _drop_overlapping(found: Sequence[Mark]) -> list[tuple[Place, Mark]]:
    """Return the marks without those that overlap an earlier one, with their places."""
    kept: list[tuple[Place, Mark]] = []
    for mark in found:
        place = place_of(mark.corners.astype(np.float64))
        if not any(place.on(other) for other, _ in kept):
            kept.append((place, mark))
    return kept


def _fits_size(mark: Mark, edge: float) -> bool:
    """Whether a mark is about the size of a die here; a top face nearer to the camera than its die's foot looks larger."""
    return bool(LIMITS.size_off[0] * edge < edge_of(mark.corners) < LIMITS.size_off[1] * edge)


def _of_another_size(mark: Mark, edge: float) -> bool:
    low, high = LIMITS.other_size
    return not _fits_size(mark, edge) and bool(low * edge < edge_of(mark.corners) < high * edge)


def _join_marks(looks: Sequence[Mark]) -> Mark:
    """Join the marks of several scales: the firmest place, and the values of both."""
    values = np.exp(np.mean([np.log(look.values + 1e-6) for look in looks], axis=0))
    best = max(looks, key=lambda look: look.score)
    return Mark(
        score=best.score,
        corners=best.corners,
        values=np.asarray(values / values.sum(), np.float32),
        doubt=max(look.doubt for look in looks),
    )


def _scale_picture(picture: Halves, scale: float) -> Picture:
    if abs(scale - 1) < 0.02:
        return picture.shrunk(1.0)
    copy, own = picture.near(scale)
    how = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(copy, None, fx=scale / own, fy=scale / own, interpolation=how), np.uint8)
