"""A division's table, computed from the confirmed reports of its matches."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction
from typing import Final

from psycopg import Cursor

WON: Final = 2
DRAWN: Final = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Fixture:
    """A fixture between two teams at the home team's pub, with both teams' points once a confirmed report gives them."""

    id: int
    round: int
    day: date
    home: str
    away: str
    points: tuple[Fraction, Fraction] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class DivisionRow:
    """A team's row in the table, or its record against another team.

    `points` rank the table; `own` and `others` are the match points of the team and of its opponents, of which the fewer win.
    """

    team: str
    place: int = 0
    played: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    points: int = 0
    own: Fraction = Fraction(0)
    others: Fraction = Fraction(0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Division:
    """The public data of a division; `teams` maps team names to their numbers."""

    id: int
    season: str
    name: str
    teams: Mapping[str, int]
    matches: tuple[Fixture, ...]

    @property
    def days(self) -> list[tuple[int, list[Fixture]]]:
        """The match days in order: pairs of round number and matches."""
        rounds = defaultdict(list)
        for match in self.matches:
            rounds[match.round].append(match)
        return sorted(rounds.items())

    def table(self) -> list[DivisionRow]:
        """Return the table, best team first: most `points`, then least `own` - `others`; teams equal in both share a place."""
        lines = [self.record(team, self.matches_of(team)) for team in self.teams]
        ranks = {line.team: (-line.points, line.own - line.others) for line in lines}
        ordered = sorted(ranks.values())
        lines.sort(key=lambda line: (ranks[line.team], line.team.casefold()))
        return [replace(line, place=ordered.index(ranks[line.team]) + 1) for line in lines]

    def matches_of(self, team: str, other: str | None = None) -> list[Fixture]:
        """Return all of a team's matches, or only those against `other`."""
        both = {team} if other is None else {team, other}
        return [match for match in self.matches if both <= {match.home, match.away}]

    def record(self, team: str, matches: Iterable[Fixture]) -> DivisionRow:
        """Return a team's record in `matches`: its results added up; matches without points do not count."""
        line = DivisionRow(team=team)
        for match in matches:
            if match.points is not None:
                own, others = match.points if team == match.home else match.points[::-1]
                drawn, won = own == others, own < others  # they are penalty points
                line = replace(
                    line,
                    played=line.played + 1,
                    won=line.won + won,
                    drawn=line.drawn + drawn,
                    lost=line.lost + (not won and not drawn),
                    points=line.points + won * WON + drawn * DRAWN,
                    own=line.own + own,
                    others=line.others + others,
                )
        return line


def read_division(cursor: Cursor, number: int) -> Division | None:
    """Return the current state of a division; None if it does not exist."""
    cursor.execute("SELECT season, name FROM division WHERE id = %s", [number])
    row = cursor.fetchone()
    if row is None:
        return None
    cursor.execute("SELECT name, id FROM team WHERE division = %s ORDER BY id", [number])
    teams: dict[str, int] = dict(cursor.fetchall())
    cursor.execute(
        "SELECT id, round, day, home, away, points FROM match WHERE division = %s ORDER BY day, id", [number]
    )
    matches = []
    for *fixture, points in cursor.fetchall():
        match = Fixture(**dict(zip(("id", "round", "day", "home", "away"), fixture, strict=True)))
        both = None if points is None else (Fraction(points[0]), Fraction(points[1]))
        matches.append(replace(match, points=both))
    return Division(id=number, season=row[0], name=row[1], teams=teams, matches=tuple(matches))
