"""Seasons, divisions, teams and fixtures: created by a command or from a CSV file, and rescheduled."""

import re
from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from typing import Final

import psycopg
from psycopg import Cursor

from league.database import Database, the_row
from league.errors import BadRequest
from league.pubs import clean_name
from scorer.file_formats import BadFile, decode_text, read_table

WEEK: Final = timedelta(weeks=1)
GERMAN: Final = {"liga": "division", "spieltag": "round", "tag": "day", "heim": "home", "gast": "away"}
"""The columns of a list of fixtures by their German names."""
COLUMNS: Final = GERMAN | {column: column for column in GERMAN.values()}


def add_division(
    database: Database, season: str, name: str, teams: Sequence[str], *, first: date, every: timedelta
) -> int:
    """Create a division in which each team plays every other at home and away; return its number.

    The rounds are played `every` apart, the first on `first`. Raise BadRequest if there are fewer than two teams, two are the
    same, a name is invalid, or a fixture cannot be added.
    """
    names = [clean_name(team, "team") for team in teams]
    if len(names) < 2 or len(set(names)) < len(names):
        raise BadRequest("A division needs two teams or more, each named once.")
    with database.transaction() as cursor:
        number = _division(cursor, clean_name(season, "season"), clean_name(name, "division"))
        for turn, pairs in enumerate(pair_everybody(names), start=1):
            for home, away in pairs:
                _add_fixture(cursor, number, turn, first + (turn - 1) * every, home, away)
    return number


def pair_everybody(teams: Sequence[str]) -> list[list[tuple[str, str]]]:
    """Return the rounds of a double round robin by the circle method, as pairs (home, away).

    If the number of teams is odd, one team rests in each round.
    """
    circle: list[str | None] = [*teams, *([None] if len(teams) % 2 else [])]
    half = []
    for number in range(len(circle) - 1):
        upper, lower = circle[: len(circle) // 2], reversed(circle[len(circle) // 2 :])
        pairs = [(one, other) for one, other in zip(upper, lower, strict=True) if one and other]
        half.append([(other, one) if number % 2 else (one, other) for one, other in pairs])
        circle = [circle[0], circle[-1], *circle[1:-1]]
    return half + [[(away, home) for home, away in pairs] for pairs in half]


def import_fixtures(database: Database, season: str, raw: bytes) -> tuple[int, list[str], tuple[str, ...]]:
    """Add the fixtures in a CSV file, and any divisions and teams that do not exist yet.

    Return the number of fixtures, a sentence for each bad row (if there are any, nothing is added), and the headings of unknown
    columns. Raise BadRequest if the file cannot be read, a required column is missing, or `season` is not a valid name.
    """
    try:
        table = read_table(decode_text(raw), COLUMNS, lambda heads: set(GERMAN.values()) <= set(heads))
    except BadFile as error:
        raise BadRequest(f"Row {error.line}: {error}.") from error
    if table is None:
        heads = ", ".join(f"{column} or {german}" for german, column in GERMAN.items())
        raise BadRequest(f"No row has the columns {heads}; write them above the matches.")
    season, count, wrong = clean_name(season, "season"), 0, []
    with database.transaction() as cursor:
        for line, cells in table.rows:
            try:
                with cursor.connection.transaction():  # a bad row must not end those after it
                    _import_row(cursor, season, dict.fromkeys(GERMAN.values(), "") | cells)
                count += 1
            except BadRequest as error:
                wrong.append(f"Row {line}: {error}")
        if wrong:
            cursor.connection.rollback()
    return 0 if wrong else count, wrong, table.unknown


def read_day(said: str) -> date:
    """Parse a date of this century, written as 2026-11-29 or 29.11.2026. Raise BadRequest if it is anything else."""
    parts = re.fullmatch(r"(\d{4})-(\d\d)-(\d\d)|(\d\d?)\.(\d\d?)\.(\d{4})", said.strip(), re.ASCII)
    try:
        day = date(*map(int, parts.groups()[:3] if parts[1] else parts.groups()[:2:-1])) if parts else None
    except ValueError:
        day = None
    if day is None or not 2000 <= day.year < 2100:
        raise BadRequest(f"day is {said[:20]!r}; write it as 2026-11-29 or 29.11.2026, 2000 to 2099.")
    return day


def _import_row(cursor: Cursor, season: str, row: Mapping[str, str]) -> None:
    name, home, away = (clean_name(row[column], column) for column in ("division", "home", "away"))
    on = read_day(row["day"])
    turn = row["round"].strip()
    if not re.fullmatch("[1-9][0-9]{0,2}", turn):
        raise BadRequest(f"round is {turn[:20]!r}; it must be a whole number from 1.")
    division = _division(cursor, season, name)
    _add_fixture(cursor, division, int(turn), on, home, away)


def _division(cursor: Cursor, season: str, name: str) -> int:
    """Return the number of a division; create it if it does not exist."""
    cursor.execute("SELECT id FROM division WHERE season = %s AND name = %s", [season, name])
    row = cursor.fetchone()
    if row is None:
        cursor.execute("INSERT INTO division (season, name) VALUES (%s, %s) RETURNING id", [season, name])
        row = the_row(cursor)
    return int(row[0])


def _add_fixture(cursor: Cursor, division: int, turn: int, day: date, home: str, away: str) -> None:
    """Add a fixture, and any of its teams that do not exist yet.

    A team belongs to the pub that has its name, or whose name its own begins with: "Krone II" plays at Krone. Raise BadRequest if
    a team has no pub or plays itself, or the home team has a match in this round already.
    """
    if home == away:
        raise BadRequest(f"{home} cannot play against itself.")
    teams = []
    for name in (home, away):
        cursor.execute(
            "INSERT INTO team (division, pub, name) SELECT %(division)s, id, %(name)s FROM pub "
            "WHERE (name = %(name)s OR starts_with(%(name)s, name || ' ')) "
            "AND NOT EXISTS (SELECT FROM team WHERE division = %(division)s AND name = %(name)s) "
            "ORDER BY length(name) DESC LIMIT 1",
            {"division": division, "name": name},
        )
        cursor.execute("SELECT id FROM team WHERE division = %s AND name = %s", [division, name])
        row = cursor.fetchone()
        if row is None:
            raise BadRequest(
                f"{name!r} is no pub's team; add its pub with `league pub`, or begin the name with the pub's."
            )
        teams.append(int(row[0]))
    try:
        cursor.execute(
            "INSERT INTO fixture (division, round, day, home, away) VALUES (%s, %s, %s, %s, %s)",
            [division, turn, day, *teams],
        )
    except psycopg.errors.UniqueViolation as error:
        raise BadRequest(f"{home} has a match at home on match day {turn} already.") from error


def move_fixture(database: Database, fixture: int, day: date) -> None:
    """Move a fixture to another day; a report of that day then counts for it. Raise BadRequest if there is no such fixture."""
    with database.transaction() as cursor:
        cursor.execute("UPDATE fixture SET day = %s WHERE id = %s", [day, fixture])
        if cursor.rowcount == 0:
            raise BadRequest(
                f"There is no fixture {fixture}; the addresses of the matches have their numbers."
            )
