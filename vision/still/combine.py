"""Combines two readings that must agree, the geometry's and the nets', weighed in `vision.still.confidence`."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import combinations
from math import atan2, degrees, hypot
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from vision.still.confidence import LIMITS as BELIEF
from vision.still.confidence import Weighed, weigh, whole_probability
from vision.still.networks import look_at
from vision.types import Die, Doubt, Reading, Status

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    import numpy.typing as npt

    from vision.image_pyramid import Halves
    from vision.still.networks import NetFace
    from vision.types import Picture


@dataclass(frozen=True, slots=True, kw_only=True)
class JointLimits:
    """The limits of a sure reading: beliefs and confidences 0..1 unless stated otherwise.

    `value` and the limits of a whole picture were chosen with `benchmarks/eye/limits.py` and `benchmarks/eye/no_dice.py`
    together; lengths follow from dice and domino stones.
    """

    sure: float = 0.6
    """In a whole picture."""
    few_sure: float = 0.8
    """The same for at most `few` dice of which none is surely a die (`vouched`): things that are not dice mostly lie
    alone. Of 150 rendered tables without dice, one is read at this limit, and three at 0.78."""
    few: int = 2
    vouched: float = 0.97
    """The nets' belief in a flat die that can be read, from which one die shows that dice lie there; so does a value
    that the geometry reads firmly as well."""
    twins: float = 0.85
    """The same as `sure` if two faces lie side by side like the halves of a domino stone: one of 12 rendered tables of
    such stones had 0.844."""
    value: float = 0.85
    """In a value that the geometry does not read as well. Values read wrong had up to 0.77, in photographs that sway,
    are turned or dim; the least of the others 0.88."""
    possible: float = 0.15
    """In an unread mark that may be a missed die, if the nets can read it: a six on a disc had 0.16."""
    unreadable: float = 0.25
    """The same if they cannot (`firm`)."""
    contradicts: float = 0.8
    """The geometry's confidence in another value that is a doubt."""
    one_table: float = 1.9
    """The largest ratio of two dice's apparent sizes: 19 mm beside 12, and one nearer the camera."""
    leans: float = 0.5
    """A net's belief in a leaning or covered die that is enough to ask: as likely as not."""
    faint: float = 0.02
    """Below this a mark is nothing, even if the geometry sees a die or the table is bare."""
    one_place: float = 0.6
    """Edges between the middles of a face and a die that are the same: two dice are an edge apart at least."""
    touching: float = 0.22
    """Edges between the corners of two faces that share an edge."""
    firm: float = 0.8
    """The geometry's confidence in a die, and the nets' in its value, that confirm each other."""
    firm_one: float = 0.95
    """The same for a one: a single pip is too easily something else."""
    hint: float = 0.2
    """The least belief of the nets that the geometry can confirm: below it no more photographs were read, but a
    printed die was."""
    no_face: float = 0.5
    """The face net's belief that this is no face, above which the geometry can confirm nothing: as likely as not."""
    confirmed: float = 0.85
    """The belief in a die that both found and read alike: printed dice are read alike too, so it is not more."""
    clear: float = 0.8
    """Below this a die's own flaw is named."""
    believed: float = 0.5
    """The belief in a flat die that can be read, below which a mark is foreign: as likely as not."""
    likely: float = 0.02
    """A value less likely than this is no candidate."""


LIMITS: Final = JointLimits()


