"""Reads one still picture: its dice and their values, or why they are uncertain.

Two readers examine every picture: the geometry, for which pips must form one of six layouts and lie on a body that fits, and two
small nets. What is known (`known`) decides how they are combined: if the size is known, the nets lead and the number of dice
chooses among their marks (`selection`); otherwise both must agree (`combine`). If nothing is known, the nets run first, and the
geometry works at the size of their faces. If only the number is known and the readers disagree, the firmest faces show the size.

Both see only the face itself. A third look (`check_top_faces`) warps it to a square with its surroundings, and mostly adds doubt:
whether it is printed, and whether it shows the pips of its value, or a sign.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from vision.image_pyramid import halves_of
from vision.still.combine import LIMITS as COMBINE
from vision.still.combine import JointLimits, add_missed_faces, combine_readings, weigh_faces
from vision.still.confidence import LIMITS as BELIEF
from vision.still.geometry.find_dice import FoundDie, find_dice
from vision.still.geometry.pips import find_spots
from vision.still.known import NOTHING, Known
from vision.still.networks import find_faces_of
from vision.still.prints import LIMITS as PRINTS
from vision.still.prints import is_printed
from vision.still.selection import LIMITS as SELECTION
from vision.still.selection import SelectionLimits, select_dice
from vision.still.signs import LIMITS as SIGNS
from vision.still.signs import shape_of, value_shown
from vision.still.spots import LIMITS as SPOTS
from vision.still.spots import SquareFace, shows_lower_value
from vision.still.unknown_size import find_faces
from vision.types import Die, Doubt, Reading, Status

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from collections.abc import Set as AbstractSet

    from vision.image_pyramid import Halves
    from vision.still.combine import Joint
    from vision.still.known import Sign
    from vision.still.networks import NetFace
    from vision.stream.background import Mask
    from vision.types import Picture


@dataclass(frozen=True, slots=True, kw_only=True)
class ReaderLimits:
    """The size at which a picture is processed, and the number of faces examined."""

    longest: int = 1280
    """Pixels of the longer side of the picture for the geometry; `benchmarks/eye/speed.py` shows the cost of more."""
    most_marks: int = 8
    """Faces that are examined if the number of dice is unknown."""
    spare_marks: int = 2
    """Faces that are examined beyond the number of dice: one of them may be the die."""
    known_size: float = 32.0
    """Pixels of a die's edge that are enough if it is known."""
    shown_size: float = 40.0
    """The same of the smallest die if the nets show it: at 32 four of 355 photographs more were a question. A picture
    whose dice are smaller is read as it is: enlarged twice, 111 such photographs had the same verdicts, and took 30 ms more."""
    enlarged: float = 2.0
    """The largest enlargement of a picture with dice of a known size: anything smaller has no visible pips."""
    pip: tuple[float, float] = (0.07, 0.36)
    """The least and the largest diameter of a pip, in edges."""
    slack: float = 0.3
    """A scale this near to 1 is left."""
    known_slack: float = 0.05
    """The same if the die's edge is known."""
    fits: tuple[float, float] = (0.75, 1.3)
    """The usual size of the dice in known ones, and the size of each in usual ones if it was read without knowing that: half
    a domino stone had 0.64 and 1.31."""
    worth: float = 0.1
    """The nets' belief in a mark below which it is never read as a die, and needs no third look: read ones had 0.27 and more."""
    beyond: float = 0.1
    """Edges by which a face reaches out of the picture, so that it is cut."""
    likely: float = 0.7
    """The nets' belief in a cut face that is enough all the same: on photographs cropped round their dice 1 of 805 readings
    that were right is asked about."""
    larger: float = 1.15
    """The most that the nets may see the dice larger than given, where their number is known: 1.08 on 77 right readings, and
    1.17 to 1.44 on five that passed over a still larger die, given 0.7 or 0.8 of the size and one die too few."""


LIMITS: Final = ReaderLimits()


class Looks:
    """The readings of one picture by both readers, computed once for each size and set of numbers."""

    def __init__(self, picture: Picture, known: Known = NOTHING) -> None:
        self._picture, self._known = halves_of(picture), known
        self._marks: dict[tuple[float, frozenset[int] | None], Joint] = {}

    @cached_property
    def twice(self) -> tuple[Reading, list[NetFace]]:
        """Return the geometric reading and the nets' faces, for dice of unknown size."""
        return read_twice(self._picture, self._known)

    def marks(self, die_size: float, numbers: AbstractSet[int] | None) -> Joint:
        """Return the marks of both readers, for dice of this size in pixels."""
        key = die_size, None if numbers is None else frozenset(numbers)
        if key not in self._marks:
            known = replace(self._known, die_size=die_size, numbers=numbers)
            self._marks[key] = marks_in(self._picture, die_size, known, prints=True)
        return self._marks[key]


def read(picture: Picture, known: Known = NOTHING) -> Reading:
    """Return the reading of one picture (BGR, 8 bits). Places and sizes are in pixels of this picture."""
    return read_looks(Looks(picture, known), known)


