import os
import shutil
import subprocess
import tempfile
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from tests.support.programs import load_psycopg, not_installed
from tests.support.waiting import until

load_psycopg()
pytest.importorskip(
    "psycopg_pool", reason="psycopg_pool is not installed: .venv/bin/pip install -e .[league]"
)

from league.app import create_app
from league.cluster import USER, Cluster, find_program
from league.database import Database, migrate
from league.example import report_body
from tests.league.conftest import DAY, League
from tests.support.league.pushes import push_body

pytestmark = pytest.mark.long
FIRST, SECOND = (
    push_body("hub", "box", [(name, {"report": report_body(("Anker", "Krug"), DAY, Random(1))})], first=seq)
    for seq, name in enumerate(("cup-1", "cup-2"), start=1)
)


def as_postgres(*words):
    """Start a program that refuses to run as root."""
    user = USER if os.geteuid() == 0 else None
    return subprocess.Popen(words, user=user, group=user, extra_groups=user and [], cwd="/")


@pytest.fixture
def folder():
    with tempfile.TemporaryDirectory(prefix="league-", dir="/tmp", ignore_cleanup_errors=True) as made:
        for path in (Path(made), Path(made) / "replica", Path(made) / "pooler"):
            path.mkdir(exist_ok=True)
            path.chmod(0o755)
            if os.geteuid() == 0:
                shutil.chown(path, USER, USER)
        yield Path(made)


@pytest.fixture
def primary(cluster, folder):  # `cluster` skips where PostgreSQL is missing
    server = Cluster(folder / "primary")
    server.start()
    server.create("test")
    yield server
    server.stop()


@pytest.fixture
def replica(primary, folder):
    words = [
        "-h",
        str(folder / "primary"),
        "-U",
        "league",
        "-D",
        str(folder / "replica" / "data"),
        "-R",
        "--checkpoint=fast",
    ]
    assert as_postgres(find_program("pg_basebackup"), *words).wait() == 0
    server = Cluster(folder / "replica")
    server.start()
    yield server
    server.stop()


def served(database):
    migrate(database)
    league = League(database)
    database.open_pools()
    return league


def test_pages_come_from_the_replica_also_without_the_primary_and_pushes_wait(primary, replica):
    copy = replica.conninfo("test")
    with (
        closing(Database(primary.conninfo("test"), replica=copy)) as database,
        closing(Database(copy)) as alone,
    ):
        league = served(database)
        assert league.push("Anker", FIRST).json == {"taken": 1}
        until(lambda: league.page.get("/d/1.json").status_code == 200 and league.results()[0])
        alone.open_pools()
        page = create_app(alone).test_client()
        assert page.get("/f/1").status_code == 200
        sent = page.post(
            "/api/v1/push", json=SECOND, headers={"Authorization": f"Bearer {league.keys['Anker']}"}
        )
        assert (sent.status_code, sent.headers["Retry-After"]) == (503, "5")
        primary.stop()
        assert (league.push("Anker", SECOND).status_code, league.page.get("/f/1").status_code) == (503, 200)
        primary.start()
        until(lambda: league.push("Anker", SECOND).json == {"taken": 2})


def test_everything_works_behind_pgbouncer_and_goes_on_after_the_server_was_killed(primary, folder):
    if shutil.which("pgbouncer") is None:
        pytest.skip(not_installed("pgbouncer"))
    place, settings = folder / "pooler", folder / "pooler" / "pgbouncer.ini"
    settings.write_text(
        f"[databases]\ntest = host={folder / 'primary'} user=league\n"
        f"[pgbouncer]\nunix_socket_dir = {place}\nlisten_addr =\nlisten_port = 6432\n"
        "auth_type = any\npool_mode = transaction\ndefault_pool_size = 2\nserver_login_retry = 1\n"
    )
    pooler = as_postgres("/usr/sbin/pgbouncer", "-q", str(settings))
    try:
        until((place / ".s.PGSQL.6432").exists)
        with closing(Database(f"host={place} port=6432 user=league dbname=test")) as database:
            league = served(database)
            for _ in range(8):  # psycopg prepares what is asked five times
                assert league.push("Anker", FIRST).json == {"taken": 1}
                assert league.results()[0] is not None
            primary.kill()
            primary.start()
            until(lambda: league.page.get("/d/1").status_code == 200)
            assert league.push("Anker", FIRST).json == {"taken": 1}
    finally:
        pooler.terminate()
        pooler.wait()
