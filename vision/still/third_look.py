"""A third look at each face that may be read: whether it is printed, and whether its spots are those of its value.

Both nets and the geometry see the face alone. Here it is set square once, with its surroundings.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from vision.still.prints import LIMITS as PRINTS
from vision.still.prints import is_printed
from vision.still.spots import LIMITS as SPOTS
from vision.still.spots import SquareFace, says_another

if TYPE_CHECKING:
    from collections.abc import Iterable

    from vision.image_pyramid import Halves
    from vision.still.networks import NetFace
    from vision.types import Picture

WORTH: Final = 0.1
"""The nets' belief in a mark below which it is never read as a die, and needs no look: read ones had 0.27 and more."""

FIRM: Final = 0.9
"""The same, from which nobody asks whether a face shows the pips of its value."""


def looked_round(
    faces: Iterable[NetFace], picture: Picture | Halves, *, prints: bool = True, size_known: bool = False
) -> list[NetFace]:
    """Return the faces with `printed`, if `prints` are asked about, `miscounted`, `uncounted` and `pipless` set."""
    edged, bare = (PRINTS.edged_known, 0.0) if size_known else (PRINTS.edged, PRINTS.bare)

    def looked(face: NetFace) -> NetFace:
        look = SquareFace(picture, face)
        printed = prints and is_printed(look, face.value, edged, bare)
        unsure = max(face.probabilities) < SPOTS.unsure
        miscounted = unsure and says_another(look.spots, face.value)
        uncounted = face.real < FIRM and len(look.spots.places) != face.value
        pipless = not look.shows_pips(face.value)
        if not (printed or miscounted or uncounted or pipless):
            return face
        return replace(face, printed=printed, miscounted=miscounted, uncounted=uncounted, pipless=pipless)

    return [looked(face) if face.real > WORTH else face for face in faces]
