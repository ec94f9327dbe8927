"""The content of the federation's pages, as the federation's role sees it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from league.calendar import fixtures
from league.errors import BadRequest
from league.federation.duties import DUTIES
from league.federation.next_season import proposal_of
from league.federation.officials import officials
from league.federation.rulings import rulings_of
from league.reports.keys import signing_keys
from tournament import PRESETS

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date

    from psycopg import Cursor

    from league.calendar import Fixture
    from league.database import Database

_ASIDE: Final = """
SELECT pub.name AS pub, day, why, count(*) AS count FROM aside JOIN pub ON pub.id = pub JOIN fixture ON fixture.id = fixture
WHERE aside.division = %s GROUP BY pub.name, day, why
UNION ALL SELECT pub.name, game.changed::date, why, count(*) FROM game JOIN pub ON pub.id = pub
WHERE why <> '' AND pub IN (SELECT pub FROM team WHERE division = %s) GROUP BY pub.name, game.changed::date, why
ORDER BY day DESC, pub, why LIMIT 200
"""


def pubs(database: Database) -> dict[str, Any]:
    """Return the pubs, the invitations that nobody has used, and the keys that have signed reports."""
    with database.federation() as cursor:
        found = _rows(
            cursor,
            "SELECT name, town, registered::date AS since, barred, "
            "(SELECT first.name FROM pub first WHERE first.id = pub.first_team) AS first, "
            "(SELECT count(*) FROM game WHERE pub = pub.id AND counts) AS games FROM pub ORDER BY name",
        )
        invited = _rows(
            cursor,
            "SELECT note, made::date AS made FROM invitation WHERE pub IS NULL ORDER BY invitation.made",
        )
    return {"pubs": found, "invited": invited, "keys": signing_keys(database)}


def divisions(database: Database) -> dict[str, Any]:
    """Return the divisions, and the choices for a new one."""
    with database.federation() as cursor:
        found = _rows(
            cursor,
            "SELECT division.id, season.name AS season, season.id AS season_id, division.name, format, level, "
            "(SELECT count(*) FROM team WHERE division = division.id) AS teams, "
            "(SELECT why FROM unshown WHERE division = division.id) AS unshown "
            "FROM division JOIN season ON season.id = season ORDER BY season.id DESC, level, division.id",
        )
        return {"divisions": found, "pubs": _pubs(cursor), "formats": [*PRESETS]}


def people(database: Database) -> dict[str, Any]:
    """Return the people who agreed to be shown; the federation sees no other names."""
    with database.federation() as cursor:
        found = _rows(
            cursor,
            "SELECT player.id, player.name, pub.name AS pub FROM player JOIN pub ON pub.id = pub WHERE shown "
            "ORDER BY pub.name, player.name",
        )
        return {"people": found, "pubs": _pubs(cursor)}


def division(database: Database, number: int) -> dict[str, Any] | None:
    """Return a division with its fixtures; None for an unknown one."""
    with database.federation() as cursor:
        found = _rows(
            cursor,
            "SELECT division.id, season.name AS season, division.name FROM division JOIN season ON season.id = season "
            "WHERE division.id = %s",
            number,
        )
        if not found:
            return None
        teams = _rows(
            cursor, "SELECT name FROM pub JOIN team ON pub = pub.id WHERE division = %s ORDER BY name", number
        )
        listed, ruled = fixtures(cursor, number), rulings_of(cursor, number)
        aside = _rows(cursor, _ASIDE, number, number)
        today = _rows(cursor, "SELECT current_date AS day")[0]["day"]
    last = max((fixture.round for fixture in listed), default=0)
    return {
        "division": found[0],
        "teams": [team["name"] for team in teams],
        "fixtures": listed,
        "due": _rounds_due(listed, today),
        "ruled": ruled,
        "aside": aside,
        "next": last + 1,
    }


def _rounds_due(listed: Sequence[Fixture], today: date) -> set[int]:
    """Return the rounds that have work: the last one that was played, and the next one."""
    played = [fixture.round for fixture in listed if fixture.day < today]
    coming = [fixture.round for fixture in listed if fixture.day >= today]
    return {*played[-1:], *coming[:1]}


def fixture(database: Database, number: int) -> dict[str, Any] | None:
    """Return a match with its rulings; None for an unknown one."""
    with database.federation() as cursor:
        cursor.execute("SELECT division FROM fixture WHERE id = %s", [number])
        row = cursor.fetchone()
        if row is None:
            return None
        found = next(fixture for fixture in fixtures(cursor, row[0]) if fixture.id == number)
        return {"fixture": found, "division": row[0], "rulings": rulings_of(cursor, row[0]).get(number, [])}


def offices(database: Database) -> dict[str, Any]:
    """Return the federation's officials and the possible duties."""
    return {"officials": officials(database), "duties": DUTIES}


def next_season(database: Database, number: int) -> dict[str, Any] | None:
    """Return a proposal for the season after this one; None for an unknown one."""
    try:
        proposal = proposal_of(database, number)
    except BadRequest:  # too small for anybody to go up or down
        proposal = proposal_of(database, number, exchange=0)
    return None if proposal is None else {"proposal": proposal, "number": number}


def _pubs(cursor: Cursor) -> list[str]:
    return [row["name"] for row in _rows(cursor, "SELECT name FROM pub WHERE NOT barred ORDER BY name")]


def _rows(cursor: Cursor, query: str, *values: object) -> list[dict[str, Any]]:
    cursor.execute(query.encode(), values or None)
    assert cursor.description is not None
    names = [column.name for column in cursor.description]
    return [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]
