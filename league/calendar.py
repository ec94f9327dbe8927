"""Seasons, divisions and fixtures with their days, also as a calendar for a phone."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from typing import TYPE_CHECKING, Final

import psycopg

from league.database import mark_stale, the_row
from league.errors import BadRequest
from league.registry import clean_name, no_such_pub
from tournament import TournamentError, load_format

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import LiteralString

    from psycopg import Cursor

    from league.database import Database

WEEK: Final = timedelta(weeks=1)
LOWEST: Final = 20
"""So many levels of divisions a season has at most."""


def day_of(at: LiteralString) -> LiteralString:
    """Return SQL for the day of a time in seconds since 1970: a game at two in the morning belongs to the evening before."""
    return f"(to_timestamp({at}) - interval '6 hours')::date"


@dataclass(frozen=True, slots=True, kw_only=True)
class Fixture:
    """A match of two pubs on a day, at the first one's table."""

    id: int
    round: int
    day: date
    home: str
    away: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NewDivision:
    """A planned division: its format's name, its pubs, and its level, 1 the highest."""

    name: str
    format: str
    pubs: Sequence[str]
    level: int = 1


def new_division(
    database: Database,
    season: str,
    name: str,
    form: str,
    pubs: Sequence[str],
    *,
    first: date,
    every: timedelta = WEEK,
) -> int:
    """Make a division of the highest level in a transaction of its own, as `add_division` does. Raise BadRequest."""
    with database.federation() as cursor:
        wanted = NewDivision(name=name, format=form, pubs=pubs)
        return add_division(cursor, season, wanted, first=first, every=every)


def add_division(cursor: Cursor, season: str, wanted: NewDivision, *, first: date, every: timedelta) -> int:
    """Make a division of a season, the season too where it is new, with everybody twice against everybody.

    As the federation. Raise BadRequest.
    """
    season, name = clean_name(season, "season"), clean_name(wanted.name, "division")
    pubs, level = wanted.pubs, wanted.level
    try:
        form = load_format(wanted.format).name
    except TournamentError as error:
        raise BadRequest(str(error), code="no_format", name=wanted.format[:40]) from error
    if len(pubs) < 2 or len(set(pubs)) < len(pubs):
        raise BadRequest("A division needs two pubs or more, each named once.", code="few_pubs")
    if not 1 <= level <= LOWEST:
        raise BadRequest(f"The level is {level}; it must be 1 to {LOWEST}.", code="level", most=LOWEST)
    numbers = [_pub(cursor, pub) for pub in pubs]
    cursor.execute("INSERT INTO season (name) VALUES (%s) ON CONFLICT DO NOTHING", [season])
    division = _division(cursor, season, name, form, level)
    cursor.executemany("INSERT INTO team VALUES (%s, %s)", [[division, number] for number in numbers])
    cursor.executemany(
        "INSERT INTO fixture (division, round, day, home, away) VALUES (%s, %s, %s, %s, %s)",
        [
            [division, number, first + (number - 1) * every, home, away]
            for number, pairs in enumerate(rounds(numbers), start=1)
            for home, away in pairs
        ],
    )
    mark_stale(cursor, division)
    return division


def season_number(cursor: Cursor, name: str) -> int | None:
    """Return the number of the season called so; None where there is none."""
    cursor.execute("SELECT id FROM season WHERE name = %s", [name])
    row = cursor.fetchone()
    return None if row is None else int(row[0])


def _division(cursor: Cursor, season: str, name: str, form: str, level: int) -> int:
    try:
        cursor.execute(
            "INSERT INTO division (season, name, format, level) SELECT id, %s, %s, %s FROM season WHERE name = %s RETURNING id",
            [name, form, level, season],
        )
    except psycopg.errors.UniqueViolation as error:
        raise BadRequest(
            f"{season} has a division {name!r} already; choose another name.",
            code="division_there",
            season=season,
            name=name,
        ) from error
    return int(the_row(cursor)[0])


@dataclass(frozen=True, slots=True, kw_only=True)
class Move:
    """A change of a fixture's day, and by which office ('' the federation itself)."""

    was: date
    day: date
    office: str
    made: date


def move(database: Database, fixture: int, day: date, office: str = "") -> None:
    """Move a fixture to another day, and record the move. Raise BadRequest."""
    with database.federation() as cursor:
        cursor.execute("SELECT division, day FROM fixture WHERE id = %s FOR UPDATE", [fixture])
        row = cursor.fetchone()
        if row is None:
            raise no_such_fixture(fixture)
        if row[1] == day:
            return
        cursor.execute("UPDATE fixture SET day = %s WHERE id = %s", [day, fixture])
        cursor.execute(
            "INSERT INTO moved (fixture, was, day, office) VALUES (%s, %s, %s, %s)",
            [fixture, row[1], day, office],
        )
        mark_stale(cursor, row[0])