@dataclass(frozen=True, slots=True, kw_only=True)
class Joint:
    """Both readings together: the nets' marks, weighed, and the `lonely` dice that the nets do not read as dice.

    `others` are faces of a size other than the known one; they are neither weighed nor read.
    """

    weighed: tuple[Weighed, ...]
    lonely: tuple[Die, ...]
    others: tuple[NetFace, ...] = ()

    def moved(self, x: float, y: float) -> Joint:
        """Return the same readings in a picture that begins `x` pixels farther left and `y` farther up."""

        def shifted(die: Die) -> Die:
            return replace(die, x=die.x + x, y=die.y + y)

        weighed = (
            replace(mark, face=mark.face.moved(x, y), die=mark.die and shifted(mark.die))
            for mark in self.weighed
        )
        others = tuple(face.moved(x, y) for face in self.others)
        return Joint(weighed=tuple(weighed), lonely=tuple(map(shifted, self.lonely)), others=others)

    @property
    def read(self) -> list[Weighed]:
        """Return the marks that are dice."""
        return [mark for mark in self.weighed if mark.real >= BELIEF.real]

    def vouched(self, least: float) -> bool:
        """Whether a mark that is read is surely a die: its `right` is at least `least`, or the geometry firmly reads its value."""
        return any(mark.right >= least or _is_read_alike(mark) for mark in self.read)

    def uneven(self, most: float) -> bool:
        """Whether one face is more than `most` times as large as another, so that one of them may be printed."""
        edges = [mark.face.edge for mark in self.read]
        return bool(edges) and max(edges) > most * min(edges)

    def uncertain(self, least: float) -> bool:
        """Whether a value that the geometry does not confirm has a belief below `least`, or is contradicted by its spots."""
        return any(
            max(mark.face.probabilities) < least or mark.face.miscounted
            for mark in self.read
            if mark.die is None or mark.die.value != mark.face.value
        )

    def incomplete(self, readable: float, unreadable: float) -> bool:
        """Whether a mark that is not read may be a missed die; the limits are for readable and unreadable marks."""
        return any(
            (readable if max(mark.face.probabilities) >= LIMITS.firm else unreadable)
            <= mark.real
            < BELIEF.real
            for mark in self.weighed
        )


def combine_readings(reading: Reading, faces: Sequence[NetFace], limits: JointLimits = LIMITS) -> Reading:
    """Return the reading that combines a geometric one with the nets' faces in the same picture; unsure if they disagree."""
    joint = weigh_faces(reading, faces)
    belief = whole_probability(joint.weighed)
    read = joint.read
    dice = in_order(map(sure_die_of, read))
    certain = Reading(status=Status.OK, dice=dice, confidence=round(belief, 4))
    differ = any(_differs(mark, limits) for mark in read)
    hinted = not read and any(mark.real > LIMITS.faint for mark in joint.weighed)
    leans = any(mark.face.doubt > LIMITS.leans for mark in read)
    twins = any(are_twins(one.face, other.face) for one, other in combinations(read, 2))
    asked = limits.twins if twins else limits.sure
    if 0 < len(read) <= limits.few and not joint.vouched(limits.vouched):
        asked = max(asked, limits.few_sure)
    enough = belief >= asked
    missed = joint.lonely or joint.incomplete(limits.possible, limits.unreadable)
    uneven, uncertain = joint.uneven(limits.one_table), joint.uncertain(limits.value)
    printed = any(mark.face.printed for mark in read)
    pipless = any(mark.face.pipless or mark.right < limits.believed for mark in read)
    if enough and not (differ or leans or hinted or missed or uneven or uncertain or printed or pipless):
        return certain if dice else replace(certain, status=Status.EMPTY)
    lonely = [replace(die, doubted=True) for die in joint.lonely]
    doubted = [
        mark.face.printed
        or mark.face.pipless
        or mark.face.doubt > limits.leans
        or mark.right < LIMITS.clear
        or _differs(mark, limits)
        for mark in read
    ]
    marked = in_order(map(die_of, read)) if lonely and not any(doubted) else doubted_dice(read, doubted)
    named = {
        Doubt.FOREIGN: uneven or printed or pipless,
        Doubt.COCKED: leans,
        Doubt.TOUCHING: twins,
        Doubt.DISAGREE: differ,
    }
    doubts = tuple(doubt for doubt, holds in named.items() if holds)
    if not doubts or uncertain or any(mark.right < LIMITS.clear for mark in read):
        doubts = (*doubts, Doubt.PIPS)  # a die that cannot be read, or no other reason
    return replace(certain, dice=in_order((*marked, *lonely)), status=Status.UNSURE, doubts=doubts)


def _differs(mark: Weighed, limits: JointLimits) -> bool:
    """Whether the geometry firmly reads another value at this mark."""
    die = mark.die
    return die is not None and die.value != mark.face.value and die.confidence >= limits.contradicts


def in_order(dice: Iterable[Die]) -> tuple[Die, ...]:
    """Return the dice from top to bottom, and from left to right at equal heights."""
    return tuple(sorted(dice, key=lambda die: (die.y, die.x)))


def add_missed_faces(reading: Reading, faces: Sequence[NetFace], picture: Picture | Halves) -> list[NetFace]:
    """Return `faces` plus the nets' reading of each die that only the geometry sees."""
    _, lonely = pair_faces(faces, reading.dice)
    return [*faces, *look_at(picture, [corners_of_top(die) for die in lonely])]


