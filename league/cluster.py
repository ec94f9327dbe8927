"""A private PostgreSQL server in a folder, for trials, tests and benchmarks. A federation uses Debian's server."""

import os
import shutil
import signal
import subprocess
import time
from pathlib import Path
from typing import Final

import psycopg

from league.errors import LeagueError

START_S: Final = 60.0
USER: Final = "postgres"
"""The user it runs as if started by root, whom PostgreSQL refuses."""
DEBIAN: Final = Path("/usr/lib/postgresql")


def find_program(name: str) -> str:
    """Return the path of a PostgreSQL program: Debian's newest, or the one on PATH. Raise LeagueError if there is none."""
    found = sorted(DEBIAN.glob(f"*/bin/{name}"), key=lambda path: int(path.parts[-3]))
    named = str(found[-1]) if found else shutil.which(name)
    if named is None:
        raise LeagueError("PostgreSQL is not installed: sudo apt-get install postgresql")
    return named


class Cluster:
    """A server in `folder` that listens only on a socket there.

    If `lasting` is False, the server is faster but loses its data in a power cut.
    """

    def __init__(self, folder: Path, *, lasting: bool = True) -> None:
        self._folder, self._lasting = folder.absolute(), lasting
        self._data, self._log = self._folder / "data", self._folder / "log"
        self._process: subprocess.Popen[bytes] | None = None

    def conninfo(self, database: str) -> str:
        """Return the connection string of one of the server's databases."""
        return f"host={self._folder} user=league dbname={database}"

    def start(self) -> None:
        """Start the server, initialising its folder if new; return once it accepts connections.

        Raise LeagueError if it does not start.
        """
        self._folder.mkdir(parents=True, exist_ok=True)
        if os.geteuid() == 0:
            try:
                shutil.chown(self._folder, USER, USER)
            except LookupError as error:
                raise LeagueError(f"PostgreSQL does not run as root, and there is no user {USER}.") from error
        if not (self._data / "PG_VERSION").exists():
            options = ["--username=league", "--auth=trust", "--encoding=UTF8", "--locale=C.UTF-8"]
            if self._launch("initdb", *options).wait() != 0:
                raise LeagueError(f"initdb says: {self._last_words()}")
        settings = [f"unix_socket_directories={self._folder}", "listen_addresses=", "shared_buffers=32MB"]
        if not self._lasting:
            settings += ["fsync=off", "synchronous_commit=off", "full_page_writes=off"]
        until = time.monotonic() + START_S
        while True:
            if self._process is None or self._process.poll() is not None:
                # the children of one that was killed may not have noticed yet
                options = [word for setting in settings for word in ("-c", setting)]
                self._process = self._launch("postgres", *options)
            try:
                return psycopg.connect(self.conninfo("postgres")).close()
            except psycopg.OperationalError as error:
                if time.monotonic() > until:
                    raise LeagueError(f"PostgreSQL does not start: {self._last_words()}") from error
                time.sleep(0.1)

    def stop(self) -> None:
        """Stop the server at once; committed data is on disk."""
        self._end(signal.SIGINT)

    def kill(self) -> None:
        """Kill the server, as a power cut would."""
        self._end(signal.SIGKILL)

    def create(self, database: str) -> str:
        """Create a database unless it exists; return its connection string."""
        with psycopg.connect(self.conninfo("postgres"), autocommit=True) as line:
            if line.execute("SELECT FROM pg_database WHERE datname = %s", [database]).fetchone() is None:
                line.execute(psycopg.sql.SQL("CREATE DATABASE {}").format(psycopg.sql.Identifier(database)))
        return self.conninfo(database)

    def _launch(self, name: str, *words: str) -> subprocess.Popen[bytes]:
        user = USER if os.geteuid() == 0 else None
        with self._log.open("ab") as log:
            return subprocess.Popen(  # noqa: S603 - words of our own
                [find_program(name), "-D", str(self._data), *words],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                cwd="/",  # that user may not enter the present folder
                start_new_session=True,  # Ctrl-C is for the league, which stops it last
                user=user,
                group=user,
                extra_groups=user and [],
            )

    def _last_words(self) -> str:
        return (self._log.read_text(errors="replace").strip().splitlines() or ["nothing"])[-1]

    def _end(self, number: signal.Signals) -> None:
        if self._process is not None:
            self._process.send_signal(number)
            self._process.wait()
            self._process = None
