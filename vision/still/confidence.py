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
class Limits:
    """What the regressions do not learn: where belief is cut in two, and how far a clue counts at most."""

    real: float = 0.5
    """Belief from which a mark is read as a die: as likely as not."""
    firm: float = 0.5
    """What the nets say of marks whose median edge is the size of the dice in this picture: as likely as not, before any weighing."""
    apart: float = 1.5
    """Most that a mark's size can speak against it, as a logarithm: 4.5 times as large or small is no die, and 20 times no more so."""
    unlikely: float = 1e-4
    """Chance nearer to 0 or 1 than which two are alike: the nets' outputs say no more, and one clue must not outweigh all others."""
    steep: float = 30.0
    """Log odds beyond which a chance is 0 or 1 for any use: `exp` stays in range."""


LIMITS: Final = Limits()


@dataclass(frozen=True, slots=True, kw_only=True)
class Weighed:
    """One mark of the nets, the die that the geometry sees there, and both beliefs, 0..1."""

    face: NetFace
    die: Die | None
    real: float
    right: float


def weigh(faces: Sequence[NetFace], dice: Sequence[Die | None]) -> tuple[Weighed, ...]:
    """Weigh each mark; `dice` are those that the geometry sees at their places, None for none."""
    usual = usual_edge(faces)
    rows = [clues(face, usual) for face in faces]
    return tuple(
        _weighed(face, die, _chance("real", row), _chance("right", row))
        for face, die, row in zip(faces, dice, rows, strict=True)
    )


def _weighed(face: NetFace, die: Die | None, real: float, right: float) -> Weighed:
    """Return a mark with both beliefs; what is read right is a die, so it is real at least as surely."""
    return Weighed(face=face, die=die, real=max(real, right), right=right)


def whole(weighed: Sequence[Weighed]) -> float:
    """Return the probability that the marks read are all dice there are and all right, 0..1.

    What the geometry sees and they do not is not weighed here: that is for the table to answer.
    """
    return _chance("whole", whole_clues(weighed))


def usual_edge(faces: Sequence[NetFace]) -> float:
    """Return the size of the dice in this picture, by the firm marks, or by all if none is firm; 1 without any."""
    edges = [face.edge for face in faces if face.real > LIMITS.firm] or [face.edge for face in faces]
    return float(np.median(edges)) if edges else 1.0


def clues(face: NetFace, usual: float) -> list[float]:
    """Return what speaks for and against one mark, as numbers that a logistic regression takes."""
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
    """Return what speaks for and against a whole picture."""
    read = [mark for mark in weighed if mark.real >= LIMITS.real]
    missed = prod(1 - mark.real for mark in weighed if mark.real < LIMITS.real)
    return [1.0, log_odds(prod(mark.right for mark in read) * missed)]


def log_odds(chance: float) -> float:
    """Return the logarithm of the odds, within what a net can mean."""
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
