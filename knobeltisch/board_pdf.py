"""`knobeltisch board`: write the printable board."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Final

from calibration.errors import CalibrationError
from calibration.sheet import write_sheet

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
    return 0
