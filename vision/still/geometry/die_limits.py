"""What makes a die of round spots: the hand-set numbers of `find_dice`, each with what it means or why it is so large."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """What makes a die of spots: scores 0..1, and lengths in pips' radii, edges, or steps of a face's lattice.

    Set by hand where nothing else is said; `benchmarks/eye/board.py` and `benchmarks/eye/photos.py` show what a change does.
    """

    good: float = 0.35
    """Quality of a spot below which it starts no die."""
    family: float = 11.0
    """Pip radii within which the pips of one face lie."""
    alike: tuple[float, float] = (1.7, 2.5)
    """How many times as large, and as deep, as another a pip of the same face is at most."""
    crowd: int = 12
    """Neighbours of a spot that are tried with it: a face has six pips, and another die's may lie nearer."""
    most_tried: int = 400
    """Faces tried; a picture with more is all texture, and would take seconds."""
    smallest: float = 18.0
    """Edge of a die in pixels of the picture worked on; below, no face can be told from grain."""
    spread: float = 2.2
    """Dice of one picture differ by less in size."""
    pale: float = 0.2
    """Of the depth of the pips that are beyond doubt, which all others have at least: else it is grain, print, scratches."""
    bars: tuple[float, ...] = (1.0, 0.62, 0.57, 0.52, 0.5, 0.5, 0.5)
    """Score that makes a die, by its pips: the fewer they are, the more often they are something else."""
    lone_one: float = 0.74
    """The same for a one where no die is beyond doubt and none's size is known."""
    firm: float = 0.75
    """Score of a die beyond doubt with two pips or more."""
    firm_one: float = 0.85
    """The same for any die where there is none of those."""
    doubted: float = 0.4
    """Score from which on what is no die may be a doubt."""
    fair_one: float = 0.3
    """Score of a one from which on its known size counts."""
    clean: tuple[float, ...] = (0.0, 0.0, 0.0, 0.25, 0.4, 0.5, 0.5)
    """How far so many clean pips, well in place, make up for an outline."""
    known: tuple[float, ...] = (0.0, 0.15, 0.5, 0.6, 0.7, 0.7, 0.7)
    """The same where the die's size is known: white dice on white paper under flat light have next to no outline."""
    known_one: tuple[float, float] = (0.07, 0.19)
    """Radius of a one's pip in edges of a die of known size, least and most."""
    other: float = 1.35
    """The pips' distances differ by less between makes of dice of one size."""
    slack: float = 0.1
    """Share by which a die of known size may look larger or smaller than that."""
    covers: tuple[float, float] = (0.8, 0.66)
    """Edges within which a die explains spots, and where its size is known: one that touches it has its first pips 0.73 away."""
    one_place: float = 0.6
    """Edges between the middles of two dice that claim the same place: flat ones lie an edge apart."""
    stain: tuple[float, float] = (0.14, 0.5)
    """How much an empty place of the lattice may look like a pip: all well up to the first, no die from the second on; so all pairs below."""
    error: tuple[float, float] = (0.08, 0.4)
    """How far the pips may lie from their places, in steps."""
    slim: tuple[float, float] = (-0.74, -0.5)
    """Less the shorter axis of the pips over the longer: from the side they look flat."""
    known_edge: tuple[float, float] = (0.14, 0.22)
    """How far the pips' distances may be from those of a die of known size, as a logarithm."""
    known_outline: tuple[float, float] = (0.12, 0.3)
    """The same of the outline."""
    outline: tuple[float, float] = (3.2, 5.0)
    """Edge of an outline round a face, in steps, least and most."""
    outline_six: tuple[float, float] = (2.9, 4.1)
    """The same of a six, whose rows lie farther apart."""
    outline_grace: float = 0.2
    """Share by which it may be beyond that before it fits not at all."""
    off: tuple[float, float] = (0.08, 0.3)
    """How far the outline's middle may lie from the face's, in edges."""
    turned: tuple[float, float] = (6.0, 30.0)
    """How far it may be turned against the lattice, in degrees."""
    turned_few: tuple[float, float] = (6.0, 18.0)
    """The same of fewer than four pips, which say less by themselves."""
    one_large: tuple[float, float] = (15.0, 22.0)
    """Edge of an outline round a one, in radii of its pip, at most."""
    one_small: tuple[float, float] = (-4.0, -3.0)
    """Less the same at least."""
    one_off: tuple[float, float] = (0.07, 0.25)
    """How far its middle may lie from the pip, in edges."""
    reach: float = 3.3
    """Steps from the middle in which the outline of a face is looked for."""
    reach_one: float = 7.0
    """The same of a one, whose steps are two radii of its pip."""


LIMITS: Final = Limits()
