"""Two readings that must agree: the geometric one and the nets'. What only one of them says is a doubt."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import atan2, degrees, hypot
from typing import TYPE_CHECKING, Final

import numpy as np

from vision.sightings import Die, Doubt, Reading, Status

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.nets import NetFace

SEEN: Final = 0.3  # the finder's belief that makes a face
SPREAD: Final = 2.2  # dice of one picture differ by less in size
AGREED: Final = 0.1  # how sure the nets must be of dice that the geometry sees too, but is not sure of
ALONE: Final = 0.6  # and of dice of which some are seen by the nets alone
LIKELY: Final = 0.02  # a value less likely than that is no candidate


@dataclass(slots=True)
class Match:
    """Which faces and dice are the same, and which are seen by one reading alone."""

    pairs: list[tuple[NetFace, Die]]
    faces: list[NetFace]
    dice: list[Die]


def joined(reading: Reading, faces: Sequence[NetFace]) -> Reading:
    """Join a geometric reading with what the nets see in the same picture."""
    seen = alike([face for face in faces if face.score > SEEN and face.none < 0.5])
    if not seen:
        return reading if not reading.dice else _unsure(reading, reading.dice)
    found = match(seen, reading.dice)
    dice = (*(_agreed(face, die) for face, die in found.pairs), *(_alone(face) for face in found.faces))
    dice = tuple(sorted(dice, key=lambda die: (die.y, die.x)))
    if found.dice or any(face.value != die.value for face, die in found.pairs):
        return _unsure(reading, dice)
    sure = min(face.sure for face in seen)
    if found.faces:
        # Where the geometry sees no die at all, the nets may look at a picture of dice, or at dominoes.
        return _judged(reading, dice, fine=bool(found.pairs) and sure > ALONE)
    return _judged(
        reading,
        dice,
        fine=reading.status is Status.OK or (sure > AGREED and Doubt.FOREIGN not in reading.doubts),
    )


def alike(faces: Sequence[NetFace]) -> list[NetFace]:
    """Leave out what is far too small or large to be a die beside the others: print, other faces, pips."""
    if not faces:
        return []
    edge = float(
        np.median([face.edge for face in faces if face.score > 0.5] or [face.edge for face in faces])
    )
    return [face for face in faces if edge / SPREAD < face.edge < edge * SPREAD]


def match(faces: Sequence[NetFace], dice: Sequence[Die]) -> Match:
    """Find for each face the die at the same place."""
    left, result = list(dice), Match(pairs=[], faces=[], dice=[])
    for face in faces:
        x, y = _middle(face)
        near = [die for die in left if hypot(die.x - x, die.y - y) < 0.6 * max(die.size, face.edge)]
        if near:
            result.pairs.append((face, near[0]))
            left.remove(near[0])
        else:
            result.faces.append(face)
    result.dice = left
    return result


def _judged(reading: Reading, dice: tuple[Die, ...], *, fine: bool) -> Reading:
    return Reading(status=Status.OK, dice=dice) if fine else _unsure(reading, dice)


def _unsure(reading: Reading, dice: tuple[Die, ...]) -> Reading:
    return Reading(status=Status.UNSURE, dice=dice, doubts=reading.doubts or (Doubt.PIPS,))


def _agreed(face: NetFace, die: Die) -> Die:
    """Give a die that both see; where they differ in its value both are candidates, the nets' first."""
    values = dict.fromkeys((*_candidates(face), *die.candidates))
    confidence = max(die.confidence, face.sure) if face.value == die.value else min(die.confidence, face.sure)
    return replace(die, value=face.value, confidence=round(confidence, 3), candidates=tuple(values))


def _alone(face: NetFace) -> Die:
    """Give a die that the nets alone see."""
    x, y = _middle(face)
    (x0, y0), (x1, y1) = face.corners[:2]
    return Die(
        value=face.value,
        x=x,
        y=y,
        size=face.edge,
        angle=degrees(atan2(y1 - y0, x1 - x0)) % 90.0,
        confidence=round(face.sure, 3),
        candidates=_candidates(face),
    )


def _candidates(face: NetFace) -> tuple[int, ...]:
    order = sorted(range(6), key=lambda place: -face.probabilities[place])
    return tuple(
        place + 1 for place in order if face.probabilities[place] > LIKELY or place + 1 == face.value
    )


def _middle(face: NetFace) -> tuple[float, float]:
    x, y = np.array(face.corners).mean(axis=0)
    return float(x), float(y)
