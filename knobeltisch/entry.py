"""Where the command begins: what goes wrong while the program is still being loaded ends it without a traceback."""

from __future__ import annotations

import sys

from knobeltisch.errors import lacking_package


def main() -> None:
    """Load the command line and run it."""
    try:
        from knobeltisch.__main__ import main as command  # noqa: PLC0415 - this is what may be stopped
    except KeyboardInterrupt:
        sys.exit(130)
    except ImportError as error:
        if not (told := lacking_package(error)):
            raise
        sys.stderr.write(f"knobeltisch: {told}\n")
        sys.exit(70)
    command()
