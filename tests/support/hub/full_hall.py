"""A full hall: twelve tables in each state, and eighty people with long names who play a cup."""

import itertools
import json
import random
from collections.abc import Iterator, Sequence
from typing import Any, Final

import scorer
from knobeltisch.hub.hub import Hub
from tests.support.games.random_games import some_act

TABLES: Final = 12
KNOCKOUT: Final = 'base = "knockout"\nstages = [{kind = "knockout", games = 1, advance = 2}]\n'
"""Tables of four, of whom two go on."""
FIRST: Final = (
    *("Anna", "Benedikt", "Cem", "Friederike", "Jürgen"),
    *("Katharina", "Maximilian", "Wilhelmina", "Zeynep", "Jo"),
)
LAST: Final = ("Huber", "Schneider", "Obermüller", "Müller", "Wagner", "Kaya", "Brandstett", "Hohenstein")
PEOPLE: Final = tuple(f"{first} {last}" for last, first in itertools.product(LAST, FIRST))
"""Eighty names of 7 to 21 letters."""
LONGEST: Final = "Wilhelmina Hohenstein"


def board(number: int, players: Sequence[str]) -> dict[str, Any]:
    """Return what a table shows where two of these people have thrown in the first round."""
    chance = random.Random(number)
    state = scorer.new_game(scorer.with_options("schocken", {}), players)
    while len(state.results) < 2 and not (state.last_round and len(players) == 2):
        act = some_act(state, chance)
        if not isinstance(act, scorer.Join | scorer.Leave) and scorer.can(state, act):
            state = scorer.apply(state, act)
    order = scorer.ranking(state)
    standing = {"to_beat": scorer.result_to_json(order[-1]) if order else None}
    shown = json.loads(json.dumps({"state": scorer.state_to_json(state), "standing": standing}))
    rest = dict.fromkeys(("question", "ended"))
    rest["next"] = {"who": state.to_act, "order": "cover", "n": 3, "after": None}
    return {**rest, **shown, "counter": "chips", "boot": f"b{number}", "version": 1, "variant": "schocken"}


def fill_tables(hub: Hub, tables: int = TABLES, at_each: int = 6):
    """Let so many people play at each table, the longest name at the first; one asks, one is offline, one is free, one has a name."""
    seats: Iterator[str] = itertools.cycle((LONGEST, *(name for name in PEOPLE if name != LONGEST)))
    for number in range(1, tables + 1):
        shown = board(number, list(itertools.islice(seats, at_each)))
        if number == 2:
            shown["question"] = {"about": "dice", "why": "leaning"}
        if number == 5:
            shown["state"] = None
        hub.hall.note_status(f"pub/{number}", "offline" if number == 4 else "online")
        hub.hall.note_board(f"pub/{number}", shown)
    hub.hall.tables.rename(3, "Stammtisch am Kachelofen")


def play_round(hub: Hub, chance: random.Random) -> list[dict[str, Any]]:
    """Draw a round, and type how each of its games ended; return its matches as they are shown then."""
    hub.desk.act({"do": "draw"})
    for match in _present_matches(hub):
        order = chance.sample(match["players"], len(match["players"]))
        hub.desk.act({"do": "result", "match": match["match"], "game": 1, "order": order})
    return _present_matches(hub)


def _present_matches(hub: Hub) -> list[dict[str, Any]]:
    shown = hub.desk.to_json("de")
    assert shown is not None
    matches: list[dict[str, Any]] = shown["rounds"][-1]["matches"]
    return matches
