"""Find dice in a picture: pips that form a face, on a body that such a face fits. Both must agree."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

import numpy as np

from vision.bodies import Body, body_of
from vision.faces import EDGE, INSIDE, PLACES, VALUES, Face, faces_of

if TYPE_CHECKING:
    import numpy.typing as npt

    from vision.pips import Spots
    from vision.sightings import Picture

GOOD: Final = 0.35  # a spot below this quality starts no die
DIAGONAL: Final = 24.0  # degrees that the diagonal of a two or three may be off the body's


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """A die found: its face, its body, and how well both agree (0..1)."""

    face: Face
    body: Body
    edge: float
    score: float
    pips: npt.NDArray[np.intp]  # the spots of the face
    others: npt.NDArray[np.intp]  # further spots on the same body: its sides
    doubts: tuple[str, ...] = ()


@dataclass(slots=True)
class Search:
    """What the search over one picture has found so far."""

    dice: list[Found] = field(default_factory=list)
    odd: list[tuple[int, Body]] = field(default_factory=list)  # die-like bodies whose pips form no face
    loose: list[int] = field(default_factory=list)  # good pips without a body


def find_dice(picture: Picture, spots: Spots) -> Search:
    """Look at each good spot as a pip of a die that is not found yet."""
    search = Search()
    claimed = np.zeros(len(spots), dtype=np.bool_)
    for seed in np.flatnonzero(spots.quality >= GOOD):
        if claimed[seed]:
            continue
        body = body_of(picture, spots, int(seed))
        if body is None or body.score < 0.45:
            search.loose.append(int(seed))
            continue
        index = _pips_on(body, spots, int(seed))
        die = _die(spots, index, body)
        if die is None:
            search.odd.append((int(seed), body))
        else:
            search.dice.append(die)
            claimed[index] = True
    return _settled(search, spots)


def _pips_on(body: Body, spots: Spots, seed: int) -> npt.NDArray[np.intp]:
    """Name the spots on the body that could be pips like the seed."""
    size = spots.radius / spots.radius[seed]
    near = (size > 0.45) & (size < 2.2) & (spots.light == spots.light[seed])
    near &= np.hypot(*(spots.xy - body.centre).T) < body.sides[0]
    near &= spots.depth > 0.3 * spots.depth[seed]
    index = np.flatnonzero(near)
    return index[body.holds(spots.xy[index])]


def _die(spots: Spots, index: npt.NDArray[np.intp], body: Body) -> Found | None:
    """Return the die that the pips on this body show, None if they show none."""
    mine = spots.take(index)
    best: Found | None = None
    for face in faces_of(mine):
        edge = _edge(face, body)
        fit = _fit(face, edge, body, mine)
        if fit <= 0:
            continue
        pips = index[list(face.pips)]
        others = np.setdiff1d(index, pips)
        die = Found(face=face, body=body, edge=edge, score=fit * body.score, pips=pips, others=others)
        if best is None or die.score > best.score:
            best = die
    return best


def _edge(face: Face, body: Body) -> float:
    """Return the edge of the die: by the pips, or by the body where one pip says nothing."""
    return float(np.sqrt(body.sides[0] * body.sides[1])) if face.value == 1 else face.edge


def _fit(face: Face, edge: float, body: Body, mine: Spots) -> float:
    """Say how well face and body agree, 0..1; 0 where they contradict each other."""
    long, short = body.sides
    off = float(np.hypot(*(face.centre - body.centre))) / edge
    ratio = float(mine.radius[list(face.pips)].mean()) / edge
    if not (0.72 < short / edge < 1.5 and 0.78 < long / edge < 1.75 and 0.05 < ratio < 0.24 and off < 0.5):
        return 0.0
    rest = np.setdiff1d(np.arange(len(mine)), face.pips)
    if len(rest):
        steps = face.steps(mine.xy[rest])
        if face.value == 1:
            steps = (mine.xy[rest] - face.centre) * (EDGE / edge)
        if np.any(np.abs(steps).max(axis=1) < INSIDE):
            return 0.0
    if face.value in (1, 2, 3) and off > (0.3 if len(rest) else 0.22):
        return 0.0
    if face.value in (2, 3) and _askew(face, body) > DIAGONAL:
        return 0.0
    slim = _roundness(mine, face)
    return slim * (1 - 0.5 * off) * (1 - face.error) * (0.9 if len(rest) else 1.0)


def _roundness(mine: Spots, face: Face) -> float:
    """Return the mean ratio of the pips' axes: how squarely one looks onto this face."""
    values = np.linalg.eigvalsh(mine.shape[list(face.pips)])
    return float(np.mean(np.sqrt(values[:, 0] / values[:, 1])))


def _askew(face: Face, body: Body) -> float:
    """Return by how many degrees the pips' diagonal is off the diagonal of the body's rectangle."""
    along = face.frame @ np.array([1.0, 1.0])
    angle = float(np.degrees(np.arctan2(along[1], along[0]))) - body.angle
    return abs((angle - 45.0 + 45.0) % 90.0 - 45.0)


def _settled(search: Search, spots: Spots) -> Search:
    """Drop dice that lie on each other, and what the dice found explain."""
    dice: list[Found] = []
    for die in sorted(search.dice, key=lambda d: -d.score):
        if all(np.hypot(*(die.body.centre - d.body.centre)) > 0.6 * max(die.edge, d.edge) for d in dice):
            dice.append(die)
    search.dice = dice
    search.odd = [(k, b) for k, b in search.odd if not _explained(k, dice, spots)]
    search.loose = [k for k in search.loose if not _explained(k, dice, spots)]
    return search


def _explained(spot: int, dice: list[Found], spots: Spots) -> bool:
    """Tell whether a spot lies on a die found, or is one."""
    for die in dice:
        apart = float(np.hypot(*(die.body.centre - spots.xy[spot])))
        if apart < 0.75 * die.edge or (spots.radius[spot] > 0.3 * die.edge and apart < 2 * spots.radius[spot]):
            return True
    return False


__all__ = ["PLACES", "VALUES", "Found", "Search", "find_dice"]
