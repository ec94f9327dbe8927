"""The doctor's finding on one thing."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Verdict(StrEnum):
    """The verdict on one thing."""

    OK = "ok"
    LOOK = "look"  # it works, but needs attention
    BAD = "bad"
    UNKNOWN = "unknown"  # this machine does not report it


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One thing that was checked, and one sentence about it."""

    about: str
    verdict: Verdict
    message: str
