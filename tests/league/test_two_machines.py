"""A league on two machines: pages from a streaming replica, pushes to the primary, both through pools, also behind pgbouncer."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import pytest

from tests.support.programs import load_psycopg, not_installed
from tests.support.waiting import until

load_psycopg()
pytest.importorskip("psycopg_pool", reason="psycopg_pool is not installed: .venv/bin/pip install -e .[league]")

from league.cluster import USER, Cluster, find_program
from league.database import Database, migrate
from league.example import report_body
from tests.league.conftest import DAY, League
from tests.support.league.pushes import push_body

pytestmark = pytest.mark.long


def as_postgres(*words: str) -> subprocess.Popen[bytes]:
    """Start a program that refuses to run as root."""
    user = USER if os.geteuid() == 0 else None
    return subprocess.Popen(words, user=user, group=user, extra_groups=user and [], cwd="/")


@pytest.fixture
def folder() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="league-", dir="/tmp", ignore_cleanup_errors=True) as made:
        Path(made).chmod(0o755)
        yield Path(made)


def own(path: Path) -> Path:
    path.mkdir(parents=True)
    if os.geteuid() == 0:
        shutil.chown(path, USER, USER)
    return path


@pytest.fixture
def primary(cluster, folder):  # `cluster` skips where PostgreSQL is missing
    server = Cluster(folder / "primary")
    server.start()
    yield server
    server.stop()


@pytest.fixture
def replica(primary, folder):
    data = own(folder / "replica") / "data"
    copies = as_postgres(
        find_program("pg_basebackup"), "-h", str(folder / "primary"), "-U", "league", "-D", str(data), "-R"
    )
    assert copies.wait() == 0
    server = Cluster(folder / "replica")
    server.start()
    yield server
    server.stop()


@contextmanager
def served(*databases: Database) -> Iterator[None]:
    for database in databases:
        database.open_pools()
    try:
        yield
    finally:
        for database in databases:
            database.close()


def report() -> dict[str, object]:
    return {"report": report_body(("Anker", "Krug"), DAY, Random(1))}


def test_pages_come_from_the_replica_also_without_the_primary_and_a_push_waits(primary, replica):
    database = Database(primary.create("test"), replica=replica.conninfo("test"))
    migrate(database)
    league = League(database)
    with served(database):
        assert league.push("Anker", push_body("hub", "box", [("cup-1", report())])).json == {"taken": 1}
        until(lambda: league.page.get("/d/1.json").status_code == 200 and league.results()[0])
        alone = Database(replica.conninfo("test"))
        with alone.reading() as cursor:
            assert cursor.execute("SELECT pg_is_in_recovery()").fetchone() == (True,)
        primary.stop()
        again = push_body("hub", "box", [("cup-2", report())], first=2)
        assert (league.push("Anker", again).status_code, league.page.get("/f/1").status_code) == (503, 200)
        primary.start()
        until(lambda: league.push("Anker", again).json == {"taken": 2})


def test_a_service_that_has_the_replica_alone_shows_pages_and_takes_no_push(primary, replica):
    database = Database(primary.create("test"))
    migrate(database)
    keys = League(database).keys
    copy = Database(replica.conninfo("test"))
    until(lambda: has_a_division(copy))
    from league.app import create_app

    page = create_app(copy).test_client()
    with served(copy):
        assert page.get("/d/1").status_code == 200
        sent = page.post(
            "/api/v1/push",
            headers={"Authorization": f"Bearer {keys['Anker']}"},
            json=push_body("hub", "box", [("cup-1", report())]),
        )
        assert (sent.status_code, sent.headers["Retry-After"]) == (503, "5")


def has_a_division(database: Database) -> bool:
    try:
        with database.reading() as cursor:
            return cursor.execute("SELECT FROM division").fetchone() is not None
    except Exception:  # noqa: BLE001 - not there yet, in whatever way
        return False


def test_everything_works_behind_pgbouncer_and_goes_on_after_the_server_was_killed(primary, folder):
    if shutil.which("pgbouncer") is None:
        pytest.skip(not_installed("pgbouncer"))
    primary.create("test")
    place = own(folder / "pooler")
    settings = place / "pgbouncer.ini"
    settings.write_text(
        f"[databases]\ntest = host={folder / 'primary'} user=league\n"
        f"[pgbouncer]\nunix_socket_dir = {place}\nlisten_addr =\nlisten_port = 6432\n"
        "auth_type = any\npool_mode = transaction\ndefault_pool_size = 2\nserver_login_retry = 1\n"
    )
    pooler = as_postgres(str(shutil.which("pgbouncer")), "-q", str(settings))
    try:
        until((place / ".s.PGSQL.6432").exists)
        database = Database(f"host={place} port=6432 user=league dbname=test")
        migrate(database)
        league = League(database)
        with served(database):
            body = push_body("hub", "box", [("cup-1", report())])
            for _ in range(8):
                assert league.push("Anker", body).json == {"taken": 1}
                assert league.results()[0] is not None
            primary.kill()
            primary.start()
            until(lambda: league.page.get("/d/1").status_code == 200)
            assert league.push("Anker", body).json == {"taken": 1}
    finally:
        pooler.terminate()
        pooler.wait()
