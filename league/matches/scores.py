"""The kept scores of a division's matches: a finished match is counted once, and again only when something that it depends on changes.

A score depends on its games, on the lists of both pubs, and on the counting program; its `key` identifies all of them.
"""

from __future__ import annotations

import hashlib
import json
from collections import defaultdict
from fractions import Fraction
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from psycopg.types.json import Jsonb

import tournament as t
from league.database import the_row
from league.matches.count import NO_SCORE, PersonScore, Score, count_games
from league.matches.games import Aside, games_of_fixture, people_of_division, pushed_games, sums_of_fixtures
from tournament.codec import from_json

if TYPE_CHECKING:
    from collections.abc import Iterator
    from importlib.resources.abc import Traversable

    from psycopg import Cursor

    from league.calendar import Fixture
    from league.matches.games import People


@cache
def sum_of_program() -> str:
    """Return a checksum of the code that counts and renders."""
    found = hashlib.sha256()
    for package in ("league", "tournament", "scorer"):
        for name, file in sorted(_sources(files(package), package)):
            found.update(name.encode() + b"\0" + file.read_bytes())
    return found.hexdigest()


def _sources(folder: Traversable, name: str) -> Iterator[tuple[str, Traversable]]:
    for entry in folder.iterdir():
        if entry.is_dir():
            yield from _sources(entry, f"{name}/{entry.name}")
        elif not entry.name.endswith(".pyc"):
            yield f"{name}/{entry.name}", entry


class Scores:
    """The results of a division's matches, stored or newly counted. As the owner."""

    def __init__(self, cursor: Cursor, division: int, form: t.Format, people: People) -> None:
        self._cursor, self._form, self._people = cursor, form, people
        self._lists = _sums_of_lists(people)
        self._pushed = sums_of_fixtures(cursor, division, form)
        cursor.execute(
            "SELECT fixture, stands, key, told FROM score JOIN fixture ON fixture.id = fixture WHERE division = %s",
            [division],
        )
        self._kept = {(number, stands): (bytes(key), raw) for number, stands, key, raw in cursor.fetchall()}
        cursor.execute(
            "SELECT fixture FROM standing JOIN fixture ON fixture.id = fixture WHERE division = %s",
            [division],
        )
        self._standing = {number for (number,) in cursor.fetchall()}
        self._new: dict[tuple[int, bool], tuple[bytes, Any]] = {}

    def pushed(self, fixture: Fixture) -> tuple[Score, list[Aside]]:
        """Return the result of a match's pushed games, and the games that do not count."""
        summed = self._pushed.get(fixture.id)
        if summed is None:
            return NO_SCORE, []
        raw = self._kept_under((fixture.id, False), self._key(fixture, summed))
        if raw is None:
            raw = self._count_pushed(fixture)
        aside = [Aside(fixture=fixture.id, table=row[0], game=row[1], why=row[2]) for row in raw["aside"]]
        return _score_from(raw), aside

    def standing(self, fixture: Fixture) -> Score | None:
        """Return the result of a confirmed match; None if it is not confirmed."""
        if fixture.id not in self._standing:
            return None
        place, key = (fixture.id, True), self._key(fixture, "stands")
        raw = self._kept_under(place, key)
        if raw is None:
            self._cursor.execute("SELECT games FROM standing WHERE fixture = %s", [fixture.id])
            games = [from_json(t.GameResult, game) for (row,) in self._cursor.fetchall() for game in row]
            raw = _score_to_json(count_games(fixture, games, self._form, self._people), [])
            self._new[place] = key, raw
        return _score_from(raw)

    def keep(self) -> None:
        """Store the newly counted results."""
        self._cursor.executemany(
            "INSERT INTO score (fixture, stands, key, told) VALUES (%s, %s, %s, %s) "
            "ON CONFLICT (fixture, stands) DO UPDATE SET key = excluded.key, told = excluded.told",
            [[*place, key, Jsonb(raw)] for place, (key, raw) in self._new.items()],
        )

    def _count_pushed(self, fixture: Fixture) -> Any:  # noqa: ANN401 - JSON
        pushed = pushed_games(self._cursor, fixture.id, self._form)
        games, aside = games_of_fixture(fixture, pushed, self._form, self._people)
        raw = _score_to_json(count_games(fixture, games, self._form, self._people), aside)
        self._new[fixture.id, False] = self._key(fixture, pushed.sum), raw
        return raw

    def _kept_under(self, place: tuple[int, bool], key: bytes) -> Any:  # noqa: ANN401 - JSON
        kept = self._kept.get(place)
        return kept[1] if kept is not None and kept[0] == key else None

    def _key(self, fixture: Fixture, games: str) -> bytes:
        sides = [[pub, self._lists.get(pub)] for pub in (fixture.home, fixture.away)]
        raw = [sum_of_program(), self._form.name, fixture.day.isoformat(), sides, games]
        return hashlib.sha256(json.dumps(raw).encode()).digest()


def games_now(cursor: Cursor, fixture: Fixture) -> list[t.GameResult]:
    """Return the games that count for a fixture now."""
    cursor.execute(
        "SELECT division.id, format FROM fixture JOIN division ON division.id = division WHERE fixture.id = %s",
        [fixture.id],
    )
    division, name = the_row(cursor)
    form, people = t.load_format(name), people_of_division(cursor, division)
    return games_of_fixture(fixture, pushed_games(cursor, fixture.id, form), form, people)[0]


def _sums_of_lists(people: People) -> dict[str, str]:
    """Return for each pub a checksum of its eligible players and the days from which they are bound."""
    lists: dict[str, set[str]] = defaultdict(set)
    for number, player in people.by_number.items():
        pubs = [pub for pub in (player.pub, player.first_team) if pub is not None]
        bound = None if player.bound is None else player.bound.isoformat()
        for pub in pubs:
            lists[pub].add(json.dumps(pubs))
            if player.member:
                lists[pub].add(json.dumps([number, player.sum.hex(), pubs, bound]))
    for (pub, _), player in people.reserves.items():
        lists[pub].add(json.dumps(["reserve", player.id]))
    return {
        pub: hashlib.sha256("\n".join(sorted(lines)).encode()).hexdigest() for pub, lines in lists.items()
    }


def _score_to_json(score: Score, aside: list[Aside]) -> dict[str, Any]:
    return {
        "games": score.games,
        "home": str(score.home),
        "away": str(score.away),
        "people": [[person.number, person.games, str(person.points)] for person in score.people],
        "sum": score.sum,
        "aside": [[game.table, game.game, game.why] for game in aside],
    }


def _score_from(raw: dict[str, Any]) -> Score:
    return Score(
        games=raw["games"],
        home=Fraction(raw["home"]),
        away=Fraction(raw["away"]),
        people=tuple(
            PersonScore(number=number, games=games, points=Fraction(points))
            for number, games, points in raw["people"]
        ),
        sum=raw["sum"],
    )
