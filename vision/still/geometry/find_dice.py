"""Finds dice in a picture: pips that form a face, inside an outline that suits the face. Both must agree."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import combinations
from math import hypot, log
from typing import TYPE_CHECKING, Final

import numpy as np

from vision.still.geometry.faces import EDGE, PLACES, Face, faces_of
from vision.still.geometry.outline import Levels, Outline, fall_linearly, find_outlines
from vision.still.geometry.pips import slimness

if TYPE_CHECKING:
    import numpy.typing as npt

    from vision.still.geometry.pips import Floats, Spots
    from vision.types import Picture


@dataclass(frozen=True, slots=True, kw_only=True)
class DieLimits:
    """The limits of a die made of spots: scores 0..1, and lengths in radii of pips, edges of dice, or steps of a face's lattice.

    Set by hand unless stated otherwise; `benchmarks/eye/board.py` and `benchmarks/eye/photographs.py` show the effect of changes.
    """

    good: float = 0.35
    """Quality of a spot below which it starts no die."""
    family: float = 11.0
    """Pip radii within which the pips of one face lie."""
    alike: tuple[float, float] = (1.7, 2.5)
    """The largest ratio of size, and of depth, of two pips of one face."""
    crowd: int = 12
    """Neighbours of a spot that are tried with it: a face has six pips, and another die's may be nearer."""
    most_tried: int = 400
    """The most faces tried; a picture with more is all texture, and would take seconds."""
    smallest: float = 18.0
    """Least edge of a die in pixels of the working picture; below, faces look like grain."""
    spread: float = 2.2
    """The largest relative difference of size between dice of one picture."""
    pale: float = 0.2
    """Share of the depth of the certain dice's pips that all others reach: fainter spots are grain, print, scratches."""
    bars: tuple[float, ...] = (1.0, 0.62, 0.57, 0.52, 0.5, 0.5, 0.5)
    """Score of a die, by its number of pips: the fewer, the more often they are something else."""
    lone_one: float = 0.74
    """The same for a one without a certain die or a known size."""
    firm: float = 0.75
    """Score of a certain die with two pips or more."""
    firm_one: float = 0.85
    """The same for any die if there is none of those."""
    doubted: float = 0.4
    """Score above which a rejected die may be a doubt."""
    fair_one: float = 0.3
    """Score of a one above which its known size counts."""
    clean: tuple[float, ...] = (0.0, 0.0, 0.0, 0.25, 0.4, 0.5, 0.5)
    """How far this many clean, well-placed pips make up for an outline."""
    known: tuple[float, ...] = (0.0, 0.15, 0.5, 0.6, 0.7, 0.7, 0.7)
    """The same for dice of known size: white dice on white paper under flat light have next to no outline."""
    known_one: tuple[float, float] = (0.07, 0.19)
    """Radius of a one's pip in edges of a die of known size, least and most."""
    other: float = 1.35
    """The largest difference of pip distances between makes of dice of one size."""
    slack: float = 0.1
    """The largest relative difference between a die's apparent and known size."""
    covers: tuple[float, float] = (0.8, 0.66)
    """Edges within which a die explains spots, without and with a known size: a touching one has its first pips 0.73
    away."""
    one_place: float = 0.6
    """Edges between the middles of two dice that claim the same place: flat ones are an edge apart."""
    stain: tuple[float, float] = (0.14, 0.5)
    """How much an empty place of the lattice may look like a pip: no effect up to the first, no die from the second
    on; so all pairs below."""
    error: tuple[float, float] = (0.08, 0.4)
    """How far the pips may be from their places, in steps."""
    slim: tuple[float, float] = (-0.74, -0.5)
    """1 less the ratio of the pips' axes: from the side they look flat."""
    known_edge: tuple[float, float] = (0.14, 0.22)
    """How far the pips' distances may be from those of a die of known size, as a logarithm."""
    known_outline: tuple[float, float] = (0.12, 0.3)
    """The same for the outline."""
    outline: tuple[float, float] = (3.2, 5.0)
    """Edge of an outline round a face, in steps, least and most."""
    outline_six: tuple[float, float] = (2.9, 4.1)
    """The same for a six, whose rows are farther apart."""
    outline_grace: float = 0.2
    """Share beyond that range at which the outline no longer fits."""
    off: tuple[float, float] = (0.08, 0.3)
    """How far the outline's middle may be from the face's, in edges."""
    turned: tuple[float, float] = (6.0, 30.0)
    """How far it may be turned against the lattice, in degrees."""
    turned_few: tuple[float, float] = (6.0, 18.0)
    """The same for fewer than four pips, which prove less by themselves."""
    one_large: tuple[float, float] = (15.0, 22.0)
    """Edge of an outline round a one, in radii of its pip, at most."""
    one_small: tuple[float, float] = (-4.0, -3.0)
    """1 less the least of the same."""
    one_off: tuple[float, float] = (0.07, 0.25)
    """How far its middle may be from the pip, in edges."""
    reach: float = 3.3
    """Steps from the middle in which the outline of a face is searched."""
    reach_one: float = 7.0
    """The same for a one, whose steps are two radii of its pip."""


