from __future__ import annotations

import json
import os

import pytest

PLAYERS = ("Anna", "Ben", "Cem", "Dora")


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    from tests.support.league.shared_server import shared_server

    base = tmp_path_factory.getbasetemp()
    with shared_server(base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) as running:
        yield running


@pytest.fixture(scope="session")
def conninfo(server, tmp_path_factory):
    """A database of this worker's own, in this version's form; the roles are the server's, so one after the other makes them."""
    from league.database import Database, migrate
    from tests.support.league.shared_server import locked

    found = server.create(f"test_{os.environ.get('PYTEST_XDIST_WORKER', 'alone')}")
    opened = Database(found)
    base = tmp_path_factory.getbasetemp()
    with locked(base.parent if "PYTEST_XDIST_WORKER" in os.environ else base):
        migrate(opened)
    opened.close()
    return found


@pytest.fixture
def database(conninfo):
    """An empty league."""
    from league.database import Database

    opened = Database(conninfo)
    with opened.owner() as cursor:
        cursor.execute(
            "TRUNCATE pub, season, stale, page, invitation, official, federation_key, federation_session RESTART IDENTITY CASCADE"
        )
    yield opened
    opened.close()


class League:
    """The service as pubs and everybody meet it."""

    def __init__(self, database):
        from knobeltisch.commands.league.run_league import GUARD, is_signed
        from league.app import create_app
        from league.pages import Renderer
        from league.registry import Names

        self.database, self.renderer = database, Renderer(database)
        self.page = create_app(database, self.renderer, Names(database), is_signed, GUARD).test_client()
        self.keys = {}

    def pub(self, name):
        from league import registry

        body = {"invitation": registry.invite(self.database, name), "name": name}
        answer = self.page.post("/api/v1/register", json=body)
        assert answer.status_code == 200, answer.json
        self.keys[name] = answer.json["key"]
        return registry.Pub(id=answer.json["pub"], name=name)

    def ask(self, method, path, pub=None, **words):
        headers = {} if pub is None else {"Authorization": f"Bearer {self.keys[pub]}"}
        return self.page.open(path, method=method, headers=headers, **words)

    def push(self, pub, body):
        return self.ask(
            "POST", "/api/v1/push", pub, data=body if isinstance(body, bytes) else json.dumps(body)
        )

    def list_players(self, pub, *, shown=False):
        for player in PLAYERS:
            body = {"name": f"{player} {pub}", "member": True, "shown": shown}
            assert self.ask("PUT", "/api/v1/players", pub, json=body).status_code == 200


@pytest.fixture
def league(database):
    return League(database)


@pytest.fixture
def serve(database, league):
    """Start the service at a port; a test that stops it may start it there again."""
    from knobeltisch.commands.league.run_league import GUARD, is_signed
    from league.app import create_app
    from league.registry import Names
    from league.server import Server

    begun = []

    def start(port=0):
        app = create_app(database, league.renderer, Names(database), is_signed, GUARD)
        begun.append(Server("127.0.0.1", port, app, database))
        begun[-1].start()
        return begun[-1]

    yield start
    for server in begun[-1:]:
        server.stop()
