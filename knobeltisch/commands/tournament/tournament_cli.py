"""The command line of `knobeltisch tournament` and `knobeltisch verify`; the commands are loaded on use."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from knobeltisch.commands.games.preset_names import language_option
from knobeltisch.commands.safety_net import NamedPath

if TYPE_CHECKING:
    from collections.abc import Callable

FILE = click.argument("file", type=NamedPath(regular=True, path_type=Path), metavar="FILE")
LANGUAGE = language_option("Answer in German or English.")
BY = click.option("--by", default="", help="The referee's name.")


def _ask(name: str, **words: Any) -> None:  # noqa: ANN401 - as click gives them
    from knobeltisch.commands.tournament import run_tournament

    ask: Callable[..., str] = getattr(run_tournament, name)
    click.echo(run_tournament.answer(ask, **words), nl=False)


@click.group()
def tournament() -> None:
    """Run a tournament by hand: players, draw, results, standings, match reports; everything is in one FILE."""


@tournament.command()
@FILE
@click.option(
    "--format", "form", type=NamedPath(), default="thirteen-rounds", show_default=True, metavar="NAME|FILE"
)
@click.option(
    "--players", type=NamedPath(path_type=Path), required=True, metavar="FILE", help="Text, CSV or JSON."
)
@click.option("--title", required=True, help="The title of the tournament.")
@click.option("--tables", type=click.IntRange(1, 200), default=1, show_default=True)
def new(**words: Any) -> None:  # noqa: ANN401
    """Begin a tournament with the players of a list."""
    _ask("new", **words)


@tournament.command()
@FILE
@click.option(
    "--seed",
    type=click.IntRange(0, 10**9),
    help="The same seed gives the same draw; without it the draw is random.",
)
@LANGUAGE
def draw(**words: Any) -> None:  # noqa: ANN401
    """Draw the next round, and print what could not be avoided."""
    _ask("draw", **words)


@tournament.command()
@FILE
@click.argument("match")
@click.argument("game", type=click.IntRange(1, 1000))
@click.option("--order", default="", metavar="NAMES", help="The players from the first place to the last.")
@click.option(
    "--halves", default="", metavar="NAMES", help="Schocken: who lost the first half and the second."
)
@click.option("--final", default="", metavar="NAME", help="Schocken: who lost the final.")
@click.option("--out", multiple=True, metavar="NAME:THROW", help="A Schock out or Chicago, with its throw.")
@BY
def result(**words: Any) -> None:  # noqa: ANN401
    """Record the result of a game; with --by it corrects an earlier one."""
    _ask("result", **words)


@tournament.command()
@FILE
@click.argument("kind", metavar="WHAT")
@click.argument("said", nargs=-1, metavar="KEY=VALUE...")
def note(**words: Any) -> None:  # noqa: ANN401
    """Record other events, such as `came player=Zoe`.

    \b
    came player=NAME [match=ID]          went_home player=NAME
    substituted player=NAME by=NAME      walked_over match=ID absent=NAME,NAME
    moved match=ID table=N [sitting=N]   replayed match=ID anew=ID
    table_failed table=N [back=yes]      paused on=yes|no
    undone entry=ID                      ended
    """  # noqa: D301 - click keeps the line breaks after this letter
    _ask("note", **words)


@tournament.command()
@FILE
@click.argument("entries", type=NamedPath(allow_dash=True, path_type=str), metavar="ENTRIES|-")
def take(**words: Any) -> None:  # noqa: ANN401
    """Append entries as JSON lines from a file, or from standard input with -; all of them or none."""
    _ask("take", **words)


@tournament.command()
@FILE
@LANGUAGE
def waiting(**words: Any) -> None:  # noqa: ANN401
    """List what waits for the referee, and what a yes would change."""
    _ask("waiting", **words)


@tournament.command()
@FILE
@click.argument("report")
@click.argument("verdict", type=click.Choice(("yes", "no")))
@BY
def rule(**words: Any) -> None:  # noqa: ANN401
    """Accept or reject a pending report."""
    _ask("rule", **words)


@tournament.command()
@FILE
@click.option("--stage", type=click.IntRange(1, 100), help="Only of one stage.")
@click.option("--group", help="Only of one group of the stage.")
@click.option("--teams", is_flag=True, help="Of the teams.")
@LANGUAGE
def standings(**words: Any) -> None:  # noqa: ANN401
    """Print the standings, with the criterion that separates each player from the next."""
    _ask("standings", **words)


@tournament.command()
@FILE
@click.argument("number", type=click.IntRange(1, 1000), metavar="ROUND")
@click.option("--day", type=click.DateTime(["%Y-%m-%d"]), help="The day that the round was played on.")
@LANGUAGE
def report(**words: Any) -> None:  # noqa: ANN401
    """Print the match report of a round."""
    _ask("report", **words)
