"""A storm of kills: a hub, and a league with its database, are killed (SIGKILL) while everybody sends; then everything is counted.

    python -m benchmarks.robustness.kills [--times N] [--pubs N] [--seed N] [--out FILE]

Four tables send the games of a tournament to a hub; half of the kills hit it, one after the other. So many pubs push an evening to
a league; the other half of the kills hit its service and its PostgreSQL by turns, and one push in ten is cut. Lost, doubled, out of
order, ended otherwise: each such game is a fault.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

import click

from benchmarks.league.sunday import COLUMNS, sunday
from benchmarks.support.reports import out_option, table, write_report
from tests.support.hub.killed_hub import kill_hub


@click.command()
@click.option("--times", default=46, show_default=True, help="Kills of both together.")
@click.option("--pubs", default=100, show_default=True)
@click.option("--seed", default=1, show_default=True)
@out_option
def main(times: int, pubs: int, seed: int, out: Path | None) -> None:
    """Kill, count, exit 1 for any fault."""
    with tempfile.TemporaryDirectory(prefix="kills-") as folder:
        hub = kill_hub(Path(folder), times // 2, seed)
    for fault in hub.faults[:10]:
        print(fault, file=sys.stderr)
    league = dict(zip(COLUMNS, sunday(pubs, times - times // 2, seed), strict=True))
    columns = [
        "seed",
        "what is killed",
        "kills",
        "of these while games came in",
        "games",
        "lost, doubled or otherwise",
    ]
    counted = str(league["games there once / reported"]).split(" / ")
    rows: list[list[object]] = [
        [seed, "the hub", hub.kills, hub.while_sending, hub.games, len(hub.faults)],
        [
            seed,
            "the league's service and its database",
            league["kills"],
            league["kills"],
            counted[1],
            league["amiss"],
        ],
    ]
    write_report("A storm of kills", table(columns, rows), out)
    sys.exit(bool(hub.faults) or bool(league["amiss"]))


if __name__ == "__main__":
    main()
