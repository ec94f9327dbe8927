"""The command line. Each command imports what it needs when it runs, so that `score` starts without OpenCV."""

from __future__ import annotations

import sys
from pathlib import Path

import click

FAILED = 2
"""Exit code when a command could not do its work for a reason it has said."""


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="knobeltisch")
def main() -> None:
    """Keep the score of a dice game on a real table."""


@main.command()
@click.option("--variant", help="A preset: base, bavarian, tschigg, chic, drinking or schocken.")
@click.option("--players", default="", help="Names in seat order, separated by commas.")
@click.option("--leader", help="Who leads the first round; without it there is a roll-off.")
@click.option(
    "--rules", type=click.Path(path_type=Path), help="A house variant's TOML file, in place of --variant."
)
def score(variant: str | None, players: str, leader: str | None, rules: Path | None) -> None:
    """Read acts as JSON lines, write states or refusals as JSON lines."""
    from knobeltisch.score import main as room

    sys.exit(
        room(
            variant=variant,
            players=players,
            leader=leader,
            rules=rules,
            stdin=sys.stdin.buffer,
            stdout=sys.stdout.buffer,
            stderr=sys.stderr,
        )
    )


LANGUAGE = click.option(
    "--language",
    type=click.Choice(("de", "en")),
    default="de",
    show_default=True,
    help="Tell the rules in German or English.",
)


@main.group()
def rules() -> None:
    """Tell the rules of a variant, check a house's own, compare two."""


@rules.command(name="list")
@LANGUAGE
def list_(language: str) -> None:
    """Name the variants there are, a line each."""
    from knobeltisch.rules import list_variants as room

    sys.exit(room(language, out=sys.stdout))


@rules.command()
@click.argument("variant", metavar="NAME|FILE")
@LANGUAGE
@click.option("--names", is_flag=True, help="Show the names of the rules, as [BAY-3], behind each sentence.")
def show(variant: str, language: str, *, names: bool) -> None:
    """Tell all rules of a variant as people at the table say them."""
    from knobeltisch.rules import show as room

    sys.exit(room(variant, language, names=names, out=sys.stdout, err=sys.stderr))


@rules.command()
@click.argument("file", type=click.Path(path_type=Path), metavar="FILE")
def check(file: Path) -> None:
    """Check a house variant's file; exit 1 with a sentence when it says something impossible."""
    from knobeltisch.rules import check as room

    sys.exit(room(file, out=sys.stdout, err=sys.stderr))


@rules.command()
@click.argument("one", metavar="NAME|FILE")
@click.argument("other", metavar="NAME|FILE")
@LANGUAGE
def diff(one: str, other: str, language: str) -> None:
    """Tell in which rules two variants differ; exit 1 when they do, 0 when they are played alike."""
    from knobeltisch.rules import diff as room

    sys.exit(room(one, other, language, out=sys.stdout, err=sys.stderr))


@main.command()
@click.argument("pictures", nargs=-1, required=True, metavar="PICTURE...")
@click.option(
    "--annotate",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Also write each picture with what was seen drawn in.",
)
def read(pictures: tuple[str, ...], annotate: Path | None) -> None:
    """Read the dice in photographs; one JSON line for each."""
    from knobeltisch.read import main as room

    sys.exit(room(pictures, annotate=annotate, out=sys.stdout, err=sys.stderr))


@main.command()
@click.argument("source", metavar="DIR|VIDEO")
def watch(source: str) -> None:
    """Run the table's eye over a recording; one JSON line for each sighting."""
    from knobeltisch.watch import main as room

    sys.exit(room(source, out=sys.stdout, err=sys.stderr))


@main.command()
@click.argument("file", type=click.Path(path_type=Path), metavar="FILE.pdf")
def board(file: Path) -> None:
    """Write the printable board, A3, true to scale."""
    from knobeltisch.board_pdf import main as room

    sys.exit(room(file))


@main.command()
@click.option(
    "--config", type=click.Path(path_type=Path), metavar="FILE", help="Instead of /etc/knobeltisch/*.toml."
)
def run(config: Path | None) -> None:
    """Keep the score of the real table."""
    from knobeltisch.run import main as room

    sys.exit(room(config))


@main.command()
@click.option(
    "--variant",
    type=click.Choice(["base", "bavarian", "tschigg", "chic", "drinking", "schocken"]),
    default="bavarian",
    show_default=True,
)
@click.option("--seed", type=int, default=1, show_default=True, help="Same seed, same evening.")
@click.option("--players", type=click.IntRange(2, 8), default=4, show_default=True)
@click.option(
    "--speed",
    type=click.FloatRange(0.25, 8),
    default=1.0,
    show_default=True,
    help="How fast the players play.",
)
@click.option(
    "--games", type=click.IntRange(1), default=None, help="Stop after so many; endless without --headless."
)
@click.option(
    "--headless",
    is_flag=True,
    help="On a virtual clock, as fast as the machine reads; exit 1 on any difference.",
)
@click.option(
    "--fps", type=click.FloatRange(5, 60), default=None, help="Pictures a second of the simulated camera."
)
@click.option(
    "--port", type=click.IntRange(0, 65535), default=None, help="The page's port; 0 takes a free one."
)
@click.option(
    "--journal",
    type=click.Path(path_type=Path),
    default=None,
    help="Keep the journal there; else it is thrown away.",
)
def demo(**options: object) -> None:
    """Show a simulated table that keeps the score: a camera, four players, six buttons, the page."""
    from knobeltisch.demo import Options
    from knobeltisch.demo import main as room

    sys.exit(room(Options(**options)))  # type: ignore[arg-type]  # click gives what the options above say


if __name__ == "__main__":
    main()