def read_looks(
    looks: Looks, known: Known, selection: SelectionLimits = SELECTION, combine: JointLimits = COMBINE
) -> Reading:
    """Return the reading of a picture, using everything that is known.

    If the size is known, the nets search near that size only and lead (`selection`). Otherwise both readings must agree
    (`combine`), or the number of dice decides at the size that the nets see. A sure reading made without the known size also
    counts if it fits what is known. If there are fewer marks than dice, nothing else is tried.
    """
    if known.die_size is None:
        return _read_any_size(looks, known, selection, combine)
    joint = looks.marks(known.die_size, known.numbers)
    reading = select_dice(joint, known, selection)
    sure = reading.status is not Status.UNSURE
    if sure and _has_given_size(joint, len(reading.dice), known):
        return reading
    marks = sum(mark.face.real > LIMITS.worth for mark in joint.weighed)
    if marks < min((number for number in known.numbers or () if number), default=0):
        return reading
    other = _read_any_size(looks, replace(known, die_size=None), selection, combine, at_shown_size=sure)
    if other.status is Status.OK:
        # The usual die must fit the known size, and each the usual one: dice near the camera look larger.
        least, most = LIMITS.fits
        sizes = [die.size for die in other.dice]
        usual = float(np.median(sizes))
        if least < usual / known.die_size < most and least < min(sizes) / usual and max(sizes) / usual < most:
            return other
    return reading.in_doubt(Doubt.FOREIGN) if sure else reading


def _has_given_size(joint: Joint, count: int, known: Known) -> bool:
    """Whether the median size of the `count` surest marks fits the known size.

    The limit is stricter if the number of dice is known, because a much larger die would be passed over.
    """
    least, most = LIMITS.fits if known.numbers is None else (LIMITS.fits[0], LIMITS.larger)
    surest = sorted(joint.weighed, key=lambda mark: -mark.real)[:count]
    ratios = [mark.face.edge / (known.die_size or mark.face.edge) for mark in surest]
    return least < float(np.median(ratios or [1.0])) < most


def _read_any_size(
    looks: Looks,
    known: Known,
    selection: SelectionLimits,
    combine: JointLimits,
    *,
    at_shown_size: bool = True,
) -> Reading:
    """Read dice of unknown size; with `at_shown_size`, an unsure picture is read again at the size of the firmest faces."""
    result = combine_readings(*looks.twice, combine)
    if result.status is Status.UNSURE and known.most and at_shown_size:
        result = _read_at_shown_size(looks, known, selection) or result
    if known.numbers is None or len(result.dice) in known.numbers:
        return result
    return result.in_doubt(Doubt.COUNT)


def read_twice(picture: Picture | Halves, known: Known = NOTHING) -> tuple[Reading, list[NetFace]]:
    """Return the geometric reading of a picture with dice of any size, and the faces that the nets see."""
    copies = halves_of(picture)
    found = _faces_inside(find_faces(copies), known.region)
    firm = [face.edge for face in found if face.real > BELIEF.firm]
    reading = read_by_geometry(copies, sizes=(min(firm), max(firm)) if firm else None, region=known.region)
    return reading, check_top_faces(add_missed_faces(reading, found, copies), copies, signs=known.signs)


def _read_at_shown_size(looks: Looks, known: Known, limits: SelectionLimits) -> Reading | None:
    """Read again at the size of the firmest faces, as many as there may be dice.

    Return None unless the result is sure and has the values of these faces, and no other face is firm: it might be a larger die.
    """
    found = sorted(looks.twice[1], key=lambda face: -face.real)
    firmest, others = found[: known.most], found[known.most :]
    if not firmest or any(face.real > BELIEF.firm for face in others):
        return None
    size = float(np.median([face.edge for face in firmest]))
    again = select_dice(looks.marks(size, known.numbers), known, limits)
    values = sorted(face.value for face in firmest[: len(again.dice)])
    return again if again.status is Status.OK and sorted(die.value for die in again.dice) == values else None


def marks_in(
    picture: Picture | Halves, die_size: float, known: Known = NOTHING, *, prints: bool = False
) -> Joint:
    """Return both readings of a picture with dice whose edge is about `die_size` pixels.

    With `prints`, each face is checked for print and, if the number of dice is unknown, faces of other sizes are returned too. A
    board needs neither: it knows its own print, and asks about anything else. There the finder looks at two scales.
    """
    copies = halves_of(picture)
    reading = read_by_geometry(copies, die_size=die_size, region=known.region)
    most = LIMITS.most_marks if known.most is None else known.most + LIMITS.spare_marks
    others_too = prints and known.numbers is None
    found, others = find_faces_of(copies, die_size, most=most, others=others_too, twice=not prints)
    seen = add_missed_faces(reading, _faces_inside(found, known.region), copies)
    looks = check_top_faces(seen, copies, prints=prints, size_known=True, signs=known.signs)
    joint = weigh_faces(reading, looks)
    return replace(joint, others=tuple(_faces_inside(others, known.region)))


