"""A division's match days with their matches, including the last and the next one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from datetime import date

    from league.matches.count import Played


@dataclass(frozen=True, slots=True, kw_only=True)
class Day:
    """A round of fixtures; `first` and `last` are its days, which differ if some were moved."""

    round: int
    first: date
    last: date
    matches: tuple[Played, ...]

    @property
    def is_played(self) -> bool:
        """Whether any of its matches has games, or a result set by the federation."""
        return any(match.games or match.is_over for match in self.matches)


def days_of(matches: Iterable[Played]) -> tuple[Day, ...]:
    """Return the match days in their order."""
    rounds: dict[int, list[Played]] = {}
    for match in matches:
        rounds.setdefault(match.fixture.round, []).append(match)
    return tuple(_day(number, rounds[number]) for number in sorted(rounds))


def _day(number: int, matches: Sequence[Played]) -> Day:
    days = [match.fixture.day for match in matches]
    return Day(round=number, first=min(days), last=max(days), matches=tuple(matches))


def last_day(days: Sequence[Day]) -> Day | None:
    """Return the last match day that has been played; None before the first."""
    return next((day for day in reversed(days) if day.is_played), None)


def next_day(days: Sequence[Day]) -> Day | None:
    """Return the match day after the last played one; None after the season."""
    last = last_day(days)
    return next((day for day in days if last is None or day.round > last.round), None)
