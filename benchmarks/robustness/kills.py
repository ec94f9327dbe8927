"""A storm of kills: a hub, and a league with its database, are killed (SIGKILL) while everybody sends; then everything is counted.

    python -m benchmarks.robustness.kills [--times N] [--pubs N] [--seed N] [--out FILE]

Four tables send the games of a tournament to a hub; half of the kills hit it, one after the other. So many hubs push match reports to
a league; the other half of the kills hit these, its service and its PostgreSQL by turns. Lost, doubled, out of order, ended otherwise:
each such game or report is a fault.
"""

import sys
import tempfile
from pathlib import Path

import click

from benchmarks.league.sunday import sunday
from benchmarks.support.reports import out_option, table, write_report
from tests.support.hub.killed_hub import kill_hub


@click.command()
@click.option("--times", default=46, show_default=True, help="Kills of both together.")
@click.option("--pubs", default=8, show_default=True)
@click.option("--seed", default=1, show_default=True)
@out_option
def main(times, pubs, seed, out):
    """Kill, count, exit 1 for any fault."""
    with tempfile.TemporaryDirectory(prefix="kills-") as folder:
        hub = kill_hub(Path(folder), times // 2, seed)
    (_, _, kills, entries, *_), faults = sunday(pubs, times - times // 2, seed)
    for fault in [*hub.faults[:10], *faults[:10]]:
        print(fault, file=sys.stderr)
    columns = ["seed", "what is killed", "kills", "games or reports", "lost, doubled or otherwise"]
    rows: list[list[object]] = [
        [seed, "the hub", hub.kills, hub.games, len(hub.faults)],
        [seed, "hubs, the league's service and its database", kills, entries, len(faults)],
    ]
    write_report("A storm of kills", table(columns, rows), out)
    sys.exit(bool(hub.faults) or bool(faults))


if __name__ == "__main__":
    main()
