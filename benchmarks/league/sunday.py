"""Sunday: every pub was offline for an evening, and all push at once, while everybody looks and plugs are pulled.

    python -m benchmarks.league.sunday [--pubs N]... [--kills N] [--seed N] [--out FILE]

Each pub has two tables with ten games each, some of them corrected or taken back; half of the pubs are at home to the other half. A private
PostgreSQL that waits for its disk, and `knobeltisch league serve` as a process of its own, are killed by turns (SIGKILL), one push in ten is cut, in the
middle or before its answer. Then everything is counted: each game there once, as it was reported last, each table's entries in their order. All on one machine,
clients too.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
import time
from pathlib import Path
from statistics import quantiles

import click

from benchmarks.support.league.crowd import Crowd, Service, get, pull_plugs
from benchmarks.support.league.season import DIVISION, GAMES, TABLES, evenings, found_amiss, furnish
from benchmarks.support.reports import out_option, table, write_report
from league.cluster import Cluster
from league.database import Database, migrate, the_row
from tests.support.servers.ports import free_port

EVENINGS = 18
"""Match days of a season with ten pubs in a division."""
LOOK_S = 3.0
"""How long everybody goes on looking once all has arrived."""
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
    "page p50 / p95 / p99 (ms)",
    "pages",
    "page after last push (s)",
    "bytes a game",
    "a season (MB)",
]


@click.command()
@click.option("--pubs", multiple=True, default=(10, 100), show_default=True)
@click.option("--kills", default=10, show_default=True)
@click.option("--seed", default=1, show_default=True)
@out_option
def main(pubs: tuple[int, ...], kills: int, seed: int, out: Path | None) -> None:
    """Run it for each number of pubs; exit 1 when anything is missing, doubled or out of order."""
    rows = [sunday(count, kills, seed) for count in pubs]
    write_report("Sunday: all pubs push at once", table(COLUMNS, rows), out)
    sys.exit(any(row[3] for row in rows))


def sunday(pubs: int, kills: int, seed: int) -> list[object]:
    """Run one Sunday; return its row."""
    folder = Path(tempfile.mkdtemp(prefix="sunday-"))
    cluster = Cluster(folder)
    cluster.start()
    service = Service(cluster.create("league"), free_port())
    database = Database(service.conninfo)
    try:
        migrate(database)
        tables = evenings(database, furnish(database, pubs), seed)
        before = _size(database)
        service.start()
        service.wait()
        _settled(service)
        crowd = Crowd(service.port, tables, -(-pubs // DIVISION), seed)
        began = time.monotonic()
        pushing, looking = crowd.run(pushers=min(len(tables), 100), lookers=4)
        killed = pull_plugs(crowd, service, cluster, kills)
        for thread in pushing:
            thread.join()
        took = time.monotonic() - began
        settled = _settled(service)
        time.sleep(LOOK_S)
        crowd.looked.set()
        for thread in looking:
            thread.join()
        database.close()
        return _row(
            pubs, crowd, found_amiss(database, tables), killed, took, settled, _size(database) - before
        )
    finally:
        if service.process is not None and service.process.poll() is None:
            service.kill()
        database.close()
        cluster.stop()
        shutil.rmtree(folder, ignore_errors=True)


def _row(
    pubs: int, crowd: Crowd, amiss: list[str], killed: int, took: float, settled: float, grown: int
) -> list[object]:
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
        _centiles(crowd.looks),
        len(crowd.looks),
        f"{settled:.1f}",
        grown // games,
        f"{grown * EVENINGS / 1e6:.0f}",
    ]


def _centiles(seconds: list[float]) -> str:
    cuts = quantiles(seconds, n=100)
    return " / ".join(f"{1000 * cuts[place - 1]:.0f}" for place in (50, 95, 99))


def _settled(service: Service) -> float:
    """Wait until everything is rendered; return how long that took."""
    began = time.monotonic()
    database = Database(service.conninfo)
    while True:
        with database.owner() as cursor:
            cursor.execute("SELECT count(*) FROM stale")
            if cursor.fetchone() == (0,):
                break
        time.sleep(0.1)
    database.close()
    assert get(service.port, "/d/1")[0] == 200
    return time.monotonic() - began


def _size(database: Database) -> int:
    with database.owner() as cursor:
        cursor.execute("SELECT pg_database_size(current_database())")
        return int(the_row(cursor)[0])


if __name__ == "__main__":
    main()
