"""The result of a check of camera, light or board. The page derives its JSON from it, so nothing heavy is imported here."""

from dataclasses import dataclass
from enum import StrEnum


class Grade(StrEnum):
    """How good a condition is for reading dice, from best to worst."""

    GOOD = "good"
    FAIR = "fair"
    BAD = "bad"


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """The result of a check: its name, the verdict, the key of its text (`said`), and the measured value."""

    check: str
    verdict: Grade
    said: str
    value: float
