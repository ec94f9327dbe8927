"""The rules of a season: how long captains have to confirm, and how often a substitute may play up; and its divisions, made with them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from league.calendar import NewDivision, add_division
from league.errors import BadRequest
from league.registry import clean_name

if TYPE_CHECKING:
    from datetime import date, timedelta

    from psycopg import Cursor

    from league.database import Database

USUAL_DAYS: Final = 7
"""So many days an away captain has to confirm a result, where a season is made by form or command."""
LONGEST_DAYS: Final = 60
MOST_TIMES: Final = 20


def make_division(
    database: Database,
    season: str,
    division: NewDivision,
    *,
    first: date,
    every: timedelta,
    days: int = USUAL_DAYS,
    play_up: int | None = None,
) -> int:
    """Make a division, and its season where that is new; return its number. Raise BadRequest: nothing is made then.

    `days`: of a new season, as `ask_captains` has it; one that is there already goes on as it began. `play_up`: as
    `allow_playing_up` has it; None changes nothing.
    """
    with database.federation() as cursor:
        _ask_captains(cursor, season, days, only_new=True)
        number = add_division(cursor, season, division, first=first, every=every)
        if play_up is not None:
            _allow_playing_up(cursor, season, play_up)
    return number


def ask_captains(database: Database, season: str, days: int) -> None:
    """Let a result of a season stand once the away captain has confirmed it, or so many days have passed; 0: at once.

    Raise BadRequest.
    """
    with database.federation() as cursor:
        _ask_captains(cursor, season, days, only_new=False)


def allow_playing_up(database: Database, season: str, times: int | None) -> None:
    """Let each player of a second team play up so many times in a season before he is bound; None: nobody may.

    Raise BadRequest.
    """
    with database.federation() as cursor:
        _allow_playing_up(cursor, season, times)


def _ask_captains(cursor: Cursor, season: str, days: int, *, only_new: bool) -> None:
    name = clean_name(season, "season")
    if not 0 <= days <= LONGEST_DAYS:
        raise BadRequest(
            f"The days to confirm are {days}; they must be 0 to {LONGEST_DAYS}.",
            code="days",
            most=LONGEST_DAYS,
        )
    cursor.execute(
        "INSERT INTO season (name, confirm_days) VALUES (%s, %s) ON CONFLICT (name) DO UPDATE SET "
        "confirm_days = CASE WHEN %s THEN season.confirm_days ELSE excluded.confirm_days END",
        [name, days or None, only_new],
    )
    _render_again(cursor, name)


def _allow_playing_up(cursor: Cursor, season: str, times: int | None) -> None:
    if times is not None and not 0 <= times <= MOST_TIMES:
        raise BadRequest(
            f"Playing up is allowed {times} times; it must be 0 to {MOST_TIMES}.",
            code="times",
            most=MOST_TIMES,
        )
    name = clean_name(season, "season")
    cursor.execute("UPDATE season SET play_up = %s WHERE name = %s", [times, name])
    if cursor.rowcount == 0:
        raise BadRequest(f"There is no season {season!r}.")
    _render_again(cursor, name)


def _render_again(cursor: Cursor, season: str) -> None:
    cursor.execute(
        "INSERT INTO stale (division) SELECT division.id FROM division JOIN season ON season.id = season WHERE season.name = %s",
        [season],
    )
