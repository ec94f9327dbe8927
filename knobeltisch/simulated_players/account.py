"""Compares a demo with its journal: whether each game untouched by guests is in it, act by act."""

from collections.abc import Sequence
from contextlib import closing
from itertools import zip_longest
from pathlib import Path
from typing import Final

from knobeltisch.errors import KnobeltischError
from knobeltisch.game.evening import fold
from knobeltisch.game.events import Did
from knobeltisch.simulated_players.tablet import BegunGame
from knobeltisch.storage.journal import Entry, open_journal
from scorer import GameAct

IN_FLIGHT: Final = 2
"""Acts at the end of an interrupted game that the table may not have taken, or the players not have noted."""


def find_differences(
    journal: Path, *, begun: Sequence[BegunGame], games: Sequence[Sequence[GameAct]]
) -> list[str]:
    """Return a sentence for each game that differs in the journal; games that guests changed are not compared.

    `begun`: all games of this evening. `games`: the acts of the games that the players began.
    """
    with closing(open_journal(journal)) as opened:
        entries = tuple(opened.entries())
    ends = [*(game.first for game in begun[1:]), float("inf")]
    own = [number for number, game in enumerate(begun) if game.own]
    wrong = []
    for number, played in zip(own, games, strict=False):  # a last one may be begun and not yet noted
        if not begun[number].touched:
            part = [entry for entry in entries if begun[number].first <= entry.id < ends[number]]
            # The players begin another game only when one is over.
            wrong += _unlike_acts(number + 1, played, part, whole=number != own[-1])
    return wrong


def summary(begun: Sequence[BegunGame], wrong: Sequence[str]) -> str:
    """Return a sentence with the numbers of games, of games with guests, and of differences."""
    beside = sum(game.touched or not game.own for game in begun)
    guests = f"guests at {beside} of them, " if beside else ""
    return f"{count_noun(len(begun), 'game')}, {guests}{count_noun(len(wrong), 'difference')}"


def count_noun(number: int, noun: str) -> str:
    """Return a number with its noun, in the singular or plural."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def _unlike_acts(number: int, played: Sequence[GameAct], part: Sequence[Entry], *, whole: bool) -> list[str]:
    """Return where a game first differs from its part of the journal.

    Unless it is `whole`, it may break off between an act and its entry.
    """
    try:
        live = fold(part).live
    except KnobeltischError as error:
        return [f"game {number}: {error}"]
    journal = [entry.fact.act for entry in live if isinstance(entry.fact, Did)]
    state = live[-1].state if live else None
    broken_off = not whole and (state is None or state.stage != "over")
    if broken_off and abs(len(journal) - len(played)) <= IN_FLIGHT:
        shorter = min(len(journal), len(played))
        journal, played = journal[:shorter], played[:shorter]
    for place, (real, kept) in enumerate(zip_longest(played, journal), start=1):
        if real != kept:
            return [f"game {number}, act {place}: played {real}, the journal has {kept}"]
    return []
