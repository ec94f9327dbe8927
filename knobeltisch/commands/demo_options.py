"""The options of a demo, and the command line to show in its messages."""

import os
from dataclasses import dataclass
from pathlib import Path

import click


def demo_command() -> str:
    """Return the command as the user typed it; `script/demo` passes on its own name."""
    return os.environ.get("KNOBELTISCH_DEMO", "knobeltisch demo")


class DemoContext(click.Context):
    """The context of the demo's command, so that help and messages show the command as typed."""

    @property
    def command_path(self) -> str:
        """The command as typed."""
        return demo_command()


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """The demo's options, from the command line."""

    variant: str = "bavarian"
    seed: int = 1
    players: int = 4
    speed: float = 1.0
    games: int | None = None
    headless: bool = False
    fps: float | None = None
    port: int | None = None
    journal: Path | None = None
    phone: bool = False
