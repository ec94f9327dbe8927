"""A division's table: the season's standings from the results of its matches.

`league.matches` assigns games to matches and counts them.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field, replace
from datetime import timedelta
from fractions import Fraction
from typing import TYPE_CHECKING, Final

import tournament as t
from league.calendar import fixtures, moves_of
from league.federation.rulings import rulings_of
from league.matches.claims import claims_of, confirm_days
from league.matches.count import AWAY, HOME, played, winner
from league.matches.games import people_of_division
from league.matches.scores import Scores
from league.matches.substitutes import substitutes_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from psycopg import Cursor

    from league.calendar import Fixture
    from league.federation.rulings import Ruling
    from league.matches.claims import Claim
    from league.matches.count import Played
    from league.matches.games import Aside, People

WON: Final = 2
DRAWN: Final = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A pub's line of the table."""

    place: int
    pub: str
    played: int
    won: int
    drawn: int
    lost: int
    points: int
    own: Fraction
    others: Fraction


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """A person who agreed to be shown, with the season's points; `number` identifies the person in results."""

    number: str
    name: str
    pub: str
    games: int
    points: Fraction


@dataclass(frozen=True, slots=True, kw_only=True)
class Division:
    """The public data of a division; `aside`: games that do not count, with the reason, for the federation and the pub.

    `pubs`: their numbers. `crests`: the colours of those that have chosen some. `substitutes`: fixture and player's
    number for each who has played up in a match that stands.
    """

    id: int
    season: str
    name: str
    format: t.Format
    table: tuple[Line, ...]
    matches: tuple[Played, ...]
    people: tuple[Person, ...]
    pubs: Mapping[str, int]
    aside: tuple[Aside, ...] = ()
    substitutes: frozenset[tuple[int, int]] = frozenset()
    crests: Mapping[str, tuple[str, str]] = field(default_factory=dict)


def division_of(cursor: Cursor, number: int, *, keep: bool = False) -> Division | None:
    """Return a division's present state; None for an unknown one.

    As the owner: hidden names do not leave this function. `keep`: store newly counted scores.
    """
    cursor.execute(
        "SELECT season.name, division.name, format FROM division JOIN season ON season.id = season "
        "WHERE division.id = %s",
        [number],
    )
    row = cursor.fetchone()
    if row is None:
        return None
    form = t.load_format(row[2])
    people, found = people_of_division(cursor, number), fixtures(cursor, number)
    scores = Scores(cursor, number, form, people)
    ruled, fewer = rulings_of(cursor, number), form.scoring.better == "fewer"
    standing = _Standing(cursor, number, form, scores)
    matches = tuple(_ruled(standing.of(fixture), ruled.get(fixture.id, ()), fewer=fewer) for fixture in found)
    if keep:
        scores.keep()
    pubs, crests = _teams(cursor, number)
    return Division(
        id=number,
        season=row[0],
        name=row[1],
        format=form,
        table=_lines(pubs, matches, fewer=fewer),
        matches=matches,
        people=_shown(people, matches, fewer=fewer),
        pubs=pubs,
        crests=crests,
        aside=tuple(standing.aside),
        substitutes=substitutes_of(
            ((match.fixture, match.people) for match in matches if match.state == "stands"), people
        ),
    )


def _teams(cursor: Cursor, division: int) -> tuple[dict[str, int], dict[str, tuple[str, str]]]:
    """Return the number of each pub of a division, and the chosen colours."""
    cursor.execute(
        "SELECT name, pub.id, crest FROM team JOIN pub ON pub.id = pub WHERE division = %s", [division]
    )
    teams = cursor.fetchall()
    colours = {name: (crest[0], crest[1]) for name, _, crest in teams if crest is not None}
    return {name: number for name, number, _ in teams}, colours


class _Standing:
    """The confirmed results of a division; `aside`: games of the matches so far that do not count."""

    def __init__(self, cursor: Cursor, number: int, form: t.Format, scores: Scores) -> None:
        self._form, self._scores = form, scores
        self._days, self._claims = confirm_days(cursor, number), claims_of(cursor, number)
        self._moves = moves_of(cursor, number)
        self.aside: list[Aside] = []

    def of(self, fixture: Fixture) -> Played:
        """Return a match as it counts, with its claims."""
        claims = tuple(self._claims.get(fixture.id, ()))
        return replace(self._of(fixture, claims), claims=claims, moves=self._moves.get(fixture.id, ()))

    def _of(self, fixture: Fixture, claims: Sequence[Claim]) -> Played:
        now, aside = self._scores.pushed(fixture)
        self.aside += aside
        kept = self._scores.standing(fixture)
        if kept is not None:
            later = None if now.sum == kept.sum else (now.games, now.home, now.away)
            return replace(played(fixture, kept, self._form), later=later)
        match = played(fixture, now, self._form)
        if self._days is None or not now.games:
            return match
        protested = bool(claims) and claims[-1].what == "protested"
        return replace(
            match,
            state="protested" if protested else "open",
            deadline=None if protested else fixture.day + timedelta(days=self._days),
        )


def _ruled(match: Played, rulings: Sequence[Ruling], *, fewer: bool) -> Played:
    """Return a match with the federation's last ruling."""
    last = rulings[-1] if rulings else None
    if last is None or last.home is None or last.away is None:
        return replace(match, rulings=tuple(rulings))
    won = winner(last.home, last.away, fewer=fewer)
    return replace(match, home=last.home, away=last.away, won=won, rulings=tuple(rulings))


def _lines(pubs: Iterable[str], matches: Iterable[Played], *, fewer: bool) -> tuple[Line, ...]:
    lines = {
        pub: Line(
            place=0, pub=pub, played=0, won=0, drawn=0, lost=0, points=0, own=Fraction(0), others=Fraction(0)
        )
        for pub in pubs
    }
    for match in matches:
        if match.is_over:
            for pub, side, own, others in (
                (match.fixture.home, HOME, match.home, match.away),
                (match.fixture.away, AWAY, match.away, match.home),
            ):
                lines[pub] = _more(lines[pub], match.won, side, own, others)
    sign = -1 if fewer else 1

    def rank(line: Line) -> tuple[int, Fraction]:
        return (-line.points, -sign * (line.own - line.others))

    order = sorted(lines.values(), key=lambda line: (rank(line), line.pub.casefold()))
    ranks = [rank(line) for line in order]
    return tuple(replace(line, place=ranks.index(rank(line)) + 1) for line in order)


def _more(line: Line, won: str | None, side: str, own: Fraction, others: Fraction) -> Line:
    points = DRAWN if won is None else WON if won == side else 0
    return replace(
        line,
        played=line.played + 1,
        won=line.won + (won == side),
        drawn=line.drawn + (won is None),
        lost=line.lost + (won not in {None, side}),
        points=line.points + points,
        own=line.own + own,
        others=line.others + others,
    )


def _shown(people: People, matches: Iterable[Played], *, fewer: bool) -> tuple[Person, ...]:
    games, points = Counter[str](), defaultdict[str, Fraction](Fraction)
    for match in matches:
        for number, score in match.people.items() if match.state == "stands" else ():
            games[number] += score.games
            points[number] += score.points
    found = [
        Person(number=number, name=player.name, pub=player.pub, games=games[number], points=points[number])
        for number in games
        if (player := people.by_number[number]).shown and player.name is not None
    ]
    return tuple(
        sorted(
            found,
            key=lambda person: (
                (1 if fewer else -1) * person.points / person.games,
                -person.games,
                person.name,
            ),
        )
    )