LIMITS: Final = DieLimits()


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundDie:
    """A die that was found: its face, its outline, and a score of how well everything agrees, 0..1."""

    face: Face
    outline: Outline
    edge: float  # pixels
    score: float
    pips: npt.NDArray[np.intp]  # the spots of the face


@dataclass(slots=True)
class Search:
    """The results of searching one picture."""

    dice: list[FoundDie] = field(default_factory=list)
    tried: int = 0  # faces whose outline was searched

    @property
    def firm(self) -> list[FoundDie]:
        """Return the certain dice with two pips or more."""
        return [die for die in self.dice if die.score > LIMITS.firm and len(die.pips) > 1]

    @property
    def has_too_many_spots(self) -> bool:
        """Whether the search stopped at `most_tried` faces, because there were too many pip-like spots."""
        return self.tried >= LIMITS.most_tried


def find_dice(picture: Picture, spots: Spots, *, edge: float | None = None) -> Search:
    """Return the dice found by trying each good spot as a pip, faces of many pips first, because they explain the most spots.

    `edge` is the edge of a die in pixels, if known: then nothing much smaller or larger is a die, and clean pips at the distances
    of such a die need less of an outline.
    """
    levels = Levels(picture)
    search, families = Search(), _Families(spots)
    free = np.ones(len(spots), dtype=np.bool_)
    for least in (4, 3, 2, 1):
        bar = LIMITS.bars[least]
        hopes = _best_faces(levels, spots, families, free, search, least, edge)
        late = [edge is not None and _is_between(die, hopes, bar) for die in hopes]
        alone = free.copy()  # spots that are no pips of a die found
        for _, die in sorted(zip(late, hopes, strict=True), key=lambda hoped: (hoped[0], -hoped[1].score)):
            # Of touching dice of known size, each may have pips within the reach of the other.
            left = alone if edge is not None and die.score >= bar else free
            if not left[die.pips].all() or any(_overlap(die, d) for d in search.dice):
                continue
            if die.score >= bar:
                search.dice.append(die)
                # It explains the spots on its top and sides, and itself seen as a spot.
                apart = np.hypot(*(spots.xy - die.face.centre).T)
                free &= apart >= LIMITS.covers[edge is not None] * die.edge
                near = apart < np.maximum(0.6 * die.edge, 0.8 * spots.radius)
                free &= ~((spots.radius > 0.3 * die.edge) & near)
                alone[die.pips] = False
    _drop_doubtful(search, spots, edge)
    return search


def _drop_doubtful(search: Search, spots: Spots, known: float | None) -> None:
    """Drop dice that are too small or too pale compared with the certain ones: grain, print, scratches.

    `known` is the edge of a die, if known: then a one needs no other die to be compared with.
    """
    firm = search.firm or [d for d in search.dice if d.score > LIMITS.firm_one]
    edge = float(np.median([d.edge for d in firm])) if firm else 0.0
    depth = float(np.median([np.median(spots.depth[d.pips]) for d in firm])) if firm else 0.0

    def fits(die: FoundDie) -> bool:
        strong = float(np.median(spots.depth[die.pips])) > LIMITS.pale * depth
        return die.edge >= LIMITS.smallest and edge / LIMITS.spread < die.edge and strong

    def sure(die: FoundDie) -> bool:
        alone = len(die.pips) == 1 and not firm and known is None
        bar = LIMITS.lone_one if alone else LIMITS.bars[len(die.pips)]
        alike = not firm or edge / LIMITS.spread < die.edge < edge * LIMITS.spread
        return alike and die.score >= bar

    search.dice = [die for die in search.dice if fits(die) and sure(die)]


