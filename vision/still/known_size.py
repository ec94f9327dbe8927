"""Finds faces of dice of known size: the finder searches at one scale, on a board at two, instead of a pyramid."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from vision.image_pyramid import halves_of
from vision.still.networks import edge_of, keep_strongest, look_closely, marks, place_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.image_pyramid import Halves
    from vision.still.networks import Mark, NetFace, Place
    from vision.types import Picture


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownSizeLimits:
    """The limits of the search for faces of a known size."""

    edges: tuple[float, float] = (30.0, 20.0)
    """The finder's face edges in pixels. The second also finds faces of more than 52 pixels at the first. On boards it reads more
    throws; a photograph it makes slower to read, and takes a die of 0.6 of the given size for one of that size.
    """
    looks: int = 2
    """The face net's views of each; four were no better (`benchmarks/eye/photographs.py`), and take twice as long."""
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


def find_faces_of(
    picture: Picture | Halves, edge: float, *, most: int, twice: bool, others: bool
) -> tuple[tuple[NetFace, ...], tuple[NetFace, ...]]:
    """Find and read the top faces whose edge is about `edge` pixels, at most `most` at each scale, surest first.

    With `twice` they are sought at both scales. With `others`, also return faces of other sizes from both, as a second tuple.
    """
    copies = halves_of(picture)
    marked: list[list[Mark]] = []
    for pixels in LIMITS.edges if twice or others else LIMITS.edges[:1]:
        scale = pixels / edge
        copy, own = copies.near(scale)
        if abs(scale - 1) >= 0.02:
            how = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
            copy = np.asarray(
                cv2.resize(copy, None, fx=scale / own, fy=scale / own, interpolation=how), np.uint8
            )
        marked.append([replace(mark, corners=mark.corners / scale) for mark in marks(copy, LIMITS.worth)])
    near: list[NetFace] = []
    for found in marked if twice else marked[:1]:
        near += _read_marks(copies, [mark for mark in found if _has_size(mark, edge, LIMITS.size_off)], most)
    far = [mark for found in marked for mark in found if not _has_size(mark, edge, LIMITS.size_off)]
    far = [mark for mark in far if others and _has_size(mark, edge, LIMITS.other_size)]
    return tuple(keep_strongest(near)), _read_marks(copies, far, LIMITS.most_others)


def _has_size(mark: Mark, edge: float, ratios: tuple[float, float]) -> bool:
    """Whether a mark has about the size of a die; a top face looks larger, as it is nearer to the camera."""
    return ratios[0] * edge < edge_of(mark.corners) < ratios[1] * edge


def _read_marks(picture: Halves, marked: Sequence[Mark], most: int) -> tuple[NetFace, ...]:
    """Read the surest marks, except those that overlap a surer one."""
    kept: list[tuple[Place, Mark]] = []
    for mark in sorted(marked, key=lambda mark: -mark.score):
        place = place_of(mark.corners.astype(np.float64))
        if not any(place.on(other) for other, _ in kept):
            kept.append((place, mark))
    read = look_closely(picture, [mark for _, mark in kept[:most]], looks=LIMITS.looks)
    return tuple(keep_strongest(read))
