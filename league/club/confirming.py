"""Confirmation of a match's result by the away captain, the season's deadline or the federation, and protests against it.

A confirmed result is stored as it was: games pushed later do not change it and are shown as late.
"""

from __future__ import annotations

import contextlib
from datetime import timedelta
from typing import TYPE_CHECKING, Final

from psycopg.types.json import Jsonb

from league.database import mark_stale, the_row
from league.errors import BadRequest
from league.matches.claims import confirm_days
from league.matches.count import sum_of_games
from league.matches.scores import games_now
from league.table import division_of
from tournament.codec import to_json

if TYPE_CHECKING:
    from psycopg import Cursor

    from league.database import Database
    from league.matches.claims import What
    from league.matches.count import Played
    from league.table import Division

LONGEST: Final = 300


def let_stand(
    cursor: Cursor, match: Played, what: What, pub: int | None, reason: str = "", office: str = ""
) -> None:
    """Store a match as shown in `match`, with its confirmer. As the owner; once per match.

    Raise BadRequest if it has changed.
    """
    games = games_now(cursor, match.fixture)
    if sum_of_games(games) != match.sum:
        raise BadRequest("The result has changed meanwhile; look at it again.", code="changed")
    cursor.execute(
        "INSERT INTO standing (fixture, games) VALUES (%s, %s) ON CONFLICT DO NOTHING",
        [match.fixture.id, Jsonb([to_json(game) for game in games])],
    )
    if cursor.rowcount:
        _note(cursor, match, what, pub, reason, office)


def _note(cursor: Cursor, match: Played, what: What, pub: int | None, reason: str, office: str = "") -> None:
    points = [str(match.home), str(match.away), match.games]
    cursor.execute(
        "INSERT INTO claim (fixture, pub, what, home, away, games, reason, office) VALUES (%s, %s, %s, %s, %s, %s, %s, %s)",
        [match.fixture.id, pub, what, *points, reason, office],
    )


def let_due_stand(cursor: Cursor, division: Division) -> bool:
    """Confirm the matches of a division whose deadline has passed; return whether there was one. As the owner."""
    days = confirm_days(cursor, division.id)
    if days is None:
        return False
    cursor.execute("SELECT current_date")
    (today,) = the_row(cursor)
    due = [
        match
        for match in division.matches
        if match.games and match.state == "open" and today > match.fixture.day + timedelta(days=days)
    ]
    for match in due:
        with contextlib.suppress(
            BadRequest
        ):  # a game came in this moment: its push has the division rendered again
            let_stand(cursor, match, "deadline", None)
    return bool(due)


def note_due(cursor: Cursor) -> None:
    """Mark divisions for rendering in which a deadline has passed since the last call. As the owner."""
    cursor.execute(
        "INSERT INTO stale (division) SELECT DISTINCT division FROM fixture JOIN division ON division.id = division "
        "JOIN season ON season.id = season WHERE day + confirm_days < current_date "
        "AND NOT EXISTS (SELECT FROM standing WHERE standing.fixture = fixture.id) "
        "AND EXISTS (SELECT FROM game WHERE game.pub = home AND game.day = fixture.day AND counts)"
    )


def stand_by_federation(database: Database, fixture: int, reason: str, office: str = "") -> None:
    """Confirm a match as played, by the federation; do nothing if it is confirmed already."""
    with database.owner() as cursor:
        match = _locked_match(cursor, fixture)
        if match.games and match.state != "stands":
            let_stand(cursor, match, "federation", None, reason, office)


def _locked_match(cursor: Cursor, fixture: int) -> Played:
    """Return the present match and lock its division against other confirmations. Raise BadRequest."""
    cursor.execute("SELECT division FROM fixture WHERE id = %s", [fixture])
    row = cursor.fetchone()
    if row is None:
        raise BadRequest(f"There is no fixture {fixture}.", code="no_fixture", number=fixture)
    cursor.execute("SELECT pg_advisory_xact_lock(%s)", [row[0]])
    mark_stale(cursor, row[0])
    division = division_of(cursor, row[0])
    assert division is not None
    return next(match for match in division.matches if match.fixture.id == fixture)


def act_of_club(
    database: Database, pub: tuple[int, str], fixture: int, what: str, shown: str, reason: str
) -> None:
    """Confirm a match as the away club, or protest as either club; `shown` identifies the result on the page.

    Raise BadRequest.
    """
    number, name = pub
    why = " ".join(reason.split())
    if what == "protested" and (not why or len(why) > LONGEST or not why.isprintable()):
        raise BadRequest(f"Say why, in at most {LONGEST} letters.", code="reason", most=LONGEST)
    with database.owner() as cursor:
        match = _locked_match(cursor, fixture)
        sides = (match.fixture.away,) if what == "confirmed" else (match.fixture.home, match.fixture.away)
        if what not in ("confirmed", "protested") or name not in sides:
            raise BadRequest("This match is not this club's to confirm.", code="not_yours")
        if not match.games or match.state not in ("open", "protested"):
            raise BadRequest("Nothing is to be confirmed there.", code="not_open")
        if match.sum != shown:
            raise BadRequest("The result has changed meanwhile; look at it again.", code="changed")
        if what == "confirmed":
            let_stand(cursor, match, "confirmed", number)
        else:
            _note(cursor, match, "protested", number, why)
