"""The scorer's acts per second, for each game.

    python -m benchmarks.scorer.speed [--acts N] [--out FILE]

Time is processor time, so that other programs do not count.
"""

import random
import time
from typing import Any

import click

import scorer
from benchmarks.support.reports import out_option, table, tiny_option, write_report
from tests.support.games.random_games import PLAYERS, some_game

Games = list[list[Any]]
"""The acts of several games of one kind."""


def through_scorer(variant, games):
    first = scorer.new_game(scorer.load_variant(variant), PLAYERS)
    began = time.process_time()
    for acts in games:
        scorer.replay(first, acts)
    return time.process_time() - began


def row(variant, least):
    """Return a game's row: its name, the number of acts, and acts per second."""
    chance, count = random.Random(1), 0
    games: Games = []
    while count < least:
        games.append(some_game(variant, chance))
        count += len(games[-1])
    seconds = min(through_scorer(variant, games) for _ in range(3))
    return [variant, f"{count:,}", f"{count / seconds:,.0f}"]


@click.command()
@click.option("--acts", type=click.IntRange(1000), default=30_000, help="Number of acts of each game.")
@tiny_option(acts=1000)
@out_option
def main(acts, out):
    """Print the table."""
    rows = [row(variant, acts) for variant in scorer.VARIANTS]
    title = "Acts through the scorer (whole random games, rare things more often than they come)"
    write_report(title, table(["game", "acts", "acts a second"], rows), out)


if __name__ == "__main__":
    main()
