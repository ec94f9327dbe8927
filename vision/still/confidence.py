"""How far a reading may be believed: what the nets and the geometry say of it, weighed into probabilities.

Three logistic regressions, fitted on rendered scenes that no net was trained on (`training.nets.fit_confidence`): that a mark
is a die's top face at all, that its value is right and it lies flat in full view, and that nothing was missed.
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
    """The limits beside the regressions: the threshold of a die, and the most that one clue counts."""

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
    """One mark of the nets, the geometry's die there, and both beliefs, 0..1."""

    face: NetFace
    die: Die | None
    real: float
    right: float


def weigh(faces: Sequence[NetFace], dice: Sequence[Die | None]) -> tuple[Weighed, ...]:
    """Weigh each mark; `dice` are the geometry's at their places, None for none."""
    usual = usual_edge(faces)
    weighed = []
    for face, die in zip(faces, dice, strict=True):
        row = clues(face, usual)
        right = _chance("right", row)
        # A right value implies a die.
        weighed.append(Weighed(face=face, die=die, real=max(_chance("real", row), right), right=right))
    return tuple(weighed)


def whole_probability(weighed: Sequence[Weighed]) -> float:
    """Return the probability that the marks read are all dice there are and all right, 0..1.

    Dice that only the geometry sees do not count here: for those the table asks.
    """
    return _chance("whole", whole_clues(weighed))


def usual_edge(faces: Sequence[NetFace]) -> float:
    """Return the dice's size in this picture: of the firm marks, or of all if none is firm; 1 without any."""
    edges = [face.edge for face in faces if face.real > LIMITS.firm] or [face.edge for face in faces]
    return float(np.median(edges)) if edges else 1.0


def clues(face: NetFace, usual: float) -> list[float]:
    """Return the features of one mark for the logistic regression."""
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
    """Return the features of a whole picture."""
    read = [mark for mark in weighed if mark.real >= LIMITS.real]
    missed = prod(1 - mark.real for mark in weighed if mark.real < LIMITS.real)
    return [1.0, log_odds(prod(mark.right for mark in read) * missed)]


def log_odds(chance: float) -> float:
    """Return the log odds, clipped to a net's meaningful range."""
    held = min(max(chance, LIMITS.unlikely), 1 - LIMITS.unlikely)
    return log(held / (1 - held))


def _chance(name: str, row: Sequence[float]) -> float:
    total = sum(weight * clue for weight, clue in zip(weights()[name], row, strict=True))
    return 1 / (1 + exp(-min(max(total, -LIMITS.steep), LIMITS.steep)))


@cache
def weights() -> Mapping[str, Sequence[float]]:
    """Return the weights of each regression, in the order of the clues."""
    text = files("vision").joinpath("nets", "belief.json").read_text(encoding="utf-8")
    kept: dict[str, list[float]] = json.loads(text)
    return kept
