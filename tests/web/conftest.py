"""A small table in memory, a server around it, and a browser to look at it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pytest
from flask.testing import FlaskClient

from tests.support.sightings import picture_of
from tests.web.small_table import SmallTable
from web import create_app
from web.server.page_server import PageServer

JPEG = picture_of(4)
THROW_QUESTION = {
    "id": "q1",
    "about": "throw",
    "player": "Anna",
    "reasons": ["pips"],
    "detail": {},
    "count": 3,
    "options": [
        {"id": "a", "dice": [1, 2, 4], "label": None},
        {"id": "b", "dice": [1, 2, 5], "label": None},
        {"id": "none", "dice": None, "label": "nothing_thrown"},
    ],
    "crops": [{"value": 4, "candidates": [4, 5], "url": "/api/crops/q1/0"}],
}


@pytest.fixture
def small() -> SmallTable:
    return SmallTable()


@pytest.fixture
def ask_throw(small: SmallTable) -> Callable[[], None]:
    """Let the referee ask which dice Anna threw."""
    return lambda: small.ask(THROW_QUESTION, [JPEG])


@pytest.fixture
def client(small: SmallTable) -> FlaskClient:
    return create_app(small, small).test_client()


@dataclass
class Served:
    """A page server on a free port."""

    server: PageServer

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server.port}"


@pytest.fixture
def serve() -> Iterator[Callable[..., Served]]:
    """Serve a table; everything served is stopped at the end."""
    started: list[PageServer] = []

    def begin(table: SmallTable, *, port: int = 0, streams: int = 8) -> Served:
        server = PageServer(create_app(table, table), "127.0.0.1", port, streams=streams)
        server.start()
        started.append(server)
        return Served(server)

    yield begin
    for server in started:
        server.stop()
