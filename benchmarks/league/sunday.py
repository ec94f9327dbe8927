"""Sunday: hubs send their match reports to a league, while hubs, service and database are killed (SIGKILL) by turns.

    python -m benchmarks.league.sunday [--pubs N] [--kills N] [--seed N] [--out FILE]

Each hub is a process with the sender and the outbox of the product; reports are changed and taken back meanwhile. Then everything is
counted: each entry in the league once and in order, each result as it was reported last. All on one machine.
"""

import sys
import tempfile
from pathlib import Path
from typing import Final

import click

from benchmarks.support.reports import out_option, table, write_report
from tests.support.league.storm import storm

COLUMNS: Final = ["seed", "pubs", "kills", "entries", "results that count", "faults", "seconds"]


@click.command()
@click.option("--pubs", default=8, show_default=True)
@click.option("--kills", default=60, show_default=True)
@click.option("--seed", default=1, show_default=True)
@out_option
def main(pubs, kills, seed, out):
    """Run it; exit 1 if anything is missing, doubled or out of order."""
    row, faults = sunday(pubs, kills, seed)
    for fault in faults[:10]:
        print(fault, file=sys.stderr)
    write_report("Sunday: hubs push while everybody is killed", table(COLUMNS, [row]), out)
    sys.exit(bool(faults))


def sunday(pubs, kills, seed):
    """Run one Sunday; return its row and what is amiss."""
    with tempfile.TemporaryDirectory(prefix="sunday-", dir="/tmp") as folder:
        found = storm(Path(folder), pubs=pubs, kills=kills, seed=seed)
    row = [seed, pubs, found.kills, found.entries, found.results, len(found.faults), f"{found.seconds:.0f}"]
    return row, found.faults


if __name__ == "__main__":
    main()
