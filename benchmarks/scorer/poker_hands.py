"""All 2,598,960 hands of five cards by category, against the numbers that are known, and how long a hand takes.

    python -m benchmarks.scorer.poker_hands [--out FILE]

Exit 1 when a category comes more or less often than it must.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from itertools import combinations
from pathlib import Path

import click

from benchmarks.support.programs import table, write_report
from scorer.games.poker.cards import DECK
from scorer.games.poker.hands import category_of

KNOWN = {
    None: 1_302_540,
    "pair": 1_098_240,
    "two_pairs": 123_552,
    "three_of_a_kind": 54_912,
    "straight": 10_200,
    "flush": 5_108,
    "full_house": 3_744,
    "four_of_a_kind": 624,
    "straight_flush": 36,
    "royal_flush": 4,
}


@click.command()
@click.option("--out", type=click.Path(path_type=Path), help="Also write the table there.")
def main(out: Path | None) -> None:
    """Print the table."""
    began = time.process_time()
    found = Counter(category_of(hand, royal=True) for hand in combinations(DECK, 5))
    seconds = time.process_time() - began
    total = sum(found.values())
    rows = [
        *([name or "no pair", f"{found[name]:,}", f"{count:,}"] for name, count in KNOWN.items()),
        ["all", f"{total:,}", f"{sum(KNOWN.values()):,}"],
    ]
    text = (
        f"{table(['category', 'counted', 'known'], rows)}\n\n{1e6 * seconds / total:.1f} microseconds a hand."
    )
    write_report("All hands of Chicago poker by category", text, out)
    sys.exit(found != KNOWN)


if __name__ == "__main__":
    main()
