"""The page of a division's team: its matches, its record against each other team, and its people who agreed to be shown."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from league.matches.count import AWAY, HOME

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from league.matches.count import Played
    from league.table import Division, Line, Person


@dataclass(frozen=True, slots=True, kw_only=True)
class Rival:
    """A team's record against another one in the matches that count."""

    pub: str
    won: int
    drawn: int
    lost: int
    own: Fraction
    others: Fraction


@dataclass(frozen=True, slots=True, kw_only=True)
class Appearance:
    """A person's games and points in a match."""

    match: Played
    games: int
    points: Fraction


@dataclass(frozen=True, slots=True, kw_only=True)
class Member:
    """A member of a team who agreed to be shown, with each match played."""

    person: Person
    appearances: tuple[Appearance, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Team:
    """A team's page."""

    id: int
    line: Line
    matches: tuple[Played, ...]
    rivals: tuple[Rival, ...]
    members: tuple[Member, ...]


def teams_of(division: Division) -> Iterator[Team]:
    """Yield the teams of a division in the order of its table."""
    for line in division.table:
        matches = tuple(
            match for match in division.matches if line.pub in (match.fixture.home, match.fixture.away)
        )
        yield Team(
            id=division.pubs[line.pub],
            line=line,
            matches=matches,
            rivals=tuple(
                _rival(line.pub, other.pub, matches) for other in division.table if other.pub != line.pub
            ),
            members=tuple(
                Member(person=person, appearances=_appearances(person, matches))
                for person in division.people
                if person.pub == line.pub
            ),
        )


def _rival(pub: str, other: str, matches: Sequence[Played]) -> Rival:
    met = [match for match in matches if match.is_over and other in (match.fixture.home, match.fixture.away)]
    sides = [(HOME if match.fixture.home == pub else AWAY, match) for match in met]
    return Rival(
        pub=other,
        won=sum(match.won == side for side, match in sides),
        drawn=sum(match.won is None for _, match in sides),
        lost=sum(match.won not in (None, side) for side, match in sides),
        own=sum((match.home if side == HOME else match.away for side, match in sides), Fraction(0)),
        others=sum((match.away if side == HOME else match.home for side, match in sides), Fraction(0)),
    )


def _appearances(person: Person, matches: Sequence[Played]) -> tuple[Appearance, ...]:
    return tuple(
        Appearance(match=match, games=score.games, points=score.points)
        for match in matches
        if match.state == "stands" and (score := match.people.get(person.number)) is not None
    )
