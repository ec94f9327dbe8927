"""The doctor's finding on one thing."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable

    Checks: TypeAlias = "list[tuple[str, Callable[[], Finding]]]"
    """What is checked, by name."""


class Verdict(StrEnum):
    """The verdict on one thing."""

    OK = "ok"
    LOOK = "look"  # it works, but needs attention
    BAD = "bad"
    UNKNOWN = "unknown"  # this machine does not report it


class Finding(NamedTuple):
    """The verdict on one thing that was checked, and one sentence about it."""

    verdict: Verdict
    message: str