def _best_faces(
    levels: Levels,
    spots: Spots,
    families: _Families,
    free: npt.NDArray[np.bool_],
    search: Search,
    least: int,
    edge: float | None,
) -> list[FoundDie]:
    """Return the best face with at least `least` pips around each free spot."""
    seen: set[tuple[int, ...]] = set()
    hopes: list[FoundDie] = []
    taken = [(d.face.centre, d.face.frame) for d in search.dice]
    likely = free & (spots.quality >= LIMITS.good)
    if search.firm:  # the pips of one picture are alike in size and contrast
        firm = spots.take(np.concatenate([die.pips for die in search.firm]))
        radius = float(np.median(firm.radius))
        likely &= (spots.radius > radius / 3.0) & (spots.radius < 5.0 * radius)
        likely &= spots.depth > LIMITS.pale * np.median(firm.depth)
    for seed in np.flatnonzero(likely):
        if search.has_too_many_spots:
            break
        family = families.of(int(seed), free) if least > 1 else np.array([seed])
        if len(family) < least:
            continue
        for face in faces_of(spots.take(family), least):
            pips = np.sort(family[list(face.pips)])
            key = tuple(int(k) for k in pips)
            if key in seen:
                continue
            seen.add(key)
            promise = _assess_face(levels, spots, face, pips, edge)
            if promise is None:
                continue
            search.tried += 1
            die = _find_outline(levels, spots, face, pips, promise, taken, edge)
            if die is not None:
                hopes.append(die)
    return hopes


class _Families:
    """For each spot, the spots that could be pips on the same face, all computed at once."""

    def __init__(self, spots: Spots) -> None:
        x, y = spots.xy.T
        radius, depth, light = spots.radius, spots.depth, spots.light
        self._apart = np.hypot(x[:, None] - x, y[:, None] - y)
        like = (light[:, None] == light) & (self._apart < LIMITS.family * radius[:, None])
        for size, most in zip((radius, depth), LIMITS.alike, strict=True):
            like &= (size > size[:, None] / most) & (size < size[:, None] * most)
        far = np.maximum(0.6 * depth, 25)[:, None]
        for colour in spots.body.T:
            like &= np.abs(colour - colour[:, None]) < far
        self._like = like

    def of(self, seed: int, free: npt.NDArray[np.bool_]) -> npt.NDArray[np.intp]:
        """Return the indices of the free spots that could be pips on the seed's face, including the seed, nearest first."""
        index = np.flatnonzero(self._like[seed] & free)
        return index[np.argsort(self._apart[seed, index])[: LIMITS.crowd]]


def _assess_face(
    levels: Levels, spots: Spots, face: Face, pips: npt.NDArray[np.intp], known: float | None
) -> tuple[float, float] | None:
    """Return how squarely a face is seen, and its stain (`_measure_stain`); None if no outline could make it a die.

    This avoids casting rays, which is slow. The stain of a one is unknown until it has an outline.
    """
    squarely = fall_linearly(-float(np.mean(slimness(spots.shape[pips]))), *LIMITS.slim)
    if squarely <= 0 or (
        known is not None and len(pips) > 1 and not (known / LIMITS.other < face.edge < known * LIMITS.other)
    ):
        return None
    stain = 0.0 if len(pips) == 1 else _measure_stain(levels, spots, face, pips)
    if stain > 0.5:
        return None
    most = _score_die(1.0, squarely, stain, spots, face, pips)
    if known is not None:
        most += (1 - most) * _known_worth(spots, face, pips, stain, known)
    return (squarely, stain) if most > LIMITS.doubted else None


def _score_die(
    fit: float, squarely: float, stain: float, spots: Spots, face: Face, pips: npt.NDArray[np.intp]
) -> float:
    """Return how well everything agrees: the fit of the outline, the places of the pips, and the lattice's empty places."""
    score = fit * fall_linearly(stain, *LIMITS.stain) * fall_linearly(face.error, *LIMITS.error) * squarely
    if spots.quality[pips].min() > 0.8 and face.error < 0.06 and stain < 0.1:
        score += (1 - score) * LIMITS.clean[len(pips)]
    return score


def _find_outline(
    levels: Levels,
    spots: Spots,
    face: Face,
    pips: npt.NDArray[np.intp],
    promise: tuple[float, float],
    taken: list[tuple[Floats, Floats]],
    known: float | None,
) -> FoundDie | None:
    """Return the face as a die with the outline that fits best; None if no outline fits."""
    squarely, stain = promise
    is_one, step = face.value == 1, face.edge / EDGE
    reach = LIMITS.reach_one if is_one else LIMITS.reach
    around = find_outlines(levels, spots, pips, face.centre, face.frame, reach, taken)
    fits = [_outline_fit(outline, face, None if known is None else known / step) for outline in around]
    fit = max(fits, default=0.0)
    if fit > 0:
        outline = around[fits.index(fit)]
    elif known is not None and _are_perfect_pips(spots, face, pips, around, known / step):
        # The pips alone may be enough: this is the outline that such a die has round its face, visible or not.
        half = np.full(2, known / step / 2)
        outline = Outline(offset=np.zeros(2), half=half, angle=0.0, ragged=1.0, share=0.0, steady=0.0)
    else:
        return None
    if is_one:
        stain = _measure_stain(levels, spots, face, pips, outline)
    score, edge = _score_die(fit, squarely, stain, spots, face, pips), outline.edge * step
    if known is not None:
        if not is_one or score > LIMITS.fair_one:
            score += (1 - score) * _known_worth(spots, face, pips, stain, known)
        edge = float(np.clip(edge, (1 - LIMITS.slack) * known, (1 + LIMITS.slack) * known))
    return FoundDie(face=face, outline=outline, edge=edge, score=score, pips=pips)


