"""The result of one of the doctor's checks."""

from __future__ import annotations

from enum import StrEnum
from functools import partial
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable

Checks: TypeAlias = "list[tuple[str, Callable[[], Finding]]]"
"""What is checked, by name."""


class Verdict(StrEnum):
    """How serious a finding is."""

    OK = "ok"
    LOOK = "look"
    BAD = "bad"
    UNKNOWN = "unknown"


class Finding(NamedTuple):
    """The verdict of a check, and one sentence about it."""

    verdict: Verdict
    message: str


ok: Final = partial(Finding, Verdict.OK)
look: Final = partial(Finding, Verdict.LOOK)
"""It works, but needs attention."""
bad: Final = partial(Finding, Verdict.BAD)
unknown: Final = partial(Finding, Verdict.UNKNOWN)
"""This machine does not report it."""
