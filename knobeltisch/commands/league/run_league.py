"""Serves a league: the federation's, or an example."""

import os
import socket
import tempfile
import threading
from pathlib import Path

import click
from waitress.server import create_server

from knobeltisch.device.sd_notify import notifier
from knobeltisch.lifecycle.stop_request import install_stop_request
from league.app import create_app
from league.cluster import Cluster
from league.database import Database, migrate
from league.errors import LeagueError
from league.example import fill_with_example
from tournament.wire import LARGEST


def serve(database: Database, port: int) -> None:
    """Serve the league until stopped. Raise LeagueError if the port is taken."""
    try:
        listening = socket.create_server(("127.0.0.1", port))
    except OSError as error:
        raise LeagueError(
            f"The league cannot listen at port {port} ({error.strerror}); choose another with --port."
        ) from error
    database.open_pools()
    app = create_app(database)
    server = create_server(app, sockets=[listening], threads=8, max_request_body_size=LARGEST)
    stop = install_stop_request()
    threading.Thread(target=server.run, name="serve", daemon=True).start()
    address = f"http://127.0.0.1:{listening.getsockname()[1]}/"
    click.echo(f"The league is at {address}")
    tell = notifier(os.environ)
    tell.ready(f"league: {address}")
    stop.wait()
    tell.stopping()
    server.task_dispatcher.shutdown()  # what is being answered is finished first
    database.close()


def try_out(port: int) -> None:
    """Serve an example league on a private PostgreSQL until stopped. Raise LeagueError if that fails."""
    with tempfile.TemporaryDirectory(prefix="knobeltisch-league-", ignore_cleanup_errors=True) as folder:
        cluster = Cluster(Path(folder))
        try:
            cluster.start()
            database = Database(cluster.create("league"))
            migrate(database)
            click.echo(f"A pub's key, to push with: {fill_with_example(database)}")
            serve(database, port)
        finally:
            cluster.stop()
