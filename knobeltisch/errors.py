"""Errors outside the game's rules, each with one clear sentence."""

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
    """The file is not one of our journals; it is not changed."""


class NewerJournal(JournalError):
    """The journal was written by a newer Knobeltisch; it is not changed."""


class DamagedJournal(JournalError):
    """The journal's entries are inconsistent; it is not changed."""


class UnfitJournal(JournalError):
    """The journal is intact, but this version's rules do not accept its entries."""


class WrongService(KnobeltischError, ConnectionError):
    """Another service answers where a command expects a table or hub."""


class JournalBusy(JournalError):
    """Another Knobeltisch process has this journal open."""


class CommandError(KnobeltischError, ValueError):
    """A command from page or panel cannot be carried out now; the page is sent `code` and `rule`."""

    def __init__(self, code: str, message: str, rule: str | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.rule = rule


class BadList(KnobeltischError, ValueError):
    """A list cannot be saved."""


class BadCopy(KnobeltischError, ValueError):
    """A copy of the table's data cannot be restored."""


class NotAllowed(KnobeltischError, PermissionError):
    """The user may not access the files of the service's table, which a command needs."""


class Denied(KnobeltischError, text.Denied):
    """This visitor may not make the request, or not now; a command ends with this sentence."""


class StoreError(Denied):
    """The store cannot be read or written; a request that needs it is refused."""

    def __init__(self, message: str) -> None:
        super().__init__("keep", message)


class StoreBusy(StoreError):
    """Another Knobeltisch process has this file open."""


class DamagedStore(StoreError):
    """The store's file is damaged."""


class UpdateRefused(KnobeltischError, ValueError):
    """An update was not started; nothing was changed."""


class CertificateError(PageError):
    """The page cannot be served over https."""


class RetryLater(KnobeltischError, ConnectionError):
    """The other side cannot be reached, or refused. Try again after `pause` seconds, doubling up to `longest`."""

    def __init__(self, message: str, *, pause: float, longest: float = 0.0) -> None:
        super().__init__(message)
        self.pause, self.longest = pause, max(pause, longest)


class BrokerTrouble(RetryLater):
    """The MQTT broker cannot be reached, or refuses this client."""


class LeagueTrouble(KnobeltischError):
    """A command of `knobeltisch league` failed."""


class PushTrouble(RetryLater):
    """A hub or league cannot be reached, or refused what was sent."""


class HistoryMismatch(KnobeltischError, ValueError):
    """The hub or league has other data under the same number, or less than before, so everything must be sent again."""


OURS: Final = frozenset(
    {"calibration", "hardware", "knobeltisch", "league", "scorer", "tournament", "vision", "web"}
)


def lacking_package(error: ImportError) -> str:
    """Return a sentence that names the missing third-party package; "" if one of our own modules fails to load."""
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
