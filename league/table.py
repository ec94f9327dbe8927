"""A division's table: which games of a day belong to a match, how it ended, and what that makes of the season.

A game counts for a match when it was played at the home pub on that day, by the division's rules, by people who are all on the list of one of
the two teams, of each at least one. How it is counted is the tournament's.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

import tournament as t
from league.calendar import Fixture, fixtures
from league.federation.rulings import Ruling, rulings_of
from tournament.codec import from_json
from tournament.formats import Free, Option
from tournament.results import renamed

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from psycopg import Cursor

WON: Final = 2
DRAWN: Final = 1
HOME, AWAY = "home", "away"


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """A match with what it came to: games that count, and points of both in them, or what the federation has set in their place.

    `rulings`: all that it has set, the last of which counts.
    """

    fixture: Fixture
    games: int
    home: Fraction
    away: Fraction
    won: str | None
    rulings: tuple[Ruling, ...] = ()

    @property
    def is_set(self) -> bool:
        """Whether the federation has said how it ended."""
        return bool(self.rulings) and self.rulings[-1].home is not None

    @property
    def is_over(self) -> bool:
        """Whether it counts; else it is still to come, or nobody came."""
        return self.games > 0 or self.is_set


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
    """Somebody who agreed to be shown, with his points of the season."""

    name: str
    pub: str
    games: int
    points: Fraction


@dataclass(frozen=True, slots=True, kw_only=True)
class Division:
    """All that everybody may see of a division."""

    id: int
    season: str
    name: str
    format: t.Format
    table: tuple[Line, ...]
    matches: tuple[Played, ...]
    people: tuple[Person, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Player:
    id: int
    pub: str
    sum: bytes
    name: str | None
    member: bool
    shown: bool


@dataclass(slots=True, kw_only=True)
class _People:
    """Everybody of a division's pubs, and what each has so far."""

    by_number: dict[str, _Player]
    members: dict[tuple[str, bytes], _Player]
    points: dict[str, Fraction] = field(default_factory=lambda: defaultdict(Fraction))
    games: Counter[str] = field(default_factory=Counter)


def division_of(cursor: Cursor, number: int) -> Division | None:
    """Return a division as it stands; None where there is none. As the owner: the names that are not shown stay here."""
    cursor.execute(
        "SELECT season.name, division.name, format FROM division JOIN season ON season.id = season "
        "WHERE division.id = %s",
        [number],
    )
    row = cursor.fetchone()
    if row is None:
        return None
    form = t.load_format(row[2])
    people, found = _people(cursor, number), fixtures(cursor, number)
    games = _games(cursor, number, form)
    ruled, fewer = rulings_of(cursor, number), form.scoring.better == "fewer"
    matches = tuple(
        _ruled(_match(kept, games.get(kept.id, []), form, people), ruled.get(kept.id, ()), fewer=fewer)
        for kept in found
    )
    cursor.execute("SELECT name FROM team JOIN pub ON pub.id = pub WHERE division = %s", [number])
    pubs = [name for (name,) in cursor.fetchall()]
    return Division(
        id=number,
        season=row[0],
        name=row[1],
        format=form,
        table=_lines(pubs, matches, fewer=fewer),
        matches=matches,
        people=_shown(people, fewer=fewer),
    )


def _people(cursor: Cursor, division: int) -> _People:
    cursor.execute(
        "SELECT player.id, pub.name, name_sum, player.name, member, shown FROM player JOIN pub ON pub.id = player.pub "
        "JOIN team ON team.pub = player.pub WHERE division = %s",
        [division],
    )
    everybody = [
        _Player(id=number, pub=pub, sum=bytes(summed), name=name, member=member, shown=shown)
        for number, pub, summed, name, member, shown in cursor.fetchall()
    ]
    return _People(
        by_number={f"#{person.id}": person for person in everybody},
        members={(person.pub, person.sum): person for person in everybody if person.member},
    )


