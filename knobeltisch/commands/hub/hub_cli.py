"""The command line of `knobeltisch hub`; each command is loaded when it runs."""

import sys
from pathlib import Path

import click

from knobeltisch.commands.output_file import HUB_COPY, OutputFile
from knobeltisch.commands.safety_net import CommandGroup, NamedPath

CONFIG = click.option(
    "--config", type=NamedPath(path_type=Path), metavar="FILE", help="Instead of /etc/knobeltisch/hub/*.toml."
)


@click.group(cls=CommandGroup, invoke_without_command=True)
@CONFIG
@click.pass_context
def hub(asked: click.Context, config: Path | None) -> None:
    """Show all tables of a pub or a hall on one page, and run its tournament."""
    asked.obj = config
    if asked.invoked_subcommand is not None:
        return
    from knobeltisch.commands.hub.run_hub import main as room

    room(config)


@hub.command()
@click.argument("file", type=OutputFile(HUB_COPY), metavar="FILE.sqlite")
@click.pass_obj
def backup(config: Path | None, file: Path) -> None:
    """Copy tables and tournament to FILE.sqlite; the hub may be running."""
    from knobeltisch.commands.hub.run_hub import backup as room

    room(config, file)


@hub.command()
@click.pass_obj
def pin(config: Path | None) -> None:
    """Make a new PIN for the landlord, to replace a lost one."""
    from knobeltisch.commands.console import print_new_pin
    from knobeltisch.commands.hub.run_hub import kept_file
    from knobeltisch.storage.store import KEPT_IN

    print_new_pin(lambda: kept_file(config, KEPT_IN))


@hub.command()
@CONFIG
@click.option("--json", "as_json", is_flag=True, help="As JSON, for programs.")
@click.pass_obj
def doctor(named: Path | None, config: Path | None, *, as_json: bool) -> None:
    """Check the hub, running or not; exit 1 when a check fails."""
    from knobeltisch.commands.hub.hub_doctor import check_hub

    sys.exit(check_hub(config or named).write(as_json=as_json))
