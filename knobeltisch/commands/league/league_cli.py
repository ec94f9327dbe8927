"""The command line of `knobeltisch league`; the commands are loaded on use."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from knobeltisch.commands.output_file import DUMP, FORCE, OutputFile
from knobeltisch.commands.safety_net import NamedPath
from knobeltisch.errors import LeagueTrouble

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime

DATABASE = click.option(
    "--database",
    default="dbname=league",
    show_default=True,
    envvar="KNOBELTISCH_FEDERATION_DATABASE",
    help="The connection string of PostgreSQL, as in libpq.",
)
HOST = click.option(
    "--host", default="127.0.0.1", show_default=True, help="The address to listen on, behind nginx."
)


def port_option(usual: int) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Return the option for a port. `serve` and `try` have different defaults, above those of the hub and twenty tables."""
    return click.option("--port", type=click.IntRange(0, 65535), default=usual, show_default=True)


WEEKS = click.option(
    "--weeks",
    type=click.IntRange(1, 26),
    default=1,
    show_default=True,
    help="Weeks from one match day to the next.",
)
NAME = click.argument("name")


class DutyName(click.Choice):  # type: ignore[type-arg]  # generic in newer versions of click only
    """A duty of an office. The names are the league's, which is loaded on use."""

    def __init__(self) -> None:
        self.case_sensitive = True

    @property
    def choices(self) -> tuple[str, ...]:  # type: ignore[override]  # given to the constructor elsewhere
        """The duties."""
        from league.federation.duties import DUTIES

        return DUTIES


def _ask(task: str, **words: Any) -> None:  # noqa: ANN401 - as click gives them
    try:
        import psycopg  # noqa: F401 - only looked for
    except ImportError as error:
        raise LeagueTrouble(
            "psycopg is not installed: sudo apt-get install python3-psycopg "
            f"(in a clone: .venv/bin/pip install -e '.[league]'); {error}."
        ) from error
    from knobeltisch.commands.league import run_league

    asked: Callable[..., str] = getattr(run_league, task)
    click.echo(run_league.answer(asked, **words), nl=False)


def _say_once(what: str, task: str, **words: Any) -> None:  # noqa: ANN401
    """Run a task that prints a secret once; refuse if nobody could read it."""
    from knobeltisch.commands.console import must_be_read

    must_be_read(what)
    _ask(task, **words)


@click.group()
def league() -> None:
    """Run a federation's league on PostgreSQL: results from pubs, standings, fixtures, access rights (docs/league.md)."""


@league.command()
@DATABASE
@HOST
@port_option(8100)
@click.option(
    "--beside",
    is_flag=True,
    help="A second process for the public pages: it leaves database and rendering to the first.",
)
@click.option(
    "--mail",
    default="",
    envvar="KNOBELTISCH_FEDERATION_MAIL",
    help="Send reminders by this server: smtp://USER:PASSWORD@HOST (STARTTLS) or smtps://...; off without it.",
)
@click.option(
    "--mail-from",
    "sender",
    default="",
    envvar="KNOBELTISCH_FEDERATION_MAIL_FROM",
    help="From which address reminders come.",
)
@click.option(
    "--address",
    default="",
    envvar="KNOBELTISCH_FEDERATION_ADDRESS",
    help="Where the league is, for links in mails: https://league.example.org.",
)
def serve(**words: Any) -> None:  # noqa: ANN401
    """Migrate the database to this version, and serve pubs and the public until stopped."""
    _ask("serve", **words)


@league.command("try")
@port_option(8101)
@click.option(
    "--folder",
    type=NamedPath(path_type=Path),
    help="Keep everything in this folder; otherwise it is deleted at the end.",
)
def try_(**words: Any) -> None:  # noqa: ANN401
    """Serve an example on a private PostgreSQL: eight pubs, one division, the first match days played.

    It needs Debian's packages postgresql and python3-psycopg. A missing package is named with the command that installs it.
    """
    _ask("try_out", **words)


@league.command()
@DATABASE
def migrate(**words: Any) -> None:  # noqa: ANN401
    """Migrate the database to this version, and print the steps."""
    _ask("migrate", **words)


@league.command()
@DATABASE
@click.argument("note")
def invite(**words: Any) -> None:  # noqa: ANN401
    """Print a code with which one pub can register; NOTE is a reminder for whom."""
    _say_once("the invitation", "invite", **words)


@league.command()
@DATABASE
def pubs(**words: Any) -> None:  # noqa: ANN401
    """List the pubs, with their date of registration and number of games."""
    _ask("pubs", **words)


@league.command()
@DATABASE
@NAME
def key(**words: Any) -> None:  # noqa: ANN401
    """Print a new key for the pub called NAME; the old one becomes invalid."""
    _say_once("the new key", "key", **words)


@league.command()
@DATABASE
@NAME
def captain(**words: Any) -> None:  # noqa: ANN401
    """Print a code with which the captain of the pub called NAME sets the club's password, at /club/welcome."""
    _say_once("the code", "captain", **words)


