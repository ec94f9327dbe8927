"""The next season's divisions, proposed from the final tables; an official edits and confirms the proposal."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from league.calendar import NewDivision, add_division
from league.database import the_row
from league.errors import BadRequest
from league.registry import clean_name
from league.table import division_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import date, timedelta

    from psycopg import Cursor

    from league.database import Database

USUAL: Final = 1
"""So many teams of a division go down, and as many come up in their place."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OldDivision:
    """A division of the finished season, with its pubs in the order of its table."""

    name: str
    level: int
    format: str
    pubs: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A pub, its final place, and its proposed division; `level`: another pub shares its place."""

    pub: str
    division: str
    place: int
    to: str
    level: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """The proposed divisions; `open`: matches that do not count yet, so the tables may still change."""

    season: str
    divisions: tuple[OldDivision, ...]
    places: tuple[Place, ...]
    open: int


def proposal_of(database: Database, season: int, exchange: int = USUAL) -> Proposal | None:
    """Return a proposal in which each division relegates this many teams; None without a season. Raise BadRequest."""
    with database.owner() as cursor:
        cursor.execute("SELECT name FROM season WHERE id = %s", [season])
        row = cursor.fetchone()
        if row is None:
            return None
        cursor.execute(
            "SELECT id, level, format FROM division WHERE season = %s ORDER BY level, id", [season]
        )
        found = [(division_of(cursor, number), level, form) for number, level, form in cursor.fetchall()]
    olds, places, waiting = [], [], 0
    for division, level, form in found:
        assert division is not None
        pubs = tuple(line.pub for line in division.table)
        olds.append(OldDivision(name=division.name, level=level, format=form, pubs=pubs))
        ranks = Counter(line.place for line in division.table)
        waiting += sum(not match.is_over for match in division.matches)
        places += [
            Place(
                pub=line.pub,
                division=division.name,
                place=line.place,
                to=division.name,
                level=ranks[line.place] > 1,
            )
            for line in division.table
        ]
    moves = moved(olds, exchange)
    return Proposal(
        season=row[0],
        divisions=tuple(olds),
        places=tuple(replace(place, to=moves.get(place.pub, place.to)) for place in places),
        open=waiting,
    )


def moved(divisions: Sequence[OldDivision], exchange: int) -> dict[str, str]:
    """Return the new division of each pub that goes up or down; every division stays as large as it was.

    Raise BadRequest.

    Of each division of a level the last `exchange` go down. They are distributed over the divisions below in turn,
    and each of these promotes as many as it receives.
    """
    levels = [
        [division for division in divisions if division.level == level]
        for level in sorted({division.level for division in divisions})
    ]
    moves: dict[str, str] = {}
    for upper, lower in pairwise(levels):
        down = [pub for division in upper for pub in division.pubs[len(division.pubs) - exchange :]]
        homes = [division.name for division in upper for _ in range(exchange)]
        targets = [lower[number % len(lower)] for number in range(len(down))]
        taken = Counter(division.name for division in targets)
        up = [pub for division in lower for pub in division.pubs[: taken[division.name]]]
        is_small = any(len(division.pubs) < exchange for division in upper) or len(up) < len(down)
        if is_small or set(moves) & {*up, *down}:
            raise BadRequest(
                f"With {exchange} teams up and down the divisions are too small; take fewer.",
                code="exchange",
                count=exchange,
            )
        moves |= {pub: division.name for pub, division in zip(down, targets, strict=True)}
        moves |= dict(zip(up, homes, strict=True))
    return moves


def begin_season(
    database: Database, old: int, name: str, to: Mapping[str, str], *, first: date, every: timedelta
) -> list[int]:
    """Create a season with an old one's divisions and rules; `to` gives each pub's division.

    Return their numbers. Raise BadRequest, with no change. Empty divisions are left out.
    """
    name = clean_name(name, "season")
    with database.federation() as cursor:
        cursor.execute("SELECT EXISTS (SELECT FROM season WHERE name = %s)", [name])
        if the_row(cursor) == (True,):
            raise BadRequest(
                f"There is a season {name!r} already; choose another name.", code="season_there", name=name
            )
        cursor.execute(
            "INSERT INTO season (name, confirm_days, play_up) SELECT %s, confirm_days, play_up FROM season WHERE id = %s",
            [name, old],
        )
        divisions = _divisions(cursor, old)
        unknown = next((said for said in to.values() if said and said not in divisions), None)
        if unknown is not None or not divisions:
            raise BadRequest(
                f"There is no division {str(unknown)[:60]!r} in the old season.",
                code="no_old_division",
                name=str(unknown)[:60],
            )
        return [
            add_division(
                cursor,
                name,
                NewDivision(name=division, format=form, pubs=pubs, level=level),
                first=first,
                every=every,
            )
            for division, (level, form) in divisions.items()
            if (pubs := [pub for pub, said in to.items() if said == division])
        ]


def _divisions(cursor: Cursor, season: int) -> dict[str, tuple[int, str]]:
    """Return level and format of a season's divisions by name, the highest first."""
    cursor.execute("SELECT name, level, format FROM division WHERE season = %s ORDER BY level, id", [season])
    return {name: (level, form) for name, level, form in cursor.fetchall()}
