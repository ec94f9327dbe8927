"""Where the command begins: Ctrl-C while the program is still being loaded ends it without a traceback."""

from __future__ import annotations

import sys


def main() -> None:
    """Load the command line and run it."""
    try:
        from knobeltisch.__main__ import main as command  # noqa: PLC0415 - this is what may be stopped
    except KeyboardInterrupt:
        sys.exit(130)
    command()
