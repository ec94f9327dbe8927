"""Errors around the game, each with one clear sentence."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from scorer.json_forms import text

STOPPED: Final = 130
"""Exit code after Ctrl-C, as in shells."""
STOPPED_SENTENCE: Final = "knobeltisch: Stopped before its end.\n"


class KnobeltischError(Exception):
    """Base of all errors that end a command with a sentence instead of a traceback."""


class ConfigError(KnobeltischError, ValueError):
    """A configuration file or variable has an unusable value."""


class HouseFileError(KnobeltischError, ValueError):
    """The file of a house variant is missing, unreadable, or not text."""


class PageError(KnobeltischError, OSError):
    """The page cannot be served at its address."""


class JournalError(KnobeltischError, OSError):
    """The journal cannot be opened, read or written."""


class ForeignJournal(JournalError):
    """The file is not one of our journals; it is left as it is."""


class NewerJournal(JournalError):
    """The journal was written by a newer Knobeltisch; it is left as it is."""


class DamagedJournal(JournalError):
    """The journal's entries are inconsistent; it is left as it is."""


class UnfitJournal(JournalError):
    """The journal is intact, but this version's rules do not accept its entries."""


class WrongService(KnobeltischError, ConnectionError):
    """Another service answers where a command expects a table or a hub; it is not used."""


class JournalBusy(JournalError):
    """Another Knobeltisch has this journal open."""


class CommandError(KnobeltischError, ValueError):
    """A command from page or panel that cannot be done now; `code` and `rule` go to the page."""

    def __init__(self, code: str, message: str, rule: str | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.rule = rule


class BadList(KnobeltischError, ValueError):
    """A list that cannot be saved."""


class BadCopy(KnobeltischError, ValueError):
    """A copy of the table that cannot be restored."""


class NotAllowed(KnobeltischError, PermissionError):
    """A command for the service's table by a user without access to its files."""


class Denied(KnobeltischError, text.Denied):
    """A request is refused for this visitor, or for now; a command ends with its sentence."""


class StoreError(Denied):
    """The store cannot be read or written; a request that needs it is refused."""

    def __init__(self, message: str) -> None:
        super().__init__("keep", message)


class StoreBusy(StoreError):
    """Another Knobeltisch has this file open."""


class DamagedStore(StoreError):
    """The store's file is damaged."""


class UpdateRefused(KnobeltischError, ValueError):
    """An update that was not started; nothing is changed."""


class CertificateError(PageError):
    """The page cannot be served over https."""


class RetryLater(KnobeltischError, ConnectionError):
    """The other side is away or refuses. Try again after `pause` seconds, later after up to `longest`."""

    def __init__(self, message: str, *, pause: float, longest: float = 0.0) -> None:
        super().__init__(message)
        self.pause, self.longest = pause, max(pause, longest)


class BrokerTrouble(RetryLater):
    """The MQTT broker cannot be reached, or refuses this client."""


class LeagueTrouble(KnobeltischError):
    """A command of a federation's league failed."""


class PushTrouble(RetryLater):
    """A hub or a league cannot be reached, or refuses what it is sent."""


class HistoryMismatch(KnobeltischError, ValueError):
    """The hub or league has other data under the same number, or less than before: everything must be sent again."""


OURS: Final = frozenset(
    {"calibration", "hardware", "knobeltisch", "league", "scorer", "tournament", "vision", "web"}
)


def lacking_package(error: ImportError) -> str:
    """Return the sentence for a third-party package that cannot be loaded; "" if one of our own modules fails."""
    package = (error.name or "").partition(".")[0]
    if not package or package in OURS:
        return ""
    why = "is not installed" if isinstance(error, ModuleNotFoundError) else f"cannot be loaded ({error.msg})"
    clone = Path(__file__).resolve().parents[1]
    how = (
        "rm -r .venv, then script/demo"
        if (clone / "script" / "demo").exists()
        else "install Knobeltisch again"
    )
    return f"The Python package {package} {why}; what helps: {how}."
