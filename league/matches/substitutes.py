"""Substitutes: players of a second team who play up for the first, up to a limit.

The season sets the limit (`play_up`); without it nobody plays up. A player who exceeds it is bound: from that match
day on only games for the first team count. Only matches that stand count, and what stands is never counted again.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from league.calendar import fixtures, no_such_fixture
from league.database import mark_pubs_stale, the_row
from league.errors import BadRequest
from league.matches.games import is_bound, people_of_division
from league.registry import clean_name, no_such_pub

if TYPE_CHECKING:
    from collections.abc import Iterable

    from psycopg import Cursor

    from league.calendar import Fixture
    from league.database import Database
    from league.matches.games import People
    from league.registry import Names, Pub

MOST_NAMES: Final = 20
MayPlay: TypeAlias = Literal["own", "substitute", "binds", "bound_here", "bound", "stranger"]
"""On the pub's list; plays up; plays up and is bound by it; is bound to this team; is bound to another; is on no list."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked:
    """Whether a player may play in a match: `time` is the substitute's count including it, `most` the limit."""

    name: str
    word: MayPlay
    time: int = 0
    most: int = 0

    @property
    def may_play(self) -> bool:
        """Whether a game with this player counts."""
        return self.word not in ("bound", "stranger")


def set_first_team(database: Database, pub: str, first: str | None) -> None:
    """Make a pub the second team of another one; None: of none. Raise BadRequest."""
    with database.owner() as cursor:  # the federation does not see which pub a player is of
        cursor.execute("SELECT id, name, first_team FROM pub WHERE name = ANY (%s)", [[pub, first or pub]])
        found = {name: (number, upper) for number, name, upper in cursor.fetchall()}
        missing = next((name for name in (pub, first) if name is not None and name not in found), None)
        if missing is not None:
            raise no_such_pub(missing)
        number, upper = found[pub]
        wanted = None if first is None else found[first][0]
        if wanted == upper:
            return
        cursor.execute(
            "SELECT EXISTS (SELECT FROM pub WHERE first_team = %(pub)s), "
            "EXISTS (SELECT FROM played_up JOIN player ON player.id = player WHERE pub = %(pub)s)",
            {"pub": number},
        )
        is_first, has_played_up = the_row(cursor)
        if first is not None and (pub == first or is_first or found[first][1]):
            raise BadRequest(
                f"{pub} cannot be the second team of {first}: a first team is nobody's second team.",
                code="no_second",
                pub=pub,
                first=first,
            )
        if has_played_up:
            raise BadRequest(
                f"Players of {pub} have played up already, so it stays the second team that it is.",
                code="has_played_up",
                pub=pub,
            )
        cursor.execute("UPDATE pub SET first_team = %s WHERE id = %s", [wanted, number])
        mark_pubs_stale(cursor, [number, wanted or upper])


def substitutes_of(
    matches: Iterable[tuple[Fixture, Iterable[str]]], people: People
) -> frozenset[tuple[int, int]]:
    """Return fixture and player number for each substitute, given the players of each confirmed match."""
    return frozenset(
        (fixture.id, int(number[1:]))
        for fixture, numbers in matches
        for number in numbers
        if people.is_substitute(number, fixture)
    )


def keep_played_up(cursor: Cursor, division: int, substitutes: frozenset[tuple[int, int]]) -> None:
    """Store who has played up in a division's matches; mark their own divisions for rendering after a change. As the owner."""
    cursor.execute(
        "SELECT fixture, player FROM played_up JOIN fixture ON fixture.id = fixture WHERE division = %s",
        [division],
    )
    kept = set(cursor.fetchall())
    changed = kept ^ substitutes
    if not changed:
        return
    cursor.executemany("DELETE FROM played_up WHERE fixture = %s AND player = %s", sorted(kept - substitutes))
    cursor.executemany("INSERT INTO played_up VALUES (%s, %s)", sorted(substitutes - kept))
    cursor.execute(
        "INSERT INTO stale (division) SELECT DISTINCT division FROM team JOIN player ON player.pub = team.pub "
        "WHERE player.id = ANY (%s)",
        [sorted({player for _, player in changed})],
    )


def check_line_up(
    database: Database, names: Names, pub: Pub, fixture: int, said: Iterable[object]
) -> list[Checked]:
    """Return for each name whether this player may play for a pub in a fixture. Stores nothing. Raise BadRequest."""
    spelt = [clean_name(name, "name") for name in said]
    if not 0 < len(spelt) <= MOST_NAMES:
        raise BadRequest(f"Send 1 to {MOST_NAMES} names.", code="names", most=MOST_NAMES)
    with database.owner() as cursor:
        found = _asked_match(cursor, fixture, pub)
        people, times = people_of_division(cursor, found.division), _times_before(cursor, found)
    return [_checked(name, names.sum_of(name), pub, found, people, times) for name in spelt]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Asked:
    """A match whose line-up is checked, and its season's limit for playing up."""

    fixture: Fixture
    division: int
    most: int


def _asked_match(cursor: Cursor, fixture: int, pub: Pub) -> _Asked:
    """Return a match of a pub's. Raise BadRequest."""
    cursor.execute(
        "SELECT division, play_up FROM fixture JOIN division ON division.id = division JOIN season ON season.id = season "
        "WHERE fixture.id = %s",
        [fixture],
    )
    row = cursor.fetchone()
    if row is None:
        raise no_such_fixture(fixture)
    found = next(match for match in fixtures(cursor, row[0]) if match.id == fixture)
    if pub.name not in (found.home, found.away):
        raise BadRequest("This match is not this club's.", code="not_yours")
    return _Asked(fixture=found, division=row[0], most=row[1] or 0)


def _times_before(cursor: Cursor, asked: _Asked) -> dict[int, int]:
    """Return on how many days of the season each substitute played up before a match."""
    cursor.execute(
        "SELECT player, count(DISTINCT other.day) FROM played_up JOIN fixture other ON other.id = fixture "
        "JOIN division ON division.id = other.division WHERE season = (SELECT season FROM division WHERE id = %s) "
        "AND other.day < %s GROUP BY player",
        [asked.division, asked.fixture.day],
    )
    return dict(cursor.fetchall())


def _checked(
    name: str, summed: bytes, pub: Pub, asked: _Asked, people: People, times: dict[int, int]
) -> Checked:
    own, reserve = people.members.get((pub.name, summed)), people.reserves.get((pub.name, summed))
    if own is not None:
        return Checked(name=name, word="bound" if is_bound(own, asked.fixture) else "own")
    if reserve is None:
        return Checked(name=name, word="stranger")
    time = times.get(reserve.id, 0) + 1
    word: MayPlay = "binds" if time > asked.most else "substitute"
    if is_bound(reserve, asked.fixture):
        word = "bound_here"
    return Checked(name=name, word=word, time=time, most=asked.most)
