"""Turns what the nets and the geometry say about a reading into probabilities.

Three logistic regressions, fitted on rendered scenes that no net was trained on (`training.nets.fit_confidence`), estimate
whether a mark is a die's top face, whether its value is right and it lies flat in full view, and whether nothing was missed.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from math import exp, log, prod
from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from vision.still.networks import NetFace
    from vision.types import Die


@dataclass(frozen=True, slots=True, kw_only=True)
class ConfidenceLimits:
    """Limits used beside the regressions: the threshold of a die, and the largest effect of one clue."""

    real: float = 0.5
    """Belief from which a mark is read as a die: as likely as not."""
    firm: float = 0.5
    """The nets' belief in marks whose median edge is the size of the dice in this picture: as likely as not, before
    any weighing."""
    apart: float = 1.5
    """The most that a mark's size can count against it, as a logarithm: at 4.5 times as large or small it is no die,
    and a larger factor adds nothing."""
    unlikely: float = 1e-4
    """Probabilities are clipped this near to 0 or 1: the nets' outputs mean no more, and one clue must not outweigh
    all others."""
    steep: float = 30.0
    """Log odds beyond which a probability is 0 or 1 in practice: `exp` stays in range."""


LIMITS: Final = ConfidenceLimits()


@dataclass(frozen=True, slots=True, kw_only=True)
class Weighed:
    """A mark of the nets, the geometry's die at its place (or None), and the beliefs, 0..1, that it is a die and is read right."""

    face: NetFace
    die: Die | None
    real: float
    right: float


def weigh(faces: Sequence[NetFace], dice: Sequence[Die | None]) -> tuple[Weighed, ...]:
    """Return each mark weighed; `dice` holds the geometry's die at each place, or None."""
    usual = usual_edge(faces)
    weighed = []
    for face, die in zip(faces, dice, strict=True):
        row = clues(face, usual)
        right = _chance("right", row)
        # A right value implies a die.
        weighed.append(Weighed(face=face, die=die, real=max(_chance("real", row), right), right=right))
    return tuple(weighed)


def whole_probability(weighed: Sequence[Weighed]) -> float:
    """Return the probability, 0..1, that the marks read are all the dice there are, and all read correctly.

    Dice that only the geometry sees do not count here: the table asks about them.
    """
    return _chance("whole", whole_clues(weighed))


def usual_edge(faces: Sequence[NetFace]) -> float:
    """Return the typical edge of the dice in pixels, from the firm marks, or from all if none is firm; 1 without any."""
    edges = [face.edge for face in faces if face.real > LIMITS.firm] or [face.edge for face in faces]
    return float(np.median(edges)) if edges else 1.0


def clues(face: NetFace, usual: float) -> list[float]:
    """Return the features of one mark for the regressions; `usual` is the dice's typical edge in pixels."""
    chances = face.probabilities
    apart = abs(log(max(1e-6, face.edge / usual)))
    return [
        1.0,
        log_odds(face.score),
        log_odds(face.again),
        log_odds(1 - face.none),
        log_odds(1 - face.doubt),
        log_odds(max(chances)),
        float(np.argmax(face.finder) == np.argmax(face.face)),
        min(apart, LIMITS.apart),
    ]


def whole_clues(weighed: Sequence[Weighed]) -> list[float]:
    """Return the features of a whole picture for its regression."""
    read = [mark for mark in weighed if mark.real >= LIMITS.real]
    missed = prod(1 - mark.real for mark in weighed if mark.real < LIMITS.real)
    return [1.0, log_odds(prod(mark.right for mark in read) * missed)]


def log_odds(chance: float) -> float:
    """Return the log odds of a probability, clipped to the meaningful range of a net."""
    held = min(max(chance, LIMITS.unlikely), 1 - LIMITS.unlikely)
    return log(held / (1 - held))


def _chance(name: str, row: Sequence[float]) -> float:
    total = sum(weight * clue for weight, clue in zip(weights()[name], row, strict=True))
    return 1 / (1 + exp(-min(max(total, -LIMITS.steep), LIMITS.steep)))


@cache
def weights() -> Mapping[str, Sequence[float]]:
    """Return the weights of each regression, by its name, in the order of the features."""
    text = files("vision").joinpath("nets", "belief.json").read_text(encoding="utf-8")
    kept: dict[str, list[float]] = json.loads(text)
    return kept
