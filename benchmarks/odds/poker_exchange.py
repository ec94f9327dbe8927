"""The computed chances of an exchange in Chicago poker compared with played exchanges, and the time of a query.

    python -m benchmarks.odds.poker_exchange [--hands N] [--seed N] [--out FILE]

Each hand is dealt at random with some other cards known, and the best choice of `weigh_exchange` is kept. Exit 1 if the frequency
of a category differs from the computed chance by more than four standard deviations.
"""

from __future__ import annotations

import random
import sys
import time
from collections import Counter
from math import sqrt
from typing import TYPE_CHECKING

import click

import scorer
from benchmarks.support.reports import out_option, table, write_report
from scorer.games.poker.cards import DECK
from scorer.games.poker.hand_ranks import CATEGORIES, category_of
from scorer.odds.poker_odds import weigh_exchange

if TYPE_CHECKING:
    from pathlib import Path

EVERY = (None, *CATEGORIES)


@click.command()
@click.option("--hands", type=click.IntRange(100), default=20_000, show_default=True)
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True)
@out_option
def main(hands: int, seed: int, out: Path | None) -> None:
    """Print the table."""
    chance, rules = random.Random(seed), scorer.with_options("poker", {"royal_flush": 52})
    assert isinstance(rules, scorer.PokerRules)
    said, spread = (dict.fromkeys(EVERY, 0.0) for _ in range(2))
    played: Counter[str | None] = Counter()
    seconds = 0.0
    for _ in range(hands):
        deck = chance.sample(DECK, len(DECK))
        hand, gone = deck[:5], deck[5 : 5 + chance.randint(0, 15)]
        began = time.perf_counter()
        best = weigh_exchange(hand, rules, gone)[0]
        seconds += time.perf_counter() - began
        unknown = [card for card in DECK if card not in hand and card not in gone]
        played[category_of((*best.cards, *chance.sample(unknown, 5 - len(best.cards))), royal=True)] += 1
        for category in best.ways:
            likely = float(best.chance(category))
            said[category] += likely
            spread[category] += likely * (1 - likely)
    off = {
        category: (played[category] - said[category]) / (sqrt(spread[category]) or 1) for category in EVERY
    }
    rows = [
        [category or "no pair", f"{said[category]:,.1f}", f"{played[category]:,}", f"{off[category]:+.1f}"]
        for category in EVERY
    ]
    text = (
        f"{table(['category', 'said', 'played', 'standard deviations off'], rows)}\n\n"
        f"A question, all 32 ways to keep weighed exactly: {1000 * seconds / hands:.1f} ms."
    )
    write_report(f"Exchanges of Chicago poker, {hands:,} hands played out", text, out)
    sys.exit(max(map(abs, off.values())) > 4)


if __name__ == "__main__":
    main()
