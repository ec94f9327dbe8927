"""Find dice in a picture: pips that form a face, inside an outline that such a face fits. Both must agree."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

import numpy as np

from vision.faces import EDGE, INSIDE, PLACES, Face, faces_of
from vision.outline import Levels, Outline, outlines

if TYPE_CHECKING:
    import numpy.typing as npt

    from vision.pips import Floats, Spots
    from vision.sightings import Picture

GOOD: Final = 0.35  # a spot below this quality starts no die
FAMILY: Final = 11.0  # pips of one face lie within this many pip radii
CROWD: Final = 12  # neighbours of a spot that are tried with it


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """A die found: its face, its outline, and how well all agrees (0..1)."""

    face: Face
    outline: Outline
    edge: float  # pixels
    score: float
    pips: npt.NDArray[np.intp]  # the spots of the face
    stain: float  # how much the worst empty place of the lattice differs from the body, 1: like a pip


@dataclass(slots=True)
class Search:
    """What the search over one picture has found."""

    dice: list[Found] = field(default_factory=list)
    weak: list[Found] = field(default_factory=list)  # what could be dice but is not sure
    loose: list[int] = field(default_factory=list)  # good spots on no die


def find_dice(picture: Picture, spots: Spots) -> Search:
    """Try each good spot as a pip, faces with many pips first: what they explain is out of the way then."""
    levels = Levels(picture)
    search = Search()
    free = np.ones(len(spots), dtype=np.bool_)
    for least, bar in ((4, 0.6), (3, 0.62), (2, 0.66), (1, 0.68)):
        hopes = _hopes(levels, spots, free, search, least)
        for die in sorted(hopes, key=lambda d: -d.score):
            if not free[die.pips].all() or any(_overlap(die, d) for d in search.dice):
                continue
            if die.score >= bar:
                search.dice.append(die)
                free &= ~_covered(die, spots)
            elif least > 1 or die.score > 0.4:
                search.weak.append(die)
    search.weak = [w for w in search.weak if not any(_overlap(w, d) for d in search.dice)]
    search.loose = [int(k) for k in np.flatnonzero(free & (spots.quality >= GOOD))]
    return search


def _hopes(
    levels: Levels, spots: Spots, free: npt.NDArray[np.bool_], search: Search, least: int
) -> list[Found]:
    """Return the best face with at least so many pips round each free spot."""
    seen: set[tuple[int, ...]] = set()
    hopes: list[Found] = []
    taken = [(d.face.centre, d.face.frame) for d in search.dice]
    for seed in np.flatnonzero(free & (spots.quality >= GOOD)):
        family = _family(spots, free, int(seed)) if least > 1 else np.array([seed])
        if len(family) < least:
            continue
        for face in faces_of(spots.take(family), least):
            pips = np.sort(family[list(face.pips)])
            key = tuple(int(k) for k in pips)
            if key in seen:
                continue
            seen.add(key)
            die = _proved(levels, spots, face, pips, taken)
            if die is not None:
                hopes.append(die)
    return hopes


def _family(spots: Spots, free: npt.NDArray[np.bool_], seed: int) -> npt.NDArray[np.intp]:
    """Name the spots that could be pips on the seed's face, nearest first, the seed among them."""
    radius, depth = spots.radius[seed], spots.depth[seed]
    apart = np.hypot(*(spots.xy - spots.xy[seed]).T)
    like = free & (spots.light == spots.light[seed]) & (apart < FAMILY * radius)
    like &= (spots.radius > radius / 1.7) & (spots.radius < radius * 1.7)
    like &= (spots.depth > depth / 2.5) & (spots.depth < depth * 2.5)
    like &= np.abs(spots.body - spots.body[seed]).max(axis=1) < np.maximum(0.6 * depth, 25)
    index = np.flatnonzero(like)
    return index[np.argsort(apart[index])[:CROWD]]


