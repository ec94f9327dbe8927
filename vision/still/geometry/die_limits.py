"""Defines when round spots form a die: the limits that `find_dice` uses, set by hand, each with its meaning or reason."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


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
