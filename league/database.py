"""The database: its transactions and migrations."""

from __future__ import annotations

import contextlib
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Final

import psycopg

from league.errors import LeagueError, NoDatabase
from scorer.errors import short

if TYPE_CHECKING:
    from collections.abc import Iterator
    from importlib.resources.abc import Traversable

    from psycopg import Cursor

WAIT_S: Final = 5
"""How long a statement waits for another's lock: a push is sent again."""
LONGEST_S: Final = 30
LOCK: Final = 5_190_418
"""Only one program migrates at a time."""
_AS_OWNER: Final = (
    "SELECT set_config('role', pg_get_userbyid(datdba), false) FROM pg_database "
    "WHERE datname = current_database() AND pg_has_role(datdba, 'MEMBER')"
)
"""What the administrator makes by a command belongs to the service's role too, even before the first `serve`."""


class Database:
    """A PostgreSQL database, named by `conninfo`."""

    def __init__(self, conninfo: str) -> None:
        self.conninfo = conninfo

    @contextlib.contextmanager
    def transaction(self) -> Iterator[Cursor]:
        """Open a connection for one transaction. Raise NoDatabase."""
        try:
            line = psycopg.connect(
                self.conninfo,
                connect_timeout=WAIT_S,
                application_name="knobeltisch league",
                options=f"-c lock_timeout={WAIT_S}s -c statement_timeout={LONGEST_S}s -c timezone=Europe/Berlin",
            )
        except UnicodeEncodeError as error:
            raise NoDatabase(
                f"{short(self.conninfo)} names no database: it has letters that no text can have."
            ) from error
        except psycopg.Error as error:
            raise NoDatabase(f"The database does not let the league in ({_first_line(error)}).") from error
        try:
            with line:
                yield line.execute(_AS_OWNER)
        except (psycopg.OperationalError, psycopg.errors.InsufficientPrivilege) as error:
            raise NoDatabase(
                f"The database does not do what the league asks ({_first_line(error)})."
            ) from error


def the_row(cursor: Cursor) -> tuple[Any, ...]:
    """Return the only row of a statement that always gives one."""
    row = cursor.fetchone()
    assert row is not None
    return row


def migrate(database: Database, folder: Traversable | None = None) -> list[str]:
    """Migrate the database to this version's schema; return the names of the steps. Raise LeagueError.

    All steps are one transaction: if one fails, the database is unchanged.
    """
    found = (folder or files("league").joinpath("migrations")).iterdir()
    steps = {step.name: step for step in found if step.name.endswith(".sql")}
    with database.transaction() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [LOCK])
        cursor.execute(
            "CREATE TABLE IF NOT EXISTS migration (name text PRIMARY KEY, at timestamptz NOT NULL DEFAULT now())"
        )
        cursor.execute("SELECT name FROM migration ORDER BY name")
        done = [name for (name,) in cursor.fetchall()]
        strange = [name for name in done if name not in steps]
        if strange:
            raise LeagueError(
                f"The database belongs to another version of the league ({strange[0]}), which this one cannot read; "
                "make a new database (docs/league.md), or go on with the version that ran until now."
            )
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


def _first_line(error: Exception) -> str:
    return str(error).strip().partition("\n")[0]
