"""A season: each player's totals over a year's evenings."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Final

import scorer
from knobeltisch.archive.bill import Items, add_up
from knobeltisch.archive.game_summary import result_sort_key
from knobeltisch.archive.records import EveningRecord
from scorer import Result

CHIPS: Final = "chips"
"""Counters that some games use themselves; they are not added to mats."""


@dataclass(slots=True, kw_only=True)
class PlayerTotals:
    """One player's totals. `taken` and `given` count mats, `chips` the chips taken; `best` is the best result of each variant.

    `not_lost` counts the games that somebody else lost. `items` are the debts of all games, paid or not (`count_debts`).
    `lost_halves` is for Schocken, `won` for games that end with a winner.
    """

    evenings: int = 0
    games: int = 0
    not_lost: int = 0
    lost_halves: int = 0
    chicagos: int = 0
    taken: int = 0
    given: int = 0
    chips: int = 0
    won: int = 0
    items: Items = field(default_factory=dict)
    best: dict[str, Result] = field(default_factory=dict)


def local_time(at: float) -> datetime | None:
    """Return `at` (seconds since 1970) in local time; None if it is invalid, as a broken clock may write it."""
    try:
        return datetime.fromtimestamp(at, tz=UTC).astimezone()
    except (OverflowError, ValueError, OSError):
        return None


def year_of(evening: EveningRecord) -> int | None:
    """Return the calendar year in which the evening began, by the device's clock; None if that time is invalid."""
    began = local_time(evening.began)
    return None if began is None else began.year


def sum_scores(
    evenings: Iterable[EveningRecord], variant: str | None = None, who: Callable[[str], str] = str
) -> dict[str, PlayerTotals]:
    """Return each player's totals over all games or those of one variant, in the order they first played.

    `who` maps a name to the one its owner now uses.
    """
    found: dict[str, PlayerTotals] = {}
    for evening in evenings:
        games = [game for game in evening.games if variant in (None, game.variant)]
        for player in dict.fromkeys(who(player) for game in games for player in game.players):
            found.setdefault(player, PlayerTotals()).evenings += 1
        for game, player in ((each, seat) for each in games for seat in each.players):
            score = found[who(player)]
            score.games += 1
            score.not_lost += game.loser not in (None, player)
            score.items = add_up(score.items, game.debts.get(player, {}))
            score.lost_halves += game.lost_halves(player)
            score.chicagos += game.chicagos_of(player)
            score.won += player == game.winner
            if scorer.own_counter(game.variant) == CHIPS:
                score.chips += game.taken.get(player, 0)
            else:
                score.taken += game.taken.get(player, 0)
                score.given += game.given.get(player, 0)
            here, known = game.best.get(player), score.best.get(game.variant)
            if here is not None and (known is None or result_sort_key(here) > result_sort_key(known)):
                score.best[game.variant] = here
    return found
