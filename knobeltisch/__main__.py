"""The command line. Each command imports what it needs when it runs, so that `score` starts without OpenCV."""

if __name__ == "__main__":  # by `python -m`, which is to be as safe as the command while all below is loaded
    from knobeltisch.entry import main as begin

    begin()

import sys
from pathlib import Path
from typing import Literal

import click

from knobeltisch.commands.demo_options import DemoContext, Options
from knobeltisch.commands.games.score import score
from knobeltisch.commands.games.show_rules import PresetName, presets, rules, rules_of
from knobeltisch.commands.hub.hub_cli import hub
from knobeltisch.commands.league.league_cli import league
from knobeltisch.commands.output_file import BACKUP, BUNDLE, FORCE, SHEET, OutputFile
from knobeltisch.commands.safety_net import Finite, Guarded, NamedPath, quiet_libraries, quiet_opencv
from scorer import DICE_VARIANTS


@click.group(cls=Guarded, context_settings={"help_option_names": ["-h", "--help"], "show_default": True})
@click.version_option(package_name="knobeltisch")
def main() -> None:
    """Keep the score of a dice game on a real table."""
    quiet_opencv()


CONFIG = click.option(
    "--config", type=NamedPath(path_type=Path), metavar="FILE", help="Instead of /etc/knobeltisch/*.toml."
)


@main.command()
@click.argument("pictures", nargs=-1, required=True, type=NamedPath(), metavar="PICTURE...")
@click.option(
    "--annotate",
    type=NamedPath(path_type=Path),
    metavar="DIR",
    help="Also write each picture with the detected dice drawn in.",
)
@click.option("--dice", metavar="N", help="How many dice are in the picture: 3, 0-3 or 1,3.")
@click.option(
    "--die-size",
    type=Finite(4, 4000),
    metavar="PIXELS",
    help="The edge of a die's top face in pixels, correct to within 15 %.",
)
def read(pictures: tuple[str, ...], annotate: Path | None, dice: str | None, die_size: float | None) -> None:
    """Read the dice in photographs; one JSON line for each.

    The reading improves if you give the number of dice and their size.
    """
    from knobeltisch.commands.pictures.read import main as room
    from knobeltisch.commands.pictures.read import numbers_of
    from vision.still.known import Known

    try:
        numbers = None if dice is None else numbers_of(dice)
    except ValueError:
        raise click.BadParameter(
            f"{dice!r} is no number of dice; write 3, 0-3 or 1,3, at most 32.", param_hint="--dice"
        ) from None
    known = Known(numbers=numbers, die_size=die_size)
    with quiet_libraries():
        sys.exit(room(pictures, annotate=annotate, known=known, out=sys.stdout))


@main.command()
@click.argument("source", type=NamedPath(), metavar="DIR|VIDEO")
def watch(source: str) -> None:
    """Read a recording as the table would; print one JSON line for each sighting."""
    from knobeltisch.commands.pictures.watch import main as room

    with quiet_libraries():
        room(source, out=sys.stdout, err=sys.stderr)


@main.command()
@click.argument("file", type=OutputFile(SHEET, regular=False), metavar="FILE.pdf")
@FORCE
@click.option(
    "--paper",
    type=click.Choice(("a3", "a4")),
    default="a3",
    help="One A3 sheet, or two A4 sheets to glue together.",
)
@click.option(
    "--language",
    type=click.Choice(("de", "en", "both")),
    default="de",
    help="The rules' language; the second of both is a sheet of its own.",
)
@click.option(
    "--rules",
    type=NamedPath(),
    default="bavarian",
    metavar="NAME|FILE",
    help="The rules to print on the back: a variant's name, or a house variant's file.",
)
def board(file: Path, paper: Literal["a3", "a4"], language: str, rules: str) -> None:
    """Write the printable board, true to scale, with the rules on its back."""
    from calibration.board_sheet import WHITE_MM, write_sheet
    from knobeltisch.game.printed_board import GLUE, WHOLE, board_pdf
    from scorer.words.language_files import LANGUAGES

    write_sheet(file, board_pdf(rules_of(rules), LANGUAGES if language == "both" else (language,), paper))
    message = WHOLE["en"] if paper == "a3" else f"{GLUE['en']} Printers leave {WHITE_MM:g} mm white."
    click.echo(f"{file} is written, {paper.upper()}. {message}", err=True)  # the file may go to /dev/stdout


@main.command()
@CONFIG
@click.option("--safe", is_flag=True, help="Start without camera and panel; keep the score by tablet.")
def run(config: Path | None, *, safe: bool) -> None:
    """Keep the score of the real table."""
    from knobeltisch.commands.run import main as room

    sys.exit(room(config, safe=safe))


@main.command()
@CONFIG
def pin(config: Path | None) -> None:
    """Make a new PIN for the landlord, to replace a lost one."""
    from knobeltisch.commands.console import print_new_pin
    from knobeltisch.device.installed_service import load_service_config
    from knobeltisch.storage.store import KEPT_IN

    print_new_pin(lambda: load_service_config(config).journal.path.with_name(KEPT_IN))