def _are_perfect_pips(
    spots: Spots, face: Face, pips: npt.NDArray[np.intp], around: list[Outline], known: float
) -> bool:
    """Whether pips are so clean that on our own board they need no whole outline.

    Four or more pips in a square are. Three in a line are common in print and crumbs, so they need half an outline.
    """
    if len(pips) < 3 or face.error > 0.05 or spots.quality[pips].min() < 0.85:
        return False
    return len(pips) > 3 or any(0.6 < outline.edge / known < 1.4 for outline in around)


def _known_worth(spots: Spots, face: Face, pips: npt.NDArray[np.intp], stain: float, known: float) -> float:
    """Return how far clean pips at the distances of a die of known size can replace an outline, 0..1.

    White dice on white paper under flat light have almost no outline.
    """
    clean = spots.quality[pips].min() > 0.5 and face.error < 0.1 and stain < 0.15
    if not clean:
        return 0.0
    if len(pips) == 1:
        least, most = LIMITS.known_one
        return LIMITS.known[1] * float(least < spots.radius[pips[0]] / known < most)
    return LIMITS.known[len(pips)] * fall_linearly(abs(log(face.edge / known)), *LIMITS.known_edge)


def _outline_fit(outline: Outline, face: Face, known: float | None) -> float:
    """Return how well the outline fits the face in size, place and direction, 0..1; `known` is a die's edge in lattice steps."""
    off = hypot(*outline.offset.tolist()) / outline.edge
    if face.value == 1:
        radii = 2.0 * outline.edge  # the lattice of a one has steps of two radii
        fit = fall_linearly(radii, *LIMITS.one_large) * fall_linearly(-radii, *LIMITS.one_small)
        fit *= fall_linearly(off, *LIMITS.one_off)
    else:
        small, large = LIMITS.outline_six if face.value == 6 else LIMITS.outline
        grace, turned = LIMITS.outline_grace, LIMITS.turned_few if len(face.pips) < 4 else LIMITS.turned
        fit = fall_linearly(outline.edge, large, (1 + grace) * large)
        fit *= fall_linearly(-outline.edge, -small, -(1 - grace) * small)
        fit *= fall_linearly(off, *LIMITS.off)
        fit *= fall_linearly(abs(outline.angle), *turned)
    fit *= outline.score
    return (
        fit if known is None else fit * fall_linearly(abs(log(outline.edge / known)), *LIMITS.known_outline)
    )


def _measure_stain(
    levels: Levels, spots: Spots, face: Face, pips: npt.NDArray[np.intp], outline: Outline | None = None
) -> float:
    """Return the stain: how much the worst empty place of the lattice looks like a missed pip, 0..1.

    For a one, the outline determines the places.
    """
    places = PLACES
    if outline is not None:
        turn = np.deg2rad(outline.angle)
        back = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
        places = (outline.edge / EDGE) * PLACES @ back
    steps = face.steps(spots.xy[pips])
    apart = np.hypot(*(places[:, None] - steps[None]).transpose(2, 0, 1)).min(axis=1)
    empty = face.pixels(places[apart > 0.5])
    if not len(empty):
        return 0.0
    radius = float(np.median(spots.radius[pips]))
    colour = np.median(spots.body[pips], axis=0)
    differ = (levels.sample(empty, radius / 2) - colour).mean(axis=1)
    differ = differ if spots.light[pips[0]] else -differ
    return float(np.clip(differ.max() / float(np.median(spots.depth[pips])), 0, 1))


def _overlap(one: FoundDie, other: FoundDie) -> bool:
    """Whether two dice occupy the same place."""
    apart = float(np.hypot(*(one.face.centre - other.face.centre)))
    return apart < LIMITS.one_place * max(one.edge, other.edge)


def _is_between(die: FoundDie, hopes: list[FoundDie], bar: float) -> bool:
    """Whether two other dice of at least `bar` claim its pips: two sixes side by side look like a third between them."""

    def rivals(one: FoundDie, other: FoundDie) -> bool:
        return _overlap(one, other) or not set(one.pips.tolist()).isdisjoint(other.pips.tolist())

    against = [hope for hope in hopes if hope is not die and hope.score >= bar and rivals(hope, die)]
    return any(not rivals(one, other) for one, other in combinations(against, 2))
