"""Fairness of the dice: whether the faces of free throws are distributed like those of fair dice."""

import math
from dataclasses import dataclass
from typing import Final

from knobeltisch.archive.records import Faces

ENOUGH_DICE: Final = 300
"""The least number of dice: 50 of each face expected. The test itself needs only 30."""
RARE: Final = 0.05


@dataclass(frozen=True, slots=True, kw_only=True)
class FairnessVerdict:
    """How evenly the faces are distributed. `chi2` and `p` are None while there are too few dice.

    `p` is the probability that fair dice are at least this uneven; `rare` means that it is below one in twenty.
    """

    dice: int
    chi2: float | None = None
    p: float | None = None
    rare: bool = False


def judge_fairness(faces: Faces) -> FairnessVerdict:
    """Return how evenly these counts of the faces are distributed."""
    dice = sum(faces)
    if dice < ENOUGH_DICE:
        return FairnessVerdict(dice=dice)
    expected = dice / 6
    chi2 = sum((count - expected) ** 2 for count in faces) / expected
    p = chi2_survival_5(chi2)
    return FairnessVerdict(dice=dice, chi2=chi2, p=p, rare=p < RARE)


def chi2_survival_5(x: float) -> float:
    """Return the probability that chi-square with five degrees of freedom is at least `x`. Raise ValueError if `x` is negative.

    The closed form is Abramowitz and Stegun 26.4.4.
    """
    if x < 0:
        raise ValueError(f"chi-square is {x}; it is never below 0")
    root = math.sqrt(x)
    density = math.exp(-x / 2) / math.sqrt(2 * math.pi)
    return math.erfc(root / math.sqrt(2)) + 2 * density * (root + root * x / 3)
