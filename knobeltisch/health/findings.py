"""What the doctor says of one thing."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Verdict(StrEnum):
    """How something is."""

    OK = "ok"
    LOOK = "look"  # it works, and somebody should look at it
    BAD = "bad"
    UNKNOWN = "unknown"  # this machine does not tell


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One thing that was looked at, and one sentence about it."""

    about: str
    verdict: Verdict
    told: str