@league.command()
@DATABASE
def door(**words: Any) -> None:  # noqa: ANN401
    """Print a new key for the federation's forms at /federation; the old one becomes invalid."""
    _say_once("the new key", "door", **words)


@league.command()
@DATABASE
@NAME
@click.option(
    "--may",
    "duties",
    multiple=True,
    required=True,
    type=DutyName(),
    help="What the office may do; give it once for each.",
)
def official(**words: Any) -> None:  # noqa: ANN401
    """Print a key for the office called NAME, such as "Referees", which may do its duties at /federation and no more."""
    _say_once("the key", "official", **words)


@league.command()
@DATABASE
@NAME
def dismiss(**words: Any) -> None:  # noqa: ANN401
    """End the office called NAME: its key is worth nothing from now on, what it has decided stays."""
    _ask("dismiss", **words)


@league.command()
@DATABASE
def keys(**words: Any) -> None:  # noqa: ANN401
    """List the keys that have signed match reports, each with its pub."""
    _ask("keys", **words)


@league.command()
@DATABASE
@NAME
@click.argument("key")
@click.option("--off", is_flag=True, help="Stop accepting it.")
def accept(**words: Any) -> None:  # noqa: ANN401
    """Accept another KEY (its sixteen digits) as that of the hub of the pub called NAME."""
    _ask("accept", **words)


@league.command()
@DATABASE
@NAME
@click.option("--off", is_flag=True, help="Take it again.")
def bar(**words: Any) -> None:  # noqa: ANN401
    """Reject all further data from the pub called NAME."""
    _ask("bar", **words)


@league.command()
@DATABASE
@NAME
@click.argument("first", required=False)
def second(**words: Any) -> None:  # noqa: ANN401
    """Make the pub called NAME the second team of the one called FIRST; without FIRST, of nobody."""
    _ask("second", **words)


@league.command()
@DATABASE
@click.argument("season")
@NAME
@click.argument("pubs", nargs=-1, required=True)
@click.option("--format", "form", default="league-day", show_default=True, help="A tournament's format.")
@click.option("--first", type=click.DateTime(["%Y-%m-%d"]), required=True, help="The first match day.")
@WEEKS
@click.option(
    "--days",
    type=click.IntRange(0, 60),
    default=7,
    show_default=True,
    help="Days that the away captain has to confirm a result; 0: no confirmation.",
)
@click.option(
    "--level",
    type=click.IntRange(1, 20),
    default=1,
    show_default=True,
    help="How high it stands, 1 the highest; between neighbouring levels teams go up and down.",
)
@click.option(
    "--play-up",
    type=click.IntRange(0, 20),
    help="How often a second team's player may play up in the season before he is bound to the first; not given: never.",
)
def division(first: datetime, **words: Any) -> None:  # noqa: ANN401
    """Make a division of a season: everybody plays everybody twice, at home and away."""
    _ask("division", first=first.date(), **words)


@league.command("next")
@DATABASE
@click.argument("season")
@click.option(
    "--exchange",
    type=click.IntRange(0, 10),
    default=1,
    show_default=True,
    help="How many teams of a division go down, and as many up.",
)
@click.option(
    "--begin", metavar="NAME", help="Make the season as proposed, under this name; else it is only shown."
)
@click.option("--first", type=click.DateTime(["%Y-%m-%d"]), help="With --begin: the first match day.")
@WEEKS
def next_(first: datetime | None, **words: Any) -> None:  # noqa: ANN401
    """Propose who plays where after SEASON, from its tables; the form at /federation also changes single teams."""
    if words["begin"] and first is None:
        raise click.UsageError("--begin needs --first, the day of the first match.")
    _ask("next_season", first=None if first is None else first.date(), **words)


@league.command()
@DATABASE
@click.argument("fixture", type=int)
@click.argument("day", type=click.DateTime(["%Y-%m-%d"]), metavar="DAY")
def move(day: datetime, **words: Any) -> None:  # noqa: ANN401
    """Move a fixture to another day; its number is in the calendar."""
    _ask("move", day=day.date(), **words)


@league.command()
@DATABASE
@click.argument("player", type=int)
def forget(**words: Any) -> None:  # noqa: ANN401
    """Delete a player's name on request; the results stay, under the player's number."""
    _ask("forget", **words)


@league.command()
@DATABASE
@click.argument("file", type=OutputFile(DUMP))
@FORCE
def backup(**words: Any) -> None:  # noqa: ANN401
    """Write everything to FILE with pg_dump; the service may be running."""
    _ask("backup", **words)


@league.command()
@DATABASE
@click.argument("file", type=NamedPath(regular=True, path_type=Path))
def restore(**words: Any) -> None:  # noqa: ANN401
    """Restore a copy into an empty database with pg_restore."""
    _ask("restore", **words)
