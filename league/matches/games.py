"""Assigns the games of a day to a match, with the reason for each that does not belong.

A game counts for a match when it was played at the home pub on that day, by the division's rules, by people who are
all on the list of one of the two teams or on that of its second team (`league.matches.substitutes`), of each side at
least one and of none more than it has seats; and a match has as many games as its format says. What does not count is
set aside with its reason: one game never keeps another from being shown.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter, defaultdict
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

import tournament as t
from tournament.codec import from_json
from tournament.formats import MatchDay, Option
from tournament.ranking.scoring import game_points
from tournament.results import check_result, renamed

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from datetime import date

    from psycopg import Cursor

    from league.calendar import Fixture

Why: TypeAlias = Literal[
    "unreadable", "rules", "stopped", "stranger", "bound", "one_team", "seats", "too_many"
]
"""Why a game is not counted: nobody can read it, it was played by other rules, broken off, somebody is on no list
or is bound to another team, one of the teams had nobody there, a team had more than its seats, or the match had all of its games already."""
TABLES: Final = 2
"""At so many tables a match day is played."""
MOST_GAMES: Final = 1000


@dataclass(frozen=True, slots=True, kw_only=True)
class Player:
    """A present or former player of a pub; `sum` identifies the name across pubs.

    `first_team`: the pub for which the player may play up. `bound`: the day from which the player may play only for
    that one.
    """

    id: int
    pub: str
    sum: bytes
    name: str | None
    member: bool
    shown: bool
    first_team: str | None = None
    bound: date | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class People:
    """Everybody of a division's pubs and their second teams.

    `members` and `reserves`: the players on a pub's own list and on its second team's, by pub and name sum.
    """

    by_number: dict[str, Player]
    members: dict[tuple[str, bytes], Player]
    reserves: dict[tuple[str, bytes], Player] = field(default_factory=dict)

    def is_at_home(self, number: str, fixture: Fixture) -> bool:
        """Whether a player is on the home side of a fixture; a second team's player is on its first team's side."""
        player = self.by_number[number]
        return player.pub == fixture.home or (
            player.first_team == fixture.home and player.pub != fixture.away
        )

    def is_substitute(self, number: str, fixture: Fixture) -> bool:
        """Whether a player plays up in a fixture: in neither pub, but in the second team of one."""
        return self.by_number[number].pub not in (fixture.home, fixture.away)


@dataclass(frozen=True, slots=True, kw_only=True)
class Aside:
    """A game of a match's day that does not count for it, by table and name."""

    fixture: int
    table: str
    game: str
    why: Why


_PEOPLE: Final = """
WITH this AS MATERIALIZED (
  SELECT season, play_up FROM division JOIN season ON season.id = season WHERE division.id = %(division)s
),
clubs AS MATERIALIZED (
  SELECT pub.id, pub.name, first.name AS first FROM pub LEFT JOIN pub first ON first.id = pub.first_team
  WHERE pub.id IN (SELECT pub FROM team WHERE division = %(division)s)
    OR pub.first_team IN (SELECT pub FROM team WHERE division = %(division)s)
),
ups AS MATERIALIZED (
  SELECT player, fixture.day, row_number() OVER (PARTITION BY player ORDER BY fixture.day) AS nth
  FROM played_up JOIN fixture ON fixture.id = fixture JOIN division ON division.id = fixture.division
  WHERE season = (SELECT season FROM this)
)
SELECT player.id, clubs.name, name_sum, player.name, member, shown, clubs.first, ups.day, play_up IS NOT NULL
FROM this CROSS JOIN clubs JOIN player ON player.pub = clubs.id
LEFT JOIN ups ON ups.player = player.id AND nth = play_up + 1
"""
"""Each part is computed once: without statistics, as on the evening when a season begins, PostgreSQL does it for every player otherwise."""


def people_of_division(cursor: Cursor, division: int) -> People:
    """Return everybody on the lists of a division's pubs, and of their second teams."""
    cursor.execute(_PEOPLE, {"division": division})
    people = People(by_number={}, members={})
    for number, pub, summed, name, member, shown, first, bound, may_play_up in cursor.fetchall():
        person = Player(
            id=number,
            pub=pub,
            sum=bytes(summed),
            name=name,
            member=member,
            shown=shown,
            first_team=first,
            bound=bound,
        )
        people.by_number[f"#{number}"] = person
        if member:
            people.members[pub, person.sum] = person
        if member and first is not None and may_play_up:
            people.reserves[first, person.sum] = person
    return people


def most_games(form: t.Format) -> int:
    """Return the number of games of a match, or the largest countable number if its format sets none."""
    stage = form.stages[0]
    return TABLES * stage.games if isinstance(stage, MatchDay) else MOST_GAMES


@dataclass(frozen=True, slots=True, kw_only=True)
class Pushed:
    """The games pushed for a match, as they are stored; `sum` identifies them and their order."""

    sum: str
    rows: tuple[tuple[str, str, Any, Any], ...] = ()


