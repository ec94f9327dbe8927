"""Copies of the league with PostgreSQL's `pg_dump` and `pg_restore`, which get open files instead of names."""

from __future__ import annotations

import os
import tempfile
from typing import TYPE_CHECKING, BinaryIO

from league.cluster import run
from league.database import the_row
from league.errors import BadRequest, NoPrograms

if TYPE_CHECKING:
    from pathlib import Path

    from league.database import Database


def back_up(conninfo: str, file: Path) -> None:
    """Write everything to `file`, readable by its owner only; the service may run.

    The name appears once the whole copy is on the disk and was read again. Raise NoPrograms, and OSError if nothing
    can be written.
    """
    file = file.absolute()
    part = file.with_name(f"{file.name}.part")
    part.unlink(missing_ok=True)
    try:
        opened = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(opened, "wb") as written:
            run("pg_dump", ["--format=custom", "--no-owner", "--dbname", conninfo], out=written)
            written.flush()
            os.fsync(written.fileno())
        with part.open("rb") as copy:
            _read_whole(copy)
        part.replace(file)
    finally:
        part.unlink(missing_ok=True)


def _read_whole(copy: BinaryIO) -> None:
    """Read a whole copy, as a restore would. Raise NoPrograms for a truncated copy, or one of no league."""
    with tempfile.TemporaryFile() as listed:
        run("pg_restore", ["--list"], given=copy, out=listed)
        listed.seek(0)
        if b" TABLE DATA public pub " not in listed.read():
            raise NoPrograms("The copy holds no league; nothing is written. Look at --database.")
    copy.seek(0)
    with open(os.devnull, "wb") as nothing:  # noqa: PTH123 - a device
        run("pg_restore", ["--file=-"], given=copy, out=nothing)


def restore(database: Database, conninfo: str, file: Path) -> None:
    """Read a copy into an empty database. Raise BadRequest if it is not empty, NoPrograms for a file that is no copy."""
    with database.owner() as cursor:
        cursor.execute("SELECT to_regclass('public.pub') IS NOT NULL")
        (there,) = the_row(cursor)
    if there:
        raise BadRequest("This database holds a league already; make a new one with createdb, and name that.")
    _make_roles(database)
    with file.open("rb") as copy:
        run(
            "pg_restore",
            ["--no-owner", "--exit-on-error", "--single-transaction", "--dbname", conninfo],
            given=copy,
        )


def _make_roles(database: Database) -> None:
    """Create the roles that a copy refers to but does not contain."""
    with database.owner() as cursor:
        for role in ("league_pub", "league_federation", "league_public"):
            cursor.execute("SELECT 1 FROM pg_roles WHERE rolname = %s", [role])
            if cursor.fetchone() is None:
                cursor.execute(f"CREATE ROLE {role} NOLOGIN".encode())
            cursor.execute(f"GRANT {role} TO CURRENT_USER".encode())
