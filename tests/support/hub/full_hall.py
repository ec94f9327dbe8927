"""A full hall: twelve tables in each state, and eighty people with long names who play a cup."""

from __future__ import annotations

import itertools
import json
import random
from typing import TYPE_CHECKING, Any, Final

import scorer

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from knobeltisch.hub.hub import Hub

TABLES: Final = 12
KNOCKOUT: Final = 'base = "knockout"\nstages = [{kind = "knockout", games = 1, advance = 2}]\n'
"""Tables of four, of whom two go on."""
FIRST: Final = (
    "Anna",
    "Benedikt",
    "Cem",
    "Friederike",
    "Jürgen",
    "Katharina",
    "Maximilian",
    "Wilhelmina",
    "Zeynep",
    "Jo",
)
LAST: Final = ("Huber", "Schneider", "Obermüller", "Müller", "Wagner", "Kaya", "Brandstetter", "Hohensteiner")
PEOPLE: Final = tuple(f"{first} {last}" for last, first in itertools.product(LAST, FIRST))
"""Eighty names of 7 to 23 letters."""
LONGEST: Final = "Wilhelmina Hohensteiner"


def board(number: int, players: Sequence[str]) -> dict[str, Any]:
    """Return what a table shows where these people have just begun."""
    state = scorer.new_game(scorer.with_options("schocken", {}), players)
    shown = json.loads(json.dumps(scorer.state_to_json(state)))
    rest = dict.fromkeys(("question", "counter", "ended"))
    return {**rest, "boot": f"b{number}", "version": 1, "variant": "schocken", "state": shown}


def fill_tables(hub: Hub, tables: int = TABLES, at_each: int = 6) -> None:
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
    hub.hall.rename(3, "Stammtisch am Kachelofen")


def play_round(hub: Hub, chance: random.Random) -> list[dict[str, Any]]:
    """Draw a round, and type how each of its games ended; return its matches as they are shown then."""
    hub.desk.act({"do": "draw"})
    for match in _present_matches(hub):
        order = chance.sample(match["players"], len(match["players"]))
        hub.desk.act({"do": "result", "match": match["match"], "game": 1, "order": order})
    return _present_matches(hub)


def _present_matches(hub: Hub) -> list[dict[str, Any]]:
    shown = hub.desk.shown("de")
    assert shown is not None
    matches: list[dict[str, Any]] = shown["rounds"][-1]["matches"]
    return matches
