"""Mats that somebody begins each of his games with, as the entry list says; the table hands them out (HCP-1)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import scorer
from tournament.errors import BadEntry
from tournament.formats import Option

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tournament.formats import Format
    from tournament.people import Player

OPTION = "handicap"


def with_handicaps(form: Format, players: Iterable[Player]) -> Format:
    """Return the format with rules that allow what the list says, where it does not say itself how much it allows.

    Raise BadFormat for a game that knows no handicap.
    """
    most = max((player.handicap for player in players), default=0)
    if not most or any(one.name == OPTION for one in form.house):
        return form
    return replace(form, house=(*form.house, Option(name=OPTION, value=most)))


def check_handicaps(form: Format, players: Iterable[Player]) -> None:
    """Raise BadEntry where some of them could not begin a game together: the rules allow less, or no mat would be left."""
    given = {player.name: player.handicap for player in players if player.handicap}
    rules = form.rules
    strongest = sorted(given, key=lambda name: -given[name])
    for size in range(rules.players_min, form.most + 1) if given else ():
        named = strongest[:size]
        seats = [*named, *(f"{place}" for place in range(size - len(named)))]
        try:
            scorer.new_game(rules, seats, handicap={name: given[name] for name in named})
        except scorer.BadPlayers as error:
            raise BadEntry(f"With {size} at a table: {error}") from error
