"""A streaming replica of a cluster, made by `pg_basebackup`: the pages are read from it, and it is behind by what it has not replayed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import psycopg

from league.cluster import Cluster, run

if TYPE_CHECKING:
    from pathlib import Path


class Replica:
    """A second server in `folder` that follows `primary` by streaming."""

    def __init__(self, primary: Cluster, folder: Path) -> None:
        self._primary, self._cluster = primary, Cluster(folder)

    def start(self) -> None:
        """Copy the primary, and follow it from then on. Raise NoPrograms."""
        folder = self._cluster.folder
        self._cluster.make_folder()
        run(
            "pg_basebackup",
            ["-h", str(self._primary.folder), "-U", "league", "-D", str(folder / "data"), "-R", "-X", "stream", "-c", "fast"],
            as_user=True,
        )  # fmt: skip
        self._cluster.start()

    def conninfo(self, database: str) -> str:
        """Return how a database of it is reached."""
        return self._cluster.conninfo(database)

    def behind(self, database: str) -> int:
        """Return how many bytes of the primary's log have not been replayed yet."""
        with psycopg.connect(self._primary.conninfo(database)) as opened:
            row = opened.execute(
                "SELECT greatest(0, max(pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn))) FROM pg_stat_replication"
            ).fetchone()
        assert row is not None
        return int(row[0] or 0)

    def stop(self) -> None:
        """Stop it at once. Raise NoPrograms."""
        self._cluster.stop()
