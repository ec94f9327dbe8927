import json
import ssl
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import SimpleNamespace

import pytest

from knobeltisch.outbox.target import tls_context
from tests.support.league.receiver import KEY
from tests.support.waiting import until

TASK = {"match": "1-1", "game": 1, "players": ["Anna", "Ben"], "variant": "base", "options": {}}


@pytest.fixture
def hub():
    heard = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self):
            asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            assert self.headers["Authorization"] == f"Bearer {KEY}"
            heard.append(self.path)
            work = {"number": 1, "last_orders": True, "task": TASK}
            body = json.dumps(work if self.path == "/api/v1/table" else {"taken": len(asked["entries"])})
            self.send_response(200)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body.encode())

        def log_message(self, *_):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
    yield SimpleNamespace(heard=heard, url=f"http://127.0.0.1:{server.server_address[1]}")
    server.shutdown()
    server.server_close()


@pytest.fixture(autouse=True)
def asks_often(monkeypatch):
    monkeypatch.setattr("knobeltisch.outbox.game_delivery.EVERY_S", 0.05)


def shown(app):
    return app.table.board.snapshot()


def test_the_match_is_begun_once_the_hub_knows_of_all_games(open_table, hub):
    with open_table(url=hub.url) as app:
        now = until(lambda: (now := shown(app))["state"] and now)
        assert now["state"]["players"] == now["match"]["players"] == ["Anna", "Ben"]


def test_without_an_outbox_no_match_is_begun_and_the_last_round_is_announced(open_table, hub, tmp_path):
    (tmp_path / "outbox.sqlite").symlink_to(tmp_path / "no folder" / "outbox.sqlite")
    with open_table(url=hub.url) as app:
        until(lambda: shown(app)["last_orders"])
        times = len(hub.heard)
        until(lambda: len(hub.heard) > times + 3)
        assert shown(app)["state"] is None
        assert set(hub.heard) == {"/api/v1/table"}


def test_certificates_are_read_again_only_when_the_file_is_another_one(tmp_path):
    ca = tmp_path / "ca.pem"
    store = ssl.create_default_context().get_ca_certs(binary_form=True)
    one, other = (ssl.DER_cert_to_PEM_cert(store[number]) for number in (0, 1))
    ca.write_text(one)
    first = tls_context(ca)
    assert tls_context(ca) is first
    ca.write_text(one + other)
    assert tls_context(ca).cert_store_stats()["x509"] == 2
