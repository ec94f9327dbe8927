"""One PostgreSQL for all tests of the league and all workers: the first worker starts it, the last one stops it."""

from __future__ import annotations

import contextlib
import fcntl
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from league.cluster import Cluster, program
from league.errors import NoPrograms
from tests.support.programs import not_installed

STATE = "league-postgres"


@contextlib.contextmanager
def shared_server(common: Path) -> Iterator[Cluster]:
    """Give the server that all workers share; `common` is a folder that they all know."""
    try:
        program("postgres")
    except NoPrograms:
        pytest.skip(not_installed("postgresql"))
    with locked(common) as state:
        where, users = state.read_text().split() if state.exists() else ("", "0")
        if users == "0":
            where = tempfile.mkdtemp(prefix="league-", dir="/tmp")
            Cluster(Path(where), lasting=False).start()
        state.write_text(f"{where} {int(users) + 1}")
    server = Cluster(Path(where), lasting=False)
    yield server
    with locked(common) as state:
        where, users = state.read_text().split()
        state.write_text(f"{where} {int(users) - 1}")
        if users == "1":
            server.stop()
            shutil.rmtree(where, ignore_errors=True)


@contextlib.contextmanager
def locked(common: Path) -> Iterator[Path]:
    """Keep the other workers waiting; give the file in which stands where the server is, and for how many."""
    with (common / f"{STATE}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield common / STATE
