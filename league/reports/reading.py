"""Reads a hub's match report: checks chain and signature before anything else."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, Any, Final

from tournament.errors import Broken, TournamentError
from tournament.report.lines import Head
from tournament.report.names import people_of
from tournament.report.sheets import sheets
from tournament.report.signed import read_signed
from tournament.report.text import signatures

if TYPE_CHECKING:
    from collections.abc import Callable

    from tournament.report.lines import Line

    IsSigned = Callable[[str, str, str], bool]
    """Whether a message has the signature of a public key: message, key and signature."""

INITIALS: Final = re.compile(r"\w\.( \w\.)?( \(\d{1,3}\))?")
"""What a name may be in place of itself: whatever else is said to be initials is taken for a name."""
LANGUAGES: Final = ("de", "en")
FIRST, LAST = 0.0, 4e9
"""Seconds since 1970, until the year 2096."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SignedReport:
    """An unchanged report, and the key that signed it. `names`: the full names in it; `day`: the day that it names."""

    at: float
    day: date | None
    lines: tuple[Line, ...]
    hash: str
    key: str
    variant: str
    teams: tuple[str, ...]
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class NoReport:
    """The push is no valid report; the message says why."""

    why: str


def read_report(entry: object, is_signed: IsSigned) -> SignedReport | NoReport:
    """Read and check a hub's report."""
    at, file, initials = _parts(entry)
    if at is None or file is None:
        return NoReport(why="It has no file, or no time.")
    try:
        found = read_signed(file, is_signed)
    except Broken as broken:
        return NoReport(why=f"It is not as it was made: line {broken.line} does not fit.")
    if found.key is None:
        return NoReport(why="It is signed by no key.")
    if not _can_be_shown(found.lines):
        return NoReport(why="It is whole, and signed, and nobody can read it here.")
    head = next(line for line in found.lines if isinstance(line, Head))
    try:
        day = date.fromisoformat(head.day) if head.day else None
    except ValueError:
        return NoReport(why=f"It names {head.day[:20]!r}, which is no day.")
    names = tuple(name for name in people_of(found.lines) if name not in initials)
    return SignedReport(
        at=at,
        day=day,
        lines=found.lines,
        hash=found.hash,
        key=found.key,
        variant=head.variant,
        teams=head.teams,
        names=names,
    )


def _parts(report: object) -> tuple[float | None, str | None, frozenset[str]]:
    said: dict[str, Any] = report if isinstance(report, dict) else {}
    at, file, initials = said.get("at"), said.get("file"), said.get("initials")
    good = isinstance(at, int | float) and not isinstance(at, bool) and FIRST <= at <= LAST
    return (
        (float(str(at)) if good else None),
        (file if isinstance(file, str) else None),
        short_names(initials),
    )


def short_names(report: object) -> frozenset[str]:
    """Return the given initials that really are initials; anything else is treated as a name."""
    said = report if isinstance(report, list) else ()
    return frozenset(letters for letters in said if isinstance(letters, str) and INITIALS.fullmatch(letters))


def _can_be_shown(lines: tuple[Line, ...]) -> bool:
    """Whether a page can be made of it: a signature says nothing about the content."""
    try:
        for language in LANGUAGES:
            sheets(lines, language)
            signatures(lines, language)
    except (TournamentError, LookupError, ValueError, TypeError, ArithmeticError):
        return False
    return True
