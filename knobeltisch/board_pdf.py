"""`knobeltisch board`: write the printable board."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Final

import click

from calibration.errors import CalibrationError
from calibration.sheet import write_sheet
from vision.board import RULE_MM

if TYPE_CHECKING:
    from pathlib import Path

FAILED: Final = 2


def main(path: Path) -> int:
    """Write the A3 sheet to `path`; return 0, or 2 after one sentence when that cannot be."""
    try:
        write_sheet(path)
    except CalibrationError as error:
        sys.stderr.write(f"knobeltisch board: {error}\n")
        return FAILED
    click.echo(
        f"{path} is written. Print it on A3 at 100 %, not fitted to the page: "
        f"the line below the hold lane must be {RULE_MM[2]:.0f} mm long.",
        err=True,  # the file itself may go to /dev/stdout
    )
    return 0
