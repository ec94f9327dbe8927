"""Which games of a day belong to a match, and why another does not.

A game counts for a match when it was played at the home pub on that day, by the division's rules, by people who are all on the list of one of
the two teams, of each at least one and of none more than it has seats; and a match has as many games as its format says. What does not count
is set aside with its reason: one game never keeps another from being shown.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

import tournament as t
from league.calendar import Fixture, fixtures
from tournament.codec import from_json
from tournament.formats import MatchDay, Option
from tournament.ranking.scoring import game_points
from tournament.results import check_result, renamed

if TYPE_CHECKING:
    from collections.abc import Mapping

    from psycopg import Cursor

Why: TypeAlias = Literal["unreadable", "rules", "stopped", "stranger", "one_team", "seats", "too_many"]
"""Why a game is not counted: nobody can read it, it was played by other rules, broken off, somebody is on no list, one of the
teams had nobody there, a team had more than its seats, or the match had all of its games already."""
TABLES: Final = 2
"""At so many tables a match day is played."""
MOST_GAMES: Final = 1000


@dataclass(frozen=True, slots=True, kw_only=True)
class Player:
    """Somebody on a pub's list, or who was; `sum` stands for his name, wherever he plays."""

    id: int
    pub: str
    sum: bytes
    name: str | None
    member: bool
    shown: bool


@dataclass(slots=True, kw_only=True)
class People:
    """Everybody of a division's pubs, and what each has so far."""

    by_number: dict[str, Player]
    members: dict[tuple[str, bytes], Player]
    points: dict[str, Fraction] = field(default_factory=lambda: defaultdict(Fraction))
    games: Counter[str] = field(default_factory=Counter)


@dataclass(frozen=True, slots=True, kw_only=True)
class Aside:
    """A game of a match's day that does not count for it, by its table and name there."""

    fixture: int
    table: str
    game: str
    why: Why


def people_of_division(cursor: Cursor, division: int) -> People:
    """Return everybody on the lists of a division's pubs."""
    cursor.execute(
        "SELECT player.id, pub.name, name_sum, player.name, member, shown FROM player JOIN pub ON pub.id = player.pub "
        "JOIN team ON team.pub = player.pub WHERE division = %s",
        [division],
    )
    everybody = [
        Player(id=number, pub=pub, sum=bytes(summed), name=name, member=member, shown=shown)
        for number, pub, summed, name, member, shown in cursor.fetchall()
    ]
    return People(
        by_number={f"#{person.id}": person for person in everybody},
        members={(person.pub, person.sum): person for person in everybody if person.member},
    )


def most_games(form: t.Format) -> int:
    """Return how many games a match has; where its format does not say, as many as can be counted."""
    stage = form.stages[0]
    return TABLES * stage.games if isinstance(stage, MatchDay) else MOST_GAMES


def games_of_fixtures(
    cursor: Cursor, division: int, form: t.Format, people: People
) -> tuple[dict[int, list[t.GameResult]], list[Aside]]:
    """Return the games that count for each fixture in the order in which they were begun, and those that do not."""
    by_number = {fixture.id: fixture for fixture in fixtures(cursor, division)}
    cursor.execute(
        "SELECT fixture.id, table_id, game, rules, result FROM fixture JOIN game ON game.pub = home AND game.day = fixture.day "
        "WHERE division = %s AND counts AND variant = %s ORDER BY began, table_id, game",
        [division, form.variant],
    )
    found: dict[int, list[t.GameResult]] = defaultdict(list)
    aside, most = [], most_games(form)
    for number, table, game, rules, told in cursor.fetchall():
        result = _counted(by_number[number], form, rules, told, people)
        if not isinstance(result, str) and len(found[number]) >= most:
            result = "too_many"
        if isinstance(result, str):
            aside.append(Aside(fixture=number, table=table, game=game, why=result))
        else:
            found[number].append(result)
    return found, aside


def _counted(
    fixture: Fixture, form: t.Format, rules: object, told: object, people: People
) -> t.GameResult | Why:
    """Return a game as it counts, with everybody under his number on his team's list; or why it does not."""
    try:
        result = from_json(t.GameResult, told)
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
    """Whether a game was played by a format's own rules; `rules` are the options that its table had set."""
    if not isinstance(rules, dict):
        return False
    said: Mapping[Any, Any] = rules
    try:
        options = (from_json(Option, {"name": name, "value": value}) for name, value in said.items())
        played = replace(form, house=tuple(options))
    except t.TournamentError:
        return False
    return played.rules == form.rules


def _called(game: t.GameResult, fixture: Fixture, form: t.Format, people: People) -> t.GameResult | Why:
    """Return a game with everybody under his number on his team's list, or why it is not this match's.

    A handicap was agreed on at the table, by the division's rules: no list of the league says who begins with one.
    """
    numbers: dict[str, str] = {}
    seats: Counter[str] = Counter()
    for name in game.players:
        known = people.by_number.get(name)
        listed = None
        if known is not None:
            own = known if known.member and known.pub == fixture.home else None
            listed = own or people.members.get((fixture.away, known.sum))
        if listed is None or f"#{listed.id}" in numbers.values():
            return "stranger"
        numbers[name] = f"#{listed.id}"
        seats[listed.pub] += name not in game.left
    if len({people.by_number[number].pub for number in numbers.values()}) != 2:
        return "one_team"
    stage = form.stages[0]
    if isinstance(stage, MatchDay) and max(seats.values()) > stage.each:
        return "seats"
    return replace(renamed(game, numbers), handicap=())
