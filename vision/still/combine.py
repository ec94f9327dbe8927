"""Two readings that must agree: the geometric one and the nets'. What they say together is weighed (`vision.still.confidence`)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import combinations
from math import atan2, degrees, hypot
from typing import TYPE_CHECKING, Final

import numpy as np

from vision.still.confidence import REAL, Weighed, weigh, whole
from vision.still.networks import look_at
from vision.types import Die, Doubt, Reading, Status

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    import numpy.typing as npt

    from vision.image_pyramid import Halves
    from vision.still.networks import NetFace
    from vision.types import Picture

# Belief in a whole picture from which it is told without asking, chosen by benchmarks/eye/selection.py.
SURE: Final = 0.5  # where the geometry found all dice and has no doubt
SURE_ALONE: Final = 0.7  # where it missed one or doubts
SURE_FEW: Final = 0.82  # the same of at most FEW dice: what is no die mostly lies alone
FEW: Final = 2
SURE_TWINS: Final = 0.85  # where two faces lie side by side like the halves of a domino stone
ONE_TABLE: Final = (
    1.9  # how many times as large as another a die can look: 19 mm beside 12, and one nearer the camera
)
LIKELY: Final = 0.02  # a value less likely than that is no candidate
_ONE_PLACE: Final = 0.6  # edges between the middles of a face and a die that are the same
_FIRM: Final = 0.8  # the geometry's confidence in a die, and the nets' in its value, that confirm each other
_FIRM_ONE: Final = 0.95  # the same for a one: a single pip is too easily something else
_HINT: Final = 0.04  # the least belief of the nets that the geometry can confirm
_CONFIRMED: Final = 0.85  # the belief in a die that both found and read alike
_FAINT: Final = (
    0.02  # belief below which a mark is nothing, though the geometry sees a die or the table is bare
)
_TOUCHING: Final = 0.22  # edges between the corners of two faces that share an edge
POSSIBLE: Final = 0.25  # belief in a mark that is not read from which a die may have been missed
CONTRADICTS: Final = 0.8  # the geometry's confidence in another value that is a doubt
_LEANS: Final = 0.5  # a net's belief in a leaning or covered die that is enough to ask
_CLEAR: Final = 0.8  # belief below which a die's own flaw is named


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """What makes a reading sure; the constants above say what each is. Only benchmarks ask for others."""

    sure: float = SURE
    alone: float = SURE_ALONE
    few: float = SURE_FEW
    twins: float = SURE_TWINS
    possible: float = POSSIBLE
    contradicts: float = CONTRADICTS
    one_table: float = ONE_TABLE
    sides: bool = False  # whether a second face of a die that the geometry sees is a doubt of its own


LIMITS: Final = Limits()


@dataclass(frozen=True, slots=True, kw_only=True)
class Joint:
    """Both readings side by side: the marks of the nets, weighed, and dice that the geometry alone sees."""

    weighed: tuple[Weighed, ...]
    lonely: tuple[Die, ...]

    def moved(self, x: float, y: float) -> Joint:
        """Return the same as seen in a picture that begins so many pixels farther left and up."""
        return Joint(
            weighed=tuple(
                replace(
                    one, face=one.face.moved(x, y), die=None if one.die is None else _moved(one.die, x, y)
                )
                for one in self.weighed
            ),
            lonely=tuple(_moved(die, x, y) for die in self.lonely),
        )

    @property
    def read(self) -> list[Weighed]:
        """Give the marks that are dice."""
        return [one for one in self.weighed if one.real >= REAL]

    def agreed(self, reading: Reading, *, sides: bool = False) -> bool:
        """Tell whether the geometry found all dice that are read, and has no doubt.

        That it sees a second face of a die is none unless `sides`: a camera above the middle sees the sides of dice at
        the rim.
        """
        doubts = [doubt for doubt in reading.doubts if sides or doubt is not Doubt.COCKED]
        return not doubts and all(one.die is not None for one in self.read)

    def contradicted(self, least: float) -> bool:
        """Tell whether the geometry reads another value somewhere, at least so firmly."""
        return any(
            one.die is not None and one.die.value != one.face.value and one.die.confidence >= least
            for one in self.read
        )

    def uneven(self, most: float) -> bool:
        """Tell whether one face that is read is more than so many times as large as another: then one may be printed."""
        edges = [one.face.edge for one in self.read]
        return bool(edges) and max(edges) > most * min(edges)

    def incomplete(self, least: float) -> bool:
        """Tell whether a mark that is not read, but believed at least so much, may be a die that was missed."""
        return any(least <= one.real < REAL for one in self.weighed)


def _moved(die: Die, x: float, y: float) -> Die:
    return replace(die, x=die.x + x, y=die.y + y)


def joined(reading: Reading, faces: Sequence[NetFace], limits: Limits = LIMITS) -> Reading:
    """Join a geometric reading with what the nets see in the same picture."""
    joint = side_by_side(reading, faces)
    belief = whole(joint.weighed)
    read = joint.read
    dice = in_order(map(told_die, read))
    told = Reading(status=Status.OK, dice=dice, confidence=round(belief, 4))
    differ = joint.contradicted(limits.contradicts)
    hinted = not read and any(one.real > _FAINT for one in joint.weighed)
    leans = any(one.face.doubt > _LEANS for one in read)
    twins = any(_are_twins(one.face, other.face) for one, other in combinations(read, 2))
    agreed = joint.agreed(reading, sides=limits.sides)
    doubted = limits.few if len(read) <= FEW else limits.alone
    enough = belief >= (limits.twins if twins else limits.sure if agreed else doubted)
    missed = joint.lonely or joint.incomplete(limits.possible)
    uneven = joint.uneven(limits.one_table)
    if enough and not (differ or leans or hinted or missed or uneven):
        return told if dice else replace(told, status=Status.EMPTY)
    told = replace(told, dice=in_order((*dice, *joint.lonely)))
    return replace(
        told,
        status=Status.UNSURE,
        doubts=_doubts(reading, read, differ=differ, leans=leans, twins=twins, uneven=uneven),
    )


def in_order(dice: Iterable[Die]) -> tuple[Die, ...]:
    """Return dice row by row."""
    return tuple(sorted(dice, key=lambda die: (die.y, die.x)))


def looked_again(reading: Reading, faces: Sequence[NetFace], picture: Picture | Halves) -> list[NetFace]:
    """Let the nets look where the geometry alone sees dice; give their marks and these."""
    _, lonely = paired(faces, reading.dice)
    return [*faces, *look_at(picture, [square_of(die) for die in lonely])]


def square_of(die: Die) -> npt.NDArray[np.float32]:
    """Give the corners of a die's top face in pixels, clockwise: shape (4, 2)."""
    turn, half = np.deg2rad(die.angle), die.size / 2
    along, across = (
        np.array([np.cos(turn), np.sin(turn)]) * half,
        np.array([-np.sin(turn), np.cos(turn)]) * half,
    )
    middle = np.array([die.x, die.y])
    corners = [
        middle - along - across,
        middle + along - across,
        middle + along + across,
        middle - along + across,
    ]
    return np.array(corners, np.float32)


