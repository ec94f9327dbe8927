"""Whose table a command on this device means: beside an installed service nobody is given a table of his own by mistake."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from knobeltisch.config import default_journal, load_config
from knobeltisch.errors import NotAllowed
from knobeltisch.storage.files import STATE

if TYPE_CHECKING:
    from knobeltisch.config import Config

UNIT: Final = Path("/usr/lib/systemd/system/knobeltisch.service")
"""Where the package has it."""
_CHOSEN: Final = ("KNOBELTISCH_JOURNAL_PATH", "STATE_DIRECTORY")


def load_service_config(file: Path | None) -> Config:
    """Read the configuration that the installed service has, or else one's own, or what was named.

    Raise ConfigError, and NotAllowed for whoever may not touch the service's files.
    """
    config = load_config(file, environ=os.environ)
    chosen = file is not None or any(os.environ.get(name) for name in _CHOSEN)
    if chosen or config.journal.path != default_journal() or not UNIT.exists():
        return config
    if not os.access(STATE, os.R_OK | os.W_OK | os.X_OK):
        raise NotAllowed(
            f"Knobeltisch runs here as a service, and what it keeps in {STATE} is not yours; put sudo before the command "
            "(or name a table of your own with --config)."
        )
    return replace(config, journal=replace(config.journal, path=STATE / "journal.sqlite"))