def _proved(
    levels: Levels, spots: Spots, face: Face, pips: npt.NDArray[np.intp], taken: list[tuple[Floats, Floats]]
) -> Found | None:
    """Return the face as a die with the outline that fits it best; None if none fits at all."""
    one = face.value == 1
    reach = 7.0 if one else 3.3
    best: tuple[float, Outline] | None = None
    for outline in outlines(levels, spots, pips, face.centre, face.frame, reach, taken):
        fit = outline.score * (_fits_one(outline) if one else _fits(outline, face))
        if best is None or fit > best[0]:
            best = (fit, outline)
    if best is None or best[0] <= 0:
        return None
    outline = best[1]
    step = float(np.sqrt(abs(np.linalg.det(face.frame))))
    edge = outline.edge * step if one else (0.5 * EDGE + 0.5 * outline.edge) * step
    stain = _stain(levels, spots, face, pips, outline)
    score = best[0] * float(np.clip(1.6 - 2 * stain, 0, 1)) * (1 - face.error) * _roundness(spots, pips)
    return Found(face=face, outline=outline, edge=edge, score=score, pips=pips, stain=stain)


def _fits(outline: Outline, face: Face) -> float:
    """Say how well the outline fits the lattice: its size, place and direction, 0..1."""
    size = abs(float(np.log(outline.edge / EDGE)))
    off = float(np.hypot(*outline.offset)) / outline.edge
    turned = abs(outline.angle) / 45.0
    few = 1.0 if len(face.pips) < 4 else 0.6
    return float(
        np.clip(1.15 - 1.6 * size, 0, 1)
        * np.clip(1.2 - 3 * off, 0, 1)
        * np.clip(1.15 - few * 1.4 * turned, 0, 1)
    )


def _fits_one(outline: Outline) -> float:
    """Say how well the outline fits a single pip: a common size, and the pip in the middle."""
    radii = 2.0 * outline.edge  # the lattice of a one has steps of two radii
    off = float(np.hypot(*outline.offset)) / outline.edge
    common = np.clip(min(radii / 3.6, 17.0 / radii) ** 2, 0, 1)
    return float(common * np.clip(1.2 - 4 * off, 0, 1))


def _stain(levels: Levels, spots: Spots, face: Face, pips: npt.NDArray[np.intp], outline: Outline) -> float:
    """Return how much the worst empty place of the lattice looks like a pip that was missed, 0..1."""
    places = PLACES * (outline.edge / EDGE if face.value == 1 else 1.0)
    steps = face.steps(spots.xy[pips])
    apart = np.hypot(*(places[:, None] - steps[None]).transpose(2, 0, 1)).min(axis=1)
    if face.value == 1:
        turn = np.deg2rad(outline.angle)
        places = places @ np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    empty = face.pixels(places[apart > 0.5])
    if not len(empty):
        return 0.0
    radius = float(np.median(spots.radius[pips]))
    colour = np.median(spots.body[pips], axis=0)
    differ = (levels.sample(empty, radius) - colour).mean(axis=1)
    differ = differ if spots.light[pips[0]] else -differ
    return float(np.clip(differ.max() / float(np.median(spots.depth[pips])), 0, 1))


def _roundness(spots: Spots, pips: npt.NDArray[np.intp]) -> float:
    """Say how squarely one looks onto this face: 1 from above, less from the side."""
    values = np.linalg.eigvalsh(spots.shape[pips])
    return float(np.clip(0.25 + np.mean(np.sqrt(values[:, 0] / values[:, 1])), 0, 1))


def _overlap(one: Found, other: Found) -> bool:
    """Tell whether two dice claim the same place."""
    apart = float(np.hypot(*(one.face.centre - other.face.centre)))
    return apart < 0.6 * max(one.edge, other.edge)


def _covered(die: Found, spots: Spots) -> npt.NDArray[np.bool_]:
    """Tell which spots a die explains: those on its body and sides, and the die itself seen as a spot."""
    apart = np.hypot(*(spots.xy - die.face.centre).T)
    on = apart < 0.8 * die.edge
    itself = (spots.radius > 0.3 * die.edge) & (apart < 1.5 * spots.radius)
    return np.asarray(on | itself, dtype=np.bool_)


__all__ = ["INSIDE", "Found", "Search", "find_dice"]
