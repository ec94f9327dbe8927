"""The least that a service can do with a push: Flask, psycopg, so many inserts in one transaction, and an answer.

    python -m benchmarks.support.league.bare CONNINFO PORT

What the league's own pushes are measured beside. It checks no key, no form and no order.
"""

from __future__ import annotations

import signal
import sys
import threading
from typing import Final

import psycopg
from flask import Flask, Response, jsonify, request

from league.database import Database
from league.server import Server
from tournament.wire import PATH

INSERTS: Final = 20


def create_app(conninfo: str) -> Flask:
    """Return the application; each thread has a connection of its own."""
    app, own = Flask("bare", static_folder=None), threading.local()

    def connection() -> psycopg.Connection:
        if not hasattr(own, "opened"):
            own.opened = psycopg.connect(conninfo, autocommit=True)
        opened: psycopg.Connection = own.opened
        return opened

    @app.get("/healthz")
    def health() -> Response:
        return jsonify(ok=True)

    @app.post(PATH)
    def push() -> Response:
        body = request.get_json()
        rows = [[body["table"], number, request.get_data(as_text=True)[:400]] for number in range(INSERTS)]
        with connection().transaction(), connection().cursor() as cursor:
            cursor.executemany("INSERT INTO bare VALUES (%s, %s, %s)", rows)
        return jsonify(taken=body["entries"][-1]["seq"])

    return app


def main(conninfo: str, port: int) -> None:
    """Serve until somebody says stop."""
    with psycopg.connect(conninfo) as opened:
        opened.execute("CREATE TABLE IF NOT EXISTS bare (name text, number int, body text)")
    stop = threading.Event()
    signal.signal(signal.SIGTERM, lambda *_: stop.set())
    server = Server("127.0.0.1", port, create_app(conninfo), Database(conninfo))
    server.start()
    stop.wait()
    server.stop()


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
