"""The database: transactions, connection pools for a service, and migrations."""

from __future__ import annotations

import contextlib
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Final

import psycopg

from league.errors import LeagueError, NoDatabase
from scorer.errors import shorten

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from contextlib import AbstractContextManager
    from importlib.resources.abc import Traversable

    from psycopg import Cursor
    from psycopg_pool import ConnectionPool

WAIT_S: Final = 5
"""How long a statement waits for another's lock: a push is sent again."""
LONGEST_S: Final = 30
LOCK: Final = 5_190_418
"""Only one program migrates at a time."""
MOST_LINES: Final = 8
"""Open connections of a service: as many as it has threads."""
_BEGIN: Final = f"""
SELECT set_config('lock_timeout', '{WAIT_S}s', true), set_config('statement_timeout', '{LONGEST_S}s', true),
  set_config('timezone', 'Europe/Berlin', true);
SELECT set_config('role', pg_get_userbyid(datdba), true) FROM pg_database
WHERE datname = current_database() AND pg_has_role(datdba, 'MEMBER')
"""  # noqa: S608 - of numbers that stand here
"""Settings for one transaction, as a pooler like pgbouncer lets pass. What the administrator makes by a command belongs to the
service's role too."""


class Database:
    """A PostgreSQL database. `conninfo` and `replica` are the connection strings of it and of a copy to read from ("": none)."""

    def __init__(self, conninfo: str, *, replica: str = "") -> None:
        self.conninfo, self._replica = conninfo, replica or conninfo
        self._pools: dict[str, ConnectionPool] = {}

    def open_pools(self) -> None:
        """Open connection pools, for a service; transactions use them from now on."""
        import psycopg_pool  # noqa: PLC0415 - no command needs it

        self._pools = {
            address: psycopg_pool.ConnectionPool(
                address,
                kwargs=dict(_OPTIONS),
                min_size=1,
                max_size=MOST_LINES,
                timeout=WAIT_S,
                reconnect_timeout=WAIT_S,
                open=True,
            )
            for address in {self.conninfo, self._replica}
        }

    def close(self) -> None:
        """Close the connection pools."""
        for pool in self._pools.values():
            pool.close()

    def transaction(self) -> AbstractContextManager[Cursor]:
        """Open a transaction that may write. Raise NoDatabase if the database cannot be used now."""
        return self._begin(self.conninfo)

    def reading(self) -> AbstractContextManager[Cursor]:
        """Open a read-only transaction, on the replica if there is one. Raise NoDatabase if the database cannot be used now."""
        return self._begin(self._replica)

    @contextlib.contextmanager
    def _begin(self, address: str) -> Iterator[Cursor]:
        is_in, pool = False, self._pools.get(address)
        try:
            for last in (*[False] * MOST_LINES, True):  # a kept connection may be of a server that is gone
                with psycopg.connect(address, **_OPTIONS) if pool is None else pool.connection() as line:
                    try:
                        cursor = line.execute(_BEGIN)
                    except psycopg.OperationalError:
                        if last or pool is None:
                            raise
                        continue
                    is_in = True
                    yield cursor
                    break
        except UnicodeEncodeError as error:
            if is_in:
                raise
            raise NoDatabase(
                f"{shorten(address)} names no database: it has letters that no text can have."
            ) from error
        except psycopg.Error as error:
            if not is_in:
                raise NoDatabase(
                    f"The database does not let the league in ({_first_line(error)})."
                ) from error
            if not isinstance(error, _NOT_NOW):
                raise
            raise NoDatabase(
                f"The database does not do what the league asks ({_first_line(error)})."
            ) from error


_OPTIONS: Final[Mapping[str, Any]] = {
    "connect_timeout": WAIT_S,
    "application_name": "knobeltisch league",
    "prepare_threshold": None,  # behind pgbouncer the next transaction may be on another connection
}
_NOT_NOW: Final = (
    psycopg.OperationalError,
    psycopg.errors.InsufficientPrivilege,
    psycopg.errors.ReadOnlySqlTransaction,
)


def the_row(cursor: Cursor) -> tuple[Any, ...]:
    """Return the only row of a statement that always returns exactly one."""
    row = cursor.fetchone()
    assert row is not None
    return row


def migrate(database: Database, folder: Traversable | None = None) -> list[str]:
    """Migrate the database to this version's schema; return the names of the steps taken, none if it was up to date.

    All steps run in one transaction: if one fails, the database is unchanged. Raise LeagueError if migrating is impossible.
    """
    steps = _steps(folder)
    with database.transaction() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [LOCK])
        cursor.execute(
            "CREATE TABLE IF NOT EXISTS migration (name text PRIMARY KEY, at timestamptz NOT NULL DEFAULT now())"
        )
        done = _done(cursor, steps)
        missing = sorted(steps.keys() - set(done))
        for name in missing:
            try:
                cursor.execute(steps[name].read_bytes())
            except psycopg.Error as error:
                raise LeagueError(
                    f"The step {name} to this version's form failed ({_first_line(error)}). The database is as it was "
                    "before: go on with the version that ran until now, and tell the maker."
                ) from error
            cursor.execute("INSERT INTO migration (name) VALUES (%s)", [name])
    return missing


def check_version(database: Database) -> None:
    """Raise LeagueError unless `migrate` has brought the database to this version."""
    steps = _steps(None)
    with database.reading() as cursor:
        cursor.execute("SELECT to_regclass('migration') IS NOT NULL")
        (is_there,) = the_row(cursor)
        done = _done(cursor, steps) if is_there else []
    if len(done) < len(steps):
        raise LeagueError("The database is not of this version: run `knobeltisch league migrate` first.")


def _steps(folder: Traversable | None) -> dict[str, Traversable]:
    found = (folder or files("league").joinpath("migrations")).iterdir()
    return {step.name: step for step in found if step.name.endswith(".sql")}


def _done(cursor: Cursor, steps: Mapping[str, Traversable]) -> list[str]:
    """Return the migration steps already applied. Raise LeagueError if there is one that this version does not know."""
    cursor.execute("SELECT name FROM migration ORDER BY name")
    done = [name for (name,) in cursor.fetchall()]
    strange = [name for name in done if name not in steps]
    if strange:
        raise LeagueError(
            f"The database belongs to another version of the league ({strange[0]}), which this one cannot read; "
            "make a new database (docs/league.md), or go on with the version that ran until now."
        )
    return done


def _first_line(error: Exception) -> str:
    return str(error).strip().partition("\n")[0]
