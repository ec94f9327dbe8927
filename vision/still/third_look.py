"""Checks each face that may be read: whether it is printed, and whether it shows the pips of its value, or a sign.

The nets and the geometry see only the face itself. Here it is warped to a square once, together with its surroundings.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

import numpy as np

from vision.image_pyramid import halves_of
from vision.still.prints import LIMITS as PRINTS
from vision.still.prints import is_printed
from vision.still.signs import LIMITS as SIGNS
from vision.still.signs import shape_of, value_shown
from vision.still.spots import LIMITS as SPOTS
from vision.still.spots import SquareFace, says_another

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from vision.image_pyramid import Halves
    from vision.still.known import Sign
    from vision.still.networks import NetFace
    from vision.types import Picture

WORTH: Final = 0.1
"""The nets' belief in a mark below which it is never read as a die, and needs no look: read ones had 0.27 and more."""

BEYOND: Final = 0.1
"""Edges by which a face reaches out of the picture, so that it is cut."""

LIKELY: Final = 0.7
"""The nets' belief in a cut face that is enough all the same: on photographs cropped round their dice 1 of 805 readings
that were right is asked about."""


def looked_round(
    faces: Iterable[NetFace],
    picture: Picture | Halves,
    *,
    prints: bool = True,
    size_known: bool = False,
    signs: Sequence[Sign] = (),
) -> list[NetFace]:
    """Return the faces with `miscounted`, `pipless`, `shape` and, if `prints` is true, `printed` set.

    A pipless face that shows one of the `signs` gets that sign's value. A face cut off by the picture's edge counts as pipless, unless
    the nets are confident of it.
    """
    edged, bare = (PRINTS.edged_known, 0.0) if size_known else (PRINTS.edged, PRINTS.bare)
    copies = halves_of(picture)

    def looked(face: NetFace) -> NetFace:
        low, high = np.min(face.corners, axis=0), np.max(face.corners, axis=0)
        beyond = np.max([-low, high - copies.size])  # pixels by which it reaches out of the picture
        if face.real < LIKELY and beyond > BEYOND * face.edge:
            return replace(face, pipless=True)
        look = SquareFace(copies, face)
        printed = prints and is_printed(look, face.value, edged, bare)
        unsure = max(face.probabilities) < SPOTS.unsure
        miscounted = unsure and says_another(look.spots, face.value)
        pipless = not look.shows_pips(face.value)
        shape = shape_of(look) if signs or pipless else b""
        sign = value_shown(shape, signs, SIGNS.alike if pipless else SIGNS.resembles)
        if pipless and sign is not None:
            return replace(face.showing(sign), printed=printed, shape=shape)
        pipless = pipless or sign not in {None, face.value}
        if not (printed or miscounted or pipless):
            return face
        seen = replace(face, printed=printed, miscounted=miscounted, pipless=pipless)
        return replace(seen, shape=shape) if pipless else seen

    return [looked(face) if signs or face.real > WORTH else face for face in faces]
