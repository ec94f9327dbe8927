"""The command line of `knobeltisch league`; the league is loaded when a command runs."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import TYPE_CHECKING

import click

from knobeltisch.commands.console import require_visible_output
from knobeltisch.commands.safety_net import CommandGroup, NamedPath
from knobeltisch.errors import LeagueTrouble
from knobeltisch.storage.files import read_regular

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from league.database import Database

DATABASE = click.option(
    "--database",
    "address",
    default="dbname=league",
    envvar="KNOBELTISCH_FEDERATION_DATABASE",
    help="The connection string of PostgreSQL, as in libpq.",
)
NAME = click.argument("name")
PORT = click.IntRange(0, 65535)
LARGEST_LIST = 100_000


@contextlib.contextmanager
def _sentences() -> Iterator[None]:
    """Turn the league's own errors, and missing libraries, into LeagueTrouble."""
    try:
        import psycopg  # noqa: F401 - only looked for
        import psycopg_pool  # noqa: F401 - likewise
        import waitress  # noqa: F401 - likewise
    except ImportError as error:
        name = "python3-waitress" if error.name == "waitress" else "python3-psycopg-pool"
        raise LeagueTrouble(
            f"{name} is not installed: sudo apt-get install {name} "
            f"(in a clone: .venv/bin/pip install -e '.[league]'); {error}."
        ) from error
    from league.errors import LeagueError

    try:
        yield
    except LeagueError as error:
        raise LeagueTrouble(str(error)) from error


@contextlib.contextmanager
def _database(address: str, replica: str = "") -> Iterator[Database]:
    with _sentences():
        from league.database import Database, check_version

        database = Database(address, replica=replica)
        check_version(database)
        yield database


@click.group(cls=CommandGroup)
def league() -> None:
    """Run a federation's league on PostgreSQL: match reports from pubs, tables, fixtures (docs/league.md).

    A new version of Knobeltisch first needs `knobeltisch league migrate`.
    """


@league.command()
@DATABASE
def migrate(address: str) -> None:
    """Bring the database to this version: all steps, or none."""
    with _sentences():
        from league.database import Database
        from league.database import migrate as go

        done = go(Database(address))
    click.echo(
        "".join(f"{step}\n" for step in done) or "The database is of this version already.\n", nl=False
    )


@league.command()
@DATABASE
@click.option(
    "--replica",
    default="",
    envvar="KNOBELTISCH_FEDERATION_REPLICA",
    help="The connection string of a streaming replica, from which pages are read.",
)
@click.option("--port", type=PORT, default=8100)
def serve(address: str, replica: str, port: int) -> None:
    """Serve pubs and the public until stopped, through nginx: this listens on localhost only."""
    with _database(address, replica) as database:
        from knobeltisch.commands.league import run_league

        run_league.serve(database, port)


@league.command("try")
@click.option("--port", type=PORT, default=8101)
def try_(port: int) -> None:
    """Serve an example on a private PostgreSQL: eight pubs, one division, the first match days played.

    It needs Debian's packages postgresql, python3-psycopg-pool and python3-waitress. A missing package is named with the
    command that installs it.
    """
    with _sentences():
        from knobeltisch.commands.league import run_league

        run_league.try_out(port)


@league.command()
@DATABASE
def pubs(address: str) -> None:
    """List the pubs with their confirmed reports, and why other reports do not count."""
    with _database(address) as database:
        from league.pubs import list_pubs

        click.echo(list_pubs(database), nl=False)


@league.command()
@DATABASE
@click.argument("report")
def count(address: str, report: str) -> None:
    """Count REPORT, which `league pubs` lists as waiting for the office, instead of the other report of that day."""
    with _database(address) as database:
        from league.intake import let_count

        others = let_count(database, report)
    click.echo(f"{report} counts now; not any more: {', '.join(others) or 'none'}.")


@league.command()
@DATABASE
@NAME
@click.option(
    "--new-key", is_flag=True, help="Replace the key of a pub that is there; the old one becomes invalid."
)
def pub(address: str, name: str, *, new_key: bool) -> None:
    """Add the pub called NAME, and print its key."""
    require_visible_output("the key")
    with _database(address) as database:
        from league.pubs import give_key

        give_key(database, name, click.echo, again=new_key)


@league.command()
@DATABASE
@click.argument("season")
@NAME
@click.argument("teams", nargs=-1, required=True)
@click.option("--first", required=True, help="The first match day.")
@click.option("--weeks", type=click.IntRange(1, 26), default=1, help="Weeks from one match day to the next.")
def division(address: str, season: str, name: str, teams: Sequence[str], first: str, weeks: int) -> None:
    """Add a division to a season: each team plays every other twice, home and away.

    A team belongs to the pub of the same name, or to the one whose name its own begins with: "Krone II" plays at Krone.
    """
    with _database(address) as database:
        from league.calendar import WEEK, add_division, read_day

        number = add_division(database, season, name, teams, first=read_day(first), every=weeks * WEEK)
    click.echo(f"{season}, {name}: /d/{number}")


@league.command("import")
@DATABASE
@click.argument("season")
@click.argument("file", type=NamedPath(regular=True, path_type=Path))
def import_(address: str, season: str, file: Path) -> None:
    """Add the matches of a CSV file to SEASON, with its divisions and teams: all rows, or none.

    The columns are division, round, day, home and away, or Liga, Spieltag, Tag, Heim and Gast.
    """
    try:
        raw = read_regular(file, LARGEST_LIST)
    except OSError as error:
        raise LeagueTrouble(f"{file} cannot be read ({error.strerror}); save the list as CSV.") from error
    if len(raw) > LARGEST_LIST:
        raise LeagueTrouble(f"{file} has more than {LARGEST_LIST} bytes; import it in parts.")
    with _database(address) as database:
        from league.calendar import import_fixtures

        count, wrong, unknown = import_fixtures(database, season, raw)
    if unknown:
        click.echo(f"These columns mean nothing here: {', '.join(unknown)}.", err=True)
    for sentence in wrong:
        click.echo(sentence, err=True)
    if wrong:
        raise LeagueTrouble(f"Of {file} nothing was imported; mend these rows first.")
    click.echo(f"{season}: {count} matches added.")


@league.command()
@DATABASE
@click.argument("fixture", type=int)
@click.argument("day")
def move(address: str, fixture: int, day: str) -> None:
    """Move a match to another day. The match's number is in the address of its page."""
    with _database(address) as database:
        from league.calendar import move_fixture, read_day

        move_fixture(database, fixture, on := read_day(day))
    click.echo(f"Fixture {fixture}: {on}.")
