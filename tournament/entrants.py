"""What the list of entrants requires of the rules: mats at the start (HCP-1), and teams as entrants (TEAM-1)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

import scorer
from tournament.errors import BadEntry
from tournament.formats import Option
from tournament.player_list import LONGEST_KEPT

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tournament.formats import Format
    from tournament.player_list import Player

NOBODY: Final = "-" * (LONGEST_KEPT + 1)
"""Longer than any name: a seat in a trial game that anybody may have."""


def fitted(form: Format, players: Iterable[Player]) -> Format:
    """Return the format with rules that allow the list's handicaps and teams, unless the format sets these options itself.

    Raise BadFormat if the game has no handicaps or no teams.
    """
    listed = tuple(players)
    asked: dict[str, int | bool] = {
        "handicap": max((player.handicap for player in listed), default=0),
        "teams": any(player.people for player in listed),
    }
    said = {option.name for option in form.house}
    more = [Option(name=name, value=value) for name, value in asked.items() if value and name not in said]
    return replace(form, house=(*form.house, *more)) if more else form


def check_entrants(form: Format, players: Iterable[Player]) -> None:
    """Raise BadEntry if some of the entrants could not play together: the rules forbid it, or no mat would be left."""
    asking = [player for player in players if player.handicap or player.people]
    asking.sort(key=lambda player: (-player.handicap, not player.people))
    rules = form.rules
    for size in range(rules.players_min, form.most + 1) if asking else ():
        named = asking[:size]
        seats = [
            *(player.name for player in named),
            *(f"{NOBODY}{place}" for place in range(size - len(named))),
        ]
        handicap = {player.name: player.handicap for player in named if player.handicap}
        teams = {player.name: player.people for player in named if player.people}
        try:
            scorer.new_game(rules, seats, handicap=handicap, teams=teams)
        except scorer.BadPlayers as error:
            raise BadEntry(f"With {size} at a table: {error}") from error
