"""The command line of `knobeltisch odds`; the odds are loaded on use."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import click

from knobeltisch.commands.games.preset_names import PresetName, language_option
from knobeltisch.commands.safety_net import NamedPath

if TYPE_CHECKING:
    from collections.abc import Callable


@click.group()
def odds() -> None:
    """Print exact chances and the best play, as fractions and in percent."""


def _asked(ask: Callable[[], str]) -> NoReturn:
    from knobeltisch.commands.games.show_odds import answer

    sys.exit(answer(ask, out=sys.stdout, err=sys.stderr))


def _lying(command: Callable[..., None]) -> Callable[..., None]:
    """Return a decorator that adds the options for the state of the turn."""
    for option in (
        click.option("--held", default="", metavar="DICE", help="The dice put aside."),
        click.option("--dice", default="", metavar="DICE", help="The free dice as they lie, like 1,2,4."),
        click.option("--made", type=click.IntRange(0, 3), help="Throws made; 1 when dice lie, else 0."),
    ):
        command = option(command)
    return command


def _house(command: Callable[..., None]) -> Callable[..., None]:
    for option in (
        click.option("--rules", type=NamedPath(path_type=Path), help="A house variant's TOML file instead."),
        click.option(
            "--variant",
            type=PresetName(dice=True),
            help="A preset: base (Chicago itself), bavarian, tschigg, chic, drinking.",
        ),
    ):
        command = option(command)
    return command


_AIM = click.option(
    "--aim", type=click.Choice(("worst", "best")), help="Not to be the worst (the rule), or to be the best."
)
_LANGUAGE = language_option("Print the odds in German or English.")


@odds.command()
@_LANGUAGE
def chicago(language: str) -> None:
    """Print the chances of three ones, with and without turned sixes."""
    from knobeltisch.commands.games.show_odds import chicago as room

    _asked(lambda: room(language=language))


@odds.command()
@_house
@click.option("--beat", required=True, metavar="DICE", help="The leader's dice, like 1,2,4.")
@click.option(
    "--throws", type=click.IntRange(1, 3), default=1, show_default=True, help="The leader's throws."
)
@click.option("--declare", default="100/60/high", show_default=True, help="Ones, sixes and direction.")
@_lying
@_AIM
@_LANGUAGE
def follower(made: int | None, dice: str, held: str, **options: object) -> None:
    """Print each of a follower's choices with its chance to beat the leader."""
    from knobeltisch.commands.games.show_odds import Lying
    from knobeltisch.commands.games.show_odds import follower as room

    _asked(lambda: room(lying=Lying(made=made, dice=dice, held=held), **options))  # type: ignore[arg-type]  # click passes these


@odds.command()
@_house
@click.option("--followers", type=click.IntRange(1, 11), default=3, show_default=True)
@_lying
@_AIM
@_LANGUAGE
def leader(made: int | None, dice: str, held: str, **options: object) -> None:
    """Print what a leader should declare and whether to stop; without dice, for every throw."""
    from knobeltisch.commands.games.show_odds import Lying
    from knobeltisch.commands.games.show_odds import leader as room

    _asked(lambda: room(lying=Lying(made=made, dice=dice, held=held), **options))  # type: ignore[arg-type]  # click passes these


@odds.command()
@click.option("--rules", type=NamedPath(path_type=Path), help="A house variant's TOML file.")
@click.option("--players", type=click.IntRange(3, 12), default=4, show_default=True)
@click.option(
    "--laid", default="", metavar="DICE", help="The leader's dice; without them, print the leader's choices."
)
@click.option(
    "--throws", type=click.IntRange(1, 3), default=1, show_default=True, help="The leader's throws."
)
@click.option("--stack", type=click.IntRange(0, 30), help="Chips on the stack; the default is all of them.")
@click.option("--chips", default="", metavar="N,N,...", help="Each player's chips, the leader's first.")
@_lying
@_LANGUAGE
def schocken(made: int | None, dice: str, held: str, **options: object) -> None:
    """Print the chances of Schocken: lowest, highest, and the average number of chips taken."""
    from knobeltisch.commands.games.show_odds import Lying
    from knobeltisch.commands.games.show_odds import schocken as room

    _asked(lambda: room(lying=Lying(made=made, dice=dice, held=held), **options))  # type: ignore[arg-type]  # click passes these


@odds.command()
@click.option("--rules", type=NamedPath(path_type=Path), help="A house variant's TOML file.")
@click.option("--hand", required=True, metavar="CARDS", help="The five cards, like AS,10D,9H,2C,2S.")
@click.option("--keep", metavar="CARDS", help="The cards to keep; without them, print which to keep.")
@click.option("--gone", default="", metavar="CARDS", help="Other cards that cannot be drawn any more.")
@_LANGUAGE
def poker(**options: object) -> None:
    """Print what to keep of a hand of Chicago poker, and what may be drawn to it."""
    from knobeltisch.commands.games.show_poker_odds import exchange as room

    _asked(lambda: room(**options))  # type: ignore[arg-type]  # click passes these
