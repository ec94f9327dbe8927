"""The real table without camera under one of several web servers, in a process of its own.

    python -m benchmarks.support.servers.push_server own|gthread|gevent|uvicorn STREAMS JOURNAL

Prints `page: ADDRESS`. GET /bench/tick/N publishes N times a second a snapshot whose `to_act` is the wall clock
between two `@`, as any page shows it; 0 stops that.
"""

from __future__ import annotations

import contextlib
import copy
import signal
import socket
import sys
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.support.servers.ports import free_port

if TYPE_CHECKING:
    from collections.abc import Callable

    from flask import Flask

    from knobeltisch.table.table import Table

PLAYERS = ("Anna", "Ben", "Cem", "Dora", "Emil", "Fee")


def page(journal: Path) -> tuple[Flask, Table]:
    """Make the table in the middle of a game, and its page. Imports here: gevent patches before anything else."""
    from knobeltisch.status import Device  # noqa: PLC0415
    from knobeltisch.storage.journal import open_journal  # noqa: PLC0415
    from knobeltisch.table.table import Table  # noqa: PLC0415
    from web import create_app  # noqa: PLC0415

    table = Table(journal=open_journal(journal), clock=time.time, camera=Device(status="absent"))
    table.start()
    _begin(table)
    app = create_app(table.board, table.commands)
    _lay_ticks(app, table)
    return app, table


def _begin(table: Table) -> None:
    start = {"do": "start", "variant": "bavarian", "players": list(PLAYERS), "leader": "Anna"}
    assert table.commands.send(start)["ok"]
    for _ in range(2 * len(PLAYERS)):
        assert table.commands.send({"do": "act", "act": {"act": "throw", "dice": [1, 3, 5]}})["ok"]
        table.commands.send({"do": "press", "button": "pass"})


def _lay_ticks(app: Flask, table: Table) -> None:
    rate = [0.0]
    on = threading.Event()

    def publish() -> None:
        while on.wait():
            content: dict[str, Any] = copy.deepcopy(table.board.snapshot())
            del content["version"], content["boot"]
            content["state"]["to_act"] = f"@{time.time():.6f}@"
            table.board.publish(content)
            time.sleep(1 / rate[0])

    threading.Thread(target=publish, daemon=True).start()

    @app.get("/bench/tick/<int:times>")
    def tick(times: int) -> str:
        rate[0] = times or 1
        (on.set if times else on.clear)()
        return "ok"


def serve_own(streams: int, journal: Path) -> None:
    from web.server.page_server import PageServer  # noqa: PLC0415

    app, _ = page(journal)
    server = PageServer(app, "127.0.0.1", 0, streams=streams)
    server.start()
    told = threading.Event()
    signal.signal(signal.SIGTERM, lambda *_: told.set())
    say(server.port)
    told.wait()
    server.stop()


def serve_gunicorn(streams: int, journal: Path, *, gevent: bool) -> None:
    from gunicorn.app.base import BaseApplication  # noqa: PLC0415

    port = free_port()

    class Page(BaseApplication):  # type: ignore[misc]
        def load_config(self) -> None:
            worker = "gevent" if gevent else "gthread"
            settings = {"bind": f"127.0.0.1:{port}", "workers": 1, "worker_class": worker, "timeout": 0}
            settings |= {"threads": streams + 8, "worker_connections": streams + 200, "graceful_timeout": 2}
            settings |= {
                "loglevel": "warning",
                "when_ready": lambda _: say(port),
                "control_socket_disable": True,
            }
            for name, value in settings.items():
                with contextlib.suppress(AttributeError):
                    self.cfg.set(name, value)

        def load(self) -> Flask:
            from web.app import live_of  # noqa: PLC0415

            app, _ = page(journal)
            live_of(app).limit = streams
            return app

    Page().run()


def serve_uvicorn(streams: int, journal: Path) -> None:
    import uvicorn  # noqa: PLC0415

    from benchmarks.support.servers.asgi_page import AsgiPage  # noqa: PLC0415

    app, table = page(journal)
    port = free_port()
    asgi = AsgiPage(app, table.board, limit=streams)
    server = uvicorn.Server(
        uvicorn.Config(
            asgi, host="127.0.0.1", port=port, loop="asyncio", http="h11", lifespan="off",
            log_level="warning", timeout_graceful_shutdown=2,
        )
    )  # fmt: skip
    shut = server.shutdown

    async def shutdown(**rest: Any) -> None:
        asgi.close()
        await shut(**rest)

    server.shutdown = shutdown  # type: ignore[method-assign]
    say_once_listening(port)
    server.run()


def say_once_listening(port: int) -> None:
    def knock() -> None:
        while True:
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
                say(port)
                return
            time.sleep(0.005)

    threading.Thread(target=knock, daemon=True).start()


def say(port: int) -> None:
    print(f"page: http://127.0.0.1:{port}/", flush=True)


def main() -> None:
    kind, streams, journal = sys.argv[1], int(sys.argv[2]), Path(sys.argv[3])
    serve: dict[str, Callable[[], None]] = {
        "own": lambda: serve_own(streams, journal),
        "gthread": lambda: serve_gunicorn(streams, journal, gevent=False),
        "gevent": lambda: serve_gunicorn(streams, journal, gevent=True),
        "uvicorn": lambda: serve_uvicorn(streams, journal),
    }
    serve[kind]()


if __name__ == "__main__":
    main()
