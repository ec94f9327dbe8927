"""Whole games of Chicago poker by players with real cards, whose own count is compared with the scorer's.

    python -m benchmarks.scorer.poker_games [--games N] [--seed N] [--out FILE]

Two to eight players, each game with other house rules. Exit 1 on any difference.
"""

from __future__ import annotations

import random
import sys
import time
from typing import TYPE_CHECKING

import click

import scorer
from benchmarks.support.reports import out_option, table, tiny_option, write_report
from knobeltisch.simulated_players.card_players import CardPlayers

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from scorer.games.poker.poker_acts import PokerAct

NAMES = ("Anna", "Ben", "Cem", "Dora", "Emil", "Frieda", "Georg", "Hanna")
HOUSES: tuple[dict[str, object], ...] = (
    {},
    {"royal_flush": 52, "straight_flush": 10},
    {"second_phase": False, "last_trick_with_two": 10},
)


def players_of(seed: int) -> CardPlayers:
    rules = scorer.with_options("poker", HOUSES[seed % len(HOUSES)])
    assert isinstance(rules, scorer.PokerRules)
    return CardPlayers(rules=rules, names=NAMES[: 2 + seed % 7], chance=random.Random(seed))


@click.command()
@click.option("--games", type=click.IntRange(1), default=20, show_default=True)
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True, help="The first game's.")
@tiny_option(games=1)
@out_option
def main(games: int, seed: int, out: Path | None) -> None:
    """Print the table."""
    times: dict[str, int] = {}
    wrong: list[str] = []
    hands, unfinished = 0, 0

    def keep(state: scorer.PokerState, acts: Sequence[PokerAct]) -> scorer.PokerState:
        for act in acts:
            times[act.NAME] = times.get(act.NAME, 0) + 1
        return scorer.replay(state, acts)

    began = time.process_time()
    for number in range(seed, seed + games):
        players = players_of(number)
        players.keep = keep
        state = players.play()
        hands += state.hand
        unfinished += state.stage != "over"
        wrong += [f"seed {number}, {difference}" for difference in players.differences]
    seconds = time.process_time() - began
    text = (
        f"{games} games, {hands} hands, {sum(times.values()):,} acts, "
        f"{unfinished} unfinished, {len(wrong)} differences; {seconds / games:.1f} s a game.\n\n"
        f"{table(['act', 'times'], [[name, f'{count:,}'] for name, count in sorted(times.items())])}"
    )
    write_report("Games of Chicago poker with real cards", text, out)
    print(*wrong, sep="\n")
    sys.exit(bool(wrong or unfinished))


if __name__ == "__main__":
    main()
