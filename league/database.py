"""The database: one connection per thread, migrations, and the role of each request."""

from __future__ import annotations

import contextlib
import secrets
import threading
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Final

import psycopg

from league.errors import CannotMigrate, NoDatabase

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from importlib.resources.abc import Traversable

    from psycopg import Connection, Cursor

WAIT_S: Final = 5
"""As long one statement may wait for another's lock: a push is tried again."""
LONGEST_S: Final = 30
LOCK: Final = 5_190_418
"""Only one program migrates at a time."""


class Database:
    """A PostgreSQL database, named by `conninfo`. Safe to call from any thread; each has a connection of its own."""

    def __init__(self, conninfo: str) -> None:
        self.conninfo, self._own = conninfo, threading.local()

    @contextlib.contextmanager
    def owner(self) -> Iterator[Cursor]:
        """Act as the owner, in one transaction. Raise NoDatabase."""
        with self._transaction() as cursor:
            yield cursor

    @contextlib.contextmanager
    def pub(self, number: int) -> Iterator[Cursor]:
        """Act as one pub, in one transaction: row-level security shows only its own rows. Raise NoDatabase."""
        with self._transaction() as cursor:
            cursor.execute(
                "SELECT set_config('role', 'league_pub', true), set_config('league.pub', %s, true)",
                [str(number)],
            )
            yield cursor

    @contextlib.contextmanager
    def federation(self) -> Iterator[Cursor]:
        """Act as the federation, in one transaction. Raise NoDatabase."""
        with self._transaction() as cursor:
            cursor.execute("SET LOCAL ROLE league_federation")
            yield cursor

    @contextlib.contextmanager
    def public(self) -> Iterator[Cursor]:
        """Act as anybody, in one transaction. Raise NoDatabase."""
        with self._transaction() as cursor:
            cursor.execute("SET LOCAL ROLE league_public")
            yield cursor

    def close(self) -> None:
        """Close this thread's connection."""
        opened: Connection | None = getattr(self._own, "connection", None)
        if opened is not None:
            opened.close()
            self._own.connection = None

    @contextlib.contextmanager
    def _transaction(self) -> Iterator[Cursor]:
        opened = self._connection()
        try:
            with opened.transaction(), opened.cursor() as cursor:
                yield cursor
        except psycopg.OperationalError as error:
            if opened.closed or opened.broken:
                self.close()
            raise NoDatabase(f"The database does not answer ({_first_line(error)}).") from error

    def _connection(self) -> Connection:
        opened: Connection | None = getattr(self._own, "connection", None)
        if opened is None or opened.closed:
            try:
                opened = psycopg.connect(
                    self.conninfo,
                    autocommit=True,
                    connect_timeout=WAIT_S,
                    application_name="knobeltisch league",
                    options=f"-c lock_timeout={WAIT_S}s -c statement_timeout={LONGEST_S}s -c timezone=Europe/Berlin",
                )
            except (psycopg.Error, UnicodeEncodeError) as error:  # a name that no text can be is the latter
                raise NoDatabase(
                    f"The database does not let the league in ({_first_line(error)})."
                ) from error
            self._own.connection = opened
        return opened


def the_row(cursor: Cursor) -> tuple[Any, ...]:
    """Return the only row of a statement that always gives one."""
    row = cursor.fetchone()
    assert row is not None
    return row


def mark_stale(cursor: Cursor, division: int) -> None:
    """Let a division be rendered again."""
    cursor.execute("INSERT INTO stale (division) VALUES (%s)", [division])


def mark_pubs_stale(cursor: Cursor, pubs: Iterable[int]) -> None:
    """Let every division be rendered again in which these pubs play."""
    cursor.execute(
        "INSERT INTO stale (division) SELECT DISTINCT division FROM team WHERE pub = ANY (%s)", [list(pubs)]
    )


def migrate(database: Database, folder: Traversable | None = None) -> list[str]:
    """Migrate the database to this version's schema; return the names of the steps. Raise NoDatabase and CannotMigrate.

    All steps are one transaction: if one fails, the database is unchanged.
    """
    taken = []
    found = (folder or files("league").joinpath("migrations")).iterdir()
    steps = sorted((step for step in found if step.name.endswith(".sql")), key=lambda step: step.name)
    with database.owner() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [LOCK])
        cursor.execute(
            "CREATE TABLE IF NOT EXISTS migration (name text PRIMARY KEY, at timestamptz NOT NULL DEFAULT now())"
        )
        cursor.execute("SELECT name FROM migration")
        done = {name for (name,) in cursor.fetchall()}
        for step in steps:
            if step.name not in done:
                _take_step(cursor, step)
                cursor.execute("INSERT INTO migration (name) VALUES (%s)", [step.name])
                taken.append(step.name)
        cursor.execute(
            "INSERT INTO secret VALUES ('names', %s) ON CONFLICT DO NOTHING", [secrets.token_bytes(32)]
        )
    return taken


def _take_step(cursor: Cursor, step: Traversable) -> None:
    try:
        cursor.execute(step.read_bytes())
    except psycopg.Error as error:
        raise CannotMigrate(
            f"The step {step.name} to this version's form failed ({_first_line(error)}). The database is as it was before: "
            "go on with the version that ran until now, and tell the maker."
        ) from error


def _first_line(error: Exception) -> str:
    if isinstance(error, UnicodeEncodeError):
        return "its address is no UTF-8 text"
    return str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__
