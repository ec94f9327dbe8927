"""The command line of `knobeltisch league`; what it does is loaded when somebody asks."""

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
    help="How PostgreSQL is reached, as libpq has it.",
)
HOST = click.option(
    "--host", default="127.0.0.1", show_default=True, help="Where it listens; nginx stands before it."
)


def port_option(usual: int) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Return the option for a port: `serve` and `try` have one of their own each, beyond the hub's and those of twenty tables."""
    return click.option("--port", type=click.IntRange(0, 65535), default=usual, show_default=True)


NAME = click.argument("name")


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
    """Do a task that says something once, and not at all where nobody could read it."""
    from knobeltisch.commands.console import must_be_read

    must_be_read(what)
    _ask(task, **words)


@click.group()
def league() -> None:
    """Run a federation's league on PostgreSQL: what pubs push, tables, fixtures, who may see what (docs/league.md)."""


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
    """Bring the database to this version's form, and serve pubs and everybody until it is stopped."""
    _ask("serve", **words)


@league.command("try")
@port_option(8101)
@click.option(
    "--folder", type=NamedPath(path_type=Path), help="Keep everything there; else it is thrown away."
)
def try_(**words: Any) -> None:  # noqa: ANN401
    """Serve an example on a private PostgreSQL: eight pubs, a division, the first match days played.

    It needs Debian's packages postgresql and python3-psycopg; what is missing is named with the command that installs it.
    """
    _ask("try_out", **words)


@league.command()
@DATABASE
def migrate(**words: Any) -> None:  # noqa: ANN401
    """Bring the database to this version's form, and say what was done."""
    _ask("migrate", **words)


@league.command()
@DATABASE
@click.argument("note")
def invite(**words: Any) -> None:  # noqa: ANN401
    """Print a code with which one pub may register; NOTE says for whom it is."""
    _say_once("the invitation", "invite", **words)


@league.command()
@DATABASE
def pubs(**words: Any) -> None:  # noqa: ANN401
    """List the pubs, since when, how many games each has told of."""
    _ask("pubs", **words)


@league.command()
@DATABASE
@NAME
def key(**words: Any) -> None:  # noqa: ANN401
    """Print a new key for the pub called NAME; the old one is worth nothing from now on."""
    _say_once("the new key", "key", **words)


@league.command()
@DATABASE
@NAME
def captain(**words: Any) -> None:  # noqa: ANN401
    """Print a code by which the captain of the pub called NAME chooses his club's word, at /club/welcome."""
    _say_once("the code", "captain", **words)


@league.command()
@DATABASE
def door(**words: Any) -> None:  # noqa: ANN401
    """Print a new key for the federation's forms at /federation; the old one is worth nothing from now on."""
    _say_once("the new key", "door", **words)


@league.command()
@DATABASE
@NAME
@click.option(
    "--may",
    "duties",
    multiple=True,
    required=True,
    type=click.Choice(["protests", "calendar", "people", "pubs"]),
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
@click.option("--off", is_flag=True, help="Accept it no longer.")
def accept(**words: Any) -> None:  # noqa: ANN401
    """Accept another KEY (its sixteen digits) as that of the hub of the pub called NAME."""
    _ask("accept", **words)


@league.command()
@DATABASE
@NAME
@click.option("--off", is_flag=True, help="Take it again.")
def bar(**words: Any) -> None:  # noqa: ANN401
    """Take nothing more of the pub called NAME."""
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
@click.option(
    "--weeks", type=click.IntRange(1, 26), default=1, show_default=True, help="From one to the next."
)
@click.option(
    "--days",
    type=click.IntRange(0, 60),
    default=7,
    show_default=True,
    help="In which the guest's captain confirms a result of the season; 0: nobody is asked.",
)
@click.option(
    "--play-up",
    type=click.IntRange(0, 20),
    help="How often a second team's player may play up in the season before he is bound to the first; not given: never.",
)
def division(first: datetime, **words: Any) -> None:  # noqa: ANN401
    """Make a division of a season, with everybody twice against everybody, at home and away."""
    _ask("division", first=first.date(), **words)


@league.command()
@DATABASE
@click.argument("fixture", type=int)
@click.argument("day", type=click.DateTime(["%Y-%m-%d"]), metavar="DAY")
def move(day: datetime, **words: Any) -> None:  # noqa: ANN401
    """Play a fixture on another day; its number stands in the calendar."""
    _ask("move", day=day.date(), **words)


@league.command()
@DATABASE
@click.argument("player", type=int)
def forget(**words: Any) -> None:  # noqa: ANN401
    """Forget the name of a player who asks for it; the results stay, under his number."""
    _ask("forget", **words)


@league.command()
@DATABASE
@click.argument("file", type=OutputFile(DUMP))
@FORCE
def backup(**words: Any) -> None:  # noqa: ANN401
    """Write everything to FILE by pg_dump, beside a service that runs."""
    _ask("backup", **words)


@league.command()
@DATABASE
@click.argument("file", type=NamedPath(regular=True, path_type=Path))
def restore(**words: Any) -> None:  # noqa: ANN401
    """Read a copy into an empty database by pg_restore."""
    _ask("restore", **words)