def corners_of_top(die: Die) -> npt.NDArray[np.float32]:
    """Return the corners of a die's top face in pixels, clockwise: shape (4, 2)."""
    corners = cv2.boxPoints(((die.x, die.y), (die.size, die.size), die.angle))
    return np.asarray(np.roll(corners, -1, axis=0), np.float32)


def weigh_faces(reading: Reading, faces: Sequence[NetFace]) -> Joint:
    """Weigh each face of the nets with the geometry's die at its place; `lonely` are the dice with no face, or a doubtful one."""
    dice, left = pair_faces(faces, reading.dice)
    weighed = tuple(map(_confirm_die, weigh(faces, dice)))
    unread = [mark.die for mark in weighed if mark.die is not None and LIMITS.faint < mark.real < BELIEF.real]
    return Joint(weighed=weighed, lonely=(*left, *unread))


def _confirm_die(mark: Weighed) -> Weighed:
    """Raise the belief in a die for which the geometry reads the same value."""
    if not _is_read_alike(mark):
        return mark
    face = mark.face
    if mark.real < LIMITS.hint or face.none > LIMITS.no_face or max(face.probabilities) < LIMITS.firm:
        return mark
    return replace(mark, real=max(mark.real, LIMITS.confirmed), right=max(mark.right, LIMITS.confirmed))


def _is_read_alike(mark: Weighed) -> bool:
    """Whether the geometry firmly reads the same value at this mark."""
    face, die = mark.face, mark.die
    if die is None or die.value != face.value:
        return False
    return die.confidence >= (LIMITS.firm_one if die.value == 1 else LIMITS.firm)


def pair_faces(faces: Sequence[NetFace], dice: Sequence[Die]) -> tuple[list[Die | None], list[Die]]:
    """Return the die at the place of each face (None if there is none), and the dice that match no face."""
    left, found = list(dice), []
    for face in faces:
        x, y = _face_middle(face)
        apart = [hypot(die.x - x, die.y - y) for die in left]
        near = [
            number
            for number, die in enumerate(left)
            if apart[number] < LIMITS.one_place * max(die.size, face.edge)
        ]
        found.append(left.pop(min(near, key=apart.__getitem__)) if near else None)
    return found, left


def doubted_dice(marks: Sequence[Weighed], doubted: Sequence[bool]) -> tuple[Die, ...]:
    """Return the dice of a doubtful reading, `in_order`, with the doubted ones marked, or else the least believed one."""
    some = any(doubted) or not marks
    least = None if some else min(marks, key=lambda mark: mark.right)
    return in_order(
        replace(die_of(mark), doubted=doubt or mark is least)
        for mark, doubt in zip(marks, doubted, strict=True)
    )


def sure_die_of(mark: Weighed) -> Die:
    """Return a die of a sure reading, with its value as the only candidate."""
    die = die_of(mark)
    return replace(die, candidates=(die.value,))


def die_of(mark: Weighed) -> Die:
    """Return a die in its public form; its candidates are the nets' likely values, then those of the geometry, if it sees it."""
    face, die = mark.face, mark.die
    chances = dict(enumerate(face.probabilities, 1))
    order = sorted(chances, key=chances.__getitem__, reverse=True)
    likely = [value for value in order if chances[value] > LIMITS.likely or value == face.value]
    values = dict.fromkeys((*likely, *(() if die is None else die.candidates)))
    if die is not None:
        return replace(
            die, value=face.value, confidence=round(mark.right, 4), candidates=tuple(values), shape=face.shape
        )
    x, y = _face_middle(face)
    (x0, y0), (x1, y1) = face.corners[:2]
    return Die(
        value=face.value,
        x=x,
        y=y,
        size=face.edge,
        angle=degrees(atan2(y1 - y0, x1 - x0)) % 90.0,
        confidence=round(mark.right, 4),
        candidates=tuple(values),
        shape=face.shape,
    )


def are_twins(one: NetFace, other: NetFace) -> bool:
    """Whether two faces share nearly a whole edge, as the halves of a domino stone do; dice seldom fall like that."""
    first, second = np.array(one.corners), np.array(other.corners)
    reach = LIMITS.touching * (one.edge + other.edge) / 2
    return any(
        np.hypot(*(first[k] - second[n])) < reach and np.hypot(*(first[(k + 1) % 4] - second[n - 1])) < reach
        for k in range(4)
        for n in range(4)
    )


def _face_middle(face: NetFace) -> tuple[float, float]:
    x, y = np.array(face.corners).mean(axis=0)
    return float(x), float(y)