_PUSHED: Final = (
    "SELECT fixture.id, table_id, game, sum{more} FROM fixture JOIN game ON game.pub = home AND game.day = fixture.day "
    "WHERE {which} = %s AND counts AND variant = %s ORDER BY fixture.id, began, table_id, game"
)


def sums_of_fixtures(cursor: Cursor, division: int, form: t.Format) -> dict[int, str]:
    """Return the checksum of the games of each fixture in a division, without reading the games."""
    cursor.execute(_PUSHED.format(more="", which="division"), [division, form.variant])
    found: dict[int, list[tuple[Any, ...]]] = defaultdict(list)
    for number, *named in cursor.fetchall():
        found[number].append(tuple(named))
    return {number: _sum_of_rows(rows) for number, rows in found.items()}


def pushed_games(cursor: Cursor, fixture: int, form: t.Format) -> Pushed:
    """Return the games pushed for a fixture."""
    cursor.execute(_PUSHED.format(more=", rules, result", which="fixture.id"), [fixture, form.variant])
    rows = cursor.fetchall()
    return Pushed(
        sum=_sum_of_rows([row[1:4] for row in rows]),
        rows=tuple((table, game, rules, result) for _, table, game, _, rules, result in rows),
    )


def _sum_of_rows(rows: Iterable[Sequence[Any]]) -> str:
    named = [[table, game, bytes(summed).hex()] for table, game, summed in rows]
    return hashlib.sha256(json.dumps(named).encode()).hexdigest()


def games_of_fixture(
    fixture: Fixture, pushed: Pushed, form: t.Format, people: People
) -> tuple[list[t.GameResult], list[Aside]]:
    """Return the games that count for a fixture in the order in which they were begun, and those that do not."""
    found: list[t.GameResult] = []
    aside, most = [], most_games(form)
    for table, game, rules, raw in pushed.rows:
        result = _counted(fixture, form, rules, raw, people)
        if not isinstance(result, str) and len(found) >= most:
            result = "too_many"
        if isinstance(result, str):
            aside.append(Aside(fixture=fixture.id, table=table, game=game, why=result))
        else:
            found.append(result)
    return found, aside


def _counted(
    fixture: Fixture, form: t.Format, rules: object, body: object, people: People
) -> t.GameResult | Why:
    """Return a game with players as numbers of their team's list, or the reason why it does not count."""
    try:
        result = from_json(t.GameResult, body)
        check_result(result)
        game_points(form, result)
    except (t.TournamentError, LookupError, TypeError, ValueError):  # as another version wrote it
        return "unreadable"
    if result.stopped:
        return "stopped"
    if not has_rules(form, rules):
        return "rules"
    return _called(result, fixture, form, people)


def has_rules(form: t.Format, rules: object) -> bool:
    """Whether a game was played by a format's own rules; `rules` are the table's options."""
    return isinstance(rules, dict) and _are_rules_of(form, json.dumps(rules, sort_keys=True))


@lru_cache(maxsize=1024)
def _are_rules_of(form: t.Format, rules: str) -> bool:
    """Answer the same for options as JSON text, in which `true` is not 1; cached, since most games share a few."""
    try:
        options = [
            from_json(Option, {"name": name, "value": value}) for name, value in json.loads(rules).items()
        ]
        played = replace(form, house=tuple(options))
    except t.TournamentError:
        return False
    return played.rules == form.rules


def _called(game: t.GameResult, fixture: Fixture, form: t.Format, people: People) -> t.GameResult | Why:
    """Return a game with players as numbers of their team's list, or the reason why it does not belong to this match.

    The table agrees on handicaps by the division's rules; no list of the league has them.
    """
    numbers: dict[str, str] = {}
    seats: Counter[bool] = Counter()
    for name in game.players:
        known = people.by_number.get(name)
        listed = None if known is None else _on_a_list(known, fixture, people)
        if listed is None or f"#{listed.id}" in numbers.values():
            return "stranger"
        numbers[name] = f"#{listed.id}"
        if is_bound(listed, fixture) and not people.is_substitute(numbers[name], fixture):
            return "bound"
        seats[people.is_at_home(numbers[name], fixture)] += name not in game.left
    if len(seats) != 2:
        return "one_team"
    stage = form.stages[0]
    if isinstance(stage, MatchDay) and max(seats.values()) > stage.each:
        return "seats"
    return replace(renamed(game, numbers), handicap=())


def _on_a_list(known: Player, fixture: Fixture, people: People) -> Player | None:
    """Return a player by list: the home pub's, the away pub's, or that of either's second team."""
    if known.member and known.pub == fixture.home:
        return known
    return (
        people.members.get((fixture.away, known.sum))
        or people.reserves.get((fixture.home, known.sum))
        or people.reserves.get((fixture.away, known.sum))
    )


def is_bound(player: Player, fixture: Fixture) -> bool:
    """Whether a player may play only for the first team on the day of a fixture."""
    return player.bound is not None and player.bound <= fixture.day
