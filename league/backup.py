"""Copies of the league by PostgreSQL's own `pg_dump` and `pg_restore`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from league.cluster import run
from league.database import the_row
from league.errors import BadRequest

if TYPE_CHECKING:
    from pathlib import Path

    from league.database import Database


def back_up(conninfo: str, file: Path) -> None:
    """Write everything to `file`, beside a service that runs; the name is there when all of it is. Raise NoPrograms."""
    file = file.absolute()  # PostgreSQL's programs run in another folder
    part = file.with_name(f"{file.name}.part")
    part.unlink(missing_ok=True)
    part.touch(mode=0o600)
    run("pg_dump", ["--format=custom", "--no-owner", "--file", str(part), "--dbname", conninfo])
    part.replace(file)


def restore(database: Database, conninfo: str, file: Path) -> None:
    """Read a copy into an empty database. Raise BadRequest where it is not empty, NoPrograms for a file that is no copy."""
    with database.owner() as cursor:
        cursor.execute("SELECT to_regclass('public.pub') IS NOT NULL")
        (there,) = the_row(cursor)
    if there:
        raise BadRequest("This database holds a league already; make a new one with createdb, and name that.")
    _make_roles(database)
    run(
        "pg_restore",
        ["--no-owner", "--exit-on-error", "--single-transaction", "--dbname", conninfo, str(file.absolute())],
    )


def _make_roles(database: Database) -> None:
    """Make the roles that a copy speaks of and does not bring along."""
    with database.owner() as cursor:
        for role in ("league_pub", "league_federation", "league_public"):
            cursor.execute("SELECT 1 FROM pg_roles WHERE rolname = %s", [role])
            if cursor.fetchone() is None:
                cursor.execute(f"CREATE ROLE {role} NOLOGIN".encode())
            cursor.execute(f"GRANT {role} TO CURRENT_USER".encode())
