"""The odds against the engine itself: rounds of every game, played as the odds advise, and how far the luck was off.

    python -m benchmarks.odds.simulation [--rounds N] [--game NAME]... [--seed N] [--out FILE]

As it stands it plays a million rounds in all. A game's rounds are shared out among its cases. Sigma: the difference, in standard deviations of the sum.
"""

from __future__ import annotations

import random
import time
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

import scorer
from tests.support.games.odds_play import (
    Table,
    Tally,
    chicago_round,
    chicago_start,
    schocken_round,
    schocken_start,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

PLAYERS = 4
LIMIT = 4.0


def cases(game: str) -> Iterator[tuple[str, Callable[[Table, dict[str, Tally]], None], str]]:
    """Return a game's cases: a name, what plays one round, and what it is played for."""
    if game == "schocken":
        for stack in (13, 4, 0):
            for watched, who in enumerate(("leader", "second")):
                start = schocken_start(PLAYERS, stack)
                yield (
                    f"stack {stack}, the {who}",
                    lambda table, tallies, start=start, watched=watched: schocken_round(
                        start, table, tallies, watched=watched
                    ),
                    "worst",
                )
        return
    for aim in ("worst",) if game == "drinking" else ("worst", "best"):
        start = chicago_start(game, PLAYERS, aim)
        yield (
            f"for the {'low' if aim == 'worst' else 'high'}",
            lambda table, tallies, start=start: chicago_round(start, table, tallies),
            aim,
        )


def played(game: str, rounds: int, seed: int) -> Iterator[tuple[str, str, Tally]]:
    every = list(cases(game))
    for name, play, aim in every:
        table, tallies = Table(random.Random(f"{seed} {game} {name}"), aim), defaultdict(Tally)
        for _ in range(rounds // len(every)):
            play(table, tallies)
        yield from ((name, what, tally) for what, tally in sorted(tallies.items()))


def row(game: str, name: str, what: str, tally: Tally) -> str:
    expected, observed = tally.expected / tally.rounds, tally.observed / tally.rounds
    return f"| {game} | {name} | {what} | {tally.rounds:,} | {expected:.6f} | {observed:.6f} | {tally.sigmas:+.2f} |"


@click.command()
@click.option("--rounds", type=click.IntRange(100), default=170_000, show_default=True, help="For each game.")
@click.option(
    "--game", "games", type=click.Choice(scorer.DICE_VARIANTS), multiple=True, help="Only this one."
)
@click.option("--seed", type=int, default=1, show_default=True)
@click.option("--out", type=click.Path(path_type=Path), help="Also write the table there.")
def main(rounds: int, games: tuple[str, ...], seed: int, out: Path | None) -> None:
    """Print the table, a row as soon as it is known."""
    began, lines, worst = time.process_time(), [], 0.0
    head = [
        f"# Odds against {rounds:,} rounds of each game on the engine, {PLAYERS} players, seed {seed}",
        "",
        "| game | played | what | counted | expected | observed | sigma |",
        "|---|---|---|---:|---:|---:|---:|",
    ]
    print("\n".join(head), flush=True)
    for game in games or scorer.DICE_VARIANTS:
        for name, what, tally in played(game, rounds, seed):
            lines.append(row(game, name, what, tally))
            worst = max(worst, abs(tally.sigmas))
            print(lines[-1], flush=True)
    verdict = "all within" if worst <= LIMIT else "NOT all within"
    lines += [
        "",
        f"The largest is {worst:.2f} sigma: {verdict} {LIMIT:.0f}. {time.process_time() - began:,.0f} s of one core.",
        "",
    ]
    print("\n".join(lines[-3:]))
    if out is not None:
        out.write_text("\n".join([*head, *lines]), encoding="utf-8")


if __name__ == "__main__":
    main()