def side_by_side(reading: Reading, faces: Sequence[NetFace]) -> Joint:
    """Find for each mark the die at the same place, and weigh them."""
    dice, left = paired(faces, reading.dice)
    weighed = tuple(map(_confirmed, weigh(faces, dice)))
    unread = [one.die for one in weighed if one.die is not None and _FAINT < one.real < REAL]
    return Joint(weighed=weighed, lonely=(*left, *unread))


def _confirmed(one: Weighed) -> Weighed:
    """Believe in a die more that the geometry found on its own and read alike: two readings agree."""
    face, die = one.face, one.die
    if die is None or die.value != face.value or die.confidence < (_FIRM_ONE if die.value == 1 else _FIRM):
        return one
    if one.real < _HINT or face.none > 0.5 or max(face.probabilities) < _FIRM:
        return one
    return replace(one, real=max(one.real, _CONFIRMED), right=max(one.right, _CONFIRMED))


def paired(faces: Sequence[NetFace], dice: Sequence[Die]) -> tuple[list[Die | None], list[Die]]:
    """Give for each face the die at the same place, None for none, and the dice at no face's place."""
    left, found = list(dice), []
    for face in faces:
        x, y = _middle(face)
        apart = [hypot(die.x - x, die.y - y) for die in left]
        near = [
            number for number, die in enumerate(left) if apart[number] < _ONE_PLACE * max(die.size, face.edge)
        ]
        found.append(left.pop(min(near, key=apart.__getitem__)) if near else None)
    return found, left


def _doubts(
    reading: Reading, read: Sequence[Weighed], *, differ: bool, leans: bool, twins: bool, uneven: bool
) -> tuple[Doubt, ...]:
    """Say why the table should ask."""
    doubts = list(reading.doubts)
    if differ:
        doubts.insert(0, Doubt.DISAGREE)
    if twins:
        doubts.insert(0, Doubt.TOUCHING)
    if leans:
        doubts.insert(0, Doubt.COCKED)
    if uneven:
        doubts.insert(0, Doubt.FOREIGN)
    if any(one.right < _CLEAR for one in read) or not doubts:
        doubts.append(Doubt.PIPS)
    return tuple(dict.fromkeys(doubts))


def told_die(one: Weighed) -> Die:
    """Return a die as the outside sees it; where the two readings differ in its value both are candidates."""
    face, die = one.face, one.die
    values = dict.fromkeys((*_candidates(face), *(() if die is None else die.candidates)))
    if die is not None:
        return replace(die, value=face.value, confidence=round(one.right, 4), candidates=tuple(values))
    x, y = _middle(face)
    (x0, y0), (x1, y1) = face.corners[:2]
    return Die(
        value=face.value,
        x=x,
        y=y,
        size=face.edge,
        angle=degrees(atan2(y1 - y0, x1 - x0)) % 90.0,
        confidence=round(one.right, 4),
        candidates=tuple(values),
    )


def _are_twins(one: NetFace, other: NetFace) -> bool:
    """Tell whether two faces share a whole edge, or nearly so: dice seldom fall like that, domino stones are made so."""
    first, second = np.array(one.corners), np.array(other.corners)
    reach = _TOUCHING * (one.edge + other.edge) / 2
    return any(
        np.hypot(*(first[k] - second[n])) < reach and np.hypot(*(first[(k + 1) % 4] - second[n - 1])) < reach
        for k in range(4)
        for n in range(4)
    )


def _candidates(face: NetFace) -> tuple[int, ...]:
    order = sorted(range(6), key=lambda place: -face.probabilities[place])
    return tuple(
        place + 1 for place in order if face.probabilities[place] > LIKELY or place + 1 == face.value
    )


def _middle(face: NetFace) -> tuple[float, float]:
    x, y = np.array(face.corners).mean(axis=0)
    return float(x), float(y)
