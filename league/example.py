"""An example league: eight pubs, a division, and played match days, pushed as tables push them."""

from __future__ import annotations

import json
import random
from datetime import datetime, time, timedelta
from typing import TYPE_CHECKING, Any, Final

from league import registry
from league.calendar import WEEK, new_division
from league.database import the_row
from league.intake import read_push, receive
from league.registry import Names, Pub

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date

    from league.database import Database

PUBS: Final = (
    "Zum Anker",
    "Goldener Krug",
    "Alte Post",
    "Zur Linde",
    "Bei Gül",
    "Schützenhaus",
    "Sonne",
    "Krone",
)
PLAYERS: Final = ("Anna", "Ben", "Cem", "Dora")
GAMES: Final = 10


def furnish(database: Database, *, rounds: int = 4, seed: int = 1) -> str | None:
    """Fill an empty league; return the key of its first pub, None if there are pubs already."""
    with database.owner() as cursor:
        cursor.execute("SELECT count(*) FROM pub")
        if the_row(cursor) != (0,):
            return None
        cursor.execute("SELECT current_date")
        (today,) = the_row(cursor)
    first = today - rounds * WEEK
    names, keys = Names(database), {}
    for name in PUBS:
        pub, key = registry.register(database, registry.invite(database, name), name, "")
        keys[pub.id] = key
        for place, player in enumerate(PLAYERS):
            called = f"{player} {name.split()[-1]}"
            registry.change_player(database, names, pub, called, member=True, shown=place < 2)
    new_division(database, f"Saison {first.year}", "Bezirksliga", "league-day", PUBS, first=first)
    _play(database, names, rounds, random.Random(seed))  # noqa: S311 - an example
    return next(iter(keys.values()))


def _play(database: Database, names: Names, rounds: int, chance: random.Random) -> None:
    with database.owner() as cursor:
        cursor.execute(
            "SELECT home.id, home.name, away.name, day FROM fixture JOIN pub home ON home.id = home "
            "JOIN pub away ON away.id = away WHERE round <= %s ORDER BY day",
            [rounds],
        )
        found = cursor.fetchall()
    ranks: dict[int, int] = {}
    for number, home, away, day in found:
        games = [
            game(
                day,
                place,
                chance,
                [
                    f"{person} {pub.split()[-1]}"
                    for pub in (home, away)
                    for person in chance.sample(PLAYERS, 2)
                ],
            )
            for place in range(GAMES)
        ]
        seq = ranks.get(number, 0)
        ranks[number] = seq + GAMES
        receive(
            database,
            names,
            Pub(id=number, name=home),
            read_push(pushed("table1", "box", games, first=seq + 1), is_signed=lambda *_: False),
        )


def game(day: date, place: int, chance: random.Random, players: Sequence[str]) -> dict[str, Any]:
    """Return a random game of Schocken as a table reports it."""
    began = datetime.combine(day, time(19)).astimezone() + timedelta(minutes=12 * place)
    first, second = chance.choice(players), chance.choice(players)
    loser = chance.choice((first, second))
    parts = [{"part": "half1", "loser": first}, {"part": "half2", "loser": second}]
    if first != second:
        parts.append({"part": "final", "loser": loser})
    safe = sum(name not in {first, second} for name in players)
    places = [
        {
            "player": name,
            "place": len(players) if name == loser else 1 if name not in {first, second} else safe + 1,
        }
        for name in players
    ]
    result = {
        "variant": "schocken",
        "players": list(players),
        "places": places,
        "parts": parts,
        "loser": loser,
    }
    return {
        "game": result,
        "began": began.timestamp(),
        "ended": began.timestamp() + 600,
        "rules": {"final": True},
        "evening": 1,
        "initials": [],
    }


def pushed(table: str, box: str, games: Sequence[dict[str, Any]], *, first: int = 1) -> bytes:
    """Return the body of a push of these games, each in its first revision."""
    entries = [
        {"seq": seq, "game": f"{table}-{seq}", "revision": 1, "kind": "finished", "result": result}
        for seq, result in enumerate(games, first)
    ]
    return json.dumps({"table": table, "box": box, "entries": entries}).encode()