def check_top_faces(
    faces: Iterable[NetFace],
    picture: Picture | Halves,
    *,
    prints: bool = True,
    size_known: bool = False,
    signs: Sequence[Sign] = (),
) -> list[NetFace]:
    """Return the faces with `miscounted`, `pipless`, `shape` and, if `prints` is true, `printed` set.

    A pipless face that shows one of the `signs` gets that sign's value. A face cut off by the picture's edge counts as pipless,
    unless the nets are confident of it.
    """
    edged, bare = (PRINTS.edged_known, 0.0) if size_known else (PRINTS.edged, PRINTS.bare)
    copies = halves_of(picture)

    def looked(face: NetFace) -> NetFace:
        low, high = np.min(face.corners, axis=0), np.max(face.corners, axis=0)
        beyond = np.max([-low, high - copies.size])  # pixels by which it reaches out of the picture
        if face.real < LIMITS.likely and beyond > LIMITS.beyond * face.edge:
            return replace(face, pipless=True)
        look = SquareFace(copies, face)
        printed = prints and is_printed(look, face.value, edged, bare)
        unsure = max(face.probabilities) < SPOTS.unsure
        miscounted = unsure and shows_lower_value(look.spots, face.value)
        pipless = not look.shows_pips(face.value)
        shape = shape_of(look) if signs or pipless else b""
        alike = SIGNS.alike if pipless else SIGNS.resembles
        sign = value_shown(shape, signs, alike) if signs else None
        if pipless and sign is not None:
            return replace(face.showing(sign), printed=printed, shape=shape)
        pipless = pipless or sign not in {None, face.value}
        if not (printed or miscounted or pipless):
            return face
        seen = replace(face, printed=printed, miscounted=miscounted, pipless=pipless)
        return replace(seen, shape=shape) if pipless else seen

    return [looked(face) if signs or face.real > LIMITS.worth else face for face in faces]


def _faces_inside(faces: Sequence[NetFace], region: Mask | None) -> list[NetFace]:
    """Return the faces whose centre is in the region."""
    if region is None:
        return list(faces)
    height, width = region.shape
    middles = [np.clip(np.mean(face.corners, axis=0), 0, (width - 1, height - 1)) for face in faces]
    return [face for face, (x, y) in zip(faces, middles, strict=True) if region[int(y), int(x)]]


def read_by_geometry(
    picture: Picture | Halves,
    *,
    die_size: float | None = None,
    sizes: tuple[float, float] | None = None,
    region: Mask | None = None,
) -> Reading:
    """Return the reading of a picture by pips and outlines alone; its status is never "unsure".

    `die_size` is a die's edge in pixels, if known to about 15 %. Otherwise `sizes` are the smallest and the largest edge, in
    pixels, that the nets see. `region` (height, width) is not 0 where a pip can be.
    """
    if die_size is not None:
        sizes = (die_size, die_size)
    work, scale = _work_size(halves_of(picture), die_size, sizes)
    if sizes is None:
        spots = find_spots(work)
    else:
        spots = find_spots(
            work, smallest=LIMITS.pip[0] * sizes[0] * scale, largest=LIMITS.pip[1] * sizes[1] * scale
        )
    if region is not None:
        x, y = (spots.xy / scale).astype(np.intp).T
        height, width = region.shape
        spots = spots.take(region[np.clip(y, 0, height - 1), np.clip(x, 0, width - 1)] != 0)
    search = find_dice(work, spots, edge=None if die_size is None else die_size * scale)
    dice = sorted(search.dice, key=lambda die: tuple(die.face.centre[::-1]))
    return Reading(
        status=Status.OK if dice else Status.EMPTY, dice=tuple(_die_of(die, scale) for die in dice)
    )


def _work_size(
    picture: Halves, die_size: float | None, sizes: tuple[float, float] | None
) -> tuple[Picture, float]:
    """Scale the picture to the working size; return it with the scale."""
    if die_size is not None:
        scale, slack = LIMITS.known_size / die_size, LIMITS.known_slack
    elif sizes is not None:
        scale, slack = min(1.0, LIMITS.shown_size / sizes[0]), LIMITS.known_slack
    else:
        scale, slack = LIMITS.longest / max(picture.size), LIMITS.slack
    scale = min(LIMITS.enlarged, scale)
    if abs(scale - 1) < slack:
        return picture.shrunk(1.0), 1.0
    if scale < 1:
        return picture.shrunk(scale), scale
    size = tuple(max(1, round(side * scale)) for side in picture.size)
    return np.asarray(cv2.resize(picture.shrunk(1.0), size, interpolation=cv2.INTER_LINEAR), np.uint8), scale


def _die_of(die: FoundDie, scale: float) -> Die:
    """Return the die in its public form."""
    along = die.face.frame[:, 0]
    angle = float(np.degrees(np.arctan2(along[1], along[0])))
    if die.face.value == 1:
        angle += die.outline.angle
    x, y = (float(v) / scale for v in die.face.centre)
    return Die(
        value=die.face.value,
        x=x,
        y=y,
        size=die.edge / scale,
        angle=angle % 90.0,
        confidence=round(min(1.0, die.score), 3),
        candidates=(die.face.value,),
    )
