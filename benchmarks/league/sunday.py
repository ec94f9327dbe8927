"""Sunday: every pub was offline for an evening; now all push at once, while people watch and processes are killed.

    python -m benchmarks.league.sunday [--pubs N]... [--kills N] [--seed N] [--replica] [--out FILE]

Each pub has two tables with ten games each, some of them corrected or taken back; half of the pubs play at home against the other
half. A private PostgreSQL that waits for its disk, and `knobeltisch league serve` as a process of its own, are killed by turns
(SIGKILL), one push in ten is cut, in the middle or before its answer. The pages come from a second process, as the shipped units
have it; with `--replica` it reads a streaming replica. Then everything is counted: each game there once, as it was reported last,
each table's entries in their order. Last, the same tables push the same bodies to bare Flask with psycopg, which makes 20 inserts
of each. All on one machine, clients too.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
import time
from pathlib import Path
from statistics import quantiles
from typing import TYPE_CHECKING, Any

import click

from benchmarks.support.league.crowd import Crowd, Service, get, league_service, pull_plugs
from benchmarks.support.league.replica import Replica
from benchmarks.support.league.season import DIVISION, GAMES, TABLES, evenings, found_amiss, furnish
from benchmarks.support.reports import out_option, table, write_report
from league.cluster import Cluster
from league.database import Database, migrate, the_row
from tests.support.servers.ports import free_port

if TYPE_CHECKING:
    from benchmarks.support.league.season import TableEvening

PUSHERS = 100
"""So many tables speak at the same time."""
EVENINGS = 18
"""Match days of a season with ten pubs in a division."""
LOOK_S = 3.0
"""Seconds of reading after everything has arrived."""
COLUMNS = [
    "pubs",
    "entries",
    "games there once / reported",
    "amiss",
    "kills",
    "cut",
    "pushes failed",
    "seconds",
    "entries/s",
    "push p50 / p95 / p99 (ms)",
    "bare Flask, a push (ms)",
    "page p50 / p95 / p99 (ms)",
    "pages",
    "page after last push (s)",
    "replica behind (KB)",
    "bytes a game",
    "a season (MB)",
]


@click.command()
@click.option("--pubs", multiple=True, default=(10, 100), show_default=True)
@click.option("--kills", default=10, show_default=True)
@click.option("--seed", default=1, show_default=True)
@click.option("--replica", is_flag=True, help="Read the pages from a streaming replica.")
@out_option
def main(pubs: tuple[int, ...], kills: int, seed: int, out: Path | None, *, replica: bool) -> None:
    """Run it for each number of pubs; exit 1 if anything is missing, doubled or out of order."""
    rows = [sunday(count, kills, seed, replica=replica) for count in pubs]
    write_report("Sunday: all pubs push at once", table(COLUMNS, rows), out)
    sys.exit(any(row[3] for row in rows))


def sunday(pubs: int, kills: int, seed: int, *, replica: bool = False) -> list[object]:
    """Run one Sunday; return its row."""
    folder = Path(tempfile.mkdtemp(prefix="sunday-"))
    folder.chmod(0o755)
    cluster = Cluster(folder / "primary")
    cluster.start()
    conninfo = cluster.create("league")
    service, database = league_service(conninfo, free_port()), Database(conninfo)
    follower = Replica(cluster, folder / "replica") if replica else None
    pages = bare = None
    try:
        migrate(database)
        tables = evenings(database, furnish(database, pubs), seed)
        before = _size(database)
        if follower is not None:
            follower.start()
        pages = league_service(
            conninfo if follower is None else follower.conninfo("league"), free_port(), beside=True
        )
        for started in (service, pages):
            started.start()
            started.wait()
        _wait_until_rendered(conninfo, pages.port)
        crowd = Crowd(service.port, pages.port, tables, -(-pubs // DIVISION), seed)
        began = time.monotonic()
        pushing, looking = crowd.run(pushers=min(len(tables), PUSHERS), lookers=4)
        killed = pull_plugs(crowd, service, cluster, kills)
        for thread in pushing:
            thread.join()
        took = time.monotonic() - began
        behind = "" if follower is None else f"{follower.behind('league') / 1000:.0f}"
        settled = _wait_until_rendered(conninfo, pages.port)
        time.sleep(LOOK_S)
        crowd.looked.set()
        for thread in looking:
            thread.join()
        database.close()
        grown, amiss = _size(database) - before, found_amiss(database, tables)
        database.close()
        for started in (service, pages):
            started.kill()
        bare = Service(
            ["benchmarks.support.league.bare", cluster.create("bare"), str(port := free_port())], port
        )
        alone = _push_alone(bare, tables, seed)
        return _row(pubs, crowd, amiss, [killed, took, settled, behind], alone, grown)
    finally:
        for started in (service, pages, bare):
            if started is not None:
                started.kill()
        database.close()
        if follower is not None:
            follower.stop()
        cluster.stop()
        shutil.rmtree(folder, ignore_errors=True)


def _push_alone(service: Service, tables: list[TableEvening], seed: int) -> list[float]:
    """Push everything to another service, while nobody looks and nothing is killed; return the seconds of each push."""
    service.start()
    service.wait()
    crowd = Crowd(service.port, service.port, tables, 1, seed)
    pushing, _ = crowd.run(pushers=min(len(tables), PUSHERS), lookers=0)
    for thread in pushing:
        thread.join()
    return crowd.pushes


def _row(
    pubs: int, crowd: Crowd, amiss: list[str], run: list[Any], alone: list[float], grown: int
) -> list[object]:
    killed, took, settled, behind = run
    for fault in amiss[:10]:
        print(fault, file=sys.stderr)
    games = pubs * TABLES * GAMES
    cut = crowd.counts["cut in the middle"] + crowd.counts["cut before the answer"]
    return [
        pubs,
        crowd.total,
        f"{games - len(amiss)} / {games}",
        len(amiss),
        killed,
        cut,
        crowd.counts["failed"],
        f"{took:.1f}",
        f"{crowd.total / took:.0f}",
        _centiles(crowd.pushes),
        _centiles(alone),
        _centiles(crowd.looks),
        len(crowd.looks),
        f"{settled:.1f}",
        behind,
        grown // games,
        f"{grown * EVENINGS / 1e6:.0f}",
    ]


def _centiles(seconds: list[float]) -> str:
    cuts = quantiles(seconds, n=100)
    return " / ".join(f"{1000 * cuts[place - 1]:.0f}" for place in (50, 95, 99))


def _wait_until_rendered(conninfo: str, pages: int) -> float:
    """Wait until everything is rendered and the pages' process shows it; return how long that took."""
    began = time.monotonic()
    database = Database(conninfo)
    while True:
        with database.owner() as cursor:
            cursor.execute("SELECT count(*) FROM stale")
            if cursor.fetchone() == (0,) and get(pages, "/d/1")[0] == 200:
                break
        time.sleep(0.1)
    database.close()
    return time.monotonic() - began


def _size(database: Database) -> int:
    with database.owner() as cursor:
        cursor.execute("SELECT pg_database_size(current_database())")
        return int(the_row(cursor)[0])


if __name__ == "__main__":
    main()