def moves_of(cursor: Cursor, division: int) -> dict[int, tuple[Move, ...]]:
    """Return the moves of a division's fixtures by number, the oldest first."""
    cursor.execute(
        "SELECT fixture, was, moved.day, office, made::date FROM moved JOIN fixture ON fixture.id = fixture "
        "WHERE division = %s ORDER BY moved.id",
        [division],
    )
    found: dict[int, tuple[Move, ...]] = {}
    for fixture, was, day, office, made in cursor.fetchall():
        moved = Move(was=was, day=day, office=office, made=made)
        found[fixture] = (*found.get(fixture, ()), moved)
    return found


def add_fixture(database: Database, division: int, home: str, away: str, *, day: date, turn: int) -> int:
    """Add a fixture between two pubs of a division; return its number. Raise BadRequest."""
    with database.federation() as cursor:
        cursor.execute("SELECT 1 FROM division WHERE id = %s", [division])
        if cursor.fetchone() is None:
            raise BadRequest(f"There is no division {division}.", code="no_division", number=division)
        cursor.execute(
            "SELECT pub.name, pub.id FROM team JOIN pub ON pub.id = pub WHERE division = %s AND pub.name = ANY (%s)",
            [division, [home, away]],
        )
        found = dict(cursor.fetchall())
        if found.keys() != {home, away} or home == away or turn < 1:
            raise BadRequest("Both must be different, and play in this division.", code="no_team")
        try:
            cursor.execute(
                "INSERT INTO fixture (division, round, day, home, away) VALUES (%s, %s, %s, %s, %s) RETURNING id",
                [division, turn, day, found[home], found[away]],
            )
        except psycopg.errors.UniqueViolation as error:
            raise BadRequest(
                f"{home} has a match at home on match day {turn} already.", code="fixture_there", home=home
            ) from error
        (number,) = the_row(cursor)
        mark_stale(cursor, division)
    return int(number)


def no_such_fixture(number: int) -> BadRequest:
    """Return the error for an unknown fixture number."""
    return BadRequest(f"There is no fixture {number}.", code="no_fixture", number=number)


def rounds(teams: Sequence[int]) -> list[list[tuple[int, int]]]:
    """Return the rounds in which everybody meets everybody at home and away, by the circle method; with an odd number one pub rests."""
    circle: list[int | None] = [*teams, *([None] if len(teams) % 2 else [])]
    half = []
    for number in range(len(circle) - 1):
        pairs = [
            (one, other)
            for one, other in zip(
                circle[: len(circle) // 2], reversed(circle[len(circle) // 2 :]), strict=True
            )
            if one is not None and other is not None
        ]
        half.append([(other, one) if number % 2 else (one, other) for one, other in pairs])
        circle = [circle[0], circle[-1], *circle[1:-1]]
    return half + [[(away, home) for home, away in pairs] for pairs in half]


def fixtures(cursor: Cursor, division: int) -> list[Fixture]:
    """Return a division's fixtures in the order in which they are played."""
    cursor.execute(
        "SELECT f.id, round, day, home.name, away.name FROM fixture f JOIN pub home ON home.id = f.home "
        "JOIN pub away ON away.id = f.away WHERE division = %s ORDER BY day, f.id",
        [division],
    )
    return [
        Fixture(id=number, round=turn, day=day, home=home, away=away)
        for number, turn, day, home, away in cursor.fetchall()
    ]


def ical(title: str, found: Iterable[Fixture]) -> str:
    """Return fixtures as iCalendar (RFC 5545): whole days, lines of at most 75 bytes."""
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Knobeltisch//League//EN",
        f"X-WR-CALNAME:{_escaped(title)}",
    ]
    for row in found:
        lines += [
            "BEGIN:VEVENT",
            f"UID:fixture-{row.id}@knobeltisch",
            f"DTSTAMP:{row.day:%Y%m%d}T000000Z",
            f"DTSTART;VALUE=DATE:{row.day:%Y%m%d}",
            f"SUMMARY:{_escaped(f'{row.home} - {row.away}')}",
            f"LOCATION:{_escaped(row.home)}",
            "END:VEVENT",
        ]
    return "".join(f"{folded}\r\n" for line in [*lines, "END:VCALENDAR"] for folded in _folded(line))


def _escaped(said: str) -> str:
    for mark in ("\\", ";", ","):
        said = said.replace(mark, f"\\{mark}")
    return said


def _folded(line: str) -> Iterable[str]:
    """Yield a line in pieces of at most 75 bytes, each after the first begun with a space."""
    if len(line.encode()) <= 75:
        yield line
        return
    piece, size = "", 0
    for letter in line:
        wide = len(letter.encode())
        if size + wide > 75:
            yield piece
            piece, size = " ", 1
        piece, size = piece + letter, size + wide
    yield piece


def _pub(cursor: Cursor, name: str) -> int:
    cursor.execute("SELECT id FROM pub WHERE name = %s", [name])
    row = cursor.fetchone()
    if row is None:
        raise no_such_pub(name)
    return int(row[0])