def _games(cursor: Cursor, division: int, form: t.Format) -> dict[int, list[t.GameResult]]:
    """Return the games of each fixture that were played by the division's rules, in the order in which they were begun."""
    cursor.execute(
        "SELECT fixture.id, rules, result FROM fixture JOIN game ON game.pub = home AND game.day = fixture.day "
        "WHERE division = %s AND counts AND variant = %s ORDER BY began, table_id, game",
        [division, form.variant],
    )
    found: dict[int, list[t.GameResult]] = defaultdict(list)
    for number, rules, result in cursor.fetchall():
        if _same_rules(form, rules):
            found[number].append(from_json(t.GameResult, result))
    return found


def _same_rules(form: t.Format, rules: Mapping[str, Any]) -> bool:
    try:
        played = replace(form, house=tuple(Option(name=name, value=value) for name, value in rules.items()))
    except t.BadFormat:
        return False
    return played.rules == form.rules


def _match(fixture: Fixture, games: Iterable[t.GameResult], form: t.Format, people: _People) -> Played:
    counted = [called for game in games if (called := _called(game, fixture, people)) is not None]
    if not counted:
        return Played(fixture=fixture, games=0, home=Fraction(0), away=Fraction(0), won=None)
    state = _state(fixture, counted, form, people)
    for row in t.standings(state):
        people.points[row.name] += row.points
        people.games[row.name] += row.tally.games
    teams = {row.name: row for row in t.team_standings(state)}
    home, away = teams[HOME], teams[AWAY]
    won = _winner(home.points, away.points, fewer=form.scoring.better == "fewer")
    return Played(fixture=fixture, games=len(counted), home=home.points, away=away.points, won=won)


def _winner(home: Fraction, away: Fraction, *, fewer: bool) -> str | None:
    """Return who has won; None where both have the same: what tells level people apart is not asked of the sides of a match."""
    if home == away:
        return None
    return HOME if (home < away) == fewer else AWAY


def _ruled(match: Played, rulings: Sequence[Ruling], *, fewer: bool) -> Played:
    """Return a match as the federation has set it last."""
    last = rulings[-1] if rulings else None
    if last is None or last.home is None or last.away is None:
        return replace(match, rulings=tuple(rulings))
    won = _winner(last.home, last.away, fewer=fewer)
    return replace(match, home=last.home, away=last.away, won=won, rulings=tuple(rulings))


def _called(game: t.GameResult, fixture: Fixture, people: _People) -> t.GameResult | None:
    """Return a game with everybody under his number on his team's list; None where it does not count.

    A handicap was agreed on at the table, by the division's rules: no list of the league says who begins with one.
    """
    numbers: dict[str, str] = {}
    pubs = set()
    for name in game.players:
        known = people.by_number.get(name)
        listed = None
        if known is not None:
            own = known if known.member and known.pub == fixture.home else None
            listed = own or people.members.get((fixture.away, known.sum))
        if listed is None:
            return None
        numbers[name] = f"#{listed.id}"
        pubs.add(listed.pub)
    return replace(renamed(game, numbers), handicap=()) if len(pubs) == 2 else None


def _state(fixture: Fixture, games: list[t.GameResult], form: t.Format, people: _People) -> t.State:
    """Return the match as an evening of the tournament's, with two teams."""
    names = dict.fromkeys(name for game in games for name in game.players)
    opened = t.Opened(
        id="opened",
        title=f"{fixture.id}",
        format=replace(form, stages=(Free(),)),
        tables=1,
        players=tuple(
            t.Player(name=name, team=HOME if people.by_number[name].pub == fixture.home else AWAY)
            for name in names
        ),
    )
    match = t.Match(id="match", table=1)
    drawn = t.Drawn(id="drawn", round=1, stage=1, matches=(match,))
    reports = [
        t.Reported(id=f"game {number}", table=1, match="match", game=number, result=game)
        for number, game in enumerate(games, start=1)
    ]
    return t.replay([opened, drawn, *reports])


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


def _shown(people: _People, *, fewer: bool) -> tuple[Person, ...]:
    found = [
        Person(name=player.name, pub=player.pub, games=people.games[number], points=points)
        for number, points in people.points.items()
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
