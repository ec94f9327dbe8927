"""Finds the installed service's configuration for a command, so that nobody starts a private table by mistake."""

import os
from dataclasses import replace
from pathlib import Path
from typing import Final

from knobeltisch.config import Config, JournalConfig, load_config
from knobeltisch.errors import NotAllowed
from knobeltisch.storage.files import STATE

UNIT: Final = Path("/usr/lib/systemd/system/knobeltisch.service")
"""Where the package installs it."""
_CHOSEN: Final = ("KNOBELTISCH_JOURNAL_PATH", "STATE_DIRECTORY")


def load_service_config(file: Path | None) -> Config:
    """Read the named configuration, else the installed service's, else the user's own.

    Raise ConfigError if a value is invalid, and NotAllowed if the user may not use the service's files.
    """
    config = load_config(file, environ=os.environ)
    chosen = file is not None or any(os.environ.get(name) for name in _CHOSEN)
    if chosen or config.journal != JournalConfig() or not UNIT.exists():
        return config
    if not os.access(STATE, os.R_OK | os.W_OK | os.X_OK):
        raise NotAllowed(
            f"Knobeltisch runs here as a service, and you may not touch its files in {STATE}; put sudo before the command "
            "(or name a table of your own with --config)."
        )
    return replace(config, journal=replace(config.journal, path=STATE / "journal.sqlite"))