@main.command()
@CONFIG
@click.option("--json", "as_json", is_flag=True, help="As JSON, for programs.")
def doctor(config: Path | None, *, as_json: bool) -> None:
    """Check the table, running or not; exit 1 when a check fails."""
    from knobeltisch.health.doctor import check_table

    sys.exit(check_table(config).write(as_json=as_json))


@main.command()
@click.argument("file", type=OutputFile(BACKUP), metavar="FILE.zip")
@FORCE
@CONFIG
@click.option(
    "--all",
    "everything",
    is_flag=True,
    help="Include the PIN's hash, the paired tablets and the camera's password.",
)
def backup(file: Path, config: Path | None, *, everything: bool) -> None:
    """Copy journal, lists and configuration to FILE.zip; the table may be running."""
    from knobeltisch.recovery.backup_zip import back_up

    copied = back_up(file, config, everything=everything)
    click.echo(f"{file}: {copied.entries} entries; {', '.join(copied.files)}")
    if copied.damaged:
        click.echo(
            "Not all of the lists could be read: they are damaged; the next start repairs them.", err=True
        )
    if everything:
        click.echo(
            "It holds the PIN's hash and the keys of paired tablets; keep it where nobody else reads it.",
            err=True,
        )


@main.command()
@click.argument("file", type=NamedPath(regular=True, path_type=Path), metavar="FILE.zip")
@CONFIG
def restore(file: Path, config: Path | None) -> None:
    """Restore the contents of FILE.zip while the table is stopped; the old files are kept."""
    from knobeltisch.recovery import backup_zip

    kept = backup_zip.restore(file, config)
    click.echo("\n".join((f"{file} is restored.", *(f"kept: {name}" for name in kept))))


@main.command()
@click.argument("file", type=OutputFile(BUNDLE), metavar="FILE.zip")
@FORCE
@CONFIG
def diagnose(file: Path, config: Path | None) -> None:
    """Write FILE.zip for remote support: no pictures, no names, no secrets."""
    from knobeltisch.health.support_bundle import write_bundle

    parts = write_bundle(file, config)
    click.echo(f"{file}: {', '.join(parts)}. Look into it before you give it away.")


@main.command()
@click.argument("file", type=NamedPath(regular=True, path_type=Path), metavar="[FILE.deb]", required=False)
@click.option(
    "--idle", is_flag=True, help="Install nothing; exit 2 with the reason while a game is being played."
)
def update(file: Path | None, *, idle: bool) -> None:
    """Install another version, or the newest that apt knows, never during a game.

    Exit 1 when the update failed and the old version is back.
    """
    from knobeltisch.device.installed_service import load_service_config
    from knobeltisch.update.update import Update, require_idle

    if idle:
        require_idle(load_service_config(None).journal.path)
    else:
        sys.exit(Update().run(file and file.absolute()))


@main.command()
@click.option("--variant", type=PresetName(), default="bavarian", help=f"A preset: {presets()}.")
@click.option("--seed", type=click.IntRange(0), default=1, help="Same seed, same evening.")
@click.option("--players", type=click.IntRange(2, 8), default=4)
@click.option("--speed", type=Finite(0.25, 8), default=1.0, help="How fast the players play.")
@click.option(
    "--games",
    type=click.IntRange(1),
    default=None,
    help="Stop after this many games; without --headless there is no limit.",
)
@click.option(
    "--headless",
    is_flag=True,
    help="Use a virtual clock and run as fast as possible; exit 1 on any difference.",
)
@click.option("--fps", type=Finite(5, 60), default=None, help="Pictures a second of the simulated camera.")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=None,
    help="The page's port: 8080, or a free one if that is taken; 0 takes a free one.",
)
@click.option(
    "--journal",
    type=NamedPath(regular=True, path_type=Path),
    default=None,
    help="Keep the journal in this file; otherwise it is deleted at the end.",
)
@click.option(
    "--phone", is_flag=True, help="Your own dice: a phone's camera is the table's; a QR code invites it."
)
def demo(**options: object) -> None:
    """Run a simulated table that keeps the score: a camera, four players, six buttons, the page."""
    given = Options(**options)  # type: ignore[arg-type]  # click passes the types of the options above
    if given.phone:
        from knobeltisch.commands.phone.demo_phone import play
    elif given.variant in DICE_VARIANTS:
        from knobeltisch.commands.demo import play
    else:
        from knobeltisch.commands.demo_poker import play
    from knobeltisch.commands.demo import run_on_journal

    sys.exit(run_on_journal(given, play))


demo.context_class = DemoContext


@main.command()
@click.argument("shell", type=click.Choice(("bash", "zsh", "fish")))
def completion(shell: str) -> None:
    """Print the shell completion script for this command: source <(knobeltisch completion bash)."""
    from click.shell_completion import get_completion_class

    kind = get_completion_class(shell)
    assert kind is not None
    click.echo(kind(main, {}, "knobeltisch", "_KNOBELTISCH_COMPLETE").source())


for command in (score, rules, league, hub):
    main.add_command(command)
