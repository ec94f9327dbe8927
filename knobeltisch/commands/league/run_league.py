"""Serves a league, the federation's or an example."""

from __future__ import annotations

import contextlib
import os
import shutil
import socket
import sys
import tempfile
import threading
from pathlib import Path
from typing import Final

from waitress.server import create_server

from knobeltisch.device.sd_notify import notifier
from knobeltisch.lifecycle.stop_request import install_stop_request
from league.app import create_app
from league.cluster import Cluster
from league.database import Database, migrate
from league.errors import LeagueError
from league.example import furnish
from tournament.wire import LARGEST

THREADS: Final = 8
"""Each has a connection to the database; while all are busy, requests wait."""
MOST_CONNECTIONS: Final = 1000


def serve(database: Database, host: str, port: int) -> None:
    """Serve until somebody says stop. Raise LeagueError if the address is taken."""
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        listening = socket.create_server((host, port), family=family)
    except OSError as error:
        raise LeagueError(
            f"The league cannot listen at {host}, port {port} ({error.strerror}); choose another with --port."
        ) from error
    server = create_server(
        create_app(database),
        sockets=[listening],
        threads=THREADS,
        connection_limit=MOST_CONNECTIONS,
        asyncore_use_poll=True,
        max_request_body_size=LARGEST,
    )
    stop = install_stop_request()
    threading.Thread(target=server.run, name="serve", daemon=True).start()
    address = f"http://{host}:{listening.getsockname()[1]}/"
    sys.stdout.write(f"The league is at {address}\n")
    sys.stdout.flush()
    tell = notifier(os.environ)
    tell.ready(f"league: {address}")
    stop.wait()
    tell.stopping()
    server.task_dispatcher.shutdown()  # what is being answered is finished first


def try_out(port: int, folder: Path | None) -> None:
    """Serve an example on a PostgreSQL of its own."""
    made = folder or Path(tempfile.mkdtemp(prefix="knobeltisch-league-"))
    cluster = Cluster(made)
    try:
        cluster.start()
        with contextlib.closing(Database(cluster.create("league"))) as opened:
            migrate(opened)
            key = furnish(opened)
            if key:
                sys.stdout.write(f"A pub's key, to push with: {key}\n")
            serve(opened, "127.0.0.1", port)
    finally:
        cluster.stop()
        if folder is None:
            shutil.rmtree(made, ignore_errors=True)
