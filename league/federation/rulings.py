"""Results set by the federation, each with its reason: for a match that was not played, or against the played result."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from league.calendar import no_such_fixture
from league.database import mark_stale
from league.errors import BadRequest

if TYPE_CHECKING:
    from datetime import date

    from psycopg import Cursor

    from league.database import Database

POINTS: Final = re.compile(r"\d{1,4}([.,]\d{1,2}|/[1-9]\d{0,2})?")
LONGEST: Final = 300


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruling:
    """A ruling: result, time, reason and office ('' the federation itself); without points the played result counts again."""

    home: Fraction | None
    away: Fraction | None
    reason: str
    made: date
    office: str = ""


def rule(database: Database, fixture: int, home: str, away: str, reason: str, office: str = "") -> None:
    """Set a match's result; without points the played result counts again. Raise BadRequest."""
    points = [None, None] if not (home.strip() or away.strip()) else [_points(home), _points(away)]
    why = " ".join(reason.split())
    if not why or len(why) > LONGEST or not why.isprintable():
        raise BadRequest(f"Say why, in at most {LONGEST} letters.", code="reason", most=LONGEST)
    with database.federation() as cursor:
        cursor.execute("SELECT division FROM fixture WHERE id = %s", [fixture])
        row = cursor.fetchone()
        if row is None:
            raise no_such_fixture(fixture)
        cursor.execute(
            "INSERT INTO ruling (fixture, home, away, reason, office) VALUES (%s, %s, %s, %s, %s)",
            [fixture, *points, why, office],
        )
        mark_stale(cursor, row[0])


def rulings_of(cursor: Cursor, division: int) -> dict[int, list[Ruling]]:
    """Return the rulings on a division's fixtures by number; the last one counts."""
    cursor.execute(
        "SELECT fixture, ruling.home, ruling.away, reason, made::date, office FROM ruling JOIN fixture ON fixture.id = fixture "
        "WHERE division = %s ORDER BY ruling.id",
        [division],
    )
    found: dict[int, list[Ruling]] = defaultdict(list)
    for fixture, home, away, reason, made, office in cursor.fetchall():
        one = None if home is None else Fraction(home)
        other = None if away is None else Fraction(away)
        found[fixture].append(Ruling(home=one, away=other, reason=reason, made=made, office=office))
    return found


def _points(said: str) -> str:
    text = said.strip()
    if not POINTS.fullmatch(text):
        raise BadRequest(
            f"points are {text[:20]!r}; write a number for each side, such as 22 or 22,5.",
            code="points",
            said=text[:20],
        )
    return str(Fraction(text.replace(",", ".")))
