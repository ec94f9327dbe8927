"""Confirmations of and protests against a match's result, and the games of confirmed matches."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

if TYPE_CHECKING:
    from datetime import date

    from psycopg import Cursor

What: TypeAlias = Literal["confirmed", "protested", "deadline", "federation"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """A confirmation or protest: its club (None for the federation or the deadline) and the points.

    `office`: the official who decided for the federation, '' for itself.
    """

    what: What
    pub: str | None
    home: str
    away: str
    games: int
    reason: str
    made: date
    office: str = ""


def claims_of(cursor: Cursor, division: int) -> dict[int, list[Claim]]:
    """Return the claims about a division's results, match by match, the oldest first."""
    cursor.execute(
        "SELECT fixture, what, pub.name, claim.home, claim.away, games, reason, made::date, claim.office FROM claim "
        "JOIN fixture ON fixture.id = fixture LEFT JOIN pub ON pub.id = claim.pub WHERE division = %s ORDER BY claim.id",
        [division],
    )
    found: dict[int, list[Claim]] = defaultdict(list)
    for fixture, *row in cursor.fetchall():
        names = ("what", "pub", "home", "away", "games", "reason", "made", "office")
        found[fixture].append(Claim(**dict(zip(names, row, strict=True))))
    return found


def confirm_days(cursor: Cursor, division: int) -> int | None:
    """Return the days that the away captain has to confirm; None in a season without confirmation."""
    cursor.execute(
        "SELECT confirm_days FROM season JOIN division ON season.id = season WHERE division.id = %s",
        [division],
    )
    row = cursor.fetchone()
    return None if row is None else row[0]
