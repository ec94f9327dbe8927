import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pytest
from flask.testing import FlaskClient

from knobeltisch.status import Device
from knobeltisch.storage.journal import open_journal
from knobeltisch.table.table import Table
from knobeltisch.table.table_files import TableFiles
from tests.support.pub import Pub
from web.server.page_server import PageServer


@pytest.fixture
def small(tmp_path) -> Iterator[Pub]:
    """A table without a camera, on a journal of its own."""
    journal = open_journal(tmp_path / "journal.sqlite")
    files, camera = TableFiles(journal=journal), Device(status="ok", name="test")
    table = Table(files=files, clock=time.time, camera=camera)
    table.start()
    yield Pub(table=table, journal=journal, path=tmp_path)
    table.stop()
    journal.close()


@pytest.fixture
def client(small: Pub) -> FlaskClient:
    return small.page().test_client()


@dataclass
class Served:
    server: PageServer

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server.port}"


@pytest.fixture
def serve() -> Iterator[Callable[..., Served]]:
    """Serve a table; everything served is stopped at the end."""
    started: list[PageServer] = []

    def begin(table: Pub, *, port: int = 0, streams: int = 8) -> Served:
        server = PageServer(table.page(), "127.0.0.1", port, streams=streams)
        server.start()
        started.append(server)
        return Served(server)

    yield begin
    for server in started:
        server.stop()
