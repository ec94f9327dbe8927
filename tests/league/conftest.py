import tempfile
from datetime import date
from pathlib import Path
from random import Random

import pytest

from tests.support.programs import load_psycopg, not_installed

DAY = date(2026, 11, 22)


@pytest.fixture(scope="session")
def cluster():
    load_psycopg()
    from league.cluster import Cluster, find_program
    from league.errors import LeagueError

    try:
        find_program("postgres")
    except LeagueError:
        pytest.skip(not_installed("postgresql"))
    with tempfile.TemporaryDirectory(prefix="league-", dir="/tmp") as folder:
        Path(folder).chmod(0o755)
        server = Cluster(Path(folder) / "cluster", lasting=False)
        server.start()
        yield server
        server.stop()


@pytest.fixture
def database(cluster):
    from league.database import Database, migrate

    opened = Database(cluster.create("test"))
    with opened.transaction() as cursor:
        cursor.execute("DROP SCHEMA public CASCADE; CREATE SCHEMA public")
    migrate(opened)
    return opened


class League:
    """The service as pubs and everybody meet it: Anker plays against Krug on `DAY`, and at Krug a week later."""

    def __init__(self, database):
        from league.app import create_app
        from league.calendar import WEEK, add_division
        from league.pubs import give_key

        self.database, self.page, self.keys = database, create_app(database).test_client(), {}
        for name in ("Anker", "Krug"):
            give_key(database, name, lambda key, name=name: self.keys.update({name: key}))
        add_division(database, "2026", "A", ("Anker", "Krug"), first=DAY, every=WEEK)

    def push(self, pub, body):
        headers = {"Authorization": f"Bearer {self.keys[pub]}"}
        kind = {"data": body} if isinstance(body, bytes) else {"json": body}
        return self.page.post("/api/v1/push", headers=headers, **kind)

    def rows(self, query):
        with self.database.transaction() as cursor:
            cursor.execute(query)
            return cursor.fetchall()

    def results(self):
        """The points of each match, None without a result."""
        return [match["points"] for match in self.page.get("/d/1.json").json["matches"]]

    def why(self):
        return [why for (why,) in self.rows("SELECT why FROM result WHERE why <> ''")]


@pytest.fixture
def league(database):
    return League(database)


@pytest.fixture
def report():
    """The body of a report of Anker against Krug that both have confirmed."""
    from league.example import report_body

    return {"report": report_body(("Anker", "Krug"), DAY, Random(1))}
