"""A federation for the simulation: pubs with lists and divisions, and an evening of each, as its tables will report it."""

from __future__ import annotations

import json
import random
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

from league import registry
from league.calendar import new_division
from league.example import PLAYERS, game
from league.registry import Names
from tournament.wire import Entry

if TYPE_CHECKING:
    from league.database import Database

DAY = date(2026, 11, 22)
DIVISION = 10
TABLES = 2
GAMES = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class TableEvening:
    """What a table has to report: its entries in their order, and what each game is in the end (None: taken back)."""

    pub: int
    key: str
    table: str
    entries: tuple[Entry, ...]
    final: dict[str, str | None]


def furnish(database: Database, pubs: int) -> list[tuple[registry.Pub, str]]:
    """Register so many pubs, four people on each list, in divisions of ten that all play at home or away on the same day."""
    found = []
    for number in range(pubs):
        name = f"Pub {number}"
        found.append(registry.register(database, registry.invite(database, name), name, ""))
    names = Names(database)
    with database.owner() as cursor:
        cursor.executemany(
            "INSERT INTO player (pub, name_sum, name, member, shown) VALUES (%s, %s, %s, true, %s)",
            [
                [pub.id, names.sum_of(called), called, place < 2]
                for pub, _ in found
                for place, called in enumerate(people(pub.name))
            ],
        )
    for first in range(0, pubs, DIVISION):
        called = [pub.name for pub, _ in found[first : first + DIVISION]]
        new_division(database, "Simulation", f"Division {first // DIVISION}", "league-day", called, first=DAY)
    return found


def people(pub: str) -> list[str]:
    """Return who is on a pub's list."""
    return [f"{player} {pub}" for player in PLAYERS]


def evenings(database: Database, pubs: list[tuple[registry.Pub, str]], seed: int) -> list[TableEvening]:
    """Return what every table of every pub has to report."""
    with database.owner() as cursor:
        cursor.execute(
            "SELECT home, away.name FROM fixture JOIN pub away ON away.id = away WHERE day = %s", [DAY]
        )
        guests = dict(cursor.fetchall())
    chance = random.Random(seed)
    return [
        _evening(pub, key, f"table{number}", guests.get(pub.id, pub.name), chance)
        for pub, key in pubs
        for number in range(1, TABLES + 1)
    ]


def _evening(pub: registry.Pub, key: str, table: str, guests: str, chance: random.Random) -> TableEvening:
    entries: list[Entry] = []
    final: dict[str, str | None] = {}
    for place in range(GAMES):
        name = f"{table}-{place}"
        both = (
            [*chance.sample(people(pub.name), 2), *chance.sample(people(guests), 2)]
            if guests != pub.name
            else people(pub.name)
        )
        reports: list[str | None] = [json.dumps(game(DAY, place, chance, both))]
        if chance.random() < 0.1:
            reports.append(json.dumps(game(DAY, place, chance, both)))
        if chance.random() < 0.05:
            reports.append(None)
        for revision, body in enumerate(reports, start=1):
            entries.append(Entry(seq=len(entries) + 1, game=name, revision=revision, body=body))
        final[name] = reports[-1]
    return TableEvening(pub=pub.id, key=key, table=table, entries=tuple(entries), final=final)


def found_amiss(database: Database, reports: list[TableEvening]) -> list[str]:
    """Return each game that is not there exactly once, in order, and as it was reported last."""
    with database.owner() as cursor:
        cursor.execute(
            "SELECT pub, table_id, array_agg(seq ORDER BY arrived, seq) FROM entry GROUP BY pub, table_id"
        )
        order = {(pub, table): seqs for pub, table, seqs in cursor.fetchall()}
        cursor.execute("SELECT id, name FROM player")
        called = {f"#{number}": name for number, name in cursor.fetchall()}
        cursor.execute("SELECT pub, table_id, game, counts, result->>'loser' FROM game")
        games = {
            (pub, table, name): (counts, called.get(loser))
            for pub, table, name, counts, loser in cursor.fetchall()
        }
    amiss = []
    for evening in reports:
        if order.pop((evening.pub, evening.table), None) != [entry.seq for entry in evening.entries]:
            amiss.append(f"entries of {evening.pub}/{evening.table}")
        for name, body in evening.final.items():
            row = games.pop((evening.pub, evening.table, name), None)
            wanted = None if body is None else json.loads(body)
            loser = None if wanted is None else wanted["game"]["loser"]
            if row != (wanted is not None, loser):
                amiss.append(f"{evening.pub}/{evening.table}/{name}: {row}")
    return [*amiss, *(f"invented: {key}" for key in (*order, *games))]
