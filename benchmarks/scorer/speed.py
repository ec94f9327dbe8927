"""Acts a second through the scorer, for each game, against the least that any scorer in Python would have to do.

    python -m benchmarks.scorer.speed [--acts N] [--out FILE]

Time is the process's own, so that other programs on the machine do not count. The floor is a loop that keeps the dice
and the player in a dictionary and knows no rule.
"""

from __future__ import annotations

import random
import time
from typing import TYPE_CHECKING, Any

import click

import scorer
from benchmarks.support.reports import out_option
from tests.support.games.poker_games import some_poker_game
from tests.support.games.random_games import PLAYERS, some_game

if TYPE_CHECKING:
    from pathlib import Path

Games = list[list[Any]]
"""The acts of several games of one kind."""


def through_scorer(variant: str, games: Games) -> float:
    first = scorer.new_game(scorer.load_variant(variant), PLAYERS)
    began = time.process_time()
    for acts in games:
        scorer.replay(first, acts)
    return time.process_time() - began


def through_floor(games: Games) -> float:
    began = time.process_time()
    for acts in games:
        state: dict[str, object] = {"to_act": 0, "dice": (), "held": ()}
        for number, act in enumerate(acts):
            state = dict(state)
            state["dice"] = getattr(act, "dice", getattr(act, "cards", ()))
            state["to_act"] = number % 4
    return time.process_time() - began


def row(variant: str, least: int) -> str:
    chance, count = random.Random(1), 0
    games: Games = []
    while count < least:
        of_dice = variant in scorer.DICE_VARIANTS
        games.append(some_game(variant, chance) if of_dice else some_poker_game(PLAYERS, chance))
        count += len(games[-1])
    floor = min(through_floor(games) for _ in range(3))
    ours = min(through_scorer(variant, games) for _ in range(3))
    return (
        f"| {variant} | {count:,} | {count / ours:,.0f} | {count / floor:,.0f} | {ours / floor:.1f} | "
        f"{10_000 * ours / count:.2f} |\n"
    )


@click.command()
@click.option("--acts", type=click.IntRange(1000), default=30_000, help="How many acts a game are measured.")
@out_option
def main(acts: int, out: Path | None) -> None:
    """Print the table."""
    text = (
        "# Acts through the scorer (whole random games, rare things more often than they come)\n\n"
        "| game | acts | acts a second | the floor's | times the floor | an evening of 10,000 acts, s |\n"
        "|---|---:|---:|---:|---:|---:|\n"
    )
    text += "".join(row(variant, acts) for variant in scorer.VARIANTS)
    text += "\nThe floor is a dictionary that is copied for each act and knows no rules.\n"
    print(text)
    if out is not None:
        out.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
