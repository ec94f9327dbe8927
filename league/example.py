"""An example league: eight pubs, one division and several match days, reported as hubs would report them."""

from collections.abc import Sequence
from datetime import date, datetime, time
from random import Random
from typing import Any, Final

import tournament as t
from league.calendar import WEEK, add_division
from league.database import Database, the_row
from league.intake import FORMAT, receive
from league.pubs import give_key
from scorer.json_forms.codec import to_json
from scorer.json_forms.text import to_canonical
from tournament.by_hand import Slip, result_by_hand
from tournament.report.report_lines import report_of
from tournament.wire import Push, PushEntry

PUBS: Final = [
    "Zum Anker",
    "Goldener Krug",
    "Alte Post",
    "Zur Linde",
    "Bei Gül",
    "Schützenhaus",
    "Sonne",
    "Krone",
]
PLAYERS: Final = ("Anna", "Ben", "Cem", "Dora")


def fill_with_example(database: Database, *, rounds: int = 4) -> str:
    """Fill an empty league with the example, `rounds` rounds played; return its first pub's key."""
    with database.transaction() as cursor:
        (today,) = the_row(cursor.execute("SELECT current_date"))
    keys: list[str] = []
    for name in PUBS:
        give_key(database, name, keys.append)
    first, chance = today - rounds * WEEK, Random(1)  # noqa: S311 - an example
    add_division(database, f"Saison {first.year}", "Bezirksliga", PUBS, first=first, every=WEEK)
    with database.transaction() as cursor:
        cursor.execute(
            "SELECT pub, home, away, day, round FROM match WHERE round <= %s ORDER BY day, id", [rounds]
        )
        played = cursor.fetchall()
    for number, home, away, day, turn in played:
        report = {"report": report_body((home, away), day, chance)}
        entry = PushEntry(seq=1, game=f"{turn}", revision=1, body=to_canonical(report), result=report)
        receive(database, number, Push(table="example", box=f"{turn}", entries=[entry]))
    return keys[0]


def report_body(teams: Sequence[str], day: date, chance: Random) -> dict[str, Any]:
    """Return a match report for two teams with random results, in the form in which a hub would push it."""
    players = tuple(
        t.Player(name=f"{name} {team.split()[-1]}", team=team) for team in teams for name in PLAYERS
    )
    form = t.load_format(FORMAT)
    state = t.apply(
        None, t.Opened(id="open", title=" - ".join(teams), format=form, tables=2, players=players)
    )
    state = t.apply(state, t.draw_next_round(state, seed=chance.randrange(1000), id="draw"))
    for match in state.rounds[0].matches:
        for game in range(1, match.games + 1):
            halves = chance.choice(match.players), chance.choice(match.players)
            slip = Slip(halves=halves, final="" if halves[0] == halves[1] else chance.choice(halves))
            result = result_by_hand(state, match, game, slip)
            said = t.Reported(
                id=f"{match.id}/{game}", table=match.table, match=match.id, game=game, result=result
            )
            state = t.apply(state, said)
    ended = datetime.combine(day, time(22, 30)).astimezone()
    return {
        "at": datetime.combine(day, time(19)).timestamp(),
        "lines": [to_json(line) for line in report_of(state, 1, day.isoformat())],
        "confirmed": [
            {"team": team, "name": f"{PLAYERS[0]} {team.split()[-1]}", "at": ended.isoformat()}
            for team in teams
        ],
    }
