"""The commands `knobeltisch backup` and `restore`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from knobeltisch.recovery.backup_zip import back_up, restore

if TYPE_CHECKING:
    from pathlib import Path


def backup_main(file: Path, config: Path | None, *, everything: bool) -> None:
    """Write the copy. Raise KnobeltischError or OSError."""
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


def restore_main(file: Path, config: Path | None) -> None:
    """Restore the copy. Raise KnobeltischError or OSError."""
    kept = restore(file, config)
    click.echo("\n".join((f"{file} is restored.", *(f"kept: {name}" for name in kept))))
