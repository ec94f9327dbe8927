"""A private PostgreSQL in a folder, for trials, tests and benchmarks. A federation uses Debian's."""

from __future__ import annotations

import contextlib
import os
import pwd
import shutil
import signal
import subprocess
import time
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Final

from league.errors import NoPrograms

if TYPE_CHECKING:
    from collections.abc import Sequence

START_S: Final = 60.0
USER: Final = "postgres"
"""As whom it runs where root asks: PostgreSQL refuses root."""
DEBIAN: Final = Path("/usr/lib/postgresql")


def program(name: str) -> str:
    """Return the path of one of PostgreSQL's programs, in the newest version. Raise NoPrograms."""
    found = sorted(DEBIAN.glob(f"*/bin/{name}"), key=lambda path: int(path.parts[-3]))
    if found:
        return str(found[-1])
    named = shutil.which(name)
    if named is None:
        raise NoPrograms("PostgreSQL is not installed: sudo apt-get install postgresql")
    return named


class Cluster:
    """A server in `folder` that listens only on a socket there. `lasting` False: fast, and its data is lost in a power cut."""

    def __init__(self, folder: Path, *, lasting: bool = True) -> None:
        self.folder, self._lasting = folder.absolute(), lasting
        self._data = self.folder / "data"

    def conninfo(self, database: str) -> str:
        """Return the connection string of one of its databases."""
        return f"host={self.folder} user=league dbname={database}"

    @property
    def pid(self) -> int | None:
        """The server's process, None while none runs."""
        try:
            found = int((self._data / "postmaster.pid").read_text().split()[0])
            state = Path(f"/proc/{found}/stat").read_text().rpartition(")")[2].split()[0]
        except (OSError, ValueError, IndexError):
            return None
        return None if state == "Z" else found

    def make_folder(self) -> None:
        """Create its folder for the server's user."""
        self.folder.mkdir(parents=True, exist_ok=True)
        if os.geteuid() == 0:
            shutil.chown(self.folder, USER, USER)

    def start(self) -> None:
        """Start it, initialising a new folder; return once it listens. Raise NoPrograms."""
        self.make_folder()
        if not (self._data / "PG_VERSION").exists():
            self._run(
                "initdb",
                "--username=league",
                "--auth=trust",
                "--encoding=UTF8",
                "--locale=C.UTF-8",
                "--no-sync",
                "--no-instructions",
                "-D",
                str(self._data),
            )
        settings = [
            "listen_addresses=",
            f"unix_socket_directories={self.folder}",
            "shared_buffers=32MB",
            "logging_collector=off",
            "recovery_init_sync_method=syncfs",
        ]
        if not self._lasting:
            settings += ["fsync=off", "synchronous_commit=off", "full_page_writes=off"]
        options = " ".join(f"-c {setting}" for setting in settings)
        words = ("start", "-w", "-s", "-D", str(self._data), "-l", str(self.folder / "log"), "-o", options)
        end = time.monotonic() + START_S
        while True:
            try:
                return self._run("pg_ctl", *words)
            except NoPrograms:  # what worked for a server that was killed may not have noticed yet
                if time.monotonic() > end:
                    raise
                time.sleep(0.2)

    def stop(self) -> None:
        """Stop it at once; committed data is on the disk. Raise NoPrograms."""
        if self.pid is not None:
            self._run("pg_ctl", "stop", "-s", "-m", "fast", "-D", str(self._data))

    def kill(self) -> None:
        """End the server as a loss of power would."""
        while (running := self.pid) is not None:
            with contextlib.suppress(ProcessLookupError):
                os.kill(running, signal.SIGKILL)
            time.sleep(0.01)

    def create(self, database: str) -> str:
        """Create a database; return its connection string. Raise NoPrograms."""
        with contextlib.suppress(NoPrograms):
            self._run("createdb", "-h", str(self.folder), "-U", "league", database)
        return self.conninfo(database)

    def drop(self, database: str) -> None:
        """Delete a database. Raise NoPrograms."""
        self._run("dropdb", "-h", str(self.folder), "-U", "league", database)

    def _run(self, name: str, *words: str) -> None:
        run(name, words, as_user=True)


def run(
    name: str,
    words: Sequence[str],
    *,
    as_user: bool = False,
    given: IO[bytes] | None = None,
    out: IO[bytes] | None = None,
) -> None:
    """Run one of PostgreSQL's programs with input `given` and output `out`.

    Raise NoPrograms with its message. It runs in a folder open to every user, so files need absolute paths or must be
    passed open.
    """
    done = subprocess.run(  # noqa: S603 - words of our own
        [program(name), *words],
        stdin=subprocess.DEVNULL if given is None else given,
        stdout=subprocess.DEVNULL if out is None else out,
        stderr=subprocess.PIPE,
        text=True,
        check=False,
        cwd="/",
        **(_user() if as_user else {}),
    )
    if done.returncode:
        said = done.stderr.strip().splitlines()
        raise NoPrograms(f"{name} says: {said[-1] if said else f'exit code {done.returncode}'}")


def _user() -> dict[str, Any]:
    """Return the user for the server."""
    if os.geteuid() != 0:
        return {}
    try:
        known = pwd.getpwnam(USER)
    except KeyError as error:
        raise NoPrograms(f"PostgreSQL does not run as root, and there is no user {USER}.") from error
    return {"user": known.pw_uid, "group": known.pw_gid, "extra_groups": []}
