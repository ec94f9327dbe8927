"""All 2,598,960 hands of five cards by category, compared with the known numbers, and the time per hand.

    python -m benchmarks.scorer.poker_hands [--out FILE]

Exit 1 if a category's count is wrong.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from itertools import combinations
from typing import TYPE_CHECKING

import click

from benchmarks.support.reports import out_option, table, write_report
from scorer.games.poker.cards import DECK
from scorer.games.poker.hand_ranks import category_of
from tests.support.games.known_hands import KNOWN

if TYPE_CHECKING:
    from pathlib import Path


@click.command()
@out_option
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
